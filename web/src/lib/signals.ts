import type { LiveSignal } from "./types";

type Signal = LiveSignal["signal"];

/** In the order in which a game needs them. */
export const SIGNALS = [
  "hello",
  "good_luck",
  "well_done",
  "wow",
  "oops",
  "think",
  "thanks",
  "good_game",
] as const satisfies readonly Signal[];

/** How long a signal is shown, in milliseconds. */
export const SIGNAL_DURATION = 6000;

export interface ShownSignal {
  id: number;
  seat: number;
  signal: Signal;
}

/** The signals to be seen after one more: the last of each seat, at most three. */
export function withSignal(given: readonly ShownSignal[], next: ShownSignal): ShownSignal[] {
  return [...given.filter((one) => one.seat !== next.seat), next].slice(-3);
}
