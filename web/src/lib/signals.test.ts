import { expect, test } from "vitest";
import { SIGNALS, withSignal, type ShownSignal } from "./signals";
import { en } from "../texts/en";

test("every signal has words", () => {
  for (const signal of SIGNALS) expect(`signal_${signal}` in en).toBe(true);
});

test("of each seat the last signal is seen, and never more than three", () => {
  const give = (id: number, seat: number): ShownSignal => ({ id, seat, signal: "wow" });
  const all = [give(1, 0), give(2, 1), give(3, 0), give(4, 2), give(5, 3)];
  expect(all.reduce<ShownSignal[]>(withSignal, []).map((one) => one.id)).toEqual([3, 4, 5]);
  expect(withSignal([give(1, 0)], give(2, 0)).map((one) => one.id)).toEqual([2]);
});
