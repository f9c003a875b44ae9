import { SvelteMap } from "svelte/reactivity";
import { api } from "../lib/api";
import type { PuzzleListed, Puzzles } from "../lib/types";

/** The puzzles of this host: asked for when they are wanted, and again on another day. */
class Shelf {
  all = $state.raw<Puzzles | null>(null);
  #listed = new SvelteMap<string, PuzzleListed[]>();
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api
      .puzzles()
      .then((found) => void (this.all = found))
      .finally(() => (this.#asked = null)); // it may be tomorrow before somebody asks again
    return this.#asked;
  }

  async loadGame(game: string): Promise<void> {
    if (!this.#listed.has(game)) this.#listed.set(game, await api.puzzlesOf(game));
  }

  of(game: string): PuzzleListed[] {
    return this.#listed.get(game) ?? [];
  }

  /** How many a game has. */
  count(game: string): number {
    const found = this.all?.games.find((one) => one.game === game);
    return found?.counts.reduce((sum, one) => sum + one.count, 0) ?? 0;
  }

  today(game: string): string | null {
    return this.all?.games.find((one) => one.game === game)?.today ?? null;
  }

  get date(): string {
    return this.all?.date ?? "";
  }
}

export const shelf = new Shelf();
