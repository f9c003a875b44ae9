import { openDB, type DBSchema, type IDBPDatabase } from "idb";

/** Whether a change was saved; `conflict`: another tab has changed the table in the meantime. */
export type Saved = "ok" | "conflict" | "full" | "failed";

/** The tables of this browser, each as JSON: its row, its seats, and one text for each log entry. */
export interface Storage {
  /** False if nothing is kept once the page is closed. */
  readonly kept: boolean;
  list(): Promise<string>;
  load(id: string): Promise<string | null>;
  save(id: string, revision: number, row: string, seats: string | null, entries: string): Promise<Saved>;
  remove(id: string): Promise<void>;
}

interface StoredTable {
  id: string;
  revision: number;
  row: string;
  seats: string;
}

interface Tables extends DBSchema {
  tables: { key: string; value: StoredTable };
  /** By table and number. */
  entries: { key: [string, number]; value: string };
}

const NAME = "spielzug";
const VERSION = 1;
const NOT_STORED = -1;

const asText = (table: StoredTable, entries?: string[]): string =>
  `{"table":${table.row},"seats":${table.seats}${entries ? `,"entries":[${entries.join(",")}]` : ""}}`;
const asList = (tables: StoredTable[]): string => `[${tables.map((table) => asText(table)).join(",")}]`;
const entriesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);
const numbered = (entries: string): [number, string][] =>
  (JSON.parse(entries) as { number: number }[]).map((entry) => [entry.number, JSON.stringify(entry)]);

class IndexedDbStorage implements Storage {
  readonly kept = true;
  constructor(readonly db: IDBPDatabase<Tables>) {}

  async list(): Promise<string> {
    return asList(await this.db.getAll("tables"));
  }

  async load(id: string): Promise<string | null> {
    const work = this.db.transaction(["tables", "entries"]);
    const [table, entries] = await Promise.all([
      work.objectStore("tables").get(id),
      work.objectStore("entries").getAll(entriesOf(id)),
    ]);
    return table ? asText(table, entries) : null;
  }

  async save(
    id: string,
    revision: number,
    row: string,
    seats: string | null,
    entries: string,
  ): Promise<Saved> {
    try {
      const work = this.db.transaction(["tables", "entries"], "readwrite", { durability: "strict" });
      const tables = work.objectStore("tables");
      const before = await tables.get(id);
      if ((before?.revision ?? NOT_STORED) !== revision) {
        await work.done;
        return "conflict";
      }
      const put: Promise<unknown>[] = [
        tables.put({ id, revision: revision + 1, row, seats: seats ?? before?.seats ?? "[]" }),
        ...numbered(entries).map(([number, text]) => work.objectStore("entries").put(text, [id, number])),
      ];
      await Promise.all([...put, work.done]);
      return "ok";
    } catch (error) {
      return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "failed";
    }
  }

  async remove(id: string): Promise<void> {
    const work = this.db.transaction(["tables", "entries"], "readwrite");
    await Promise.all([
      work.objectStore("tables").delete(id),
      work.objectStore("entries").delete(entriesOf(id)),
      work.done,
    ]);
  }
}

/** For a browser that does not let the page store anything. */
export class MemoryStorage implements Storage {
  readonly kept = false;
  readonly #tables = new Map<string, StoredTable & { entries: Map<number, string> }>();

  list(): Promise<string> {
    return Promise.resolve(asList([...this.#tables.values()]));
  }

  load(id: string): Promise<string | null> {
    const table = this.#tables.get(id);
    return Promise.resolve(table ? asText(table, [...table.entries.values()]) : null);
  }

  save(id: string, revision: number, row: string, seats: string | null, entries: string): Promise<Saved> {
    const before = this.#tables.get(id);
    if ((before?.revision ?? NOT_STORED) !== revision) return Promise.resolve("conflict");
    const known = before?.entries ?? new Map<number, string>();
    for (const [number, text] of numbered(entries)) known.set(number, text);
    this.#tables.set(id, {
      id,
      revision: revision + 1,
      row,
      seats: seats ?? before?.seats ?? "[]",
      entries: known,
    });
    return Promise.resolve("ok");
  }

  remove(id: string): Promise<void> {
    this.#tables.delete(id);
    return Promise.resolve();
  }
}

/** The browser's database or, where it may not be used, memory. */
export async function openStorage(): Promise<Storage> {
  try {
    const db = await openDB<Tables>(NAME, VERSION, {
      upgrade(db) {
        db.createObjectStore("tables", { keyPath: "id" });
        db.createObjectStore("entries");
      },
      // Another tab has a newer version of the site: let it upgrade the database.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    return new IndexedDbStorage(db);
  } catch {
    return new MemoryStorage();
  }
}
