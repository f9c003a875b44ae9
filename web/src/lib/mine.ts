import type { Mine, TableSummary, ToLobby } from "./types";

/** As many finished games as the server tells. */
const FINISHED = 100;

/** A game that is over is as old as its end, whatever was done at its table later. */
export const lastOf = (table: TableSummary) => table.ended ?? table.updated;
const newest = (a: TableSummary, b: TableSummary) => lastOf(b).localeCompare(lastOf(a));

/** Until when we have time for a decision; what has no limit comes after all that has. */
const due = (table: TableSummary) => (table.your_turn && table.deadline) || "later";

/** Those where somebody waits for us come first, there what is due first, then what was touched last. */
function urgent(a: TableSummary, b: TableSummary): number {
  return (
    Number(b.your_turn) - Number(a.your_turn) ||
    Number(due(a) > due(b)) - Number(due(a) < due(b)) ||
    newest(a, b)
  );
}

function sorted(tables: TableSummary[]): Mine {
  return {
    running: tables.filter((table) => table.status !== "over").sort(urgent),
    finished: tables
      .filter((table) => table.status === "over")
      .sort(newest)
      .slice(0, FINISHED),
  };
}

/** The lists after these messages: whatever was told last about a table holds. */
export function withNews(mine: Mine, news: readonly ToLobby[]): Mine {
  const tables = new Map([...mine.running, ...mine.finished].map((table) => [table.id, table]));
  for (const message of news) {
    if (message.type === "table") tables.set(message.table.id, message.table);
    if (message.type === "gone") tables.delete(message.table);
  }
  return sorted([...tables.values()]);
}

/** Tables where it is our turn now and was not before. */
export function newTurns(before: Mine, after: Mine): TableSummary[] {
  const known = new Set(before.running.filter((table) => table.your_turn).map((table) => table.id));
  return after.running.filter((table) => table.your_turn && !known.has(table.id));
}
