import { beforeEach, expect, it } from "vitest";
import { intervalText, bestAndWorst, pointsText, measureText, percentText } from "./figures";
import { settings } from "./settings.svelte";
import type { FigureOfThing } from "./types";

beforeEach(() => (settings.lang = "en"));

it("writes rates and points in the reader's language", () => {
  expect(percentText(0.5689)).toBe("56.9%");
  expect([0.1234, -0.05, 0.0001].map(pointsText)).toEqual(["+12.3", "\u22125.0", "0.0"]);
  settings.lang = "de";
  expect(percentText(0.5689)).toBe("56,9\u00a0%");
  expect(pointsText(-0.1234)).toBe("\u221212,3");
  expect(measureText(14.3872)).toBe("14,39");
});

it("writes an interval only where both bestAndWorst are known", () => {
  expect(intervalText([0.5, 0.25, 0.75], (share) => percentText(share, 0))).toBe("25% … 75%");
  expect(intervalText([10, null, 12], measureText)).toBe("");
});

it("shows the best and the worst of a long table, or all of it", () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ name: `${i}` }) as FigureOfThing);
  expect(bestAndWorst(items, true)).toHaveLength(40);
  expect(bestAndWorst(items, false).map((one) => one.name)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 32, 33, 34, 35, 36, 37, 38, 39].map(String),
  );
  expect(bestAndWorst(items.slice(0, 16), false)).toHaveLength(16);
});
