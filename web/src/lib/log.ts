import type { StagedEntry } from "./stage.svelte";
import { readStored, store } from "./storage";
import type { Entry } from "./types";

/** The log without undone entries. */
export function withoutUndone<Item extends Pick<Entry, "number" | "back_to">>(log: readonly Item[]): Item[] {
  const line: Item[] = [];
  for (const item of log) {
    const to = item.back_to;
    if (to === null) line.push(item);
    else while (line.length > 0 && (line.at(-1)?.number ?? -1) >= to) line.pop();
  }
  return line;
}

/** The sentences about other seats since a seat's last decision. */
export function sentencesSince(log: readonly Entry[], seat: number): string[] {
  const line = withoutUndone(log).filter(({ kind }) => kind === "decision");
  const last = line.map((item) => item.seat).lastIndexOf(seat);
  return line.slice(last + 1).flatMap(({ sentences }) => sentences);
}

/** The other seats' moves since the reader's last decision, stored to survive a reload. */
export interface StoredRound {
  seat: number;
  /** The last entry included; with any later entry the record is out of date. */
  number: number;
  since: unknown;
  round: Omit<StagedEntry, "begin">[];
}

const KEY = "spielzug.round.";

export function saveRound(table: string, kept: StoredRound): void {
  store(KEY + table, kept, () => sessionStorage);
}

export function loadRound(table: string, seat: number, number: number): StoredRound | null {
  try {
    const kept = JSON.parse(readStored(KEY + table, () => sessionStorage) ?? "null") as StoredRound | null;
    return kept?.seat === seat && kept.number === number && Array.isArray(kept.round) ? kept : null;
  } catch {
    return null;
  }
}

/** The note for each log item, shown once per run of items by the same seat. */
export function logNotes(items: readonly Pick<Entry, "seat" | "note">[]): (string | null)[] {
  return items.map(({ seat, note }, index) => {
    const before = items[index - 1];
    return before?.seat === seat && before.note === note ? null : note;
  });
}
