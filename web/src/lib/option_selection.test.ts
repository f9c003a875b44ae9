import { describe, expect, it } from "vitest";
import {
  withOption,
  splitCodes,
  entriesOf,
  fillAtRandom,
  allowedValues,
  isOptionShown,
  isComplete,
  optionsToSend,
  toggleCode,
  joinCodes,
} from "./option_selection";
import type { ByLang, Option } from "./types";

const ALL = ["AM", "BT", "CC", "DS"];
const called = (text: string): ByLang => ({ de: text, en: text, fr: text, nl: text });
const SUPPLY: Option = {
  name: "supply",
  default: "tokyo",
  values: "tokyo, chosen",
  low: 1,
  high: 5,
  names: { "1": "tokyo", "5": "chosen" },
  help: called(""),
  choose: null,
  of: null,
  only: null,
  renamed: null,
};
const KINDS: Option = {
  ...SUPPLY,
  name: "kinds",
  default: "none",
  choose: 2,
  of: ALL.map((code) => ({ code, titles: called(code) })),
};

describe("an option that is several out of a list", () => {
  it("is read and written in the order of the list", () => {
    expect(splitCodes("none")).toEqual([]);
    expect(splitCodes("AM-CC")).toEqual(["AM", "CC"]);
    expect(joinCodes(["CC", "AM"], ALL)).toBe("AM-CC");
    expect(joinCodes([], ALL)).toBe("none");
  });

  it("can be ticked, unticked and filled up by lot", () => {
    expect(toggleCode(["AM"], "BT")).toEqual(["AM", "BT"]);
    expect(toggleCode(["AM", "BT"], "AM")).toEqual(["BT"]);
    expect(fillAtRandom(["CC"], ALL, 3, () => 0)).toEqual(["CC", "AM", "BT"]);
    expect(new Set(fillAtRandom([], ALL, 4)).size).toBe(4);
  });

  it("is asked only where another option says so, and is sent empty otherwise", () => {
    expect(isOptionShown(KINDS, { supply: "tokyo", kinds: "AM-BT" })).toBe(false);
    expect(isOptionShown(KINDS, { supply: "chosen", kinds: "AM-BT" })).toBe(true);
    expect(isOptionShown(SUPPLY, { supply: "tokyo" })).toBe(true);
    const set: Option = { ...SUPPLY, name: "set", low: 0, high: 0, names: { "0": "shipped" } };
    expect(isOptionShown(set, { set: "shipped" })).toBe(false);
    expect(optionsToSend([set], { set: "shipped" })).toEqual({ set: "shipped" });
    expect(optionsToSend([SUPPLY, KINDS], { supply: "tokyo", kinds: "AM-BT" })).toEqual({
      supply: "tokyo",
      kinds: "none",
    });
    expect(optionsToSend([SUPPLY, KINDS], { supply: "chosen", kinds: "AM-BT" }).kinds).toBe("AM-BT");
  });

  it("must be complete before a table can be opened", () => {
    expect(isComplete([SUPPLY, KINDS], { supply: "chosen", kinds: "AM" })).toBe(false);
    expect(isComplete([SUPPLY, KINDS], { supply: "chosen", kinds: "AM-BT" })).toBe(true);
    expect(isComplete([SUPPLY, KINDS], { supply: "tokyo", kinds: "none" })).toBe(true);
  });
});

describe("an option of which each set has other values", () => {
  const BOARD: Option = {
    ...SUPPLY,
    name: "board",
    default: "tokyo",
    only: { shipped: ["tokyo", "osaka"], "own@12": ["island", "tokyo"] },
  };

  it("offers those of the chosen set", () => {
    expect(allowedValues(BOARD, { set: "own@12" })).toEqual(["island", "tokyo"]);
    expect(allowedValues(BOARD, {})).toBeNull();
    expect(allowedValues(SUPPLY, { set: "own@12" })).toBeNull();
  });

  it("calls its entries as the chosen set does", () => {
    const list = { ...KINDS, renamed: { "own@12": { BT: called("Bahn") } } };
    const titles = (set: string) => entriesOf(list, { set }).map((entry) => entry.titles.de);
    expect(titles("own@12")).toEqual(["AM", "Bahn", "CC", "DS"]);
    expect(titles("shipped")).toEqual(ALL);
  });

  it("becomes the first one of another set, and stays as it is otherwise", () => {
    const values = { set: "shipped", board: "osaka", supply: "tokyo" };
    expect(withOption([BOARD, SUPPLY], values, "set", "own@12")).toEqual({
      set: "own@12",
      board: "island",
      supply: "tokyo",
    });
    expect(withOption([BOARD, SUPPLY], values, "supply", "chosen")).toEqual({ ...values, supply: "chosen" });
  });
});
