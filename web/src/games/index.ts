import type { Component } from "svelte";
import type { Lang } from "../lib/types";
import BlankPoster from "./BlankPoster.svelte";
import type { GameModule, GameUi, RulesText } from "./types";

/**
 * Games are discovered by folder name: `index.ts` describes the board and is loaded when a table opens;
 * `rules.<lang>.ts` holds the rules, `Poster.svelte` the lobby poster, and an optional `setup.ts` the options to show
 * first. A game without a folder has the generic board, and its rules come from the host.
 */
const BOARDS = import.meta.glob<GameModule>("./*/index.ts", { import: "ui" });
type Poster = Component<{ wide?: boolean }>;
const POSTERS = import.meta.glob<Poster>("./*/Poster.svelte", { eager: true, import: "default" });
// The colours of posters; those of a board (`theme.css`) come with the board.
import.meta.glob("./*/poster.css", { eager: true });

const SETUPS = import.meta.glob<string[]>("./*/setup.ts", { eager: true, import: "upFront" });

/** Options shown at once when a table is created; the others are behind “Options”. */
export const optionsUpFront = (game: string): readonly string[] => SETUPS[`./${game}/setup.ts`] ?? [];

export const posterOf = (game: string): Poster => POSTERS[`./${game}/Poster.svelte`] ?? BlankPoster;

export async function loadGame(game: string): Promise<GameUi> {
  const load = BOARDS[`./${game}/index.ts`] ?? (() => import("./generic").then(({ ui }) => ui));
  const rules = async (lang: Lang): Promise<RulesText> => (await import("./rules_texts")).rulesOf(game, lang);
  return { ...(await load()), rules };
}
