import { expect, it } from "vitest";
import { changesSince as inTrains } from "./game_of_trains/view";
import type { GameOfTrainsView } from "./game_of_trains/view_types";
import { changesSince as inRobbery } from "./zugraub/plan";
import { BEHIND, type ZugraubView } from "./zugraub/view";
import { changesSince as inStation, type ZwergenView } from "./zwergenzugfahrt/view";

it("marks the places of a train where another car stands, and new open cars", () => {
  const at = (trains: (number | null)[][], open: number[]) => ({ trains, open }) as GameOfTrainsView;
  const before = at([[9, 8, 7], [30, 20, 10]], [40, 41]); // prettier-ignore
  const now = at([[9, 8, 7], [30, 21, null]], [41, 20]); // prettier-ignore
  expect(inTrains(before, now)).toEqual({ places: [[], [2, 3]], open: [20] });
  expect(inTrains(before, before)).toEqual({ places: [[], []], open: [] });
  expect(inTrains(null, now)).toEqual({ places: [], open: [] });
});

it("marks from where and to where dwarves went, and signs that came and went", () => {
  const at = (dwarves: [string[], string[]], signs: [string[], string[]]) =>
    ({ dwarves, signs }) as ZwergenView;
  const before = at([["d5", "e5"], ["d1"]], [["g4"], []]);
  const now = at([["d5", "e4"], ["d1"]], [[], ["e2"]]);
  expect(inStation(before, now)).toEqual([
    { space: "g4", what: "from" },
    { space: "e5", what: "from" },
    { space: "e2", what: "to" },
    { space: "e4", what: "to" },
  ]);
  // A space that one piece left and another reached counts as reached.
  const swapped = at([["e5", "f5"], ["d1"]], [["g4"], []]);
  expect(inStation(before, swapped)).toEqual([
    { space: "d5", what: "from" },
    { space: "e5", what: "to" },
    { space: "f5", what: "to" },
  ]);
  expect(inStation(null, now)).toEqual([]);
});

it("marks spaces of the train as they are called now, though cars were lost behind", () => {
  const car = (serial: number, ...markers: string[]) => ({ serial, markers });
  const at = (train: object[], ...places: string[]) =>
    ({ train, pawns: places.map((place, seat) => ({ seat, place })) }) as ZugraubView;
  const before = at([car(1), car(2, "c2"), car(3)], "1a1", "2b2", "3a2", BEHIND);
  const now = at([car(2), car(3)], BEHIND, "1c2", "2a2", BEHIND);
  // The first pawn's car is gone; the third pawn has not moved, but its car has a lower number now.
  expect(inRobbery(before, now)).toEqual([
    { space: "1c2", what: "to" },
    { space: "1b2", what: "from" },
  ]);
  expect(inRobbery(null, now)).toEqual([]);
});
