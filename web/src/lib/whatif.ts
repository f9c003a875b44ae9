import { withoutUndone } from "./log";
import type { BotInfo, Entry, SeatRequest } from "./types";

/** The start of a practice game: an entry of a finished game, or a position text. */
export type PracticeStart = { table: string; entry: number } | { position: string };

/** One person among bots; `bots` has an entry for every seat, including the person's own. */
export function seatsFor(mine: number, bots: readonly string[], name: string): SeatRequest[] {
  return bots.map((bot, seat) => (seat === mine ? { kind: "me", name } : { kind: "bot", bot }));
}

/** The bot to preselect for a seat: the one that played there, if it still exists. */
export function botFor(player: string | undefined, known: readonly BotInfo[], usual: string): string {
  return known.find((bot) => bot.name === player)?.name ?? usual;
}

/** The steps after a number, without undone ones and undos. */
export const movesAfter = <Step extends Pick<Entry, "number" | "back_to">>(
  steps: readonly (Step | undefined)[],
  after: number,
): Step[] => withoutUndone(steps.filter((step) => step !== undefined && step.number > after) as Step[]);
