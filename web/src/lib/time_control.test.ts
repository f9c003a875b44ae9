import {
  awaySince,
  budgetValue,
  clockText,
  durationText,
  isTimeLow,
  LIVE,
  parseTimeControl,
  remainingText,
  restartAbsence,
  ruleText,
  turnValue,
  untilText,
} from "./time_control";
import { afterEach, describe, expect, it } from "vitest";
import { settings } from "./settings.svelte";
import type { Lang } from "./types";

const HOUR = 3600;
const DAY = 24 * HOUR;
const speak = (lang: Lang) => settings.save({ lang });
afterEach(() => speak("en"));

describe("how long there is", () => {
  it("is said in two steps at most", () => {
    speak("en");
    expect(remainingText(3 * DAY)).toBe("3 days");
    expect(remainingText(3 * DAY - 61)).toBe("2 days 23 h");
    expect(remainingText(DAY)).toBe("1 day");
    expect(remainingText(DAY - 60)).toBe("23 h 59 min");
    expect(remainingText(HOUR)).toBe("1 h");
    expect(remainingText(HOUR - 1)).toBe("59:59");
    expect(remainingText(5.2)).toBe("0:06");
    expect(remainingText(-3)).toBe("0:00");
  });

  it("never shows sixty minutes or seconds", () => {
    for (let seconds = 0; seconds < 2 * DAY; seconds += 7.3)
      expect(remainingText(seconds)).not.toMatch(/60 min|:60/);
    expect(remainingText(HOUR - 0.5)).toBe("1 h");
  });

  it("has the right word for one and for many", () => {
    const said = (lang: Lang, seconds: number) => {
      speak(lang);
      return durationText(seconds);
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
  expect(parseTimeControl(LIVE)).toBeNull();
  expect(parseTimeControl(turnValue(DAY))).toEqual({ kind: "turn", seconds: DAY });
  expect(parseTimeControl(budgetValue(300, 5))).toEqual({ kind: "budget", seconds: 300, increment: 5 });
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
  expect(isTimeLow(60, time)).toBe(false);
  expect(isTimeLow(10, time)).toBe(true);
});

describe("since when somebody is away", () => {
  it("is told with the seats", () => {
    expect(awaySince([], [{ away: null }, { away: 70 }], 100_000, true)).toEqual([null, 30_000]);
    expect(awaySince([5, 5], [{ away: null }, { away: 70 }], 100_000, true)).toEqual([null, 30_000]);
  });

  it("begins now for who has just gone, and goes on for others", () => {
    expect(awaySince([null, 30_000], [{ away: 0 }, { away: 70 }], 200_000, false)).toEqual([200_000, 30_000]);
    expect(awaySince([30_000], [{ away: null }], 200_000, false)).toEqual([null]);
  });

  it("is read as on a clock", () => {
    expect([0, 9.9, 60, 130, 3600].map(clockText)).toEqual(["0:00", "0:09", "1:00", "2:10", "60:00"]);
    expect(clockText(-1)).toBe("0:00");
  });
});

it("gives whoever is to decide the whole time anew", () => {
  expect(restartAbsence([100, null, 300], 2, 900)).toEqual([100, null, 900]);
  expect(restartAbsence([100, null, 300], 1, 900)).toEqual([100, null, 300]);
});
