import type { PlayedGame } from "./game_history.svelte";

export interface Tally {
  key: string;
  played: number;
  won: number;
  shared: number;
  lost: number;
  /** Wins, counting a shared one by our fraction. */
  wins: number;
}

/** Games that count for win rates. */
export const scoredGames = (games: readonly PlayedGame[]) =>
  games.filter((game) => !game.practice && ["won", "shared", "lost"].includes(game.result));

/** The number of games that do not count, by reason. */
export function countUnscored(
  games: readonly PlayedGame[],
): Record<"practice" | "local" | "left" | "off", number> {
  const of = (result: PlayedGame["result"]) => games.filter((game) => game.result === result).length;
  const rest = games.length - scoredGames(games).length;
  const [local, left, off] = [of("local"), of("left"), of("off")];
  return { practice: rest - local - left - off, local, left, off };
}

/** A shared win without a stored share counts as half, since two sharing is the most common case. */
function winOf({ share, result }: PlayedGame): number {
  return share ?? (result === "won" ? 1 : result === "shared" ? 0.5 : 0);
}

function tally(key: string, games: readonly PlayedGame[]): Tally {
  const of = (result: PlayedGame["result"]) => games.filter((game) => game.result === result).length;
  const wins = games.reduce((sum, game) => sum + winOf(game), 0);
  return { key, played: games.length, won: of("won"), shared: of("shared"), lost: of("lost"), wins };
}

/** One tally per key, most played first; a game may count for several keys. */
function grouped(games: readonly PlayedGame[], keysOf: (game: PlayedGame) => string[]): Tally[] {
  const groups = new Map<string, PlayedGame[]>();
  for (const game of games)
    for (const key of new Set(keysOf(game))) groups.set(key, [...(groups.get(key) ?? []), game]);
  return [...groups].map(([key, some]) => tally(key, some)).sort((a, b) => b.played - a.played);
}

export const total = (games: readonly PlayedGame[]) => tally("", games);
export const byGame = (games: readonly PlayedGame[]) => grouped(games, (game) => [game.game]);
export const byLevel = (games: readonly PlayedGame[]) =>
  grouped(games, (game) => game.against.map((one) => one.kind).filter((kind) => kind !== "human"));
export const byPerson = (games: readonly PlayedGame[]) =>
  grouped(games, (game) => game.against.filter((one) => one.kind === "human").map((one) => one.name));

/** Wins in a row: current and longest. */
export function streaks(games: readonly PlayedGame[]): { now: number; best: number } {
  let now = 0;
  let best = 0;
  for (const game of [...games].sort((a, b) => a.at.localeCompare(b.at))) {
    now = game.result === "won" ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/** CSV export; cells that a spreadsheet would read as formulas are escaped. */
export function asCsv(games: readonly PlayedGame[]): string {
  const cell = (value: string | number | boolean) => {
    const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = games.map((game) => [
    game.at,
    game.game,
    game.seats,
    game.result,
    game.against.map((one) => one.kind).join(" "),
    game.against.map((one) => one.name).join(", "),
    game.practice,
    game.id,
  ]);
  const head = ["ended", "game", "seats", "result", "against", "names", "practice", "table"];
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
