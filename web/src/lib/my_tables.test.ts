import { applyMessages, MyTables, newTurns } from "./my_tables.svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Mine, TableSummary, ToLobby } from "./types";

const line = vi.hoisted(() => ({
  mine: vi.fn<() => Promise<Mine>>(),
  handlers: null as null | { message: (message: ToLobby) => void; opened: (again: boolean) => void },
}));
vi.mock("./api", () => ({ api: { mine: line.mine }, addressFor: (path: string) => ({ path, query: {} }) }));
vi.mock("./game_history.svelte", () => ({ gameHistory: { record: () => undefined } }));
vi.mock("#host", () => ({
  host: {
    connect: (handlers: typeof line.handlers) => {
      line.handlers = handlers;
      return { open: true, close: () => undefined };
    },
  },
}));

const table = (id: string, your_turn: boolean) =>
  ({ id, status: "running", your_turn, updated: "2026-01-01T00:00:00Z" }) as TableSummary;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  line.mine.mockReset();
  return () => vi.useRealTimers();
});

test("what is told before the first list does not make the whole list news", async () => {
  const rang: string[] = [];
  const tables = new MyTables((one) => rang.push(one.id));
  let answer: (mine: Mine) => void = () => undefined;
  line.mine.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  tables.open();
  line.handlers?.opened(false);
  line.handlers?.message({ type: "table", table: table("c", false) });
  expect(tables.known).toBe(false);
  answer({ running: [table("a", true), table("b", true)], finished: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(tables.now.running.map((one) => one.id)).toEqual(["a", "b", "c"]);
  expect(rang).toEqual([]);
  line.handlers?.message({ type: "table", table: table("c", true) });
  expect(rang).toEqual(["c"]);
  tables.close();
});

test("a first list that did not come is asked for again, with a line as well", async () => {
  const tables = new MyTables();
  line.mine.mockRejectedValueOnce(new Error("busy"));
  line.mine.mockResolvedValue({ running: [table("a", false)], finished: [] });
  tables.open();
  line.handlers?.opened(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tables.known).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tables.now.running).toHaveLength(1);
  expect(line.mine).toHaveBeenCalledTimes(2);
  tables.close();
});

test("what this device keeps from being dealt is told with the list, and with every piece of news", async () => {
  const called: string[] = [];
  const waiting = (awaited: boolean) => ({ ...table("a", false), status: "waiting" as const, awaited });
  const tables = new MyTables(undefined, (one) => called.push(one.id));
  line.mine.mockResolvedValue({ running: [waiting(true), table("b", false)], finished: [] });
  tables.open();
  line.handlers?.opened(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(called).toEqual(["a"]);
  line.handlers?.message({ type: "table", table: table("b", true) });
  line.handlers?.message({ type: "table", table: waiting(false) });
  expect(called).toEqual(["a"]);
  line.handlers?.message({ type: "table", table: waiting(true) });
  line.handlers?.message({ type: "table", table: waiting(true) });
  expect(called).toEqual(["a", "a", "a"]);
  tables.close();
});

const NOTHING: Mine = { running: [], finished: [] };

function summary(id: string, more: Partial<TableSummary> = {}): TableSummary {
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
  const mine = applyMessages(NOTHING, [
    told(summary("old", { updated: "2026-01-01T00:00:00Z" })),
    told(summary("new", { updated: "2026-01-03T00:00:00Z" })),
    told(summary("mine", { your_turn: true, updated: "2026-01-02T00:00:00Z" })),
  ]);
  expect(ids(mine.running)).toEqual(["mine", "new", "old"]);
});

test("a game that ends moves to the finished ones", () => {
  const before = applyMessages(NOTHING, [told(summary("a")), told(summary("b"))]);
  const after = applyMessages(before, [told(summary("a", { status: "over", result: [1, 0] }))]);
  expect([ids(after.running), ids(after.finished)]).toEqual([["b"], ["a"]]);
});

test("a finished game stays where its end put it, whatever was done at its table later", () => {
  const over = (id: string, ended: string, updated: string) =>
    told(summary(id, { status: "over", ended, updated }));
  const mine = applyMessages(NOTHING, [
    over("old", "2026-01-01T00:00:00Z", "2026-01-09T00:00:00Z"),
    over("new", "2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"),
  ]);
  expect(ids(mine.finished)).toEqual(["new", "old"]);
});

test("a table that was left is gone, and the last word about a table holds", () => {
  const before = applyMessages(NOTHING, [told(summary("a")), told(summary("b"))]);
  expect(ids(applyMessages(before, [{ type: "gone", table: "a" }, { type: "ping" }]).running)).toEqual(["b"]);
  const twice = applyMessages(before, [told(summary("b", { turn: 0 })), told(summary("b", { turn: 1 }))]);
  expect(twice.running.find((one) => one.id === "b")?.turn).toBe(1);
});

test("a turn is news once", () => {
  const before = applyMessages(NOTHING, [told(summary("a")), told(summary("b", { your_turn: true }))]);
  const after = applyMessages(before, [told(summary("a", { your_turn: true }))]);
  expect(ids(newTurns(before, after))).toEqual(["a"]);
  expect(newTurns(after, after)).toEqual([]);
});

test("where it is our turn comes what is due first, then what has no limit", () => {
  const mine = applyMessages(NOTHING, [
    told(summary("later", { your_turn: true, deadline: "2026-01-09T00:00:00Z" })),
    told(summary("live", { your_turn: true, updated: "2026-01-05T00:00:00Z" })),
    told(summary("theirs", { deadline: "2026-01-01T00:00:00Z" })),
    told(summary("soon", { your_turn: true, deadline: "2026-01-02T00:00:00Z" })),
  ]);
  expect(ids(mine.running)).toEqual(["soon", "later", "live", "theirs"]);
});
