import { botAbout, colon, compileProgress, dateText, joinNames, optionWord } from "./words";
import type { Game, Lang, Seat } from "./types";
import { afterEach, describe, expect, it } from "vitest";
import { settings } from "./settings.svelte";

const speak = (lang: Lang) => settings.save({ lang });
afterEach(() => speak("en"));

describe("words that several pages use", () => {
  it("list names as each language does", () => {
    expect([[], ["Anna"], ["Anna", "Bo"], ["Anna", "Bo", "Cleo"]].map(joinNames)).toEqual([
      "",
      "Anna",
      "Anna and Bo",
      "Anna, Bo and Cleo",
    ]);
    speak("de");
    expect(joinNames(["Anna", "Bo", "Cleo"])).toBe("Anna, Bo und Cleo");
  });

  it("tell a day from a date and from seconds, and nothing of what is neither", () => {
    const noon = new Date(2026, 10, 17, 12, 5);
    speak("de");
    expect(dateText(noon.getTime() / 1000)).toBe("17.11.2026, 12:05");
    expect(dateText(noon.toISOString())).toBe("17.11.2026, 12:05");
    expect(dateText("soon")).toBe("");
  });

  it("call options what people call them, and otherwise as they are", () => {
    const words = { first: { en: "Who begins" }, "first=lot": { en: "by lot" } };
    const game = { option_words: words } as unknown as Game;
    expect(optionWord(game, "first")).toBe("Who begins");
    expect(optionWord(game, "first", "lot")).toBe("by lot");
    expect(optionWord(game, "turn_limit")).toBe("turn limit");
    expect(optionWord(game, "first", "2")).toBe("2");
  });

  it("leave room before a colon only in French", () => {
    expect(colon()).toBe(":");
    speak("fr");
    expect(colon()).toMatch(/^\s:$/);
  });

  it("say nothing of a bot that nobody knows", () => {
    expect(botAbout("casual")).not.toBe("");
    expect(botAbout("nobody")).toBe("");
  });
});

const seats = ["human", "casual", "greedy", "random", "expert"].map((player): Seat => ({
  name: player,
  player,
  yours: false,
  empty: false,
  connected: true,
  away: null,
  left: player === "human",
  why: null,
  seconds_left: null,
  program: false,
  offered: false,
  since: null,
  invitation: null,
}));
const all = (preparing: number | null) =>
  [...seats.keys(), -1].map((seat) => compileProgress({ seats, preparing }, seat));

it("only levels get ready: neither people nor who plays for them, nor bots that decide at once", () => {
  expect(all(37)).toEqual([null, 37, null, null, 37, null]);
  expect(all(-1)).toEqual([null, -1, null, null, -1, null]);
});

it("nobody does when everything is ready", () => {
  expect(all(null)).toEqual(Array.from({ length: 6 }, () => null));
});
