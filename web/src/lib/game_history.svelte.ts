import { toPlayedGame, type PlayedGame } from "./stats";
import { readStored, store } from "./storage";
import type { TableSummary } from "./types";

const KEY = "spielzug.diary";
/** The oldest goes when there are more: some 200 bytes each. */
export const MOST = 3000;

interface Kept {
  games: PlayedGame[];
  /** What ended up to then was deleted here and is not taken up again. */
  since: string;
}

function read(): Kept {
  try {
    const found = JSON.parse(readStored(KEY) ?? "") as Partial<Kept>;
    return { games: Array.isArray(found.games) ? found.games : [], since: String(found.since ?? "") };
  } catch {
    return { games: [], since: "" }; // nothing yet
  }
}

/**
 * The finished games of this device. They are kept in the browser and nowhere else: hosts delete old
 * tables and list only the last ones, and how somebody plays is nobody else's business.
 */
class GameHistory {
  games = $state.raw<PlayedGame[]>([]);
  #since = "";

  constructor() {
    this.reload();
  }

  /** Another page of this browser may have written meanwhile. */
  reload(): void {
    const kept = read();
    if (kept.since > this.#since) this.games = [];
    this.#since = kept.since > this.#since ? kept.since : this.#since;
    this.#merge(kept.games);
  }

  record(finished: readonly TableSummary[]): void {
    const known = new Set(this.games.map((game) => game.id));
    const fresh = finished
      .filter((table) => !known.has(table.id))
      .flatMap((table) => toPlayedGame(table) ?? []);
    if (!fresh.some((game) => game.at > this.#since)) return;
    this.reload();
    this.#merge(fresh);
    this.#write();
  }

  delete(): void {
    this.reload();
    this.#since = this.games.reduce((last, game) => (game.at > last ? game.at : last), this.#since);
    this.games = [];
    this.#write();
  }

  #merge(more: readonly PlayedGame[]): void {
    const all = new Map([...this.games, ...more].map((game) => [game.id, game]));
    this.games = [...all.values()]
      .filter((game) => game.at > this.#since)
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, MOST);
  }

  #write(): void {
    store(KEY, { games: this.games, since: this.#since } satisfies Kept);
  }
}

export const gameHistory = new GameHistory();
