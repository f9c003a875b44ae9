import { readStored, store } from "./storage";
import type { TableSummary } from "./types";

/** A finished game as stored on this device. */
export interface PlayedGame {
  id: string;
  game: string;
  /** When it ended, as an ISO date. */
  at: string;
  seats: number;
  /**
   * `local`: several people on this device, so no single winner; `left`: somebody left and a bot finished for them;
   * `off`: called off.
   */
  result: "won" | "shared" | "lost" | "local" | "left" | "off";
  /** Our fraction of the win; missing in games stored before it was introduced. */
  share?: number;
  /** The opponents: `human`, `program` or a bot's level, and their names. */
  against: { kind: string; name: string }[];
  practice: boolean;
}

/** The game to store for a table; null if nobody on this device finished it. */
export function toPlayedGame(table: TableSummary): PlayedGame | null {
  const [seat, ...more] = table.your_seats;
  if (table.status !== "over" || seat === undefined) return null;
  return {
    id: table.id,
    game: table.game,
    at: table.ended ?? table.updated,
    seats: table.names.length,
    result: resultOf(table, seat, more.length > 0),
    share: table.result?.[seat] ?? 0,
    against: table.names.flatMap((name, index) =>
      table.your_seats.includes(index) ? [] : [{ kind: table.players[index] ?? "human", name }],
    ),
    practice: table.practice,
  };
}

function resultOf(table: TableSummary, seat: number, several: boolean): PlayedGame["result"] {
  if (!table.result || table.reason === "abandoned") return "off";
  if (several) return "local";
  if (table.left.includes(true)) return "left";
  const share = table.result[seat] ?? 0;
  if (share === 1) return "won";
  return share > 0 ? "shared" : "lost";
}

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
