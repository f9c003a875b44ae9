import { beforeEach, expect, test, vi } from "vitest";
import { t } from "./i18n";
import { TableStore } from "./table.svelte";
import type { Choice, Snapshot, ToBrowser } from "./types";

const host = vi.hoisted(() => ({
  table: vi.fn(),
  decide: vi.fn(),
  undo: vi.fn(),
  fill: vi.fn(),
  commitAndReveal: vi.fn(),
  notice: vi.fn(),
  /** Messages sent over the WebSocket while it is open. */
  sent: [] as Record<string, unknown>[],
  open: false,
  handlers: null as null | {
    message: (message: ToBrowser) => void;
    line: (line: string) => void;
    opened: (again: boolean) => void;
  },
}));
vi.mock("./api", () => ({
  api: host,
  addressFor: (path: string) => ({ path, query: {} }),
  Refusal: class extends Error {},
  Unreachable: class extends Error {},
}));
vi.mock("../games", () => ({
  loadGame: () => Promise.resolve({ frames: () => [], still: () => ({}) }),
  NoBoard: class extends Error {},
}));
vi.mock("./commit_reveal", () => ({ commitAndReveal: host.commitAndReveal }));
vi.mock("./catalog.svelte", () => ({ catalog: { load: () => Promise.resolve(), game: () => undefined } }));
vi.mock("./toasts.svelte", () => ({ toasts: { show: host.notice, announce: () => undefined } }));
vi.mock("./sound", () => ({ play: () => undefined }));
vi.mock("./stage.svelte", () => ({
  Stage: class {
    busy = false;
    actor = 0;
    set = () => undefined;
    push = () => undefined;
  },
}));
vi.mock("#host", () => ({
  host: {
    connect: (handlers: typeof host.handlers) => {
      host.handlers = handlers;
      return {
        // Closed unless a test opens it: decisions are then sent as requests.
        get open(): boolean {
          return host.open;
        },
        send: (message: Record<string, unknown>) => {
          if (host.open) host.sent.push(message);
          return host.open;
        },
        close: () => undefined,
      };
    },
  },
}));

const ONLY = { action: 7, notation: "pass" } as unknown as Choice;
const TABLE = {
  id: "t",
  status: "running",
  number: 4,
  seat: 0,
  actor: 0,
  forced: true,
  choices: [ONLY],
  seats: [{ yours: true, left: false, empty: false, player: "human", name: "Anna", away: null }],
  log: [],
  start: {},
} as unknown as Snapshot;
const view = (number: number, type: string) =>
  ({
    ...TABLE,
    type,
    number: number,
    next: number + 1,
    sentences: [],
    events: [],
    view: {},
  }) as unknown as ToBrowser;

async function opened(): Promise<TableStore> {
  const store = new TableStore("t");
  await store.open();
  host.handlers?.line("open");
  return store;
}

beforeEach(() => {
  host.open = false;
  host.sent = [];
  host.notice.mockReset();
  host.table.mockReset().mockResolvedValue(TABLE);
  host.decide.mockReset().mockResolvedValue(undefined);
  host.undo.mockReset().mockResolvedValue(undefined);
  host.fill.mockReset().mockResolvedValue(undefined);
  host.commitAndReveal
    .mockReset()
    .mockImplementation((table: Snapshot) => Promise.resolve({ table, trouble: null }));
});

test("what is no choice goes by itself, but only while there is a line", async () => {
  const store = await opened();
  expect(store.single).toEqual(ONLY);
  host.handlers?.line("lost");
  expect(store.single).toBeNull();
  expect(store.choices).toEqual([ONLY]); // can be retried by hand
});

test("what did not arrive does not go by itself again before something new has happened", async () => {
  const { Refusal } = await import("./api");
  const store = await opened();
  host.decide.mockRejectedValueOnce(new Refusal("busy", 503, "busy"));
  await store.decide(ONLY);
  expect([store.pending, store.single]).toEqual([null, null]);
  expect(store.choices).toEqual([ONLY]);
  host.handlers?.message(view(4, "entry"));
  expect([store.table?.number, store.single]).toEqual([5, ONLY]);
});

