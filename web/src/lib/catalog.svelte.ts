import { api } from "./api";
import { settings } from "./settings.svelte";
import type { BotInfo, Game } from "./types";

/** The games and bots (from weak to strong) this host offers: asked once a visit. */
class Catalog {
  games = $state.raw<Game[]>([]);
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

  /** The bots that play this game, or all games. */
  botsFor(game?: string): BotInfo[] {
    const wanted = game === undefined ? this.games.map((one) => one.name) : [game];
    return this.bots.filter((bot) => wanted.every((name) => bot.games.includes(name)));
  }

  /** The bot to offer first: the one last chosen at this device, else the usual one. */
  bot(game?: string): string {
    const known = this.botsFor(game).some((bot) => bot.name === settings.bot);
    return known ? settings.bot : this.usual;
  }

  /** The one that sits opposite unless somebody else is asked for. */
  get usual(): string {
    return (this.bots.find((bot) => bot.usual) ?? this.bots[0])?.name ?? "";
  }

  /** The one to begin with: it knows the rules and slips often. */
  get kind(): string {
    return this.bots.find((bot) => bot.name === "beginner")?.name ?? this.usual;
  }

  game(name: string): Game | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalog = new Catalog();
