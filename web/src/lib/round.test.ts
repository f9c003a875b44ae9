import { expect, it } from "vitest";
import { newsFor, standing } from "./round";
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
  expect(newsFor(log, 0)).toEqual(["1 did 2.", "2 did 3.", "2 did 4."]);
  expect(newsFor(log, 2)).toEqual([]);
  expect(newsFor(log, -1)).toEqual(["0 did 1.", "1 did 2.", "2 did 3.", "2 did 4."]);
});

it("leaves out what was taken back", () => {
  const log = [did(1, 0), did(2, 1), did(3, 1, { kind: "undo", back_to: 2 }), did(4, 1)];
  expect(standing(log).map(({ number }) => number)).toEqual([1, 4]);
  expect(newsFor(log, 0)).toEqual(["1 did 4."]);
});
