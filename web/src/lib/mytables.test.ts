import { beforeEach, expect, test, vi } from "vitest";
import { MyTables } from "./mine.svelte";
import type { Mine, TableSummary, ToLobby } from "./types";

const line = vi.hoisted(() => ({
  mine: vi.fn<() => Promise<Mine>>(),
  wishes: null as null | { message: (message: ToLobby) => void; opened: (again: boolean) => void },
}));
vi.mock("./api", () => ({ api: { mine: line.mine }, apiUrl: (path: string) => path }));
vi.mock("./diary.svelte", () => ({ diary: { note: () => undefined } }));
vi.mock("./socket", () => ({
  LiveSocket: class {
    open = true;
    close = () => undefined;
    constructor(wishes: typeof line.wishes) {
      line.wishes = wishes;
    }
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
  line.wishes?.opened(false);
  line.wishes?.message({ type: "table", table: table("c", false) });
  expect(tables.known).toBe(false);
  answer({ running: [table("a", true), table("b", true)], finished: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(tables.now.running.map((one) => one.id)).toEqual(["a", "b", "c"]);
  expect(rang).toEqual([]);
  line.wishes?.message({ type: "table", table: table("c", true) });
  expect(rang).toEqual(["c"]);
  tables.close();
});

test("a first list that did not come is asked for again, with a line as well", async () => {
  const tables = new MyTables();
  line.mine.mockRejectedValueOnce(new Error("busy"));
  line.mine.mockResolvedValue({ running: [table("a", false)], finished: [] });
  tables.open();
  line.wishes?.opened(false);
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
  line.wishes?.opened(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(called).toEqual(["a"]);
  line.wishes?.message({ type: "table", table: table("b", true) });
  line.wishes?.message({ type: "table", table: waiting(false) });
  expect(called).toEqual(["a"]);
  line.wishes?.message({ type: "table", table: waiting(true) });
  line.wishes?.message({ type: "table", table: waiting(true) });
  expect(called).toEqual(["a", "a", "a"]);
  tables.close();
});
