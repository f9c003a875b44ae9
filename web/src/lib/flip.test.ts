import { expect, it } from "vitest";
import { compare, invertTransform, midwayTransform, type Rect } from "./flip";

const at = (left: number, top = 0, width = 50): Rect => ({ left, top, width, height: 60 });

it("finds what moved, came and went", () => {
  const before = new Map([
    ["17", at(0)],
    ["81", at(50)],
    ["3", at(100)],
  ]);
  const after = new Map([
    ["81", at(0)],
    ["17", at(50)],
    ["44", at(100)],
  ]);
  const { moved, entered, left } = compare(before, after);
  expect(moved.map(({ key }) => key)).toEqual(["81", "17"]);
  expect(moved[0]).toMatchObject({ from: at(50), to: at(0) });
  expect(entered).toEqual(["44"]);
  expect(left).toEqual(["3"]);
});

it("does not move what stands still, or nearly", () => {
  const { moved } = compare(new Map([["1", at(10)]]), new Map([["1", at(10.3)]]));
  expect(moved).toEqual([]);
});

it("starts a journey where the thing was, in its old size", () => {
  expect(invertTransform(at(100, 20, 25), at(40, 0, 50))).toBe("translate(60.0px, 20.0px) scale(0.500)");
});

it("lifts it on the way", () => {
  expect(midwayTransform(at(100), at(0))).toBe("translate(50.0px, -14.0px) scale(1.000)");
});
