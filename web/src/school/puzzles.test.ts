import { describe, expect, it, test } from "vitest";
import type { PuzzleListed } from "../lib/types";
import {
  dayRow,
  nextPuzzle,
  NOTHING,
  noted,
  readScore,
  solvedOf,
  withDay,
  type Score,
} from "./puzzles.svelte";

const listed: PuzzleListed[] = [
  { id: "a", difficulty: "easy", kind: "win", seats: 2, stake: 0.2 },
  { id: "b", difficulty: "easy", kind: "gap", seats: 2, stake: 0.2 },
  { id: "c", difficulty: "easy", kind: "gap", seats: 3, stake: 0.2 },
  { id: "d", difficulty: "hard", kind: "gap", seats: 2, stake: 0.2 },
];
const scored = (results: Score["results"]): Score => ({ ...NOTHING, results });

describe("the score", () => {
  it("counts puzzles that were solved at the first try, in a row", () => {
    let score = noted(NOTHING, "g/a", "solved");
    score = noted(score, "g/b", "solved");
    expect(score).toMatchObject({ run: 2, best: 2, results: { "g/a": "first", "g/b": "first" } });
    score = noted(score, "g/c", "wrong");
    expect(score).toMatchObject({ run: 0, best: 2, results: { "g/c": "tried" } });
    score = noted(score, "g/c", "solved");
    expect(score).toMatchObject({ run: 0, best: 2, results: { "g/c": "later" } });
  });

  it("takes a wrong try back for nobody: not by another one, nor by solving it again", () => {
    const score = noted(noted(NOTHING, "g/a", "wrong"), "g/a", "solved");
    expect(noted(score, "g/a", "solved")).toBe(score);
    expect(noted(score, "g/a", "wrong")).toBe(score);
    expect(noted(score, "g/a", "shown")).toBe(score);
  });

  it("ends the row where the solution is shown, and keeps that it was", () => {
    const shown = noted({ ...NOTHING, run: 4, best: 4 }, "g/a", "shown");
    expect(shown).toMatchObject({ run: 0, best: 4, results: { "g/a": "shown" } });
    expect(noted(shown, "g/a", "wrong").results["g/a"]).toBe("shown");
    expect(noted(shown, "g/a", "solved").results["g/a"]).toBe("later");
  });

  it("knows games apart", () => {
    const score = scored({ "g/a": "first", "g/b": "shown", "h/c": "later" });
    expect(solvedOf(listed, "g", score)).toBe(1);
    expect(solvedOf(listed, "h", score)).toBe(1);
  });
});

describe("days in a row", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
  test.each([
    ["2026-03-01", 3], // across the end of a month
    ["2026-03-02", 3], // there is still time today
    ["2026-03-03", 0],
    ["2026-02-28", 2],
  ])("on %s", (today, count) => {
    expect(dayRow(days, today)).toBe(count);
  });

  it("is not disturbed by a change of the clocks or of the year", () => {
    expect(dayRow(["2026-03-28", "2026-03-29", "2026-03-30"], "2026-03-30")).toBe(3);
    expect(dayRow(["2026-12-31", "2027-01-01"], "2027-01-01")).toBe(2);
  });

  it("counts a day once, however many puzzles were solved on it", () => {
    const once = withDay(NOTHING, "2026-03-01");
    expect(withDay(once, "2026-03-01")).toBe(once);
    expect(withDay(once, "2026-02-28").days).toEqual(["2026-02-28", "2026-03-01"]);
    expect(withDay(once, "tomorrow")).toBe(once);
  });
});

describe("the next puzzle", () => {
  it("is of the same difficulty and was never tried", () => {
    expect(nextPuzzle(listed, "g", NOTHING, "easy")?.id).toBe("a");
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
    expect(nextPuzzle(listed.slice(0, 1), "g", NOTHING, "easy", "a")).toBeNull();
  });
});

test.each([
  [null, NOTHING],
  ["no JSON", NOTHING],
  ["null", NOTHING],
  ["[1]", NOTHING],
  [
    '{"results": {"g/a": "first", "g/b": "won", "g/c": 3}, "run": -1, "best": 2, "days": ["2026-03-01", 7, "x"]}',
    { results: { "g/a": "first" }, run: 0, best: 2, days: ["2026-03-01"] },
  ],
])("what is kept is read as far as it can be: %s", (text, score) => {
  expect(readScore(text)).toEqual(score);
});

it("is read as it was written", () => {
  const score = withDay(noted(noted(NOTHING, "g/a", "solved"), "g/b", "wrong"), "2026-03-01");
  expect(readScore(JSON.stringify(score))).toEqual(score);
});
