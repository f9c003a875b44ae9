import { errorText, Refusal, Unreachable } from "../lib/api";
import { toasts } from "../lib/toasts.svelte";
import { play } from "../lib/sound";
import type { Attempt } from "../lib/types";
import { wasCarriedOut, type TriedChoice } from "./lessons.svelte";

/** Asks what comes of a row of choices; `show`: and what would lead on. */
export type Ask = (choices: TriedChoice[], show: boolean) => Promise<Attempt>;

/** How often somebody tries in vain before what leads on is shown. */
export const PATIENCE = 2;

/**
 * One who learns: what was tried so far and what came of it. The server remembers nothing, so the
 * whole row of choices is asked about each time; a try that did not lead on is forgotten again.
 */
export class Learner {
  attempt = $state.raw<Attempt | null>(null);
  /** An answer is awaited. */
  asking = $state(false);
  /** Tries in vain at this choice. */
  vain = $state(0);
  /** Whether what leads on is to be seen. */
  shown = $state(false);
  /** Why there is nothing to learn here. */
  failure = $state("");
  /** Of a choice that this learner made and the answer to it: counts up with each. */
  answers = $state(0);
  #choices: TriedChoice[] = [];
  #left = false;

  /** @param patience tries in vain before what leads on is shown unasked */
  constructor(
    readonly ask: Ask,
    readonly patience: number = PATIENCE,
  ) {}

  /** The actions that lead on, once they may be seen. */
  get wanted(): number[] {
    return this.shown ? (this.attempt?.wanted ?? []) : [];
  }

  leave(): void {
    this.#left = true;
  }

  /** From the beginning, or once more. */
  async begin(): Promise<void> {
    const begun = await this.#asked([], false);
    if (!begun) return;
    this.#choices = [];
    this.#settle(begun);
  }

  /** The same place again, as in another language. */
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

  /** What leads on from here. */
  async show(): Promise<void> {
    const told = await this.#asked(this.#choices, true);
    if (!told || !this.attempt) return;
    this.attempt = { ...this.attempt, wanted: told.wanted, solution: told.solution };
    this.shown = true;
  }

  /** The game's own reason why something is not allowed; empty where there is none. */
  why = async (notation: string): Promise<string> => {
    const told = await this.ask([...this.#choices, notation], false).catch(() => null);
    return told?.verdict === "refused" ? told.sentence : "";
  };

  #settle(now: Attempt): void {
    this.vain = 0;
    this.shown = false;
    this.attempt = now;
  }

  /** Null if it did not work, which has been said then. */
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
