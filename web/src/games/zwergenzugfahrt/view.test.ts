import { expect, it } from "vitest";
import { position } from "./boards.fixture";
import { dwarvesOf, shareOfTurns, signsOf } from "./view";

it("numbers the dwarves through both clans, so that each can be followed", () => {
  const view = position("d5 e5 f5 g5 h5", "d1 e1 f1 g1 h1", { redSigns: "a4", greenSigns: "k2 b2" });
  const dwarves = dwarvesOf(view);
  expect(dwarves.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(dwarves[6]).toEqual({ clan: 1, field: "e1", id: 6 });
  expect(signsOf(view)).toEqual([
    { clan: 0, field: "a4" },
    { clan: 1, field: "k2" },
    { clan: 1, field: "b2" },
  ]);
});

it("counts the turns of both clans where each has its own", () => {
  const view = position("d5 e5 f5 g5 h5", "d1 e1 f1 g1 h1");
  const share = (turns_each: [number, number], each = true) =>
    shareOfTurns({ ...view, limit: 20, each, turns: turns_each[0] + turns_each[1], turns_each });
  expect(share([20, 13])).toBe(33 / 40);
  expect(share([24, 16])).toBe(36 / 40);
  expect(share([20, 20])).toBe(1);
  expect(share([5, 5], false)).toBe(0.5);
  expect(shareOfTurns({ ...view, limit: null })).toBe(0);
});
