import { describe, expect, it, vi } from "vitest";
import { Refusal } from "./api";
import { loadReplay, nextMissing, type LoadedReplay } from "./replay";
import type { Replay, Step } from "./types";

const TOTAL = 12;
const PIECE = 5;

const step = (number: number): Step => ({
  number,
  seat: 0,
  kind: "decision",
  notation: "+",
  back_to: null,
  sentences: [],
  note: null,
  events: [],
  label: "",
  view: { is: number },
});

const piece = (from: number): Replay => {
  const first = from - (from % PIECE);
  const numbers = Array.from({ length: TOTAL }, (_, number) => number).slice(first, first + PIECE);
  return {
    game: "g",
    names: ["A"],
    players: ["human"],
    facts: { board: "map" },
    first,
    total: TOTAL,
    practice: false,
    origin: null,
    steps: numbers.map(step),
  };
};

async function all(
  ask: (from: number) => Promise<Replay>,
  look: () => number,
  wait = () => Promise.resolve(),
): Promise<LoadedReplay[]> {
  const seen: LoadedReplay[] = [];
  for await (const loaded of loadReplay(ask, look, wait)) seen.push(loaded);
  return seen;
}

describe("a replay", () => {
  it("comes in pieces, the one that is looked at first", async () => {
    const ask = vi.fn((from: number) => Promise.resolve(piece(from)));
    const seen = await all(ask, () => 7);
    expect(ask.mock.calls.map(([from]) => from)).toEqual([7, 10, 0]);
    expect(seen.map((loaded) => loaded.count)).toEqual([5, 7, 12]);
    expect(seen[0]?.steps[7]?.view).toEqual({ board: "map", is: 7 });
    expect(seen[0]?.steps[4]).toBeUndefined();
    expect(seen.at(-1)?.steps.map((one) => one?.number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("goes on where somebody jumps to meanwhile", async () => {
    let at = 0;
    const ask = vi.fn((from: number) => Promise.resolve(piece(from)));
    for await (const _ of loadReplay(ask, () => at)) at = 11;
    expect(ask.mock.calls.map(([from]) => from)).toEqual([0, 11, 5]);
  });

  it("of fewer steps than a link says begins all the same", async () => {
    const ask = vi.fn((from: number) => Promise.resolve(piece(from)));
    const seen = await all(ask, () => 99);
    expect(seen.map((loaded) => loaded.count)).toEqual([5, 10, 12]);
  });

  it("waits when it is asked to, but not before anything is there", async () => {
    let refused = 0;
    const wait = vi.fn(() => Promise.resolve());
    const ask = (from: number) =>
      from === 5 && refused++ < 2
        ? Promise.reject(new Refusal("too_fast", 429, "…"))
        : Promise.resolve(piece(from));
    expect((await all(ask, () => 0, wait)).at(-1)?.count).toBe(TOTAL);
    expect(wait).toHaveBeenCalledTimes(2);
    const never = () => Promise.reject(new Refusal("too_fast", 429, "…"));
    await expect(all(never, () => 0, wait)).rejects.toThrow(Refusal);
  });

  it("knows what is missing", () => {
    expect(nextMissing([step(0), undefined, step(2), undefined], 2)).toBe(3);
    expect(nextMissing([undefined, step(1)], 1)).toBe(0);
    expect(nextMissing([step(0)], 5)).toBeNull();
  });
});
