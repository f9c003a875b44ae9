import { dayRow, nameOf, NOTHING, noted, readScore, withDay, type Result, type Score } from "./puzzle";

/** The puzzles that were solved at this device; nobody else is told. */
const KEY = "spielzug.puzzles";

function stored(): Score {
  try {
    return readScore(localStorage.getItem(KEY));
  } catch {
    return NOTHING; // storage may be forbidden
  }
}

class Scores {
  #score = $state.raw<Score>(NOTHING);

  constructor() {
    if (typeof localStorage !== "undefined") this.#score = stored();
  }

  get now(): Score {
    return this.#score;
  }

  of(game: string, id: string): Result | undefined {
    return this.#score.results[nameOf(game, id)];
  }

  dayRow(today: string): number {
    return dayRow(this.#score.days, today);
  }

  /** What a try came to; `day`: of today's puzzle the date. */
  note(game: string, id: string, came: "solved" | "wrong" | "shown", day: string | null): void {
    // What another page of this device has kept meanwhile stays.
    let score = stored();
    if (score.days.length + Object.keys(score.results).length === 0) score = this.#score;
    score = noted(score, nameOf(game, id), came);
    if (came === "solved" && day !== null) score = withDay(score, day);
    this.#score = score;
    try {
      localStorage.setItem(KEY, JSON.stringify(score));
    } catch {
      // Without storage it holds for this page only.
    }
  }
}

export const scores = new Scores();
