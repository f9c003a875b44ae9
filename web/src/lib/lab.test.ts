import { expect, it } from "vitest";
import {
  withLabDefaults,
  firstChanges,
  isSideReady,
  OWN_FILE,
  roughDuration,
  rulesVersion,
  sideToSend,
  defaultSide,
} from "./lab";
import type { Game, LabGame } from "./types";

const option = (name: string, usual: string | number) => ({ name, default: usual });
const GAME = {
  options: [option("set", "shipped"), option("board", "tokyo"), option("turns", 0)],
} as unknown as Game;
const FILE = { name: "mine.yaml", text: "game: x" };

it("tells only what is not as usual", () => {
  expect(sideToSend(GAME, defaultSide(GAME))).toEqual({ version: "shipped", file: null, options: {} });
  const side = {
    ...defaultSide(GAME),
    what: "shipped-1",
    options: { set: "shipped", board: "osaka", turns: "0" },
  };
  expect(sideToSend(GAME, side)).toEqual({ version: "shipped-1", file: null, options: { board: "osaka" } });
});

it("knows what is usual where bots play many games, and tells what is not", () => {
  const lab = { name: "x", versions: [], has_set: true, usual: { turns: "500" } } satisfies LabGame;
  const game = withLabDefaults(GAME, lab);
  expect(defaultSide(game).options).toEqual({ set: "shipped", board: "tokyo", turns: "500" });
  expect(sideToSend(game, defaultSide(game)).options).toEqual({});
  const off = { ...defaultSide(game), options: { ...defaultSide(game).options, turns: 0 } };
  expect(sideToSend(game, off).options).toEqual({ turns: 0 });
  expect(withLabDefaults(GAME, undefined)).toEqual(GAME);
});

it("lets a file decide which set is played", () => {
  const side = { what: OWN_FILE, file: FILE, options: { set: "other", board: "tokyo", turns: 12 } };
  expect(sideToSend(GAME, side)).toEqual({ version: "shipped", file: FILE, options: { turns: 12 } });
});

it("forgets a file that was chosen before something else", () => {
  expect(sideToSend(GAME, { ...defaultSide(GAME), file: FILE }).file).toBeNull();
});

it("waits for the file that was announced", () => {
  expect(isSideReady({ ...defaultSide(GAME), what: OWN_FILE })).toBe(false);
  expect(isSideReady({ ...defaultSide(GAME), what: OWN_FILE, file: FILE })).toBe(true);
  expect(isSideReady(defaultSide(GAME))).toBe(true);
});

it("shows the first changes of a file and counts the rest", () => {
  expect(firstChanges(["a"])).toEqual({ shown: ["a"], more: 0 });
  const many = Array.from({ length: 11 }, (_, n) => `card ${n}`);
  expect(firstChanges(many)).toEqual({ shown: many.slice(0, 8), more: 3 });
});

it("names the rules of a version", () => expect(rulesVersion("shipped-12")).toBe("12"));

it.each([
  [0.2, "seconds", 1],
  [9.1, "seconds", 10],
  [41, "seconds", 45],
  [120, "minutes", 2],
  [5400, "hours", 2],
])("says that %d seconds are about %s %d", (seconds, unit, n) => {
  expect(roughDuration(seconds)).toEqual({ unit, n });
});
