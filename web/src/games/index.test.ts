import { expect, it } from "vitest";
import { LANGUAGES } from "../lib/types";
import { hasBoard, loadGame, NoBoardError, optionsUpFront, posterOf } from ".";
import BlankPoster from "./BlankPoster.svelte";
import { ABILITIES } from "./game_of_trains/view_types";
import { KIND_SIGNS } from "./trains/glyphs";
import { GLYPH_NAMES } from "./zugraub/glyphs";
import { MARK_NAMES } from "./zwergenzugfahrt/glyphs";

it("finds the board and the poster of a game by the name of its folder", async () => {
  expect(hasBoard("game_of_trains")).toBe(true);
  expect((await loadGame("game_of_trains")).Board).toBeTruthy();
  expect(posterOf("game_of_trains")).not.toBe(BlankPoster);
});

it("shows the cards of a first and of a normal game at once, where they differ", () => {
  expect(optionsUpFront("trains")).toEqual(["supply", "kinds"]);
  expect(optionsUpFront("zugraub")).toEqual([]);
});

it("has a blank poster for a game it does not know, and says that there is no board", async () => {
  expect(hasBoard("chess")).toBe(false);
  expect(posterOf("chess")).toBe(BlankPoster);
  await expect(loadGame("chess")).rejects.toBeInstanceOf(NoBoardError);
});

it.each([
  ["game_of_trains", "G", 22, ABILITIES],
  ["trains", "T", 17, Object.keys(KIND_SIGNS)],
  ["zugraub", "B", 21, GLYPH_NAMES],
  ["zwergenzugfahrt", "Z", 15, MARK_NAMES],
])(
  "tells all rules of %s in all languages, with known symbols",
  async (game, letter, count, symbols) => {
    const { rules } = await loadGame(game);
    const outline = async (lang: (typeof LANGUAGES)[number]) =>
      (await rules(lang)).sections.map((section) => section.items.map(({ rule, symbol }) => [rule, symbol]));
    const english = await outline("en");
    expect(english.flat().map(([rule]) => rule)).toEqual(
      Array.from({ length: count }, (_, n) => `${letter}${n + 1}`),
    );
    for (const [, symbol] of english.flat()) if (symbol) expect(symbols).toContain(symbol);
    for (const lang of LANGUAGES) expect(await outline(lang)).toEqual(english);
  },
  60_000,
);
