import { describe, expect, it } from "vitest";
import { behindSlot, carLeft, frontOf, layoutOf, middleOf, pawnBox, scrollTo, slotOf } from "./layout";
import { walk, walkTime } from "./motion";
import { BEHIND } from "./view";
import { zombieLetter, zombieLook } from "./appearance";

describe("the strip", () => {
  it("never makes a space too small for a finger", () => {
    for (const width of [320, 344, 600, 840, 1200])
      for (const cars of [1, 2, 3, 8]) expect(layoutOf(cars, width).cell).toBeGreaterThanOrEqual(32);
  });

  it("fills the width with a short train and scrolls a long one", () => {
    expect(layoutOf(1, 840).width).toBeCloseTo(840, 0);
    expect(layoutOf(6, 840).width).toBeGreaterThan(1500);
  });

  it("has the rear at the left, the front at the right, and those who fell behind", () => {
    const layout = layoutOf(3, 840);
    expect(carLeft(layout, 2)).toBeGreaterThan(carLeft(layout, 1));
    expect(middleOf(layout, "1a2").x).toBeLessThan(middleOf(layout, "1f2").x);
    expect(middleOf(layout, "1f2").x).toBeLessThan(middleOf(layout, "2a2").x);
    expect(middleOf(layout, BEHIND).x).toBeLessThan(carLeft(layout, 1));
    expect(frontOf(layout).x).toBeGreaterThan(middleOf(layout, "3f2").x);
    expect(middleOf(layout, "1a1").y).toBeLessThan(middleOf(layout, "1a3").y);
  });
});

describe("pawns on one space", () => {
  it("all stay on it, up to seven", () => {
    for (let count = 1; count <= 7; count += 1)
      for (let index = 0; index < count; index += 1) {
        const { dx, dy, size } = slotOf(index, count);
        expect(Math.abs(dx) + size / 2).toBeLessThanOrEqual(0.6);
        expect(Math.abs(dy) + size / 2).toBeLessThanOrEqual(0.6);
      }
  });

  it("stand at different places", () => {
    for (const slot of [slotOf, behindSlot])
      for (let count = 2; count <= 7; count += 1) {
        const all = Array.from({ length: count }, (_, index) => slot(index, count));
        expect(new Set(all.map(({ dx, dy }) => `${dx.toFixed(3)} ${dy.toFixed(3)}`)).size).toBe(count);
      }
  });

  it("run behind the train without leaving the picture", () => {
    const layout = layoutOf(2, 344);
    for (let index = 0; index < 7; index += 1) {
      const { x, y, size } = pawnBox(layout, BEHIND, index, 7);
      expect(x).toBeGreaterThanOrEqual(-4);
      expect(x + size).toBeLessThanOrEqual(layout.lead + 4);
      expect(y + size).toBeLessThanOrEqual(layout.height + 4);
    }
  });

  it("differ by letter and by the shape of the badge", () => {
    const seats = [0, 1, 2, 3, 4, 5, 6];
    expect(seats.map(zombieLetter).join("")).toBe("ABCDEFG");
    expect(new Set(seats.map((seat) => zombieLook(seat).badge)).size).toBe(7);
  });
});

describe("the camera", () => {
  it("moves only for what is not well in sight", () => {
    expect(scrollTo(400, 0, 800, 2000)).toBeNull();
    expect(scrollTo(1500, 0, 800, 2000)).toBe(1100);
    expect(scrollTo(10, 900, 800, 2000)).toBe(0);
    expect(scrollTo(790, 0, 800, 800)).toBeNull();
  });
});

describe("walking", () => {
  it("ends where the pawn stands and takes longer for long ways, within reason", () => {
    const frames = walk([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
    expect(frames[0]?.transform).toContain("translate(-10.0px, -10.0px)");
    expect(frames.at(-1)?.transform).toContain("translate(0.0px, 0.0px) rotate(0deg)");
    expect(walkTime(1)).toBeLessThan(walkTime(6));
    expect(walkTime(40)).toBe(walkTime(60));
  });
});
