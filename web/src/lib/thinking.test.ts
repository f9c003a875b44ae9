import { afterEach, describe, expect, it } from "vitest";
import { settings } from "./settings.svelte";
import {
  budgetValue,
  isLate,
  LIVE,
  rough,
  ruleText,
  spanText,
  turnValue,
  untilText,
  wantedTime,
} from "./thinking";
import type { Lang } from "./types";

const HOUR = 3600;
const DAY = 24 * HOUR;
const speak = (lang: Lang) => settings.save({ lang });
afterEach(() => speak("en"));

describe("how long there is", () => {
  it("is said in two steps at most", () => {
    speak("en");
    expect(spanText(3 * DAY)).toBe("3 days");
    expect(spanText(3 * DAY - 61)).toBe("2 days 23 h");
    expect(spanText(DAY)).toBe("1 day");
    expect(spanText(DAY - 60)).toBe("23 h 59 min");
    expect(spanText(HOUR)).toBe("1 h");
    expect(spanText(HOUR - 1)).toBe("59:59");
    expect(spanText(5.2)).toBe("0:06");
    expect(spanText(-3)).toBe("0:00");
  });

  it("never shows sixty minutes or seconds", () => {
    for (let seconds = 0; seconds < 2 * DAY; seconds += 7.3)
      expect(spanText(seconds)).not.toMatch(/60 min|:60/);
    expect(spanText(HOUR - 0.5)).toBe("1 h");
  });

  it("has the right word for one and for many", () => {
    const said = (lang: Lang, seconds: number) => {
      speak(lang);
      return rough(seconds);
    };
    expect([DAY, 2 * DAY].map((one) => said("de", one))).toEqual(["1 Tag", "2 Tage"]);
    expect([DAY, 2 * DAY].map((one) => said("fr", one))).toEqual(["1 jour", "2 jours"]);
    expect([DAY, 2 * DAY].map((one) => said("nl", one))).toEqual(["1 dag", "2 dagen"]);
    expect(said("de", 26 * HOUR)).toBe("1 Tag 2 Std.");
    expect(said("en", 30)).toBe("30 s");
  });
});

describe("until when", () => {
  const now = new Date(2026, 10, 30, 9, 0).getTime();

  it("is a time today, and a day with its time later", () => {
    speak("en");
    expect(untilText(new Date(2026, 10, 30, 10, 5).getTime(), now)).toMatch(/^until 10:05/);
    expect(untilText(new Date(2026, 11, 3, 10, 5).getTime(), now)).toMatch(/^until Thu.*Dec.*10:05/);
  });

  it("is said as each language says it", () => {
    const first = new Date(2026, 11, 1, 10, 5).getTime();
    speak("fr");
    expect(untilText(first, now)).toBe("jusqu’au mar. 1er déc. à 10:05");
    expect(untilText(new Date(2026, 10, 30, 10, 5).getTime(), now)).toBe("jusqu’à 10:05");
    speak("de");
    expect(untilText(first, now)).toBe("bis Di., 1. Dez., 10:05 Uhr");
    speak("nl");
    expect(untilText(first, now)).toBe("tot di 1 dec om 10:05");
  });
});

it("asks for what was chosen", () => {
  expect(wantedTime(LIVE)).toBeNull();
  expect(wantedTime(turnValue(DAY))).toEqual({ kind: "turn", seconds: DAY });
  expect(wantedTime(budgetValue(300, 5))).toEqual({ kind: "budget", seconds: 300, increment: 5 });
});

it("tells the rule of a table", () => {
  speak("en");
  const grace = 60;
  expect(ruleText({ kind: "turn", seconds: DAY, increment: 0, grace })).toContain("1 day for every turn");
  expect(ruleText({ kind: "budget", seconds: 300, increment: 5, grace })).toContain("plus 5 s");
  expect(ruleText({ kind: "budget", seconds: 300, increment: 0, grace })).not.toContain("plus");
});

it("hurries nobody who has just begun", () => {
  const time = { kind: "budget", seconds: 60, increment: 0, grace: 30 } as const;
  expect(isLate(60, time)).toBe(false);
  expect(isLate(10, time)).toBe(true);
});
