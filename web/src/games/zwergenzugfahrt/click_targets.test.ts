import { describe, expect, it } from "vitest";
import type { Choice } from "../../lib/types";
import { clickField, fieldsOf, marksOf } from "./click_targets";
import { position } from "./boards.fixture";

let number = 0;
const choice = (target: Choice["target"]): Choice => ({ action: number++, notation: "", label: "", target });
const move = choice({ kind: "move", from: "f3", to: "e3" });
const kick = choice({ kind: "kick", from: "f3", to: "f4", price: 2 });
const sit = choice({ kind: "sit", from: "j3", to: "j4" });
const reserve = choice({ kind: "reserve", field: "j4" });
const take = choice({ kind: "take", field: "e4" });
const ALL = [move, kick, sit, reserve, take];
const view = position("f4 d4 a5 b5 c5", "f3 j3 d1 e1 d2", { redSigns: "e4 h4", greenSigns: "k4" });
const click = (picked: string | null, field: string, choices = ALL) =>
  clickField(view, choices, picked, field);

describe("a click", () => {
  it("picks a dwarf, another dwarf, and lets it go", () => {
    expect(click(null, "f3")).toEqual({ pick: "f3" });
    expect(click("f3", "j3")).toEqual({ pick: "j3" });
    expect(click("f3", "f3")).toEqual({ pick: null });
  });

  it("sends what has one meaning and no price", () => {
    expect(click("f3", "e3")).toEqual({ send: move });
    expect(click(null, "j4")).toEqual({ send: reserve });
    expect(click("f3", "e4")).toEqual({ send: take });
  });

  it("asks before a kick, and where sitting and reserving are both possible", () => {
    expect(click("f3", "f4")).toEqual({ ask: [kick] });
    expect(click("j3", "j4")).toEqual({ ask: [sit, reserve] });
  });

  it("asks the server why not, with what it would have meant", () => {
    expect(click("f3", "g3")).toEqual({ refuse: "f3-g3" });
    expect(click("d1", "c1")).toEqual({ refuse: "d1-c1" });
    expect(click("d2", "d4")).toEqual({ say: "too_far" });
    expect(click("j3", "k3")).toEqual({ refuse: "j3-k3" });
    expect(click(null, "a2")).toEqual({ refuse: "+a2" });
    expect(click(null, "k4")).toEqual({ refuse: "+k4" });
    expect(click(null, "h4")).toEqual({ refuse: "-h4" });
    expect(click(null, "a3")).toEqual({ say: "pick_first" });
    expect(click(null, "f3", [])).toEqual({ refuse: "+f3" });
  });

  it("chooses the conductor's sign", () => {
    const pending = { ...view, phase: "conductor" as const, coin: 0 as const };
    const chosen = choice({ kind: "conductor", field: "h4" });
    expect(clickField(pending, [chosen], null, "h4")).toEqual({ send: chosen });
    expect(clickField(pending, [chosen], null, "f3")).toEqual({ refuse: "~f3" });
  });
});

it("lights a field by what a click would do", () => {
  expect(marksOf(ALL, null, "f3")).toEqual(["pick"]);
  expect(marksOf(ALL, null, "d1")).toEqual([]);
  expect(marksOf(ALL, "f3", "f3")).toEqual(["picked"]);
  expect(marksOf(ALL, "f3", "e3")).toEqual(["walk"]);
  expect(marksOf(ALL, "f3", "f4")).toEqual(["kick"]);
  expect(marksOf(ALL, "j3", "j4")).toEqual(["sit", "reserve"]);
  expect(marksOf(ALL, null, "j4")).toEqual(["reserve"]);
  expect(marksOf(ALL, null, "e4")).toEqual(["take"]);
});

it("knows which fields a choice is about", () => {
  expect(fieldsOf(kick)).toEqual(["f3", "f4"]);
  expect(fieldsOf(take)).toEqual(["e4"]);
  expect(fieldsOf(null)).toEqual([]);
});
