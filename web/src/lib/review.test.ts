import { describe, expect, it } from "vitest";
import {
  chancesFrom,
  decisionAfter,
  isMarked,
  luckText,
  marksOf,
  nearestEntry,
  pathOf,
  plotPoint,
  pointAt,
  points,
  stepByKey,
  summaryOf,
} from "./review";
import type { Review } from "./types";

const BOX = { left: 10, top: 0, width: 100, height: 50 };
const decision = (entry: number, seat: number, word: string) => ({ entry, seat, word, action: 1, best: 2 });
/** Entry 2 was undone and appears in no list. */
const REVIEW = {
  seats: 2,
  graph: [0, 1, 3, 4].map((entry) => ({ entry, chances: entry < 3 ? [0.5, 0.5] : [0.2, 0.8] })),
  decisions: [decision(1, 1, "best"), decision(3, 0, "blunder"), decision(4, 1, "good")],
  luck: [
    { entry: 0, by_seat: [0.01, -0.01], error: 0 },
    { entry: 4, by_seat: [-0.1, 0.1], error: 0 },
  ],
} as unknown as Review;

it("draws a line from the first entry to the last", () => {
  expect(pathOf(REVIEW, 0, BOX)).toBe("M10 25L35 25L85 40L110 40");
  expect(plotPoint(BOX, 0, 0, 1)).toEqual([10, 0]);
});

it("marks poor decisions and great luck on the line of whom they concern", () => {
  const marks = marksOf(REVIEW, BOX);
  expect(marks.map(({ kind, entry, seat }) => [kind, entry, seat])).toEqual([
    ["luck", 4, 0],
    ["blunder", 3, 0],
  ]);
  expect(marks[1]).toMatchObject({ x: 85, y: 40 });
  expect([0, 1, 3, 4].filter((entry) => isMarked(REVIEW, entry))).toEqual([3, 4]);
});

it("finds the point of an entry and of a place", () => {
  expect([0, 1, 2, 3, 9].map((entry) => pointAt(REVIEW, entry))).toEqual([0, 1, 1, 2, 3]);
  expect([0, 30, 70, 500].map((x) => nearestEntry(REVIEW, BOX, x))).toEqual([0, 1, 2, 3]);
});

it("tells a seat's chances from an entry on, and from the one before where that was taken back", () => {
  expect(chancesFrom(REVIEW, 3, 1)).toEqual([
    { entry: 3, chance: 0.8 },
    { entry: 4, chance: 0.8 },
  ]);
  expect(chancesFrom(REVIEW, 2, 0).map((one) => one.entry)).toEqual([1, 3, 4]);
});

it("goes along by keys, and to what is marked", () => {
  expect(stepByKey(REVIEW, 0, "ArrowLeft")).toBe(0);
  expect(stepByKey(REVIEW, 0, "ArrowRight")).toBe(1);
  expect(stepByKey(REVIEW, 0, "PageDown")).toBe(2);
  expect(stepByKey(REVIEW, 3, "PageUp")).toBe(2);
  expect(stepByKey(REVIEW, 2, "PageUp")).toBe(2);
  expect(stepByKey(REVIEW, 0, "End")).toBe(3);
  expect(stepByKey(REVIEW, 0, "a")).toBeNull();
});

it("shows a decision in the position before it, past what was taken back", () => {
  expect(decisionAfter(REVIEW, 0)?.entry).toBe(1);
  expect(decisionAfter(REVIEW, 1)?.entry).toBe(3);
  expect(decisionAfter(REVIEW, 2)?.entry).toBe(3);
  expect(decisionAfter(REVIEW, 4)).toBeNull();
});

it("says what was luck, and of what", () => {
  const words = { entry: 0, position: 0, sentence: "Luck in points: Anna +3." };
  expect(luckText({ ...words, text: "Deal" })).toBe("Deal. Luck in points: Anna +3.");
  expect(luckText({ ...words, text: "Anna draws a car." })).toBe(
    "Anna draws a car. Luck in points: Anna +3.",
  );
  expect(luckText({ ...words, text: "" })).toBe("Luck in points: Anna +3.");
  expect(luckText(undefined)).toBe("");
});

it("writes points with their sign", () => {
  expect([0.123, -0.05, 0.001].map(points)).toEqual(["+12", "\u22125", "0"]);
});

describe("the game of one seat in a few words", () => {
  const told = (seat: object) =>
    summaryOf({ by_seat: [{ seat: 0, accuracy: 50, luck: 0, worst: [], ...seat }] } as unknown as Review, 0);

  it("says how it was played", () => {
    const plays = [100, 90, 89, 70, 69, 45, 44, 20].map((accuracy) => told({ accuracy })?.play);
    expect(plays).toEqual(["great", "great", "well", "well", "fair", "fair", "poor", "poor"]);
  });

  it("speaks of luck only where it was worth a word", () => {
    const lucks = [0.3, 0.1, 0.05, 0, -0.09, -0.1].map((luck) => told({ luck })?.luck);
    expect(lucks).toEqual(["good", "good", "even", "even", "even", "bad"]);
  });

  it("names the decision that cost most, and says nothing of other seats", () => {
    expect(told({ worst: [14, 3] })?.worst).toBe(14);
    expect(told({})?.worst).toBeNull();
    expect(summaryOf({ by_seat: [] } as unknown as Review, -1)).toBeNull();
  });
});
