import { api, apiUrl } from "./api";
import { gameHistory } from "./game_history.svelte";
import { LiveSocket } from "./socket";
import type { Mine, TableSummary, ToLobby } from "./types";

/** Without a line, or without a first list, it is asked for this often, in milliseconds. */
const POLL_INTERVAL = 15_000;
/** How long to wait for the line before the list is asked for without it. */
const PATIENCE = 1000;

/** This device's tables, and how they stand: told by the server as it happens. */
export class MyTables {
  now = $state.raw<Mine>({ running: [], finished: [] });
  /** Whether the list has come at least once. */
  known = $state(false);
  #socket: LiveSocket<ToLobby, never> | null = null;
  /** What was told while the whole list was being asked for. */
  #queued: ToLobby[] | null = null;
  #pollTimer: ReturnType<typeof setInterval> | undefined;
  #firstLoad: ReturnType<typeof setTimeout> | undefined;

  /**
   * `onturn` hears of a table where it has just become our turn; `onawaited` of one that this device keeps from being
   * dealt, whenever something is told about it.
   */
  constructor(
    readonly onturn: (table: TableSummary) => void = () => undefined,
    readonly onawaited: (table: TableSummary) => void = () => undefined,
  ) {}

  open(): void {
    this.#socket = new LiveSocket<ToLobby, never>({
      url: () => apiUrl("mine/live"),
      message: (message) => this.#onMessage(message),
      line: () => undefined,
      opened: () => {
        clearTimeout(this.#firstLoad);
        void this.load();
      },
    });
    // What happens between a list and the opening of the line would be missed, so the line comes first.
    this.#firstLoad = setTimeout(() => void this.load(), PATIENCE);
    this.#pollTimer = setInterval(() => {
      if (!(this.#socket?.open && this.known) && !document.hidden) void this.load();
    }, POLL_INTERVAL);
  }

  close(): void {
    clearInterval(this.#pollTimer);
    clearTimeout(this.#firstLoad);
    this.#socket?.close();
  }

  async load(): Promise<void> {
    const meanwhile: ToLobby[] = [];
    this.#queued = meanwhile;
    const mine = await api.mine().catch(() => null);
    if (this.#queued !== meanwhile) return; // asked for again since, perhaps in another language
    this.#queued = null;
    if (!mine) return;
    this.#update(applyMessages(mine, meanwhile));
    this.now.running.filter((table) => table.awaited).forEach(this.onawaited);
  }

  #onMessage(message: ToLobby): void {
    this.#queued?.push(message);
    // Before the list has come everything in it would be news, and ring.
    if (!this.known) return;
    this.#update(applyMessages(this.now, [message]));
    // Not only if it was not so before: a hash and then a nonce may be missing in one piece of news.
    if (message.type === "table" && message.table.awaited) this.onawaited(message.table);
  }

  #update(mine: Mine): void {
    const turns = this.known ? newTurns(this.now, mine) : [];
    this.now = mine;
    this.known = true;
    gameHistory.record(mine.finished);
    for (const table of turns) this.onturn(table);
  }
}

/** As many finished games as the server tells. */
const FINISHED = 100;

/** A game that is over is as old as its end, whatever was done at its table later. */
export const lastActivity = (table: TableSummary) => table.ended ?? table.updated;
const newest = (a: TableSummary, b: TableSummary) => lastActivity(b).localeCompare(lastActivity(a));

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
export function applyMessages(mine: Mine, news: readonly ToLobby[]): Mine {
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
