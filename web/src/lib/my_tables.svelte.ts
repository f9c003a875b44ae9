import { host } from "#host";
import { addressFor, api } from "./api";
import { gameHistory } from "./game_history.svelte";
import type { Channel } from "./host";
import type { Mine, TableSummary, ToLobby } from "./types";

/** Milliseconds between polls while there is no connection or no first list. */
const POLL_INTERVAL = 15_000;
/** Milliseconds to wait for the connection before the list is fetched without it. */
const PATIENCE = 1000;

/** This device's tables and their state, updated live by the server. */
export class MyTables {
  now = $state.raw<Mine>({ running: [], finished: [] });
  /** Whether the list has been loaded at least once. */
  known = $state(false);
  #channel: Channel<never> | null = null;
  /** Messages that arrived while the list was being fetched. */
  #queued: ToLobby[] | null = null;
  #pollTimer: ReturnType<typeof setInterval> | undefined;
  #firstLoad: ReturnType<typeof setTimeout> | undefined;

  /**
   * `onturn` is called when it becomes our turn at a table, `onawaited` on every message about a table whose deal
   * waits for this device.
   */
  constructor(
    readonly onturn: (table: TableSummary) => void = () => undefined,
    readonly onawaited: (table: TableSummary) => void = () => undefined,
  ) {}

  open(): void {
    this.#channel = host.connect<ToLobby, never>({
      address: () => addressFor("mine/live"),
      message: (message) => this.#onMessage(message),
      line: () => undefined,
      opened: () => {
        clearTimeout(this.#firstLoad);
        void this.load();
      },
    });
    // The list is fetched after the connection opens; anything between the two would be missed otherwise.
    this.#firstLoad = setTimeout(() => void this.load(), PATIENCE);
    this.#pollTimer = setInterval(() => {
      if (!(this.#channel?.open && this.known) && !document.hidden) void this.load();
    }, POLL_INTERVAL);
  }

  close(): void {
    clearInterval(this.#pollTimer);
    clearTimeout(this.#firstLoad);
    this.#channel?.close();
  }

  async load(): Promise<void> {
    const meanwhile: ToLobby[] = [];
    this.#queued = meanwhile;
    const mine = await api.mine().catch(() => null);
    if (this.#queued !== meanwhile) return; // a newer request replaced this one, perhaps in another language
    this.#queued = null;
    if (!mine) return;
    this.#update(applyMessages(mine, meanwhile));
    this.now.running.filter((table) => table.awaited).forEach(this.onawaited);
  }

  #onMessage(message: ToLobby): void {
    this.#queued?.push(message);
    // Before the first list every table would count as a new turn and ring.
    if (!this.known) return;
    this.#update(applyMessages(this.now, [message]));
    // Called each time: a hash and then a nonce may be missing without `awaited` changing in between.
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

/** The number of finished games the server sends. */
const FINISHED = 100;

/** A finished game counts from its end, whatever happened at its table later. */
export const lastActivity = (table: TableSummary) => table.ended ?? table.updated;
const newest = (a: TableSummary, b: TableSummary) => lastActivity(b).localeCompare(lastActivity(a));

/** The deadline of our decision; tables without one sort last. */
const due = (table: TableSummary) => (table.your_turn && table.deadline) || "later";

/** Tables that wait for us first, by deadline, then the most recently active. */
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

/** Applies messages to the lists; the latest message about a table wins. */
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