test("after something was taken back it waits until the reader has chosen", async () => {
  const store = await opened();
  await store.undo();
  host.handlers?.message(view(4, "entry"));
  expect(store.single).toBeNull();
  await store.decide(ONLY);
  host.handlers?.message(view(5, "entry"));
  expect(store.single).toEqual(ONLY);
});

test("what was asked for before the deal takes nothing away that was told since", async () => {
  const before = { ...TABLE, status: "waiting", number: 0, facts: null };
  host.table.mockResolvedValue(before);
  const store = await opened();
  let arrive = (_: unknown): void => undefined;
  host.table.mockReturnValue(new Promise((done) => (arrive = done)));
  const late = store.refresh();
  store.table = { ...TABLE, facts: { cars: [1] } } as unknown as Snapshot; // as a live message set it
  arrive(before);
  await late;
  expect(store.table.status).toBe("running");
  expect(store.table.facts).toEqual({ cars: [1] });
});

const WAITING = { ...TABLE, status: "waiting", number: 0, facts: null, start: { text: null } };
const SEALED = { ...WAITING, start: { text: "the list" } };
const hello = (number: number) => ({ type: "hello", number, seat: 0 }) as ToBrowser;
const committed = () => host.commitAndReveal.mock.calls.map(([table]) => (table as Snapshot).start.text);

test("who sat down before the line was open is heard of when it is, and the own part is done", async () => {
  host.table.mockResolvedValue(WAITING);
  await opened();
  expect(committed()).toEqual([null]);
  host.table.mockResolvedValue(SEALED);
  host.handlers?.opened(false);
  host.handlers?.message(hello(0));
  await vi.waitFor(() => expect(committed()).toEqual([null, "the list"]));
});

test("a bot that took the last seat before the line was open is not waited for", async () => {
  host.table.mockResolvedValue(WAITING);
  const store = await opened();
  host.table.mockResolvedValue(SEALED);
  await store.fill(1, "random");
  await vi.waitFor(() => expect(committed()).toEqual([null, "the list"]));
});

test("a game that ended before the line was open is over", async () => {
  const store = await opened();
  host.table.mockResolvedValue({ ...TABLE, status: "over", number: 5 });
  host.handlers?.opened(false);
  host.handlers?.message(hello(5));
  host.handlers?.message(view(4, "entry"));
  await vi.waitFor(() => expect(store.table?.status).toBe("over"));
});

test("a running table is asked for once, and again after a break", async () => {
  await opened();
  host.handlers?.opened(false);
  host.handlers?.message(hello(4));
  expect(host.table).toHaveBeenCalledTimes(1);
  host.handlers?.opened(true);
  host.handlers?.message(hello(4));
  expect(host.table).toHaveBeenCalledTimes(2);
});

/** Opens the fake WebSocket. */
function openLine(): void {
  host.open = true;
  host.handlers?.line("open");
  host.handlers?.opened(false);
}

test("a reason asked for while the line is still being opened is told when it is open", async () => {
  const store = new TableStore("t");
  await store.open();
  const refused = store.refuse("+");
  await Promise.resolve();
  expect(host.sent).toEqual([]);
  openLine();
  await vi.waitFor(() => expect(host.sent).toEqual([{ type: "why", action: "+", id: "1" }]));
  host.handlers?.message({
    type: "why",
    id: "1",
    detail: "First choose which car to keep (G4).",
  } as ToBrowser);
  await refused;
  expect(host.notice.mock.calls).toEqual([["First choose which car to keep (G4).", "refusal"]]);
});

test("a slow answer to a question that has no plain way is still told", async () => {
  vi.useFakeTimers();
  try {
    const store = new TableStore("t");
    await store.open();
    openLine();
    const refused = store.refuse("+");
    await vi.advanceTimersByTimeAsync(10_000);
    host.handlers?.message({ type: "why", id: "1", detail: "No car has been drawn (G5)." } as ToBrowser);
    await refused;
    expect(host.notice.mock.calls).toEqual([["No car has been drawn (G5).", "refusal"]]);
  } finally {
    vi.useRealTimers();
  }
});

test("without a line nobody waits for a reason", async () => {
  const store = await opened();
  host.handlers?.line("lost");
  await store.refuse("+");
  expect(host.notice.mock.calls).toEqual([[t("unreachable"), "error"]]);
});
