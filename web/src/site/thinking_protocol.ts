/** The messages between the pool and the workers in which bots think. */

/** A decision to be made. */
export interface Job {
  id: number;
  game: string;
  /** A level, `net`, `greedy` or `policy`. */
  level: string;
  /** 64 bits, as a decimal number: the same seed gives the same choice unless the time runs out. */
  seed: string;
  /** The options for the game's net, as text; null: it is not used. */
  settings: string | null;
  /** The longest time to think, not counting what has to be loaded. */
  seconds: number;
}

export interface Question extends Job {
  /** The address of the folder with the engines. */
  engines: string;
  facts: Uint8Array;
  hidden: Uint8Array;
}

export type ToThinker = Question | { cancel: number };
export type FromThinker =
  /** Fewer iterations than wanted: the time ran out. */
  { id: number; action: number; iterations: number; wanted: number } | { id: number; error: string };

/** The action of a job that was cancelled. */
export const CANCELLED = -1;
