import { describe, expect, it } from "vitest";
import type { Choice } from "../../lib/types";
import { clickDraw, clickHand, clickOpen, clickPlace, isLit, placesOf } from "./click_targets";
import type { GameOfTrainsView } from "./view_types";

const choice = (target: Choice["target"]): Choice => ({ action: 1, notation: "", label: "", target });
const view = (phase: GameOfTrainsView["phase"], ability: GameOfTrainsView["ability"] = null) =>
  ({ phase, ability }) as GameOfTrainsView;
const lit = (choices: Choice[], picked: number | null) =>
  [1, 2, 3, 4, 5, 6, 7].filter((place) => isLit(choices, picked, place));

describe("one click", () => {
  it("places a drawn car", () => {
    const choices = [3, 4].map((place) => choice({ kind: "place", place }));
    expect(lit(choices, null)).toEqual([3, 4]);
    expect(clickPlace(view("place"), choices, null, 4)).toEqual({ send: choices[1] });
  });

  it("draws, uses and keeps what is offered", () => {
    const [draw, use, keep] = [
      choice({ kind: "draw" }),
      choice({ kind: "use", ability: "protect" }),
      choice({ kind: "keep", index: 2 }),
    ];
    expect(clickDraw([draw])).toEqual({ send: draw });
    expect(clickOpen([use], "protect")).toEqual({ send: use });
    expect(clickHand([keep], 2)).toEqual({ send: keep });
  });
});

describe("two clicks", () => {
  const swaps = [choice({ kind: "swap", from: 2, to: 3 }), choice({ kind: "swap", from: 3, to: 4 })];

  it("swap two cars in either order", () => {
    expect(clickPlace(view("target"), swaps, null, 3)).toEqual({ pick: 3 });
    expect(lit(swaps, 3)).toEqual([2, 3, 4]);
    expect(clickPlace(view("target"), swaps, 3, 2)).toEqual({ send: swaps[0] });
    expect(clickPlace(view("target"), swaps, 3, 4)).toEqual({ send: swaps[1] });
  });

  it("can be taken back, or begun anew at another car", () => {
    expect(clickPlace(view("target"), swaps, 3, 3)).toEqual({ pick: null });
    expect(clickPlace(view("target"), swaps, 2, 4)).toEqual({ pick: 4 });
  });

  it("move a car only from its own place", () => {
    const moves = [choice({ kind: "move", from: 1, to: 3 })];
    expect(lit(moves, null)).toEqual([1]);
    expect(lit(moves, 1)).toEqual([1, 3]);
    expect(clickPlace(view("target"), moves, 1, 3)).toEqual({ send: moves[0] });
    expect(clickPlace(view("target"), moves, null, 3)).toEqual({ refuse: "@3" });
  });
});

describe("a click on what is not offered", () => {
  it("asks with the notation of what it would mean", () => {
    expect(clickDraw([])).toEqual({ refuse: "+" });
    expect(clickOpen([], "move_left_2")).toEqual({ refuse: "<<" });
    expect(clickHand([], 1)).toEqual({ refuse: "k1" });
    expect(clickPlace(view("turn"), [], null, 5)).toEqual({ refuse: "@5" });
    expect(clickPlace(view("target", "protect"), [], null, 4)).toEqual({ refuse: "#4" });
    expect(clickPlace(view("target", "protect"), [], null, 3)).toEqual({ refuse: "@3" });
  });
});

it("knows which places a choice is about", () => {
  expect(placesOf(choice({ kind: "swap", from: 2, to: 4 }))).toEqual([2, 4]);
  expect(placesOf(choice({ kind: "place", place: 6 }))).toEqual([6]);
  expect(placesOf(choice({ kind: "draw" }))).toEqual([]);
  expect(placesOf(null)).toEqual([]);
});
