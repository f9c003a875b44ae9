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
  return (await import("./game_history.svelte")).gameHistory;
}

beforeEach(() => stored.clear());

test("a game is remembered once, and after the page is gone", async () => {
  const gameHistory = await fresh();
  gameHistory.record([over("a", "2026-01-01")]);
  gameHistory.record([over("a", "2026-01-01"), over("b", "2026-01-02")]);
  expect(gameHistory.games.map((game) => game.id)).toEqual(["b", "a"]);
  expect((await fresh()).games).toHaveLength(2);
});

test("what was deleted does not come back with the server's list", async () => {
  const gameHistory = await fresh();
  gameHistory.record([over("a", "2026-01-01")]);
  gameHistory.delete();
  gameHistory.record([over("a", "2026-01-01"), over("b", "2026-01-02")]);
  expect(gameHistory.games.map((game) => game.id)).toEqual(["b"]);
  expect((await fresh()).games.map((game) => game.id)).toEqual(["b"]);
});

test("a deleted game does not come back when its people play again", async () => {
  const gameHistory = await fresh();
  gameHistory.record([over("a", "2026-01-01")]);
  gameHistory.delete();
  gameHistory.record([{ ...over("a", "2026-01-01"), updated: "2026-01-05" }]); // a rematch was opened there later
  expect(gameHistory.games).toEqual([]);
});

test("what another page of this browser noted or deleted holds here, too", async () => {
  const [one, other] = [await fresh(), await fresh()];
  one.record([over("a", "2026-01-01")]);
  other.record([over("b", "2026-01-02")]);
  expect((await fresh()).games).toHaveLength(2);
  other.delete();
  one.record([over("c", "2026-01-03")]);
  expect((await fresh()).games.map((game) => game.id)).toEqual(["c"]);
});

test("what cannot be read is as if nothing were there", async () => {
  stored.set("spielzug.diary", "{");
  expect((await fresh()).games).toEqual([]);
});
