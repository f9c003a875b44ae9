import { describe, expect, it } from "vitest";
import type { Event } from "../../lib/types";
import { frames } from "./frames";
import type { GameOfTrainsView } from "./view_types";

const train = (text: string) => text.split(" ").map((word) => (word === "." ? null : Number(word)));
const view = (change: Partial<GameOfTrainsView>): GameOfTrainsView => ({
  seats: 2,
  first: 0,
  abilities: [],
  ability_names: {} as GameOfTrainsView["ability_names"],
  you: 0,
  turn: 0,
  turns: 0,
  phase: "turn",
  trains: [],
  locks: (change.trains ?? []).map((cars) => cars.map(() => 0)),
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
const event = (kind: string, seat: number, values: Event["values"]): Event => ({ kind, seat, values });
const show = (picture: unknown) => {
  const { trains, open, card } = picture as GameOfTrainsView;
  return {
    trains: trains.map((row) => row.map((car) => car ?? ".").join(" ")),
    open: open.join(" "),
    card: card ?? 0,
  };
};

describe("pictures between two positions", () => {
  it("show a removal step by step: used, removed, cancelled, refilled", () => {
    const before = view({ trains: [train("81 17 3"), train("70 60 50")], open: [5, 9] });
    const after = view({ trains: [train("81 17 22"), train("70 60 33")], open: [9], turn: 1 });
    const pictures = frames(
      before,
      [
        event("used", 0, { car: 5, ability: 6 }),
        event("removed", 0, { car: 3, place: 2 }),
        event("removed", 1, { car: 50, place: 2 }),
        event("cancelled", -1, { car: 3, other: 50 }),
        event("refilled", 0, { car: 22, place: 2 }),
        event("refilled", 1, { car: 33, place: 2 }),
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
    const before = view({ trains: [train("81 17 3")], card: 40, open: [9] });
    const after = view({ trains: [train("40 17 3")] });
    const pictures = frames(
      before,
      [event("placed", 0, { car: 40, old: 81 }), event("cancelled", -1, { car: 9, other: 81 })],
      after,
    );
    expect(pictures.map((picture) => show(picture).open)).toEqual(["9 81", ""]);
  });

  it("are one picture where one thing happens", () => {
    const before = view({ trains: [train("81 17 56 41 24")] });
    const after = view({ trains: [train("81 41 24 17 56")] });
    for (const happened of [
      event("moved", 0, { car: 17, by: 2 }),
      event("swapped", 0, { car: 17, other: 56 }),
      event("drew", 0, {}),
      event("dealt", 0, { car: 17, place: 1 }),
    ])
      expect(frames(before, [happened], after)).toEqual([after]);
    expect(frames(before, [], after)).toEqual([after]);
  });

  it("show a car without its protection as soon as it has been replaced", () => {
    const before = view({ trains: [train("81 17 3")], locks: [[0, 10, 0]], card: 20, open: [9] });
    const after = view({ trains: [train("81 20 3")] });
    const pictures = frames(
      before,
      [
        event("lost_protection", 0, { car: 17, lock: 10 }),
        event("placed", 0, { car: 20, old: 17 }),
        event("cancelled", -1, { car: 9, other: 17 }),
      ],
      after,
    ) as GameOfTrainsView[];
    expect(show(pictures[0])).toEqual({ trains: ["81 20 3"], open: "9 17", card: 0 });
    expect(pictures[0]?.locks[0]).toEqual([0, 0, 0]);
  });
});
