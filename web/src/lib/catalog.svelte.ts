import { api } from "./api";
import { settings } from "./settings.svelte";
import type { BotInfo, Game } from "./types";

/** Loads something once per visit; after a failure the next call tries again. */
export function loadOnce(load: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  return () =>
    (asked ??= load().catch((error: unknown) => {
      asked = null;
      throw error;
    }));
}

/** The games and bots (weakest first) of this host. */
class Catalog {
  games = $state.raw<Game[]>([]);
  bots = $state.raw<BotInfo[]>([]);

  load = loadOnce(async () => {
    const [games, bots] = await Promise.all([api.games(), api.bots()]);
    this.games = games;
    this.bots = bots;
  });

  /** The bots for this game, or those for all games. */
  botsFor(game?: string): BotInfo[] {
    const wanted = game === undefined ? this.games.map((one) => one.name) : [game];
    return this.bots.filter((bot) => wanted.every((name) => bot.games.includes(name)));
  }

  /** The bot to preselect: the one last chosen on this device, else the default. */
  preferredBot(game?: string): string {
    const known = this.botsFor(game).some((bot) => bot.name === settings.bot);
    return known ? settings.bot : this.defaultBot;
  }

  /** The bot that opponents default to. */
  get defaultBot(): string {
    return (this.bots.find((bot) => bot.usual) ?? this.bots[0])?.name ?? "";
  }

  /** The bot for beginners: it knows the rules and often makes mistakes. */
  get beginnerBot(): string {
    return this.bots.find((bot) => bot.name === "beginner")?.name ?? this.defaultBot;
  }

  game(name: string): Game | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalog = new Catalog();

/** Optional features of this host. */
class Features {
  /** Whether tables may be open to anyone. */
  openTables = $state(false);
  /** The games that have statistics. */
  figures = $state.raw<string[]>([]);

  load = loadOnce(async () => void (this.openTables = (await api.health()).open_lobby));
  loadFigures = loadOnce(async () => void (this.figures = await api.allFigures()));
}

export const features = new Features();
