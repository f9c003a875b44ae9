import { t } from "./i18n";
import { settings } from "./settings.svelte";
import type { NewTable, Seat, TimeToThink } from "./types";

/** Time controls: what can be chosen, and how it is written. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Wanted = NonNullable<NewTable["time"]>;

/** Seconds per turn. */
export const TURN_LIMITS = [HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY] as const;
/** Seconds for the whole game, and the increment per turn. */
export const BUDGETS = [
  [5 * MINUTE, 5],
  [15 * MINUTE, 10],
  [HOUR, 30],
  [DAY, HOUR],
  [7 * DAY, 12 * HOUR],
] as const;
export const LIVE = "live";

export const turnValue = (seconds: number) => `turn ${seconds}`;
export const budgetValue = (seconds: number, increment: number) => `budget ${seconds} ${increment}`;

/** The time control for a value of the select; null means no limit. */
export function parseTimeControl(value: string): Wanted | null {
  const [kind, seconds = 0, increment = 0] = value.split(" ").map((part, n) => (n ? Number(part) : part));
  if (kind === "turn") return { kind, seconds: Number(seconds) };
  return kind === "budget" ? { kind, seconds: Number(seconds), increment: Number(increment) } : null;
}

/** "2 days 3 h", "3 h 20 min", "4:05": at most two units. */
export function remainingText(seconds: number): string {
  if (seconds <= HOUR - 1) return clockText(Math.ceil(Math.max(0, seconds)));
  return durationText(Math.ceil(seconds / MINUTE) * MINUTE);
}

/** A chosen duration, not a running clock: "5 min", "30 s". */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return t("span_seconds", { n: seconds });
  const [days, hours] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR)];
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const said = [
    days > 0 && t("span_days", { n: days }),
    hours > 0 && t("span_hours", { n: hours }),
    days === 0 && minutes > 0 && t("span_minutes", { n: minutes }),
  ].filter(Boolean);
  return said.join(" ");
}

/** "until 10:05" today, "until Thu 19 Nov, 10:05" on another day; French writes "1er", not "1". */
export function untilText(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  const time = new Intl.DateTimeFormat(settings.lang, { timeStyle: "short" }).format(date);
  if (date.toDateString() === today.toDateString()) return t("time_until_hour", { time });
  const day = new Intl.DateTimeFormat(settings.lang, { weekday: "short", day: "numeric", month: "short" })
    .formatToParts(date)
    .map(({ type, value }) => (type === "day" && value === "1" && settings.lang === "fr" ? "1er" : value))
    .join("");
  return t("time_until_day", { day, time });
}

/** The table's time control in a sentence. */
export function ruleText(time: TimeToThink): string {
  if (time.kind === "turn") return t("time_rule_turn", { time: durationText(time.seconds) });
  const values = { time: durationText(time.seconds), more: durationText(time.increment) };
  return time.increment > 0 ? t("time_rule_budget", values) : t("time_rule_game", { time: values.time });
}

/** Whether time is short: less than the grace period and less than a fifth of the limit is left. */
export const isTimeLow = (left: number, time: TimeToThink) => left <= Math.min(time.grace, time.seconds / 5);

/** Seconds before a bot may stand in for somebody who is away; null means never. */
export const GRACES = [60, 180, 600, null] as const;
export const GRACE = 180;

/**
 * When players went away, in milliseconds of this device's clock. Only a full snapshot (`exact`) carries the time; a
 * presence message does not, and keeps the known one.
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

/** After an entry the seat to act gets the full grace period, however long its player has been away. */
export function restartAbsence(
  known: readonly (number | null)[],
  actor: number,
  now: number,
): (number | null)[] {
  return known.map((since, index) => (since !== null && index === actor ? now : since));
}

/** Minutes and seconds, like 4:05. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
