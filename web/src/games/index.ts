import type { Component } from "svelte";
import type { Lang } from "../lib/types";
import BlankPoster from "./BlankPoster.svelte";
import type { GameModule, GameUi, RulesText } from "./types";

/**
 * The games are found, not named: a folder here with the name of a game, its `index.ts` with the look of the board,
 * loaded when somebody sits down, `rules.de.ts` and so on, and its `Poster.svelte` for the lobby; perhaps a
 * `setup.ts` for new tables.
 */
const BOARDS = import.meta.glob<GameModule>("./*/index.ts", { import: "ui" });
const RULES = import.meta.glob<RulesText>("./*/rules.*.ts", { import: "rules" });
type Poster = Component<{ wide?: boolean }>;
const POSTERS = import.meta.glob<Poster>("./*/Poster.svelte", { eager: true, import: "default" });
// The colours of a game are loaded with its poster: the poster needs them as well as the board.
import.meta.glob("./*/theme.css", { eager: true });

const SETUPS = import.meta.glob<string[]>("./*/setup.ts", { eager: true, import: "upFront" });

/** Options that whoever opens a table sees at once; the others lie behind “Options”. */
export const optionsUpFront = (game: string): readonly string[] => SETUPS[`./${game}/setup.ts`] ?? [];

/** A game that the server knows and this page cannot show. */
export class NoBoardError extends Error {}

export const hasBoard = (game: string): boolean => `./${game}/index.ts` in BOARDS;

export const posterOf = (game: string): Poster => POSTERS[`./${game}/Poster.svelte`] ?? BlankPoster;

export async function loadGame(game: string): Promise<GameUi> {
  const load = BOARDS[`./${game}/index.ts`];
  if (!load) throw new NoBoardError(game);
  const rules = (lang: Lang): Promise<RulesText> =>
    RULES[`./${game}/rules.${lang}.ts`]?.() ?? Promise.reject(new Error(`no rules of ${game} in ${lang}`));
  return { ...(await load()), rules };
}
