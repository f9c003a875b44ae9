import { SvelteMap } from "svelte/reactivity";
import { api } from "../lib/api";
import { readStored, store } from "../lib/storage";
import type { PuzzleListed, Puzzles } from "../lib/types";

/** The puzzles of this host, loaded on demand and again on another day. */
class PuzzleIndex {
  all = $state.raw<Puzzles | null>(null);
  #listed = new SvelteMap<string, PuzzleListed[]>();
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api
      .puzzles()
      .then((found) => void (this.all = found))
      .finally(() => (this.#asked = null)); // the next request may be on another day
    return this.#asked;
  }

  async loadGame(game: string): Promise<void> {
    if (!this.#listed.has(game)) this.#listed.set(game, await api.puzzlesOf(game));
  }

  of(game: string): PuzzleListed[] {
    return this.#listed.get(game) ?? [];
  }

  /** The number of puzzles in a game. */
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

export const puzzleIndex = new PuzzleIndex();

export const DIFFICULTIES = ["easy", "medium", "hard", "very_hard"] as const;
export type Difficulty = PuzzleListed["difficulty"];

/**
 * `first`: solved at the first attempt, `later`: after others, `shown`: the solution was shown, `tried`: not solved
 * yet.
 */
export type Result = "first" | "later" | "shown" | "tried";

export interface Score {
  /** By `game/id`. */
  results: Record<string, Result>;
  /** Puzzles in a row solved at the first attempt: current and longest. */
  run: number;
  best: number;
  /** Dates on which the daily puzzle was solved, like 2026-03-01, in order. */
  days: string[];
}

export const EMPTY_SCORE: Score = { results: {}, run: 0, best: 0, days: [] };
/** Number of days kept. */
const MOST_DAYS = 1000;

export const nameOf = (game: string, id: string): string => `${game}/${id}`;
export const isSolved = (result: Result | undefined): boolean => result === "first" || result === "later";

/**
 * The score after an attempt. Only the first attempt at a puzzle counts for the streak, and a puzzle failed once or
 * shown can never become `first`.
 */
export function withResult(score: Score, name: string, came: "solved" | "wrong" | "shown"): Score {
  const before = score.results[name];
  if (isSolved(before)) return score;
  const fresh = before === undefined;
  const result: Result =
    came === "solved"
      ? fresh
        ? "first"
        : "later"
      : came === "shown" || before === "shown"
        ? "shown"
        : "tried";
  const run = !fresh ? score.run : result === "first" ? score.run + 1 : 0;
  return { ...score, results: { ...score.results, [name]: result }, run, best: Math.max(score.best, run) };
}

/** The score after solving the daily puzzle of a date. */
export function withSolvedDay(score: Score, date: string): Score {
  if (score.days.includes(date) || !isDate(date)) return score;
  return { ...score, days: [...score.days, date].sort().slice(-MOST_DAYS) };
}

const DAY = 24 * 60 * 60 * 1000;
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isInteger(numberOf(text));

/** Consecutive days up to today; not having solved today's puzzle yet does not break the streak. */
export function dayStreak(days: readonly string[], today: string): number {
  const solved = new Set(days.map(numberOf));
  let day = numberOf(today);
  if (!solved.has(day)) day -= 1;
  let count = 0;
  while (solved.has(day - count)) count += 1;
  return count;
}

export function countSolved(listed: readonly PuzzleListed[], game: string, score: Score): number {
  return listed.filter((one) => isSolved(score.results[nameOf(game, one.id)])).length;
}

/**
 * The puzzle to offer next: of the same difficulty, untried ones before unsolved ones; then of the other
 * difficulties, from the next one up. Null when all are solved.
 */
export function nextPuzzle(
  listed: readonly PuzzleListed[],
  game: string,
  score: Score,
  difficulty: Difficulty,
  current: string | null = null,
): PuzzleListed | null {
  const from = DIFFICULTIES.indexOf(difficulty);
  const order = [...DIFFICULTIES.slice(from), ...DIFFICULTIES.slice(0, from).reverse()];
  const at = listed.findIndex((one) => one.id === current);
  const round = [...listed.slice(at + 1), ...listed.slice(0, Math.max(0, at))];
  const resultOf = (one: PuzzleListed) => score.results[nameOf(game, one.id)];
  for (const wanted of order) {
    const same = round.filter((one) => one.difficulty === wanted && !isSolved(resultOf(one)));
    const found = same.find((one) => resultOf(one) === undefined) ?? same[0];
    if (found) return found;
  }
  return null;
}

const RESULTS: readonly string[] = ["first", "later", "shown", "tried"] satisfies Result[];
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The stored score; unreadable parts are dropped. */
export function readScore(text: string | null): Score {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return EMPTY_SCORE;
  }
  if (typeof found !== "object" || found === null) return EMPTY_SCORE;
  const { results, run, best, days } = found as Record<string, unknown>;
  const entries = typeof results === "object" && results !== null ? Object.entries(results) : [];
  return {
    results: Object.fromEntries(
      entries.filter((one): one is [string, Result] => RESULTS.includes(one[1] as string)),
    ),
    run: isCount(run) ? run : 0,
    best: Math.max(isCount(best) ? best : 0, isCount(run) ? run : 0),
    days: Array.isArray(days)
      ? days.filter((day): day is string => typeof day === "string" && isDate(day))
      : [],
  };
}

/** The storage key for the score; it stays on this device. */
const KEY = "spielzug.puzzles";

class Scores {
  #score = $state.raw(readScore(readStored(KEY)));

  get now(): Score {
    return this.#score;
  }

  of(game: string, id: string): Result | undefined {
    return this.#score.results[nameOf(game, id)];
  }

  dayStreak(today: string): number {
    return dayStreak(this.#score.days, today);
  }

  /** Records the result of an attempt; `day` is the date if it was the daily puzzle. */
  note(game: string, id: string, came: "solved" | "wrong" | "shown", day: string | null): void {
    // Reads the storage first, to keep what another tab has added.
    let score = readScore(readStored(KEY));
    if (score.days.length + Object.keys(score.results).length === 0) score = this.#score;
    score = withResult(score, nameOf(game, id), came);
    if (came === "solved" && day !== null) score = withSolvedDay(score, day);
    this.#score = score;
    store(KEY, score);
  }
}

export const scores = new Scores();
