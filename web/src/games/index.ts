import type { Component } from "svelte";
import Blank from "./Blank.svelte";
import type { GameUi } from "./types";

/**
 * The games are found, not named: a folder here with the name of a game, its `index.ts` with the look of the board,
 * loaded when somebody sits down, and its `Poster.svelte` for the lobby.
 */
const BOARDS = import.meta.glob<{ ui: GameUi }>("./*/index.ts");
type Poster = Component<{ wide?: boolean }>;
const POSTERS = import.meta.glob<Poster>("./*/Poster.svelte", { eager: true, import: "default" });

/** A game that the server knows and this page cannot show. */
export class NoBoard extends Error {}

export const hasBoard = (game: string): boolean => `./${game}/index.ts` in BOARDS;

export const posterOf = (game: string): Poster => POSTERS[`./${game}/Poster.svelte`] ?? Blank;

export async function loadGame(game: string): Promise<GameUi> {
  const load = BOARDS[`./${game}/index.ts`];
  if (!load) throw new NoBoard(game);
  return (await load()).ui;
}
