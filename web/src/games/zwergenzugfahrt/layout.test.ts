import { describe, expect, it } from "vitest";
import { boardOf, LONG, SMALL, STATION } from "./boards.fixture";
import { beside, hasWall, nextField, planOf, SMALLEST, type Facing, type Side } from "./layout";

/** Extreme boards that a file may contain: no aisle, 64 fields in a row, a square, and no train at all. */
const ODD = [
  boardOf("lane", ["RRRRRSSSSSSSS", "GGGGGSSSSSSSS"], []),
  boardOf("wide", ["RRRRR......GGGGG", "SSSSSSSSSSSSSSSS", "::::::::::::::::", "................"], []),
  boardOf("square", ["RRR..GGG", ...Array<string>(6).fill("SDSSSSDS"), "RR....GG"], [[8, "acdefh"]]),
  boardOf("field", ["RRRRR", ".....", "GGGGG"], []),
];
const BOARDS = [STATION, SMALL, LONG, ...ODD];
const SCREENS = [
  [812, 470],
  [344, 470],
  [304, 400],
  [700, 900],
] as const;

describe("the plan of a station", () => {
  it.each(BOARDS)("keeps every field of $name large enough and on the picture", (board) => {
    for (const [width, height] of SCREENS) {
      const plan = planOf(board, width, height);
      expect(plan.cell).toBeGreaterThanOrEqual(SMALLEST);
      expect(plan.width).toBe(width);
      expect(plan.boxes.size).toBe(board.fields.length);
      for (const box of plan.boxes.values()) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(plan.width);
        expect(box.y + box.height).toBeLessThanOrEqual(plan.height);
      }
    }
  });

  it("lies across on a wide screen and is turned on a narrow one", () => {
    const wide = planOf(STATION, 812, 470);
    const narrow = planOf(STATION, 344, 470);
    expect([wide.turned, narrow.turned]).toEqual([false, true]);
    const at = (plan: typeof wide, name: string) => plan.boxes.get(name) ?? { x: NaN, y: NaN };
    expect(at(wide, "a5").y).toBeLessThan(at(wide, "a1").y);
    expect(at(wide, "a5").x).toBeLessThan(at(wide, "k5").x);
    // Rotated a quarter turn: column a at the top, row 1 on the left.
    expect(at(narrow, "a1").x).toBeLessThan(at(narrow, "a5").x);
    expect(at(narrow, "a1").y).toBeLessThan(at(narrow, "k1").y);
  });

  it("leaves the track's gap where walls part train and platform, and nowhere else", () => {
    const { boxes, cell } = planOf(STATION, 812, 470);
    const step = (a: string, b: string) => (boxes.get(b)?.y ?? 0) - (boxes.get(a)?.y ?? 0);
    expect(step("a5", "a4")).toBeGreaterThan(cell);
    expect(step("a4", "a3")).toBe(cell);
  });

  it("leads the conductor along the aisle from one end to the other", () => {
    const wide = planOf(STATION, 812, 470);
    expect(wide.walk).toHaveLength(11);
    expect(wide.walk.map(({ x }) => x)).toEqual([...wide.walk.map(({ x }) => x)].sort((a, b) => a - b));
    const ys = planOf(STATION, 344, 470).walk.map(({ y }) => y);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
  });
});

describe("the own side", () => {
  const rowOf = (nearest: number, field: string) => {
    const plan = planOf(STATION, 1000, 500, nearest);
    return boxTop(plan, field) > boxTop(plan, field === "a1" ? "a5" : "a1") ? "below" : "above";
  };
  const boxTop = (plan: ReturnType<typeof planOf>, field: string) => plan.boxes.get(field)?.y ?? NaN;

  it("lies below for either clan, and row 1 for who only looks on", () => {
    const home = (clan: number) => STATION.fields.find((field) => field.home === clan)!;
    for (const clan of [0, 1]) expect(rowOf(clan, `a${home(clan).row}`)).toBe("below");
    expect(rowOf(-1, "a1")).toBe("below");
  });

  it("has its letters and numbers with it, and the arrows point as they do", () => {
    const plan = planOf(STATION, 1000, 500, 0);
    expect(plan.facing).toBe("down");
    const at = (text: string) => plan.labels.find((label) => label.text === text)!;
    expect(at("1").y).toBeLessThan(at("5").y);
    expect(at("a").x).toBeGreaterThan(at("k").x);
    expect(nextField(STATION, "down", "b4", "up")).toBe("b3");
    expect(nextField(STATION, "down", "b4", "left")).toBe("c4");
  });
});

describe("the arrow keys", () => {
  const go = (facing: Facing, name: string, ...sides: Side[]) =>
    sides.reduce<string | null>((at, side) => (at ? nextField(STATION, facing, at, side) : at), name);

  it("go the way they point, over walls too, and stop at the edge", () => {
    expect(go("up", "a5", "down", "right")).toBe("b4");
    expect(go("up", "a5", "left")).toBeNull();
    expect(go("side", "a1", "down", "right")).toBe("b2");
    expect(go("side", "k5", "up", "left")).toBe("j4");
  });

  it("lead over a hole in the board", () => {
    const ring = boardOf("ring", ["RGS", "S S", "..."], []);
    expect(nextField(ring, "up", "a2", "right")).toBe("c2");
  });
});

it("knows neighbours and walls", () => {
  const field = (name: string) => STATION.fields.find((one) => one.name === name)!;
  expect(beside(STATION, "up", field("a5"), "down")?.name).toBe("a4");
  expect(beside(STATION, "side", field("a5"), "left")?.name).toBe("a4");
  expect(beside(STATION, "up", field("a5"), "up")).toBeUndefined();
  expect(hasWall(STATION, "a4", "a5")).toBe(true);
  expect(hasWall(STATION, "c5", "c4")).toBe(false);
});
