import { span } from "./away";
import { t } from "./i18n";
import { settings } from "./settings.svelte";
import type { NewTable, TimeToThink } from "./types";

/** Time to think: what can be chosen, and how it is said. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Wanted = NonNullable<NewTable["time"]>;

/** Seconds for every turn. */
export const TURNS = [HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY] as const;
/** Seconds for the whole game, and those that come with every turn. */
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

/** What is asked of the server for a choice of the list; null: people play without a pause. */
export function wantedTime(value: string): Wanted | null {
  const [kind, seconds = 0, increment = 0] = value.split(" ").map((part, n) => (n ? Number(part) : part));
  if (kind === "turn") return { kind, seconds: Number(seconds) };
  return kind === "budget" ? { kind, seconds: Number(seconds), increment: Number(increment) } : null;
}

/** "2 days 3 h", "3 h 20 min", "4:05": two steps at most, for nobody counts seconds over days. */
export function spanText(seconds: number): string {
  if (seconds <= HOUR - 1) return span(Math.ceil(Math.max(0, seconds)));
  return rough(Math.ceil(seconds / MINUTE) * MINUTE);
}

/** The same for what was chosen, without a clock that runs: "5 min", "30 s". */
export function rough(seconds: number): string {
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

/** "until 10:05" today, "until Thu 19 Nov, 10:05" on another day; French says "1er", not "1". */
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

/** The table's rule, in a sentence. */
export function ruleText(time: TimeToThink): string {
  if (time.kind === "turn") return t("time_rule_turn", { time: rough(time.seconds) });
  const values = { time: rough(time.seconds), more: rough(time.increment) };
  return time.increment > 0 ? t("time_rule_budget", values) : t("time_rule_game", { time: values.time });
}

/** Whether it is time to hurry: as much is left as there is grace, or a minute. */
export const isLate = (left: number, time: TimeToThink) => left <= Math.min(time.grace, time.seconds / 5);
