import { Refusal } from "./api";
import type { Origin, Replay, Step } from "./types";

/** The loaded part of a replay. A long one comes in chunks, starting with the one being viewed. */
export interface LoadedReplay {
  game: string;
  names: string[];
  players: string[];
  practice: boolean;
  origin: Origin | null;
  /** Number of steps loaded. */
  count: number;
  /** By number; each view already includes the facts that never change. */
  steps: (Step | undefined)[];
}

/** Milliseconds to wait after the server's rate limit. */
const RATE_LIMIT_WAIT = 2000;
const waitForRateLimit = () => new Promise<void>((resolve) => setTimeout(resolve, RATE_LIMIT_WAIT));

/**
 * Loads a replay and yields its state after each chunk.
 *
 * @param ask fetches the chunk that contains a step
 * @param look the step wanted now, which may change meanwhile
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

/** The first missing step at or after `wanted`, else the first from the beginning. */
export function nextMissing(steps: (Step | undefined)[], wanted: number): number | null {
  const on = steps.findIndex((step, number) => step === undefined && number >= wanted);
  const any = on >= 0 ? on : steps.findIndex((step) => step === undefined);
  return any >= 0 ? any : null;
}
