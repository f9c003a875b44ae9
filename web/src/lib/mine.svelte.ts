import { api, apiUrl } from "./api";
import { diary } from "./diary.svelte";
import { newTurns, withNews } from "./mine";
import { LiveSocket } from "./socket";
import type { Mine, TableSummary, ToLobby } from "./types";

/** Without a line, or without a first list, it is asked for this often, in milliseconds. */
const WITHOUT_LINE = 15_000;
/** How long to wait for the line before the list is asked for without it. */
const PATIENCE = 1000;

/** This device's tables, and how they stand: told by the server as it happens. */
export class MyTables {
  now = $state.raw<Mine>({ running: [], finished: [] });
  /** Whether the list has come at least once. */
  known = $state(false);
  #socket: LiveSocket<ToLobby, never> | null = null;
  /** What was told while the whole list was being asked for. */
  #meanwhile: ToLobby[] | null = null;
  #again: ReturnType<typeof setInterval> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;

  /**
   * `turn` hears of a table where it has just become our turn; `awaited` of one that this device keeps from being
   * dealt, whenever something is told about it.
   */
  constructor(
    readonly turn: (table: TableSummary) => void = () => undefined,
    readonly awaited: (table: TableSummary) => void = () => undefined,
  ) {}

  open(): void {
    this.#socket = new LiveSocket<ToLobby, never>({
      url: () => apiUrl("mine/live"),
      message: (message) => this.#hear(message),
      line: () => undefined,
      opened: () => {
        clearTimeout(this.#late);
        void this.load();
      },
    });
    // What happens between a list and the opening of the line would be missed, so the line comes first.
    this.#late = setTimeout(() => void this.load(), PATIENCE);
    this.#again = setInterval(() => {
      if (!(this.#socket?.open && this.known) && !document.hidden) void this.load();
    }, WITHOUT_LINE);
  }

  close(): void {
    clearInterval(this.#again);
    clearTimeout(this.#late);
    this.#socket?.close();
  }

  async load(): Promise<void> {
    const meanwhile: ToLobby[] = [];
    this.#meanwhile = meanwhile;
    const mine = await api.mine().catch(() => null);
    if (this.#meanwhile !== meanwhile) return; // asked for again since, perhaps in another language
    this.#meanwhile = null;
    if (!mine) return;
    this.#take(withNews(mine, meanwhile));
    this.now.running.filter((table) => table.awaited).forEach(this.awaited);
  }

  #hear(message: ToLobby): void {
    this.#meanwhile?.push(message);
    // Before the list has come everything in it would be news, and ring.
    if (!this.known) return;
    this.#take(withNews(this.now, [message]));
    // Not only if it was not so before: a hash and then a nonce may be missing in one piece of news.
    if (message.type === "table" && message.table.awaited) this.awaited(message.table);
  }

  #take(mine: Mine): void {
    const turns = this.known ? newTurns(this.now, mine) : [];
    this.now = mine;
    this.known = true;
    diary.note(mine.finished);
    for (const table of turns) this.turn(table);
  }
}
