import { expect, it } from "vitest";
import { gettingReady } from "./ready";
import type { Seat } from "./types";

const seats = ["human", "casual", "greedy", "random", "expert"].map((player): Seat => ({
  name: player,
  player,
  yours: false,
  empty: false,
  connected: true,
  away: null,
  left: player === "human",
  why: null,
  seconds_left: null,
  program: false,
  offered: false,
  since: null,
  invitation: null,
}));
const all = (preparing: number | null) =>
  [...seats.keys(), -1].map((seat) => gettingReady({ seats, preparing }, seat));

it("only levels get ready: neither people nor who plays for them, nor bots that decide at once", () => {
  expect(all(37)).toEqual([null, 37, null, null, 37, null]);
  expect(all(-1)).toEqual([null, -1, null, null, -1, null]);
});

it("nobody does when everything is ready", () => {
  expect(all(null)).toEqual(Array.from({ length: 6 }, () => null));
});
