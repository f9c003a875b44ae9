import { describe, expect, it } from "vitest";
import { FRAME, isTooFarBehind, frameDuration } from "./animation_timing";

/** Shows entries arriving every `every` milliseconds; returns the total time and how many were animated. */
function shown(entries: number, every: number, fast: boolean, frames = 2) {
  let now = 0;
  let spent = 0;
  let moved = 0;
  let least = Infinity;
  for (let at = 0; at < entries; at++) {
    now = Math.max(now, at * every);
    const waiting = Math.min(entries - 1, Math.floor(now / Math.max(every, 0.001))) - at;
    const moment = { waiting, spent: fast ? spent : null };
    if (isTooFarBehind(moment)) continue;
    const took = frames * frameDuration({ ...moment, quick: false, frames });
    now += took;
    spent += took;
    moved++;
    least = Math.min(least, took);
  }
  return { now, moved, least };
}

describe("as fast as can be followed", () => {
  it("shows everything that six quick bots do within about three seconds", () => {
    for (const entries of [6, 18, 30, 45])
      for (const every of [0, 8, 20]) {
        const { now, moved } = shown(entries, every, true);
        expect(now).toBeLessThanOrEqual(3000 + entries * 20 + 100);
        expect(moved).toBe(entries);
      }
  });

  it("gives a single move its whole time, and many at least a glance", () => {
    expect(shown(1, 0, true, 1).now).toBe(FRAME);
    expect(shown(30, 0, true).least).toBeGreaterThanOrEqual(60);
  });

  it("never takes longer than the other paces do", () => {
    for (const entries of [1, 3, 12])
      expect(shown(entries, 700, true).now).toBeLessThanOrEqual(shown(entries, 700, false).now);
  });

  it("ends, however much there is", () => {
    expect(shown(1000, 1, true).now).toBeLessThan(4200);
  });
});

describe("the other paces", () => {
  it("show movement, faster the more waits, and none when hopelessly behind", () => {
    expect(frameDuration({ waiting: 0, spent: null, quick: false, frames: 3 })).toBe(FRAME);
    expect(frameDuration({ waiting: 1, spent: null, quick: false, frames: 3 })).toBe(FRAME / 2);
    expect(isTooFarBehind({ waiting: 4, spent: null })).toBe(false);
    expect(isTooFarBehind({ waiting: 5, spent: null })).toBe(true);
  });
});
