import { withoutUndone } from "./log";
import type { BotInfo, Entry, SeatRequest } from "./types";

/** Where a practice game begins that is not dealt. */
export type PracticeStart = { table: string; entry: number } | { position: string };

/** One person among bots; `bots` has one for each seat, the own included. */
export function seatsFor(mine: number, bots: readonly string[], name: string): SeatRequest[] {
  return bots.map((bot, seat) => (seat === mine ? { kind: "me", name } : { kind: "bot", bot }));
}

/** The bot to offer where somebody played before: the same one, if it was a bot that is still there. */
export function botFor(player: string | undefined, known: readonly BotInfo[], usual: string): string {
  return known.find((bot) => bot.name === player)?.name ?? usual;
}

/** The steps after a number that count: none that were taken back, nor the taking back. */
export const movesAfter = <Step extends Pick<Entry, "number" | "back_to">>(
  steps: readonly (Step | undefined)[],
  after: number,
): Step[] => withoutUndone(steps.filter((step) => step !== undefined && step.number > after) as Step[]);
