import { errorText, Refusal, Unreachable } from "../lib/api";
import { toasts } from "../lib/toasts.svelte";
import { play } from "../lib/sound";
import type { Attempt } from "../lib/types";
import { wasCarriedOut, type TriedChoice } from "./lessons.svelte";

/** Asks the server for the result of a series of choices; `show` adds the correct next ones. */
export type Ask = (choices: TriedChoice[], show: boolean) => Promise<Attempt>;

/** Failed attempts before the correct choices are shown. */
export const PATIENCE = 2;

/**
 * The progress of a learner in one exercise. The server keeps no state, so each request sends all choices so far; a
 * failed attempt is dropped again.
 */
export class Learner {
  attempt = $state.raw<Attempt | null>(null);
  /** A request is pending. */
  asking = $state(false);
  /** Failed attempts at the current choice. */
  vain = $state(0);
  /** Whether the correct choices are shown. */
  shown = $state(false);
  /** Why the exercise cannot be loaded. */
  failure = $state("");
  /** Counts the answers to this learner's own attempts. */
  answers = $state(0);
  #choices: TriedChoice[] = [];
  #left = false;

  /** @param patience failed attempts before the correct choices are shown unasked */
  constructor(
    readonly ask: Ask,
    readonly patience: number = PATIENCE,
  ) {}

  /** The correct actions, once they may be shown. */
  get wanted(): number[] {
    return this.shown ? (this.attempt?.wanted ?? []) : [];
  }

  leave(): void {
    this.#left = true;
  }

  /** Starts, or starts again. */
  async begin(): Promise<void> {
    const begun = await this.#asked([], false);
    if (!begun) return;
    this.#choices = [];
    this.#settle(begun);
  }

  /** Reloads the current position, for another language. */
  async refresh(): Promise<void> {
    const same = await this.#asked(this.#choices, this.shown);
    if (same) this.attempt = same;
  }

  async try(choice: TriedChoice): Promise<void> {
    if (this.asking || !this.attempt || this.attempt.verdict === "right") return;
    const row = [...this.#choices, choice];
    const tried = await this.#asked(row, this.shown || this.vain + 1 >= this.patience);
    if (!tried) return;
    this.answers += 1;
    if (wasCarriedOut(tried)) {
      this.#choices = row;
      this.#settle(tried);
    } else {
      play("refuse");
      this.vain += 1;
      this.shown ||= this.vain >= this.patience;
      this.attempt = tried;
    }
  }

  /** Shows the correct choices. */
  async show(): Promise<void> {
    const told = await this.#asked(this.#choices, true);
    if (!told || !this.attempt) return;
    this.attempt = { ...this.attempt, wanted: told.wanted, solution: told.solution };
    this.shown = true;
  }

  /** The game's own reason why something is not allowed; empty if there is none. */
  why = async (notation: string): Promise<string> => {
    const told = await this.ask([...this.#choices, notation], false).catch(() => null);
    return told?.verdict === "refused" ? told.sentence : "";
  };

  #settle(now: Attempt): void {
    this.vain = 0;
    this.shown = false;
    this.attempt = now;
  }

  /** Null after showing an error. */
  async #asked(choices: TriedChoice[], show: boolean): Promise<Attempt | null> {
    this.asking = true;
    try {
      const answer = await this.ask(choices, show);
      return this.#left ? null : answer;
    } catch (error) {
      if (this.#left) return null;
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      const told = errorText(error);
      if (this.attempt) toasts.show(told, "error");
      else this.failure = told;
      return null;
    } finally {
      this.asking = false;
    }
  }
}
