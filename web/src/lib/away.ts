import type { Seat } from "./types";

/** Seconds after which a bot may play for somebody who is away, as they can be chosen; null: never. */
export const GRACES = [60, 180, 600, null] as const;
export const GRACE = 180;

/**
 * Since when people are away, in milliseconds of this device's clock. The server tells it with the seats
 * (`exact`); who only comes or goes is told of without a time, and those who are away stay so.
 */
export function awaySince(
  known: readonly (number | null)[],
  seats: readonly Pick<Seat, "away">[],
  now: number,
  exact: boolean,
): (number | null)[] {
  return seats.map(({ away }, index) =>
    away === null ? null : ((exact ? null : known[index]) ?? now - away * 1000),
  );
}

/** After an entry: whoever is to decide now has the whole time, however long they have been away. */
export function waitedAnew(known: readonly (number | null)[], actor: number, now: number): (number | null)[] {
  return known.map((since, index) => (since !== null && index === actor ? now : since));
}

/** Minutes and seconds, as on a clock. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
