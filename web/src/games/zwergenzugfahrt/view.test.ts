import { expect, it } from "vitest";
import { position } from "./boards.fixture";
import { dwarvesOf, signsOf } from "./view";

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
