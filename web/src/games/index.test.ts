import { expect, it } from "vitest";
import { LANGUAGES } from "../lib/types";
import { loadGame, optionsUpFront, posterOf } from ".";
import BlankPoster from "./BlankPoster.svelte";
import GenericBoard from "./generic/Board.svelte";
import { ABILITIES } from "./game_of_trains/view_types";
import { KIND_SIGNS } from "./trains/glyphs";
import { GLYPH_NAMES } from "./zugraub/glyphs";
import { MARK_NAMES } from "./zwergenzugfahrt/glyphs";

it("finds the board and the poster of a game by the name of its folder", async () => {
  expect((await loadGame("game_of_trains")).Board).toBeTruthy();
  expect(posterOf("game_of_trains")).not.toBe(BlankPoster);
});

it("shows the cards of a first and of a normal game at once, where they differ", () => {
  expect(optionsUpFront("trains")).toEqual(["supply", "kinds"]);
  expect(optionsUpFront("zugraub")).toEqual([]);
});

it("has the generic board and a blank poster for a game without a folder", async () => {
  expect(posterOf("chess")).toBe(BlankPoster);
  expect((await loadGame("chess")).Board).toBe(GenericBoard);
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
