import { describe, expect, it } from "vitest";
import { waitedAnew, awaySince, span } from "./away";

describe("since when somebody is away", () => {
  it("is told with the seats", () => {
    expect(awaySince([], [{ away: null }, { away: 70 }], 100_000, true)).toEqual([null, 30_000]);
    expect(awaySince([5, 5], [{ away: null }, { away: 70 }], 100_000, true)).toEqual([null, 30_000]);
  });

  it("begins now for who has just gone, and goes on for others", () => {
    expect(awaySince([null, 30_000], [{ away: 0 }, { away: 70 }], 200_000, false)).toEqual([200_000, 30_000]);
    expect(awaySince([30_000], [{ away: null }], 200_000, false)).toEqual([null]);
  });

  it("is read as on a clock", () => {
    expect([0, 9.9, 60, 130, 3600].map(span)).toEqual(["0:00", "0:09", "1:00", "2:10", "60:00"]);
    expect(span(-1)).toBe("0:00");
  });
});

it("gives whoever is to decide the whole time anew", () => {
  expect(waitedAnew([100, null, 300], 2, 900)).toEqual([100, null, 900]);
  expect(waitedAnew([100, null, 300], 1, 900)).toEqual([100, null, 300]);
});
