import { describe, expect, it } from "vitest";
import type { Event } from "../../lib/types";
import { frames, still } from "./frames";
import { car, position } from "./zugraub.fixture";
import { readView, type ZugraubView } from "./view";

const ev = (kind: string, seat = 0, values: Record<string, number> = {}): Event => ({ kind, seat, values });
const play = (before: ZugraubView, events: Event[], after: ZugraubView) =>
  frames(before, events, after).map((one) => readView(one));
const placeOf = (view: ZugraubView | undefined, seat: number) =>
  view?.pawns.find((pawn) => pawn.seat === seat)?.place;

describe("pictures", () => {
  it("a walk alone is the position itself", () => {
    const before = position();
    const after = position({ pawns: [{ seat: 0, place: "2a3" }, ...before.pawns.slice(1)] });
    expect(play(before, [ev("walked", 0, { from: 19, to: 20 })], after)).toEqual([after]);
  });

  it("a found brain is walked to first and taken then", () => {
    const before = position();
    const after = position({
      pawns: [{ seat: 0, place: "2a1" }, ...before.pawns.slice(1)],
      train: [car("caboose", 0), car("dining", 1, ["a1", "b1"]), car("mail", 2)],
    });
    const pictures = play(
      before,
      [ev("walked", 0, { from: 19, to: 18 }), ev("found", 0, { place: 18, points: 1 })],
      after,
    );
    expect(pictures).toHaveLength(2);
    expect(placeOf(pictures[0], 0)).toBe("2a1");
    expect(pictures[0]?.train[1]?.markers).toContain("a1");
    expect(pictures[1]).toEqual(after);
  });

  it("a new car comes up when somebody stands at the front door", () => {
    const before = position();
    const after = position({
      train: [...before.train, car("bank", 3)],
      pawns: [{ seat: 0, place: "4a2" }, ...before.pawns.slice(1)],
    });
    const events = [ev("left_front", 0, { from: 19, to: 55 }), ev("car", 0, { face: 7, cars: 4 })];
    const pictures = play(before, events, after);
    expect(pictures.map((one) => [one.train.length, placeOf(one, 0)])).toEqual([
      [3, "3f2"],
      [4, "4a2"],
    ]);
  });

  it("the coupling is tried, breaks, is tried again and holds", () => {
    const before = position();
    const after = position({
      train: before.train.slice(1),
      pawns: [
        { seat: 0, place: "1a2" },
        { seat: 1, place: "behind" },
        { seat: 2, place: "1e2" },
        { seat: 3, place: "behind" },
      ],
    });
    const events = [
      ev("checked", 0, { die: 2, cars: 3 }),
      ev("lost_car", 0, { piece: 7, cars: 2 }),
      ev("fell", 1, { cards: 1 }),
      ev("checked", 0, { die: 5, cars: 2 }),
    ];
    const pictures = play(before, events, after);
    expect(pictures.map(({ scene }) => scene?.kind)).toEqual([
      "check",
      "check",
      "broken",
      "check",
      "check",
      undefined,
    ]);
    expect(pictures[0]?.scene).toMatchObject({ die: 2, cars: 3, holds: false, rolling: true });
    expect(pictures[1]?.scene).toMatchObject({ die: 2, cars: 3, holds: false, rolling: false });
    expect(pictures[3]?.scene).toMatchObject({ die: 5, cars: 2, holds: true });
    expect(pictures[2]?.train).toHaveLength(2);
    expect(placeOf(pictures[2], 1)).toBe("behind");
    expect(placeOf(pictures[2], 2)).toBe("1e2");
    // With reduced motion the dice are part of the position.
    expect(readView(still(before, events, after)).checks).toEqual([
      { die: 2, cars: 3, holds: false },
      { die: 5, cars: 2, holds: true },
    ]);
    expect(still(before, [], after)).toBe(after);
  });

  it("a brake is seen before the car goes", () => {
    const before = position();
    const after = position({ train: before.train.slice(1) });
    const events = [ev("braked", 2, { place: 30, cars: 3 }), ev("lost_car", 2, { piece: 7, cars: 2 })];
    const pictures = play(before, events, after);
    expect(pictures.map(({ scene }) => scene?.kind)).toEqual(["braked", "broken", undefined]);
  });

  it("of an unknown event there is only the end", () => {
    const after = position();
    expect(frames(position(), [ev("something_new")], after)).toEqual([after]);
  });
});
