import type { BotInfo, Entry, SeatRequest } from "./types";

/** Where a practice game begins that is not dealt. */
export type Beginning = { table: string; entry: number } | { position: string };

/** One person among bots; `bots` has one for each seat, the own included. */
export function seatsFor(mine: number, bots: readonly string[], name: string): SeatRequest[] {
  return bots.map((bot, seat) => (seat === mine ? { kind: "me", name } : { kind: "bot", bot }));
}

/** The bot to offer where somebody played before: the same one, if it was a bot that is still there. */
export function botFor(player: string | undefined, known: readonly BotInfo[], usual: string): string {
  return known.find((bot) => bot.name === player)?.name ?? usual;
}

/** The steps after a number that count: none that were taken back, nor the taking back. */
export function goneThrough<Step extends Pick<Entry, "number" | "kind" | "back_to">>(
  steps: readonly (Step | undefined)[],
  after: number,
): Step[] {
  const line: Step[] = [];
  for (const step of steps) {
    if (!step || step.number <= after) continue;
    if (step.kind !== "undo") {
      line.push(step);
      continue;
    }
    while (line.length > 0 && (line.at(-1)?.number ?? 0) >= (step.back_to ?? 0)) line.pop();
  }
  return line;
}
