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

/** Milliseconds that a signal is shown. */
export const SIGNAL_DURATION = 6000;

export interface ShownSignal {
  id: number;
  seat: number;
  signal: Signal;
}

/** The signals after adding one: the latest of each seat, at most three. */
export function withSignal(given: readonly ShownSignal[], next: ShownSignal): ShownSignal[] {
  return [...given.filter((one) => one.seat !== next.seat), next].slice(-3);
}
