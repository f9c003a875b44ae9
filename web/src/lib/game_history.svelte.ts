import { toPlayedGame, type PlayedGame } from "./stats";
import { readStored, store } from "./storage";
import type { TableSummary } from "./types";

const KEY = "spielzug.diary";
/** Games kept, about 200 bytes each; the oldest are dropped. */
export const MOST = 3000;

interface Kept {
  games: PlayedGame[];
  /** Games that ended up to this time were deleted here and are not added again. */
  since: string;
}

function read(): Kept {
  try {
    const found = JSON.parse(readStored(KEY) ?? "") as Partial<Kept>;
    return { games: Array.isArray(found.games) ? found.games : [], since: String(found.since ?? "") };
  } catch {
    return { games: [], since: "" }; // empty history
  }
}

/**
 * The finished games of this device. Stored only in the browser: hosts delete old tables and list only the latest,
 * and a player's record is private.
 */
class GameHistory {
  games = $state.raw<PlayedGame[]>([]);
  #since = "";

  constructor() {
    this.reload();
  }

  /** Reads again what another tab may have written. */
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
