import { beforeEach, expect, it } from "vitest";
import { between, ends, inPoints, measured, rate } from "./figures";
import { settings } from "./settings.svelte";
import type { FigureOfThing } from "./types";

beforeEach(() => (settings.lang = "en"));

it("writes rates and points in the reader's language", () => {
  expect(rate(0.5689)).toBe("56.9%");
  expect([0.1234, -0.05, 0.0001].map(inPoints)).toEqual(["+12.3", "\u22125.0", "0.0"]);
  settings.lang = "de";
  expect(rate(0.5689)).toBe("56,9\u00a0%");
  expect(inPoints(-0.1234)).toBe("\u221212,3");
  expect(measured(14.3872)).toBe("14,39");
});

it("writes an interval only where both ends are known", () => {
  expect(between([0.5, 0.25, 0.75], (share) => rate(share, 0))).toBe("25% … 75%");
  expect(between([10, null, 12], measured)).toBe("");
});

it("shows the best and the worst of a long table, or all of it", () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ name: `${i}` }) as FigureOfThing);
  expect(ends(items, true)).toHaveLength(40);
  expect(ends(items, false).map((one) => one.name)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 32, 33, 34, 35, 36, 37, 38, 39].map(String),
  );
  expect(ends(items.slice(0, 16), false)).toHaveLength(16);
});
