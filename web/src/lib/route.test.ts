import { expect, it } from "vitest";
import { formatRoute, parseRoute, type Route } from "./route";

const ROUTES: [string, Route][] = [
  ["#/", { page: "lobby" }],
  ["#/me", { page: "me" }],
  ["#/lab", { page: "lab" }],
  ["#/open", { page: "open" }],
  ["#/pass/eyJ0.x_y-z", { page: "pass", token: "eyJ0.x_y-z" }],
  ["#/back", { page: "back", code: null }],
  ["#/back/ABCDE-FGHJK", { page: "back", code: "ABCDE-FGHJK" }],
  ["#/learn", { page: "learn", game: null, lesson: null, step: null }],
  ["#/learn/trains", { page: "learn", game: "trains", lesson: null, step: null }],
  ["#/learn/trains/first", { page: "learn", game: "trains", lesson: "first", step: null }],
  ["#/learn/trains/first/rails", { page: "learn", game: "trains", lesson: "first", step: "rails" }],
  ["#/figures", { page: "unnamed", of: "figures" }],
  ["#/review", { page: "unnamed", of: "review" }],
  ["#/compare", { page: "unnamed", of: "compare" }],
  ["#/figures/trains", { page: "figures", game: "trains" }],
  ["#/puzzles", { page: "puzzles", game: null, id: null }],
  ["#/puzzles/trains", { page: "puzzles", game: "trains", id: null }],
  ["#/puzzles/trains/86ecd2fd", { page: "puzzles", game: "trains", id: "86ecd2fd" }],
  ["#/t/abc123", { page: "table", id: "abc123" }],
  ["#/join/eyJ0.x_y-z", { page: "join", token: "eyJ0.x_y-z" }],
  ["#/r/abc", { page: "replay", id: "abc", step: null, seat: null, review: false }],
  ["#/r/abc?step=12&seat=1", { page: "replay", id: "abc", step: 12, seat: 1, review: false }],
  ["#/r/abc?step=12&review=1", { page: "replay", id: "abc", step: 12, seat: null, review: true }],
];

it.each(ROUTES)("reads %s and writes it back", (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
  expect(formatRoute(route)).toBe(hash);
});

it.each([
  "",
  "#",
  "#/t/",
  "#/t/a/b",
  "#/nowhere/x",
  "#/t/<script>",
  "#/learn/a/b/c/d",
  "#/learn/<b>",
  "#/puzzles/a/b/c",
  "#/puzzles/<b>",
  "#/figures/a/b",
  "#/review/<b>",
  "content",
])("shows the lobby for %s", (hash) => {
  expect(parseRoute(hash)).toEqual({ page: "lobby" });
});

it("says what is missing also behind a slash, and finds a review by its game", () => {
  expect(parseRoute("#/compare/")).toEqual({ page: "unnamed", of: "compare" });
  const route = { page: "replay", id: "abc", step: null, seat: null, review: true };
  expect(parseRoute("#/review/abc")).toEqual(route);
});

it("ignores a step that is no number", () => {
  const route = { page: "replay", id: "abc", step: null, seat: null, review: false };
  expect(parseRoute("#/r/abc?step=last")).toEqual(route);
});
