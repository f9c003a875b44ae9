import { expect, test } from "vitest";
import type { BotInfo } from "./types";
import { botFor, movesAfter, seatsFor } from "./whatif";

test("one person sits among bots, each where it was chosen", () => {
  expect(seatsFor(1, ["easy", "usual", "expert"], "Anna")).toEqual([
    { kind: "bot", bot: "easy" },
    { kind: "me", name: "Anna" },
    { kind: "bot", bot: "expert" },
  ]);
});

test("who played there as a bot plays on, a person is replaced by the usual one", () => {
  const known = [{ name: "greedy" }, { name: "expert" }] as BotInfo[];
  expect(botFor("greedy", known, "expert")).toBe("greedy");
  expect(botFor("human", known, "expert")).toBe("expert");
  expect(botFor(undefined, known, "expert")).toBe("expert");
});

const step = (number: number) => ({ number, kind: "decision" as const, back_to: null });
const undo = (number: number, back_to: number) => ({ number, kind: "undo" as const, back_to });
const numbers = (steps: { number: number }[]) => steps.map((one) => one.number);

test("a comparison begins after the step that both games share", () => {
  expect(numbers(movesAfter([step(0), step(1), step(2), step(3)], 1))).toEqual([2, 3]);
});

test("what was taken back is not compared", () => {
  const steps = [step(0), step(1), step(2), step(3), undo(4, 2), step(5)];
  expect(numbers(movesAfter(steps, 0))).toEqual([1, 5]);
});

test("what has not come yet is left out", () => {
  expect(numbers(movesAfter([step(0), undefined, step(2)], 0))).toEqual([2]);
});
