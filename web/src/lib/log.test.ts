import { loadRound, logNotes, saveRound, sentencesSince, withoutUndone } from "./log";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "./types";

const did = (number: number, seat: number, more: Partial<Entry> = {}): Entry => ({
  number,
  seat,
  kind: "decision",
  notation: "",
  back_to: null,
  sentences: [`${seat} did ${number}.`],
  note: null,
  events: [],
  ...more,
});

it("tells what the others have done since one's own last decision", () => {
  const log = [did(0, -1, { kind: "deal" }), did(1, 0), did(2, 1), did(3, 2), did(4, 2)];
  expect(sentencesSince(log, 0)).toEqual(["1 did 2.", "2 did 3.", "2 did 4."]);
  expect(sentencesSince(log, 2)).toEqual([]);
  expect(sentencesSince(log, -1)).toEqual(["0 did 1.", "1 did 2.", "2 did 3.", "2 did 4."]);
});

it("leaves out what was taken back", () => {
  const log = [did(1, 0), did(2, 1), did(3, 1, { kind: "undo", back_to: 2 }), did(4, 1)];
  expect(withoutUndone(log).map(({ number }) => number)).toEqual([1, 4]);
  expect(sentencesSince(log, 0)).toEqual(["1 did 4."]);
});

describe("a round that is kept for a reload", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const shot = { number: 7, seat: 1, view: { is: 7 }, events: [], actor: 0 };
  const kept = { seat: 0, number: 7, since: { is: 6 }, round: [shot] };

  it("comes back for the same seat and the same position only", () => {
    saveRound("t", kept);
    expect(loadRound("t", 0, 7)).toEqual(kept);
    expect(loadRound("t", 0, 8)).toBeNull();
    expect(loadRound("t", 1, 7)).toBeNull();
    expect(loadRound("other", 0, 7)).toBeNull();
  });

  it("is nothing where storage is forbidden or holds something else", () => {
    stored.set("spielzug.round.t", "no JSON");
    expect(loadRound("t", 0, 7)).toBeNull();
    vi.stubGlobal("sessionStorage", undefined);
    expect(() => saveRound("t", kept)).not.toThrow();
    expect(loadRound("t", 0, 7)).toBeNull();
  });
});

const notes = (...items: [seat: number, note: string | null][]) =>
  logNotes(items.map(([seat, note]) => ({ seat, note })));

it("a run of equal notes is said once", () => {
  expect(notes([1, "a"], [1, "a"], [1, "a"])).toEqual(["a", null, null]);
});

it("another seat begins a run of its own", () => {
  expect(notes([1, "a"], [0, null], [1, "a"], [2, "a"])).toEqual(["a", null, "a", "a"]);
});

it("another note is told at once", () => {
  expect(notes([1, "a"], [1, "b"], [1, "b"], [1, null], [1, "b"])).toEqual(["a", "b", null, null, "b"]);
});
