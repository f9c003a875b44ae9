import { expect, it } from "vitest";
import { hasBoard, loadGame, NoBoard, optionsUpFront, posterOf } from ".";
import Blank from "./Blank.svelte";

it("finds the board and the poster of a game by the name of its folder", async () => {
  expect(hasBoard("game_of_trains")).toBe(true);
  expect((await loadGame("game_of_trains")).Board).toBeTruthy();
  expect(posterOf("game_of_trains")).not.toBe(Blank);
});

it("shows the cards of a first and of a normal game at once, where they differ", () => {
  expect(optionsUpFront("trains")).toEqual(["supply", "kinds"]);
  expect(optionsUpFront("zugraub")).toEqual([]);
});

it("has a blank poster for a game it does not know, and says that there is no board", async () => {
  expect(hasBoard("chess")).toBe(false);
  expect(posterOf("chess")).toBe(Blank);
  await expect(loadGame("chess")).rejects.toBeInstanceOf(NoBoard);
});
