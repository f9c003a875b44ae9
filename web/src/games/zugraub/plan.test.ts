import { describe, expect, it } from "vitest";
import server from "../../../../src/spielzug/games/zugraub/data/shipped-1.yaml?raw";
import { beside, parsePlace, parsePlan, placeName, placeOfIndex, wayBetween } from "./plan";
import { PLANS } from "./zugraub.fixture";

const planOf = (name: string) => parsePlan(PLANS[name] ?? []);

describe("a plan", () => {
  it("has 18 spaces, named by column and row", () => {
    const { spaces } = planOf("dining");
    expect(spaces).toHaveLength(18);
    expect(spaces[0]?.name).toBe("a1");
    expect(spaces.at(-1)?.name).toBe("f3");
    expect(spaces.filter(({ kind }) => kind === "brain").map(({ name }) => name)).toEqual(["a1", "b1", "f1"]);
  });

  it("tells doors, starts and brakes", () => {
    expect([planOf("dining").rear, planOf("dining").front]).toEqual([true, true]);
    expect([planOf("caboose").rear, planOf("caboose").front]).toEqual([false, true]);
    expect([planOf("engine").rear, planOf("engine").front]).toEqual([true, false]);
    const starts = planOf("caboose").spaces.filter(({ kind }) => kind === "start");
    expect(starts.map(({ start }) => start).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const brakes = planOf("engine").spaces.filter(({ kind }) => kind === "brake");
    expect(brakes.map(({ name }) => name)).toEqual(["e1", "e3"]);
  });

  it("joins walls that touch into one", () => {
    const { walls, closed } = planOf("dining");
    expect(closed(0, 0, "right")).toBe(true);
    expect(closed(1, 0, "below")).toBe(true);
    expect(closed(0, 0, "below")).toBe(false);
    expect(walls).toContainEqual({ x1: 3, y1: 2, x2: 5, y2: 2 });
    expect(walls).toHaveLength(5);
  });

  it("keeps an open front door when trailing blanks were cut off", () => {
    expect(parsePlan((PLANS.dining ?? []).map((line) => line.trimEnd())).front).toBe(true);
  });

  it("that is missing or short is an empty car, not a crash", () => {
    expect(parsePlan([]).spaces.every(({ kind }) => kind === "plain")).toBe(true);
    expect(parsePlan(["+-+"]).walls).toEqual([]);
  });

  it("of every car that ships can be crossed", () => {
    const plans = [...server.matchAll(/plan: \|\n((?: +[+| ].*\n){7})/g)].map(([, text = ""]) => {
      const lines = text.split("\n").slice(0, 7);
      const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
      return parsePlan(lines.map((line) => line.slice(indent)));
    });
    expect(plans.length).toBeGreaterThanOrEqual(16);
    for (const plan of plans) {
      if (!plan.rear || !plan.front) continue;
      const steps = wayBetween([plan], "1a2", "1f2").length;
      expect(steps).toBeGreaterThanOrEqual(6);
      expect(steps).toBeLessThanOrEqual(12);
    }
  });
});

describe("places", () => {
  it("are read and written", () => {
    for (const name of ["1a1", "3c2", "12f3"])
      expect(placeName(parsePlace(name) ?? { car: 0, column: 0, row: 0 })).toBe(name);
    for (const name of ["", "behind", "3g1", "c2", "1a4"]) expect(parsePlace(name)).toBeNull();
  });

  it("come from the numbers in events", () => {
    expect(placeOfIndex(0)).toBe("1a1");
    expect(placeOfIndex(18 + 2 * 3 + 1)).toBe("2c2");
    expect(placeOfIndex(undefined)).toBeNull();
  });

  it("lie beside each other over couplings too", () => {
    expect(beside(2, { car: 1, column: 5, row: 0 }, "right")).toEqual({ car: 2, column: 0, row: 0 });
    expect(beside(2, { car: 2, column: 5, row: 1 }, "right")).toBeNull();
    expect(beside(2, { car: 1, column: 0, row: 1 }, "left")).toBeNull();
    expect(beside(2, { car: 1, column: 0, row: 0 }, "up")).toBeNull();
  });
});

describe("a way", () => {
  const train = [planOf("caboose"), planOf("dining")];
  it("goes round walls and through doors", () => {
    expect(wayBetween([planOf("dining")], "1a2", "1c2")).toEqual(["1a2", "1a3", "1b3", "1c3", "1c2"]);
    expect(wayBetween(train, "1e2", "2a2")).toEqual(["1e2", "1f2", "2a2"]);
  });
  it("leads from door to door, wherever they are", () => {
    const walled = (lines: string[]) => parsePlan(["+-+-+-+-+-+-+", ...lines, "+-+-+-+-+-+-+"]);
    const low = walled(["|. . . . . .|", "+ + + + + + +", "|. . . . . .|", "+ + + + + + +", "|. . . . . . "]);
    const high = walled([
      " . . . . . .|",
      "+ + + + + + +",
      "|. . . . . . ",
      "+ + + + + + +",
      "|. . . . . .|",
    ]);
    expect([low.rear, low.frontRow, high.rearRow, high.frontRow]).toEqual([false, 2, 0, 1]);
    expect(wayBetween([low, high], "1f2", "2a2")).toEqual(["1f2", "1f3", "2a1", "2a2"]);
    expect(wayBetween([high], "behind", "1a2")).toEqual(["behind", "1a1", "1a2"]);
  });
  it("from behind begins at the rear door", () => {
    expect(wayBetween([planOf("dining")], "behind", "1a2")).toEqual(["behind", "1a2"]);
    expect(wayBetween([planOf("dining")], "behind", "1a1")).toEqual(["behind", "1a2", "1a1"]);
  });
  it("that does not exist is a straight line", () => {
    expect(wayBetween([], "1a1", "3c2")).toEqual(["1a1", "3c2"]);
  });
});
