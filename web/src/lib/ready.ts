import type { Snapshot } from "./types";

/** Bots that look ahead or ask a net: for them a game must be compiled first. All others decide at once. */
const LEVELS = ["beginner", "casual", "club", "strong", "net", "master", "expert"];

/** The percent that is compiled for the bot of a seat, -1: never; null where nobody sits in for it. */
export function gettingReady(table: Pick<Snapshot, "seats" | "preparing">, seat: number): number | null {
  return LEVELS.includes(table.seats[seat]?.player ?? "") ? table.preparing : null;
}
