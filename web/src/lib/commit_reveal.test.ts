import { beforeEach, describe, expect, it, vi } from "vitest";
import { commitAndReveal, commitAndRevealAt } from "./commit_reveal";
import { saveStartRecord, loadStartRecord, renewStartRecord } from "./start_records.svelte";
import { fingerprintOf, hashOf } from "./luck";
import type { Snapshot } from "./types";

// Answers by which a host could make a device reveal its nonce too early, or twice.

const COMMITMENT = "ab".repeat(32);
const calls = vi.hoisted(() => ({ hash: vi.fn(), reveal: vi.fn(), table: vi.fn() }));
vi.mock("./api", () => ({ api: calls, Refusal: class extends Error {} }));

function list(table: string, hash: string, more = ""): string {
  return [
    "Spielzug start 2",
    "Game: game_of_trains",
    "Rules: 1",
    `Options: first=1${more}`,
    "Seats: 2",
    'Seat 1: human "A"',
    'Seat 2: human "B"',
    "Chance: table",
    `Table: ${table}`,
    `Commitment: ${COMMITMENT}`,
    `Device 1: seats 1 hash ${hash}`,
    "",
  ].join("\n");
}

function table(id: string, hash: string | null, text: string | null): Snapshot {
  const start = { text, fingerprint: text && fingerprintOf(text), awaited: [0], free_in: null, voids: [] };
  const seats = [{ yours: true }, { yours: false }];
  return { id, status: "waiting", seats, hash, commitment: COMMITMENT, start } as unknown as Snapshot;
}

const stored = new Map<string, string>();
let full = false;
beforeEach(() => {
  stored.clear();
  full = false;
  calls.hash.mockReset();
  calls.table.mockReset();
  calls.reveal.mockReset();
  calls.reveal.mockImplementation((id: string) =>
    Promise.resolve({ ...table(id, null, null), status: "running" }),
  );
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => {
        if (full) throw new Error("full");
        stored.set(name, text);
      },
      removeItem: (name: string) => stored.delete(name),
      key: (n: number) => [...stored.keys()][n] ?? null,
      get length() {
        return stored.size;
      },
    },
  });
});

/** A server that seals the start list at once. */
const seals = (answerId = "", more = "") =>
  calls.hash.mockImplementation((id: string, hash: string) => {
    const as = answerId || id;
    return Promise.resolve(table(as, hash, list(as, hash, more)));
  });

describe("a device that attends", () => {
  it("keeps the list before it shows its nonce", async () => {
    seals();
    calls.reveal.mockImplementation((id: string) => {
      expect(loadStartRecord(id)?.list).toContain("Table: t1");
      return Promise.resolve(table(id, null, null));
    });
    expect((await commitAndReveal(table("t1", null, null))).trouble).toBeNull();
    expect(calls.reveal).toHaveBeenCalledOnce();
  });
  it("shows nothing to another table than the one it sits at", async () => {
    seals("u2");
    expect((await commitAndReveal(table("t2", null, null))).trouble).toBe("wrong_table");
    expect(calls.reveal).not.toHaveBeenCalled();
  });
  it("never uses a nonce again that was shown, also if nothing could be stored", async () => {
    seals();
    calls.hash.mockImplementationOnce((id: string, hash: string) => {
      full = true;
      return Promise.resolve(table(id, hash, list(id, hash)));
    });
    await commitAndReveal(table("t3", null, null));
    const shown = calls.reveal.mock.calls[0]?.[1] as string;
    full = false;
    calls.table.mockImplementation((id: string) => Promise.resolve(table(id, null, null)));
    await commitAndReveal(table("t3", null, null)); // the start was voided
    const given = calls.hash.mock.calls[1]?.[1] as string;
    expect(given).not.toBe(hashOf(shown));
    expect(loadStartRecord("t3")?.earlier).toHaveLength(1);
  });
  it("does one thing after the other", async () => {
    let answer = (_: Snapshot): void => {};
    calls.hash.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const first = commitAndReveal(table("t4", null, null));
    await vi.waitFor(() => expect(calls.hash).toHaveBeenCalledOnce());
    const hash = calls.hash.mock.calls[0]?.[1] as string;
    const second = commitAndReveal(table("t4", hash, list("t4", hash, " other=1")));
    expect(calls.reveal).not.toHaveBeenCalled();
    answer(table("t4", hash, list("t4", hash)));
    await first;
    expect((await second).trouble).toBe("wrong_second");
    expect(calls.reveal).toHaveBeenCalledOnce();
  });
  it("asks how a table stands when it goes on there, and not before", async () => {
    let hash: string | null = null;
    calls.table.mockImplementation((id: string) => Promise.resolve(table(id, hash, hash && list(id, hash))));
    calls.hash.mockImplementation((id: string, given: string) => {
      hash = given;
      return Promise.resolve(table(id, hash, list(id, hash)));
    });
    // Two notices of the same state: the second must not replace the first hash as if it were lost.
    saveStartRecord("t5", renewStartRecord(null));
    await Promise.all([commitAndRevealAt("t5"), commitAndRevealAt("t5")]);
    expect(calls.hash).toHaveBeenCalledOnce();
    expect(loadStartRecord("t5")?.earlier).toEqual([]);
  });
  it("does not take what was told before its last step for a start that came to nothing", async () => {
    seals();
    await commitAndReveal(table("t8", null, null));
    expect(calls.reveal).toHaveBeenCalledOnce();
    const hash = calls.hash.mock.calls[0]?.[1] as string;
    calls.table.mockImplementation((id: string) => Promise.resolve(table(id, hash, list(id, hash))));
    expect((await commitAndReveal(table("t8", null, null))).trouble).toBeNull();
    expect(calls.hash).toHaveBeenCalledOnce();
    expect(loadStartRecord("t8")?.earlier).toEqual([]);
  });
  it("shows nothing to another table than the one it was called to", async () => {
    calls.table.mockImplementation(() => Promise.resolve(table("u6", null, null)));
    seals("u6");
    saveStartRecord("t6", renewStartRecord(null));
    expect((await commitAndRevealAt("t6"))?.trouble).toBe("wrong_table");
    expect(calls.reveal).not.toHaveBeenCalled();
  });
  it("leaves a table alone that another page is just opening", async () => {
    // The lobby may be notified before the request that sent the hash is answered; it must not send a second hash.
    expect(await commitAndRevealAt("t7")).toBeNull();
    expect(calls.table).not.toHaveBeenCalled();
    expect(calls.hash).not.toHaveBeenCalled();
  });
});
