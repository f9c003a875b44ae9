import { Refusal } from "./api";
import type { Origin, Replay, Step } from "./types";

/** What has come of a replay: a long one comes in pieces, the one that is looked at first. */
export interface LoadedReplay {
  game: string;
  names: string[];
  players: string[];
  practice: boolean;
  origin: Origin | null;
  /** How many of the steps are here. */
  count: number;
  /** By number; each as a board is drawn from it, with what never changes. */
  steps: (Step | undefined)[];
}

/** How long to wait when the server says that this was too fast. */
const RATE_LIMIT_WAIT = 2000;
const waitForRateLimit = () => new Promise<void>((resolve) => setTimeout(resolve, RATE_LIMIT_WAIT));

/**
 * Load a replay, and give what is here after each piece.
 *
 * @param ask the piece that a step belongs to
 * @param look the step that is wanted now: it may change meanwhile
 */
export async function* loadReplay(
  ask: (from: number) => Promise<Replay>,
  look: () => number,
  wait: () => Promise<void> = waitForRateLimit,
): AsyncGenerator<LoadedReplay> {
  let steps: (Step | undefined)[] | null = null;
  let from: number | null = look();
  while (from !== null) {
    let piece: Replay;
    try {
      piece = await ask(from);
    } catch (error) {
      if (steps === null || !(error instanceof Refusal) || error.status !== 429) throw error;
      await wait();
      continue;
    }
    steps = steps === null ? Array.from({ length: piece.total }) : [...steps];
    for (const step of piece.steps) steps[step.number] = { ...step, view: { ...piece.facts, ...step.view } };
    if (piece.steps.length > 0)
      yield {
        game: piece.game,
        names: piece.names,
        players: piece.players,
        practice: piece.practice,
        origin: piece.origin,
        count: steps.filter(Boolean).length,
        steps,
      };
    from = nextMissing(steps, look());
  }
}

/** The first step that is not here, from the one that is wanted on and then from the beginning. */
export function nextMissing(steps: (Step | undefined)[], wanted: number): number | null {
  const on = steps.findIndex((step, number) => step === undefined && number >= wanted);
  const any = on >= 0 ? on : steps.findIndex((step) => step === undefined);
  return any >= 0 ? any : null;
}
