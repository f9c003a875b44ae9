import { describe, expect, it, test } from "vitest";
import type { PuzzleListed } from "../lib/types";
import {
  dayStreak,
  nextPuzzle,
  EMPTY_SCORE,
  withResult,
  readScore,
  countSolved,
  withSolvedDay,
  type Score,
} from "./puzzles.svelte";

const listed: PuzzleListed[] = [
  { id: "a", difficulty: "easy", kind: "win", seats: 2, stake: 0.2 },
  { id: "b", difficulty: "easy", kind: "gap", seats: 2, stake: 0.2 },
  { id: "c", difficulty: "easy", kind: "gap", seats: 3, stake: 0.2 },
  { id: "d", difficulty: "hard", kind: "gap", seats: 2, stake: 0.2 },
];
const scored = (results: Score["results"]): Score => ({ ...EMPTY_SCORE, results });

describe("the score", () => {
  it("counts puzzles that were solved at the first try, in a row", () => {
    let score = withResult(EMPTY_SCORE, "g/a", "solved");
    score = withResult(score, "g/b", "solved");
    expect(score).toMatchObject({ run: 2, best: 2, results: { "g/a": "first", "g/b": "first" } });
    score = withResult(score, "g/c", "wrong");
    expect(score).toMatchObject({ run: 0, best: 2, results: { "g/c": "tried" } });
    score = withResult(score, "g/c", "solved");
    expect(score).toMatchObject({ run: 0, best: 2, results: { "g/c": "later" } });
  });

  it("takes a wrong try back for nobody: not by another one, nor by solving it again", () => {
    const score = withResult(withResult(EMPTY_SCORE, "g/a", "wrong"), "g/a", "solved");
    expect(withResult(score, "g/a", "solved")).toBe(score);
    expect(withResult(score, "g/a", "wrong")).toBe(score);
    expect(withResult(score, "g/a", "shown")).toBe(score);
  });

  it("ends the row where the solution is shown, and keeps that it was", () => {
    const shown = withResult({ ...EMPTY_SCORE, run: 4, best: 4 }, "g/a", "shown");
    expect(shown).toMatchObject({ run: 0, best: 4, results: { "g/a": "shown" } });
    expect(withResult(shown, "g/a", "wrong").results["g/a"]).toBe("shown");
    expect(withResult(shown, "g/a", "solved").results["g/a"]).toBe("later");
  });

  it("knows games apart", () => {
    const score = scored({ "g/a": "first", "g/b": "shown", "h/c": "later" });
    expect(countSolved(listed, "g", score)).toBe(1);
    expect(countSolved(listed, "h", score)).toBe(1);
  });
});

describe("days in a row", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
  test.each([
    ["2026-03-01", 3], // across a month boundary
    ["2026-03-02", 3], // today's can still be solved
    ["2026-03-03", 0],
    ["2026-02-28", 2],
  ])("on %s", (today, count) => {
    expect(dayStreak(days, today)).toBe(count);
  });

  it("is not disturbed by a change of the clocks or of the year", () => {
    expect(dayStreak(["2026-03-28", "2026-03-29", "2026-03-30"], "2026-03-30")).toBe(3);
    expect(dayStreak(["2026-12-31", "2027-01-01"], "2027-01-01")).toBe(2);
  });

  it("counts a day once, however many puzzles were solved on it", () => {
    const once = withSolvedDay(EMPTY_SCORE, "2026-03-01");
    expect(withSolvedDay(once, "2026-03-01")).toBe(once);
    expect(withSolvedDay(once, "2026-02-28").days).toEqual(["2026-02-28", "2026-03-01"]);
    expect(withSolvedDay(once, "tomorrow")).toBe(once);
  });
});

describe("the next puzzle", () => {
  it("is of the same difficulty and was never tried", () => {
    expect(nextPuzzle(listed, "g", EMPTY_SCORE, "easy")?.id).toBe("a");
    expect(nextPuzzle(listed, "g", scored({ "g/a": "first" }), "easy", "a")?.id).toBe("b");
    expect(nextPuzzle(listed, "g", scored({ "g/b": "tried" }), "easy", "a")?.id).toBe("c");
    expect(nextPuzzle(listed, "g", scored({ "g/c": "first" }), "easy", "c")?.id).toBe("a");
  });

  it("is one that was not solved, when all were tried", () => {
    const score = scored({ "g/a": "first", "g/b": "shown", "g/c": "later" });
    expect(nextPuzzle(listed, "g", score, "easy", "a")?.id).toBe("b");
  });

  it("is a harder one, when all of a difficulty are solved, else an easier one", () => {
    const easy = scored({ "g/a": "first", "g/b": "first", "g/c": "first" });
    expect(nextPuzzle(listed, "g", easy, "easy", "c")?.id).toBe("d");
    expect(nextPuzzle(listed, "g", scored({ "g/d": "first" }), "hard", "d")?.id).toBe("a");
    expect(
      nextPuzzle(listed, "g", { ...easy, results: { ...easy.results, "g/d": "later" } }, "easy"),
    ).toBeNull();
  });

  it("is never the one on the board", () => {
    expect(nextPuzzle(listed.slice(0, 1), "g", EMPTY_SCORE, "easy", "a")).toBeNull();
  });
});

test.each([
  [null, EMPTY_SCORE],
  ["no JSON", EMPTY_SCORE],
  ["null", EMPTY_SCORE],
  ["[1]", EMPTY_SCORE],
  [
    '{"results": {"g/a": "first", "g/b": "won", "g/c": 3}, "run": -1, "best": 2, "days": ["2026-03-01", 7, "x"]}',
    { results: { "g/a": "first" }, run: 0, best: 2, days: ["2026-03-01"] },
  ],
])("what is kept is read as far as it can be: %s", (text, score) => {
  expect(readScore(text)).toEqual(score);
});

it("is read as it was written", () => {
  const score = withSolvedDay(
    withResult(withResult(EMPTY_SCORE, "g/a", "solved"), "g/b", "wrong"),
    "2026-03-01",
  );
  expect(readScore(JSON.stringify(score))).toEqual(score);
});
