import { expect, test } from "vitest";
import { newTurns, withNews } from "./mine";
import type { Mine, TableSummary } from "./types";

const NOTHING: Mine = { running: [], finished: [] };

function table(id: string, more: Partial<TableSummary> = {}): TableSummary {
  return {
    id,
    game: "toy",
    status: "running",
    names: ["Anna", "Ben"],
    players: ["human", "human"],
    left: [false, false],
    your_seats: [0],
    your_turn: false,
    turn: 1,
    result: null,
    reason: null,
    practice: false,
    created: "2026-01-01T00:00:00Z",
    updated: "2026-01-01T00:00:00Z",
    ended: null,
    awaited: false,
    time: null,
    deadline: null,
    asked: false,
    ...more,
  };
}
const told = (one: TableSummary) => ({ type: "table" as const, table: one });
const ids = (tables: TableSummary[]) => tables.map((one) => one.id);

test("games that wait for us come first, then what was touched last", () => {
  const mine = withNews(NOTHING, [
    told(table("old", { updated: "2026-01-01T00:00:00Z" })),
    told(table("new", { updated: "2026-01-03T00:00:00Z" })),
    told(table("mine", { your_turn: true, updated: "2026-01-02T00:00:00Z" })),
  ]);
  expect(ids(mine.running)).toEqual(["mine", "new", "old"]);
});

test("a game that ends moves to the finished ones", () => {
  const before = withNews(NOTHING, [told(table("a")), told(table("b"))]);
  const after = withNews(before, [told(table("a", { status: "over", result: [1, 0] }))]);
  expect([ids(after.running), ids(after.finished)]).toEqual([["b"], ["a"]]);
});

test("a finished game stays where its end put it, whatever was done at its table later", () => {
  const over = (id: string, ended: string, updated: string) =>
    told(table(id, { status: "over", ended, updated }));
  const mine = withNews(NOTHING, [
    over("old", "2026-01-01T00:00:00Z", "2026-01-09T00:00:00Z"),
    over("new", "2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"),
  ]);
  expect(ids(mine.finished)).toEqual(["new", "old"]);
});

test("a table that was left is gone, and the last word about a table holds", () => {
  const before = withNews(NOTHING, [told(table("a")), told(table("b"))]);
  expect(ids(withNews(before, [{ type: "gone", table: "a" }, { type: "ping" }]).running)).toEqual(["b"]);
  const twice = withNews(before, [told(table("b", { turn: 0 })), told(table("b", { turn: 1 }))]);
  expect(twice.running.find((one) => one.id === "b")?.turn).toBe(1);
});

test("a turn is news once", () => {
  const before = withNews(NOTHING, [told(table("a")), told(table("b", { your_turn: true }))]);
  const after = withNews(before, [told(table("a", { your_turn: true }))]);
  expect(ids(newTurns(before, after))).toEqual(["a"]);
  expect(newTurns(after, after)).toEqual([]);
});

test("where it is our turn comes what is due first, then what has no limit", () => {
  const mine = withNews(NOTHING, [
    told(table("later", { your_turn: true, deadline: "2026-01-09T00:00:00Z" })),
    told(table("live", { your_turn: true, updated: "2026-01-05T00:00:00Z" })),
    told(table("theirs", { deadline: "2026-01-01T00:00:00Z" })),
    told(table("soon", { your_turn: true, deadline: "2026-01-02T00:00:00Z" })),
  ]);
  expect(ids(mine.running)).toEqual(["soon", "later", "live", "theirs"]);
});
