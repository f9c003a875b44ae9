import { api } from "./api";
import type { BotInfo, GameInfo } from "./types";

/** The games and bots this host offers: asked once a visit. */
class Catalog {
  games = $state.raw<GameInfo[]>([]);
  bots = $state.raw<BotInfo[]>([]);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= Promise.all([api.games(), api.bots()])
      .then(([games, bots]) => {
        this.games = games;
        this.bots = bots;
      })
      .catch((error: unknown) => {
        this.#asked = null; // so that a later call tries again
        throw error;
      });
    return this.#asked;
  }

  game(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalog = new Catalog();
