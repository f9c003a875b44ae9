/** Milliseconds per frame: long enough to see a car slide. */
export const FRAME = 520;
const QUICK = 240;
/** Milliseconds per entry: long enough to read what was done. */
export const READING = 1400;
/** With this many entries waiting, animation is skipped. */
const HOPELESS = 5;

/** The pace (in milliseconds between bot moves) at which bots do not wait and are shown as fast as can be followed. */
export const FAST = 1;
export const PACES = [0, FAST, 300, 700, 1500] as const;
/** Milliseconds at the FAST pace: for all bot moves between two turns of the reader, and the minimum per entry. */
const TOGETHER = 3000;
const LEAST = 60;

export interface QueueState {
  /** Entries waiting behind this one. */
  waiting: number;
  /** Milliseconds used since the reader's last turn; null at any pace but FAST. */
  spent: number | null;
  /** The reader made this move and is to move again. */
  quick: boolean;
  /** Number of frames of this entry. */
  frames: number;
}

/** Milliseconds for each frame of an entry. */
export function frameDuration({ waiting, spent, quick, frames }: QueueState): number {
  const one = quick ? QUICK : FRAME;
  if (spent === null) return one / (1 + waiting);
  // More entries may arrive, so none takes more than a quarter of the remaining time.
  const share = Math.max(0, TOGETHER - spent) / (4 + waiting);
  return Math.max(LEAST, Math.min(one, share)) / Math.max(1, frames);
}

/** Whether to skip animation because too many entries are waiting. */
export function isTooFarBehind({ waiting, spent }: Pick<QueueState, "waiting" | "spent">): boolean {
  return waiting >= HOPELESS && (spent === null || spent >= TOGETHER - LEAST);
}
