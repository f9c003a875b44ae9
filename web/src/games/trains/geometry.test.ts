import { describe, expect, it } from "vitest";
import {
  areNeighbours,
  bounds,
  centre,
  clampBox,
  edgeBetween,
  moved,
  namedLines,
  nextSpace,
  RADIUS,
  revealing,
  slotOf,
  WIDTH,
  zoomed,
} from "./geometry";
import { TOKYO } from "./trains.fixture";

const at = (name: string) => TOKYO.find((space) => space.name === name)!;
const whole = bounds(TOKYO);

describe("the map", () => {
  it("has eight rows of ten and nine spaces, all inside", () => {
    expect(TOKYO).toHaveLength(76);
    for (const space of TOKYO) {
      const { x, y } = centre(space);
      expect(x - WIDTH / 2).toBeGreaterThanOrEqual(0);
      expect(x + WIDTH / 2).toBeLessThanOrEqual(whole.width);
      expect(y - RADIUS).toBeGreaterThanOrEqual(0);
      expect(y + RADIUS).toBeLessThanOrEqual(whole.height);
    }
  });

  it("is as large as the spaces that are there", () => {
    const inner = TOKYO.filter(({ name }) => ["c4", "c5", "d4"].includes(name));
    const box = bounds(inner);
    expect(box.width).toBeCloseTo(whole.width - 8 * WIDTH);
    for (const space of inner) {
      const { x, y } = centre(space);
      expect(x - WIDTH / 2).toBeGreaterThan(box.x);
      expect(x + WIDTH / 2).toBeLessThan(box.x + box.width);
      expect(y - RADIUS).toBeGreaterThan(box.y);
      expect(y + RADIUS).toBeLessThan(box.y + box.height);
    }
    expect(bounds([]).width).toBeGreaterThan(0);
  });

  it("neighbours are exactly the spaces one width away", () => {
    for (const a of TOKYO)
      for (const b of TOKYO) {
        const [p, q] = [centre(a), centre(b)];
        const near = a !== b && Math.hypot(p.x - q.x, p.y - q.y) < WIDTH * 1.01;
        expect(areNeighbours(a, b), `${a.name} ${b.name}`).toBe(near);
      }
    expect(areNeighbours(at("b3"), at("c3"))).toBe(true);
    expect(areNeighbours(at("c3"), at("b2"))).toBe(true);
    expect(areNeighbours(at("c3"), at("b4"))).toBe(false);
  });

  it("a barrier lies on the edge, as far from both spaces", () => {
    const [from, to] = edgeBetween(at("b3"), at("c3"), 1);
    expect(Math.hypot(from.x - to.x, from.y - to.y)).toBeCloseTo(RADIUS);
    for (const end of [from, to])
      for (const name of ["b3", "c3"]) {
        const middle = centre(at(name));
        expect(Math.hypot(end.x - middle.x, end.y - middle.y)).toBeCloseTo(RADIUS);
      }
  });

  it("arrows lead along a row and zigzag down a column, and stop at the end", () => {
    expect(nextSpace(TOKYO, "c5", "right")).toBe("c6");
    expect(nextSpace(TOKYO, "c1", "left")).toBeNull();
    expect(nextSpace(TOKYO, "a1", "down")).toBe("b1");
    expect(nextSpace(TOKYO, "b1", "down")).toBe("c1");
    expect(nextSpace(TOKYO, "c1", "up")).toBe("b1");
    expect(nextSpace(TOKYO, "a10", "down")).toBe("b9");
    expect(nextSpace(TOKYO, "h3", "down")).toBeNull();
    expect(nextSpace(TOKYO, "nowhere", "up")).toBeNull();
  });

  it("every space can be reached with the arrows", () => {
    const reached = new Set(["e5"]);
    for (const name of reached)
      for (const side of ["up", "down", "left", "right"] as const) {
        const next = nextSpace(TOKYO, name, side);
        if (next) reached.add(next);
      }
    expect(reached.size).toBe(76);
  });
});

describe("the rails of several players", () => {
  it.each([2, 3, 4])("run side by side in all directions with %i seats", (seats) => {
    const slots = Array.from({ length: seats }, (_, seat) => slotOf(seats, seat));
    for (const angle of [0, 60, 120]) {
      const turn = (angle * Math.PI) / 180;
      const places = slots.map(({ x, y }) => -x * Math.sin(turn) + y * Math.cos(turn)).sort((a, b) => a - b);
      for (let i = 1; i < places.length; i++)
        expect(places[i]! - places[i - 1]!, `${angle}°`).toBeGreaterThan(5.5);
    }
  });

  it.each([2, 3, 4])("the cubes of %i seats do not cover each other", (seats) => {
    for (let a = 0; a < seats; a++)
      for (let b = 0; b < a; b++) {
        const [p, q] = [slotOf(seats, a), slotOf(seats, b)];
        expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(20);
      }
  });
});

describe("zooming", () => {
  it("keeps the point under the fingers and never leaves the map", () => {
    const point = { x: 300, y: 200 };
    const box = zoomed(whole, whole, 2, point);
    expect(box.width).toBeCloseTo(whole.width / 2);
    expect((point.x - box.x) / box.width).toBeCloseTo(point.x / whole.width);
    expect(clampBox({ x: -500, y: 9000, width: 1, height: 1 }, whole)).toMatchObject({
      x: 0,
      width: whole.width / 4,
    });
    const away = moved(box, whole, 9000, -9000);
    expect(away.x + away.width).toBeCloseTo(whole.width);
    expect(away.y).toBe(0);
    expect(zoomed(box, whole, 0.1, point)).toMatchObject({ x: 0, width: whole.width });
  });

  it("moves just so far that a space is seen", () => {
    const box = zoomed(whole, whole, 3, { x: 0, y: 0 });
    const seen = revealing(box, whole, at("h9"));
    const { x, y } = centre(at("h9"));
    expect(x + WIDTH / 2).toBeLessThanOrEqual(seen.x + seen.width + 0.001);
    expect(y + RADIUS).toBeLessThanOrEqual(seen.y + seen.height + 0.001);
    expect(revealing(box, whole, at("a1"))).toEqual(box);
  });
});

it("long names stand on two lines of at most ten letters", () => {
  expect(namedLines("Ikebukuro-Ueno")).toEqual(["Ikebukuro-", "Ueno"]);
  expect(namedLines("Kansai Airport")).toEqual(["Kansai", "Airport"]);
  expect(namedLines("Urawa")).toEqual(["Urawa"]);
  expect(namedLines("")).toEqual([]);
  for (const { title } of TOKYO)
    for (const line of namedLines(title)) expect(line.length, line).toBeLessThanOrEqual(10);
});
