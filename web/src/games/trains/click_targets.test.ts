import { describe, expect, it } from "vitest";
import type { Choice } from "../../lib/types";
import { flightsBetween } from "./card_flights";
import {
  abilityQuestion,
  clickHand,
  clickPile,
  clickSpace,
  nextTrain,
  pointOf,
  spaceChoices,
  unplayed,
} from "./click_targets";
import { buy, choice, play, position, rail } from "./trains.fixture";
import { inDrawPile, readView } from "./view";
import type { Phase } from "./view_types";

const turn = position();

describe("a card in hand", () => {
  it("without an ability is played at once", () => {
    const train = play("NT", false, 1);
    expect(clickHand(turn, [train], "NT")).toEqual({ send: train });
  });

  it("with an ability asks whether to use it", () => {
    const [use, plain] = [play("LR", true), play("LR")];
    expect(clickHand(turn, [use, plain], "LR")).toEqual({
      ask: { card: "LR", from: "hand", use, plain },
    });
  });

  it("whose ability is not possible still asks, so that the reason can be told", () => {
    const plain = play("LR");
    expect(clickHand(turn, [plain], "LR")).toEqual({
      ask: { card: "LR", from: "hand", use: undefined, plain },
    });
  });

  it("that cannot be played asks the server why", () => {
    expect(clickHand(turn, [], "WA")).toEqual({ refuse: "WA" });
  });

  it.each<[Phase, string, string]>([
    ["mail", "discard", "-"],
    ["conductor", "discard", "-"],
    ["garage", "discard", "-"],
    ["maintain", "choose", "&"],
    ["office", "choose", "&"],
    ["trash", "choose", "&"],
  ])("is chosen by a click in the phase %s", (phase, kind, sign) => {
    const view = position({ phase });
    const offered = choice(`${sign}NT`, { kind, card: "NT" });
    expect(clickHand(view, [offered], "NT")).toEqual({ send: offered });
    expect(clickHand(view, [offered], "LR")).toEqual({ refuse: `${sign}LR` });
    // Cards in the hand are chosen there and not offered a second time.
    expect(abilityQuestion(view, [offered]).cards).toEqual([]);
  });
});

describe("a pile of the supply", () => {
  it("is bought from by a click, or says why not", () => {
    const express = buy("EX");
    expect(clickPile([express], "EX")).toEqual({ send: express });
    expect(clickPile([express], "SK")).toEqual({ refuse: "$SK" });
  });

  it("asks where the card goes while an Early Train is in force", () => {
    const [aside, top] = [buy("EX"), buy("EX", true)];
    expect(clickPile([aside, top], "EX")).toEqual({ ask: { card: "EX", from: "supply", aside, top } });
  });

  it("names a kind where one is asked for", () => {
    const named = choice("?EX", { kind: "name", card: "EX" });
    expect(clickPile([named], "EX")).toEqual({ send: named });
  });
});

describe("a space", () => {
  it("is chosen if it is offered; otherwise the notation fits the phase", () => {
    const there = rail("c6", 2, 1);
    expect(clickSpace(position({ phase: "rail" }), [there], "c6")).toEqual({ send: there });
    expect(clickSpace(position({ phase: "rail" }), [there], "a1")).toEqual({ refuse: "=a1" });
    expect(clickSpace(position({ phase: "station" }), [], "a1")).toEqual({ refuse: "^a1" });
    expect(clickSpace(position({ phase: "start" }), [], "a1")).toEqual({ refuse: "@a1" });
    expect([...spaceChoices([there, play("NT")]).keys()]).toEqual(["c6"]);
  });
});

describe("what an ability asks", () => {
  it.each<[Phase, Choice[]]>([
    ["freight", [choice("#0", { kind: "return", count: 0 }), choice("#1", { kind: "return", count: 1 })]],
    ["signals", [choice("-", { kind: "discard_top" }), choice("^", { kind: "keep_top" })]],
    ["crew", [choice(":draw", { kind: "crew", what: "draw" })]],
    ["mail", [choice("/", { kind: "done" })]],
  ])("in the phase %s are plain answers", (phase, answers) => {
    expect(abilityQuestion(position({ phase }), answers)).toEqual({ cards: [], answers });
  });

  it.each<[Phase, Choice["target"]]>([
    ["name", { kind: "name", card: "EX" }],
    ["reveal", { kind: "take", card: "EX" }],
    ["order", { kind: "put", place: 1, card: "EX" }],
    ["park", { kind: "choose", card: "NT" }],
    ["switch", { kind: "choose", card: "NT" }],
    ["pull", { kind: "choose", card: "NT" }],
    ["wagon", { kind: "take", card: "LE" }],
  ])("in the phase %s are cards", (phase, target) => {
    const offered = choice("x", target);
    const none = choice("/", { kind: "none" });
    expect(abilityQuestion(position({ phase }), [offered, none])).toEqual({
      cards: [offered],
      answers: [none],
    });
  });

  it("of a kind this client does not know is offered in the server's words", () => {
    const strange = choice("!!", { kind: "something_new" });
    expect(abilityQuestion(turn, [strange, play("NT"), buy("EX")])).toEqual({
      cards: [],
      answers: [strange],
    });
  });
});

