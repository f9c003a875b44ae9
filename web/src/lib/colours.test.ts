import { expect, test } from "vitest";
import { boardColours, seatColour } from "./colours";

test("a page sets the colours of its board, and none where the board has none", () => {
  expect(boardColours(["#b3261e", "#1d5c99"])).toBe("--log0: #b3261e; --log1: #1d5c99");
  expect(boardColours()).toBe("");
  expect(seatColour(3)).toBe("var(--log3)");
});
