import { expect, it } from "vitest";
import { carOf } from "./view";

it("knows a car by its number, and nothing of one that lies face down", () => {
  const facts: Parameters<typeof carOf>[0] = { abilities: [null, "move_right_2", "protect"] };
  expect(carOf(facts, 2)).toEqual({ number: 2, ability: "protect" });
  expect(carOf(facts, 0)).toEqual({ number: 0, ability: null });
});
