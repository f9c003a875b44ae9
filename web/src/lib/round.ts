import type { Shot } from "./stage.svelte";
import { readStored, store } from "./storage";
import type { Entry } from "./types";

/** The log without what was taken back. */
export function standing(log: readonly Entry[]): Entry[] {
  const line: Entry[] = [];
  for (const item of log) {
    const to = item.back_to;
    if (to === null) line.push(item);
    else while (line.length > 0 && (line.at(-1)?.number ?? -1) >= to) line.pop();
  }
  return line;
}

/** What the others have done since the last decision of a seat, in sentences. */
export function newsFor(log: readonly Entry[], seat: number): string[] {
  const line = standing(log).filter(({ kind }) => kind === "decision");
  const last = line.map((item) => item.seat).lastIndexOf(seat);
  return line.slice(last + 1).flatMap(({ sentences }) => sentences);
}

/** What the others have done since the reader's last decision, as it survives a reload of the page. */
export interface KeptRound {
  seat: number;
  /** The last entry it holds: once there is another one it is no longer whole. */
  number: number;
  since: unknown;
  round: Omit<Shot, "begin">[];
}

const KEY = "spielzug.round.";

export function keepRound(table: string, kept: KeptRound): void {
  store(KEY + table, kept, () => sessionStorage);
}

export function keptRound(table: string, seat: number, number: number): KeptRound | null {
  try {
    const kept = JSON.parse(readStored(KEY + table, () => sessionStorage) ?? "null") as KeptRound | null;
    return kept?.seat === seat && kept.number === number && Array.isArray(kept.round) ? kept : null;
  } catch {
    return null;
  }
}
