import { expect, it } from "vitest";
import { notesOf } from "./notes";

const notes = (...items: [seat: number, note: string | null][]) =>
  notesOf(items.map(([seat, note]) => ({ seat, note })));

it("a run of equal notes is said once", () => {
  expect(notes([1, "a"], [1, "a"], [1, "a"])).toEqual(["a", null, null]);
});

it("another seat begins a run of its own", () => {
  expect(notes([1, "a"], [0, null], [1, "a"], [2, "a"])).toEqual(["a", null, "a", "a"]);
});

it("another note is told at once", () => {
  expect(notes([1, "a"], [1, "b"], [1, "b"], [1, null], [1, "b"])).toEqual(["a", "b", null, null, "b"]);
});