it("all trains in one go are those that only bring money", () => {
  const [mail, normal] = [play("MT", false, 1), play("NT", false, 1)];
  expect(nextTrain(turn, [play("MT", true), mail, play("LR"), normal])).toBe(normal);
  expect(nextTrain(turn, [mail])).toBeUndefined();
  expect(unplayed(turn, [normal, play("LR", true), play("WA")])).toBe(4);
});

it("a choice points at its card or its space", () => {
  expect(pointOf(rail("c6"))).toEqual({ space: "c6", card: null, kind: "rail" });
  expect(pointOf(buy("EX"))).toEqual({ space: null, card: "EX", kind: "buy" });
  expect(pointOf(null)).toEqual({ space: null, card: null, kind: "" });
});

describe("a view", () => {
  it("is read from counts by kind, the supply from its piles", () => {
    const none = { discard: {}, known: {}, owned: {} };
    const view = readView({
      piles: ["EX", "WA"],
      supply: [20, 70],
      hand: { NT: 3, LR: 2 },
      play: {},
      aside: {},
      box: {},
      players: [{ ...none, owned: { NT: 7 } }, none],
    });
    expect(view.supply).toEqual([
      { kind: "EX", count: 20 },
      { kind: "WA", count: 70 },
    ]);
    expect(view.hand).toEqual([
      { kind: "NT", count: 3 },
      { kind: "LR", count: 2 },
    ]);
    expect(view.players.map(({ owned }) => owned)).toEqual([[{ kind: "NT", count: 7 }], []]);
  });

  it("tells what must lie in the own draw pile", () => {
    const me = {
      hand: 4,
      draw: 5,
      discard: [{ kind: "NT", count: 1 }],
      known: [],
      top: [],
      group: [],
      owned: [
        { kind: "NT", count: 7 },
        { kind: "LR", count: 1 },
      ],
    };
    const view = position({ players: [me, me], play: [{ kind: "NT", count: 1 }] });
    expect(inDrawPile(view)).toEqual([{ kind: "NT", count: 2 }]);
    expect(inDrawPile(position({ you: -1 }))).toEqual([]);
    const shuffling = { ...me, draw: 0 };
    expect(inDrawPile(position({ players: [shuffling, me] }))).toEqual(me.discard);
  });
});

describe("cards that move", () => {
  it("from the hand into play, from the supply to the new ones", () => {
    const before = position();
    const played = position({
      hand: [{ kind: "NT", count: 2 }, ...before.hand.slice(1)],
      play: [{ kind: "NT", count: 1 }],
    });
    expect(flightsBetween(before, played)).toEqual([{ kind: "NT", from: "hand", to: "play" }]);
    const bought = position({
      supply: before.supply.map((pile) => (pile.kind === "EX" ? { ...pile, count: 9 } : pile)),
      aside: [{ kind: "EX", count: 1 }],
    });
    expect(flightsBetween(before, bought)).toEqual([{ kind: "EX", from: "supply", to: "aside" }]);
  });

  it("from the pile when drawn, from the supply when taken, back to it when returned", () => {
    const before = position();
    const drawn = position({ hand: [...before.hand, { kind: "EX", count: 1 }] });
    expect(flightsBetween(before, drawn)).toEqual([{ kind: "EX", from: "pile", to: "hand" }]);
    const less = (kind: string, by: number) =>
      before.supply.map((pile) => (pile.kind === kind ? { ...pile, count: pile.count - by } : pile));
    const taken = position({ hand: [...before.hand, { kind: "EX", count: 1 }], supply: less("EX", 1) });
    expect(flightsBetween(before, taken)).toEqual([{ kind: "EX", from: "supply", to: "hand" }]);
    const returned = position({ hand: before.hand.slice(0, 2), supply: less("WA", -1) });
    expect(flightsBetween(before, returned)).toEqual([{ kind: "WA", from: "hand", to: "supply" }]);
  });

  it("not at all when the turn passes on", () => {
    expect(flightsBetween(position(), position({ turn: 1, hand: [] }))).toEqual([]);
  });
});
