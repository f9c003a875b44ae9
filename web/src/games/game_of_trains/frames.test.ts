import { describe, expect, it } from "vitest";
import type { Ev } from "../../lib/types";
import { frames } from "./frames";
import type { Car, TrainsView } from "./view";

const car = (number: number, lock?: number): Car => ({
  number,
  ability: "protect",
  ...(lock === undefined ? {} : { lock }),
});
const train = (text: string) => text.split(" ").map((word) => (word === "." ? null : car(Number(word), 0)));
const view = (change: Partial<TrainsView>): TrainsView => ({
  seats: 2,
  you: 0,
  first: 0,
  turn: 0,
  turns: 0,
  phase: "turn",
  trains: [],
  open: [],
  card: null,
  ability: null,
  hands: [[], []],
  draw_pile: 50,
  discard_pile: 0,
  winner: -1,
  reason: "",
  ...change,
});
const ev = (kind: string, seat: number, a: number, b: number): Ev => ({ kind, seat, a, b });
const show = (picture: unknown) => {
  const { trains, open, card } = picture as TrainsView;
  return {
    trains: trains.map((row) => row.map((one) => one?.number ?? ".").join(" ")),
    open: open.map((one) => one.number).join(" "),
    card: card?.number ?? 0,
  };
};

describe("pictures between two positions", () => {
  it("show a removal step by step: used, removed, cancelled, refilled", () => {
    const before = view({ trains: [train("81 17 3"), train("70 60 50")], open: [car(5), car(9)] });
    const after = view({ trains: [train("81 17 22"), train("70 60 33")], open: [car(9)], turn: 1 });
    const pictures = frames(
      before,
      [
        ev("used", 0, 5, 6),
        ev("removed", 0, 3, 2),
        ev("removed", 1, 50, 2),
        ev("cancelled", -1, 3, 50),
        ev("refilled", 0, 22, 2),
        ev("refilled", 1, 33, 2),
      ],
      after,
    );
    expect(pictures.map(show)).toEqual([
      { trains: ["81 17 3", "70 60 50"], open: "9", card: 5 },
      { trains: ["81 17 .", "70 60 ."], open: "9 3 50", card: 0 },
      { trains: ["81 17 .", "70 60 ."], open: "9", card: 0 },
      { trains: ["81 17 22", "70 60 33"], open: "9", card: 0 },
    ]);
    expect(pictures.at(-1)).toBe(after);
  });

  it("show a replaced car going to the open row before its pair leaves", () => {
    const before = view({ trains: [train("81 17 3")], card: car(40), open: [car(9)] });
    const after = view({ trains: [train("40 17 3")] });
    const pictures = frames(before, [ev("placed", 0, 40, 81), ev("cancelled", -1, 9, 81)], after);
    expect(pictures.map((picture) => show(picture).open)).toEqual(["9 81", ""]);
  });

  it("are one picture where one thing happens", () => {
    const before = view({ trains: [train("81 17 56 41 24")] });
    const after = view({ trains: [train("81 41 24 17 56")] });
    for (const kind of ["moved", "swapped", "drew", "dealt"])
      expect(frames(before, [ev(kind, 0, 17, 1)], after)).toEqual([after]);
    expect(frames(before, [], after)).toEqual([after]);
  });
});
