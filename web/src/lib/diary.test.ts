import { beforeEach, expect, test, vi } from "vitest";
import type { TableSummary } from "./types";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, text: string) => stored.set(name, text),
});

const over = (id: string, updated: string): TableSummary => ({
  id,
  game: "toy",
  status: "over",
  names: ["Anna", "Ben"],
  players: ["human", "human"],
  left: [false, false],
  your_seats: [0],
  your_turn: false,
  turn: -1,
  result: [1, 0],
  reason: "goal",
  practice: false,
  created: updated,
  updated,
  ended: updated,
  awaited: false,
  time: null,
  deadline: null,
  asked: false,
});

async function fresh() {
  vi.resetModules();
  return (await import("./diary.svelte")).diary;
}

beforeEach(() => stored.clear());

test("a game is remembered once, and after the page is gone", async () => {
  const diary = await fresh();
  diary.note([over("a", "2026-01-01")]);
  diary.note([over("a", "2026-01-01"), over("b", "2026-01-02")]);
  expect(diary.games.map((game) => game.id)).toEqual(["b", "a"]);
  expect((await fresh()).games).toHaveLength(2);
});

test("what was deleted does not come back with the server's list", async () => {
  const diary = await fresh();
  diary.note([over("a", "2026-01-01")]);
  diary.delete();
  diary.note([over("a", "2026-01-01"), over("b", "2026-01-02")]);
  expect(diary.games.map((game) => game.id)).toEqual(["b"]);
  expect((await fresh()).games.map((game) => game.id)).toEqual(["b"]);
});

test("a deleted game does not come back when its people play again", async () => {
  const diary = await fresh();
  diary.note([over("a", "2026-01-01")]);
  diary.delete();
  diary.note([{ ...over("a", "2026-01-01"), updated: "2026-01-05" }]); // the rematch was opened there
  expect(diary.games).toEqual([]);
});

test("what another page of this browser noted or deleted holds here, too", async () => {
  const [one, other] = [await fresh(), await fresh()];
  one.note([over("a", "2026-01-01")]);
  other.note([over("b", "2026-01-02")]);
  expect((await fresh()).games).toHaveLength(2);
  other.delete();
  one.note([over("c", "2026-01-03")]);
  expect((await fresh()).games.map((game) => game.id)).toEqual(["c"]);
});

test("what cannot be read is as if nothing were there", async () => {
  stored.set("spielzug.diary", "{");
  expect((await fresh()).games).toEqual([]);
});
