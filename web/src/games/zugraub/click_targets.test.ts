import { describe, expect, it } from "vitest";
import {
  bringing,
  frontOffer,
  goalOf,
  lootIn,
  lootKey,
  movesOf,
  onCard,
  pathOf,
  plainOf,
  rivalsIn,
} from "./click_targets";
import { choice, position, reachable } from "./zugraub.fixture";
import { brainText, promptOf, rollText, stepsText } from "./texts";
import { tour } from "./tour";
import { brainOf, iqOf, ranking } from "./view";
import { PHASES, type Phase } from "./view_types";

describe("what can be clicked", () => {
  const view = position();
  const choices = reachable(view);

  it("is what the choices name", () => {
    const moves = movesOf(choices);
    expect(moves.get("2a2")?.target.steps).toBe(0);
    expect(moves.get("2a1")?.target).toMatchObject({ steps: 1, marker: true });
    expect(rivalsIn(moves.get("2e2") ?? choice("move"))).toEqual([2]);
    expect(moves.has("3f2")).toBe(false);
    expect(frontOffer(choices)).toBeUndefined();
    expect(frontOffer([choice("front", { steps: 3 })])?.target.steps).toBe(3);
  });

  it("draws the way with or without its start", () => {
    expect(pathOf(choice("move", { to: "2c2", path: ["2b2", "2c2"] }), "2a2")).toEqual(["2a2", "2b2", "2c2"]);
    expect(pathOf(choice("move", { to: "2c2", path: ["2a2", "2b2"] }), "2a2")).toEqual(["2a2", "2b2", "2c2"]);
    expect(pathOf(choice("roll"), "2a2")).toEqual([]);
    expect(pathOf(null, "2a2")).toEqual([]);
  });

  it("finds what a card of the hand can do", () => {
    const both = [
      choice("install", { card: 17, cost: 6 }),
      choice("discard", { card: 17 }),
      choice("boost", { card: 1 }),
    ];
    expect(onCard(both, 17).map(({ target }) => target.kind)).toEqual(["install", "discard"]);
    expect(onCard(both, 5)).toEqual([]);
  });

  it("keeps what needs no target for the buttons, staying among them", () => {
    const kinds = (place: string) =>
      plainOf([...choices, choice("end")], place).map(({ target }) => target.kind);
    expect(kinds("2a2")).toEqual(["move", "end"]);
    expect(kinds("behind")).toEqual(["end"]);
  });
});

describe("spoils", () => {
  const loot = { from: 2, card: 29, head: false };
  const choices = [
    choice("spoil", { ...loot, to: 0, into: "hand" }),
    choice("spoil", { ...loot, to: -1, into: "discard" }),
    choice("spoil", { from: 2, card: 5, head: true, to: 0, into: "head" }),
    choice("done"),
  ];
  it("are a brain first and then its goal", () => {
    expect([...lootIn(choices).keys()]).toEqual([lootKey(loot), "2h5"]);
    expect(bringing(choices, lootKey(loot), "hand0")).toBe(choices[0]);
    expect(bringing(choices, lootKey(loot), "discard-1")).toBe(choices[1]);
    expect(bringing(choices, lootKey(loot), "head0")).toBeUndefined();
    expect(bringing(choices, null, "hand0")).toBeUndefined();
    expect(goalOf(choices[2] ?? choice(""))).toEqual({ into: "head", seat: 0 });
    expect(goalOf(choice("done"))).toBeNull();
  });
});

describe("words", () => {
  it("fit the number", () => {
    expect(stepsText(1)).toBe("1 step");
    expect(stepsText(4)).toBe("4 steps");
    expect([0, 1, 2].map(rollText)).toEqual(["Go on without a die", "Roll 1 die", "Roll 2 dice"]);
  });
  it("tell a card with all its values, and a hidden one as hidden", () => {
    const text = brainText(brainOf(position(), 5));
    for (const part of ["Cuthbert", "cost 3", "hit 1", "run 1", "IQ 78", "two cards"])
      expect(text).toContain(part);
    expect(brainText(undefined)).toBe("face-down card");
  });
  it("ask for something in every phase that asks", () => {
    for (const phase of PHASES.filter((phase) => phase !== "over")) {
      expect(promptOf(position({ phase }), [choice("end")])).not.toBe("");
      expect(promptOf(position({ phase }), [])).toBe("");
    }
    expect(promptOf(position({ phase: "move", reach: 9 }), [choice("move")])).toContain("9 steps");
    expect(promptOf(position({ phase: "move", reach: 1 }), [choice("move")])).toContain("1 step:");
    expect(promptOf(position({ phase: "over" }), [choice("end")])).toBe("");
  });
  it.each<[Phase, string[], string]>([
    ["end", ["end", "install"], "Install a brain, or end the turn."],
    ["end", ["end"], "There is nothing more to do: end the turn."],
    ["end", ["discard", "install"], "Too many cards: install a brain, or discard a card."],
    ["end", ["discard"], "Too many cards: discard one."],
    ["discard", ["discard", "roll"], "Discard cards if you like, then roll."],
    ["discard", ["roll"], "Roll to see how far you walk."],
    ["brawl", ["hit", "pass"], "Play a card for its hit, or pass."],
    ["brawl", ["pass"], "You have no card to play: pass."],
    ["spoils", ["spoil", "done"], "You won: share out the brains."],
    ["spoils", ["done"], "There is nothing left to share out: you are done."],
    ["move", ["move"], "Your zombie has no steps left: it stays here."],
    ["move", ["move", "boost"], "No steps left: stay here, or play a card for its run."],
  ])("ask in the phase %s with %j for no more than that", (phase, kinds, text) => {
    const choices = kinds.map((kind) => choice(kind));
    expect(promptOf(position({ phase, reach: 0 }), choices)).toBe(text);
  });
});

describe("the end", () => {
  it("ranks by IQ, cheese is nothing, equals share a place", () => {
    const view = position({ heads: [17, 48, 5, 0] });
    expect(iqOf(view, 1)).toBe(0);
    expect(ranking(view)).toEqual([
      { seat: 0, iq: 120, place: 1 },
      { seat: 2, iq: 78, place: 2 },
      { seat: 1, iq: 0, place: 3 },
      { seat: 3, iq: 0, place: 3 },
    ]);
  });
});

it("the tour speaks only of what can be done, each thing once", () => {
  const roll = [choice("roll", { dice: 1 })];
  expect(tour(position({ phase: "discard" }), 0, [], [])).toBeNull();
  expect(tour(position({ phase: "discard" }), 0, roll, [])?.id).toBe("goal");
  expect(tour(position({ phase: "discard" }), 0, roll, ["goal"])?.id).toBe("roll");
  expect(tour(position({ phase: "move" }), 0, [choice("front")], ["move"])?.id).toBe("front");
  expect(tour(position({ phase: "move" }), 0, [choice("move")], ["move"])).toBeNull();
});
