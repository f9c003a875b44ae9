import { afterEach, describe, expect, it } from "vitest";
import { settings } from "./settings.svelte";
import type { Game, Lang } from "./types";
import { botAbout, colon, dateText, listing, optionWord } from "./words";

const speak = (lang: Lang) => settings.save({ lang });
afterEach(() => speak("en"));

describe("words that several pages use", () => {
  it("list names as each language does", () => {
    expect([[], ["Anna"], ["Anna", "Bo"], ["Anna", "Bo", "Cleo"]].map(listing)).toEqual([
      "",
      "Anna",
      "Anna and Bo",
      "Anna, Bo and Cleo",
    ]);
    speak("de");
    expect(listing(["Anna", "Bo", "Cleo"])).toBe("Anna, Bo und Cleo");
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
