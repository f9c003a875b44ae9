/** How long one picture stays: long enough to see a car slide. */
export const FRAME = 520;
const QUICK = 240;
/** Long enough to read what somebody did. */
export const READING = 1400;
/** So far behind that movement would only confuse: show the position. */
const HOPELESS = 5;

/** Milliseconds that bots wait before they move; FAST: they do not, and are shown as fast as can be followed. */
export const FAST = 1;
export const PACES = [0, FAST, 300, 700, 1500] as const;
/** Of what bots do between two turns of one's own at that pace: all of it together, and each of it at least. */
const TOGETHER = 3000;
const LEAST = 60;

export interface QueueState {
  /** Entries that wait behind this one. */
  waiting: number;
  /** Milliseconds used since the last turn of one's own; null at all paces but FAST. */
  spent: number | null;
  /** The reader did this and goes on. */
  quick: boolean;
  /** Pictures of this entry. */
  frames: number;
}

/** How long each picture of an entry stays, in milliseconds. */
export function frameDuration({ waiting, spent, quick, frames }: QueueState): number {
  const one = quick ? QUICK : FRAME;
  if (spent === null) return one / (1 + waiting);
  // More may come than is there yet: no entry takes more than a quarter of what is left.
  const share = Math.max(0, TOGETHER - spent) / (4 + waiting);
  return Math.max(LEAST, Math.min(one, share)) / Math.max(1, frames);
}

/** Whether the position alone is shown, because too much waits. */
export function isTooFarBehind({ waiting, spent }: Pick<QueueState, "waiting" | "spent">): boolean {
  return waiting >= HOPELESS && (spent === null || spent >= TOGETHER - LEAST);
}
