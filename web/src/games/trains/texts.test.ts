import { describe, expect, it } from "vitest";
import { placeholders } from "../../lib/i18n";
import { settings } from "../../lib/settings.svelte";
import { LANGUAGES, type ByLang, type Event, type Entry } from "../../lib/types";
import { PICTURES } from "./glyphs";
import { planOf, spaceWords } from "./layout";
import { CARDS, choice, position, rail, TOKYO } from "./trains.fixture";
import { PROMPTS } from "./prompts";
import { BOARD, cardWords, KINDS, TERRAINS } from "./texts";
import { tour } from "./tour";
import { withoutUndone } from "../../lib/log";
import { boughtIn, builtOn, lastTurns, newsOf } from "./last_turns";
import { rules as de } from "./rules.de";
import { rules as en } from "./rules.en";
import { rules as fr } from "./rules.fr";
import { rules as nl } from "./rules.nl";

settings.lang = "en";
const at = (name: string) => TOKYO.find((space) => space.name === name)!;

describe("the texts of the board", () => {
  it("have the same placeholders in all languages, and none is empty", () => {
    const all: Record<string, ByLang> = { ...TERRAINS, ...KINDS, ...BOARD, ...PROMPTS };
    for (const [key, texts] of Object.entries(all))
      for (const lang of LANGUAGES) {
        expect(texts[lang].trim(), `${key} ${lang}`).not.toBe("");
        expect(placeholders(texts[lang]), `${key} ${lang}`).toEqual(placeholders(texts.en));
      }
  });

  it("ask a question in every phase", () => {
    const phases =
      "start turn rail station freight mail conductor garage signals name reveal order crew park switch pull maintain office trash wagon";
    expect(Object.keys(PROMPTS).sort()).toEqual(phases.split(" ").sort());
  });

  it("have a drawing for each of the 39 kinds", () => {
    expect(Object.keys(PICTURES)).toHaveLength(39);
    expect(new Set(Object.values(PICTURES)).size).toBe(39);
  });
});

describe("a space in words", () => {
  const names = ["Anna", "Bo"];
  it("says the land, the stations, the rails there, the barriers", () => {
    expect(spaceWords(position(), names, at("c5"), undefined)).toBe(
      "Kichijoji (c5), city, 1 of 1 station, 2 points for each rail, rails of Anna",
    );
    expect(spaceWords(position(), names, at("a1"), undefined)).toBe(
      "Chichibu (a1), remote location, 4 points, 4 extra cost",
    );
    expect(spaceWords(position(), names, at("b3"), undefined)).toContain("barrier to Tachikawa");
  });

  it("says what a rail would cost, and the Waste", () => {
    expect(spaceWords(position(), names, at("d5"), rail("d5", 2, 1))).toBe(
      "d5, plain, rails of Bo, you can lay a rail: costs 2, 1 Waste",
    );
    expect(spaceWords(position(), names, at("c4"), rail("c4"))).toContain("you can lay a rail: free");
    expect(spaceWords(position(), names, at("c4"), choice("@c4", { kind: "start", space: "c4" }))).toContain(
      "you can start here",
    );
  });
});

it("a card in words says kind, price, money and points", () => {
  expect(cardWords("MT", CARDS.MT!, 2)).toBe("Mail Train, train, action, price 4, gives 1 money, 2 times");
  expect(cardWords("SK", CARDS.SK!)).toBe("Skyscraper, victory points, price 8, 4 points");
});

describe("the last turns of the others", () => {
  const view = position();
  const [NT, EX, LR] = ["NT", "EX", "LR"].map((code) => view.codes.indexOf(code));
  const space = (name: string) => view.board.spaces.indexOf(at(name));
  type Happened = [kind: string, values?: Record<string, number | undefined>];
  const item = (number: number, seat: number, ...happened: Happened[]): Entry => ({
    number,
    seat,
    kind: seat < 0 ? "deal" : "decision",
    notation: "",
    back_to: null,
    sentences: [`${number}.`],
    note: null,
    events: happened.map(([kind, values = {}]): Event => ({
      kind,
      seat,
      values: values as Record<string, number>,
    })),
  });
  const log = [
    item(0, -1, ["begins"]),
    item(1, 0, ["started", { space: space("c5") }]),
    item(2, 1, ["started", { space: space("d4") }]),
    item(3, 0, ["played", { card: NT, used: 0 }]),
    item(4, 0, ["discarded", { card: LR, count: 2 }], ["cleaned_up"], ["drew"]),
    item(5, 1, ["played", { card: NT, used: 0 }]),
    item(6, 1, ["played", { card: LR, used: 1 }], ["wasted", { count: 1, cause: LR }]),
    item(7, 1, ["laid", { space: space("d5"), cost: 0 }], ["wasted", { count: 1, cause: 39 }]),
    item(8, 1, ["bought", { card: EX, top: 0 }]),
    item(9, 1, ["discarded", { card: NT, count: 3 }], ["cleaned_up"], ["drew"]),
    item(10, 0, ["played", { card: NT, used: 0 }]),
  ];

  it("are told step by step with their spaces and cards", () => {
    const turns = lastTurns(view, log, 0);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.steps.map(({ what, space, card }) => [what, space, card])).toEqual([
      ["play", null, "NT"],
      ["play", null, "LR"],
      ["rail", "d5", null],
      ["buy", null, "EX"],
      ["end", null, null],
    ]);
    expect(lastTurns(view, log, -1).map(({ seat }) => seat)).toEqual([0, 1]);
  });

  it("point at each space once, even if a rail and a station were built there", () => {
    const both = [
      ...log.slice(0, 8),
      item(8, 1, ["station", { space: space("d5"), stations: 1 }]),
      item(9, 1, ["laid", { space: space("e5"), cost: 1 }]),
    ];
    expect(builtOn(lastTurns(view, both, 0))).toEqual(["d5", "e5"]);
  });

  it("are told in a sentence each, in the order played", () => {
    const told = (more: Entry[], you: number) => newsOf(view, [...log, ...more], you, ["Anna", "Bo"]);
    const built = item(11, 1, ["station", { space: space("c5"), stations: 1 }]);
    const again = item(12, 1, ["bought", { card: EX, top: 0 }]);
    expect(told([], 0)).toBe("Bo lays a rail on d5 and buys Express Train.");
    expect(told([built, again, { ...again, number: 13 }], 0)).toBe(
      "Bo builds a station in Kichijoji and buys 2 × Express Train.",
    );
    expect(told([], -1)).toBe("Bo lays a rail on d5 and buys Express Train. Anna builds and buys nothing.");
  });

  it("name the card an ability was about, unless only its owner may know it", () => {
    const asked = [
      ...log.slice(0, 8),
      item(8, 1, ["took", { card: EX }]),
      item(9, 1, ["put_back"]),
      item(10, 1),
    ];
    const steps = lastTurns(view, asked, 0)[0]?.steps.slice(3);
    expect(steps?.map(({ what, card }) => [what, card])).toEqual([
      ["other", "EX"],
      ["other", null],
      ["other", null],
    ]);
  });

  it("leave out what was taken back", () => {
    const back = { ...item(8, 1), kind: "undo" as const, notation: "undo 6", back_to: 6 };
    const undone = [...log.slice(0, 8), back, item(9, 1, ["bought", { card: EX, top: 0 }])];
    expect(withoutUndone(undone).map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 9]);
    expect(boughtIn(lastTurns(view, undone, 0))).toEqual(["EX"]);
  });
});

it("on a phone there is one column; on a desk the map leaves room for the supply", () => {
  expect(planOf(344, 740, TOKYO)).toMatchObject({ narrow: true, map: 344 });
  const desk = planOf(920, 800, TOKYO);
  expect(desk.narrow).toBe(false);
  expect(desk.map).toBeLessThanOrEqual(920 - 250);
  expect(desk.map).toBeGreaterThan(480);
  expect(planOf(1400, 1200, TOKYO).map).toBeGreaterThan(desk.map);
});

it("the tour speaks only of what can be done, each thing once", () => {
  const view = position({ phase: "start" });
  const start = choice("@c5", { kind: "start", space: "c5" });
  expect(tour(view, 0, [], [])).toBeNull();
  expect(tour(null, 0, [start], [])).toBeNull();
  expect(tour(view, 0, [start], [])?.id).toBe("start");
  expect(tour(view, 0, [start], ["start"])).toBeNull();
  const train = choice("NT", { kind: "play", card: "NT", use: false });
  expect(tour(position(), 0, [train], [])?.id).toBe("hand");
  expect(tour(position(), 0, [train], ["hand"])).toBeNull();
  expect(tour(position({ phase: "crew" }), 0, [train], [])).toBeNull();
});

describe("the rules", () => {
  const said = (rules: typeof en, rule: string) =>
    rules.sections.flatMap((section) => section.items).find((item) => item.rule === rule)?.text ?? "";

  it.each([
    [de, "normalen Spiel", "erste Spiele", "U-Bahn-Tunnel"],
    [en, "normal game", "first games", "Subway Excavation"],
    [fr, "partie normale", "premières parties", "Voie souterraine"],
    [nl, "gewone partij", "eerste partijen", "Metrotunnel"],
  ])("name both ways to the cards, and the Waste that still comes", (rules, normal, first, subway) => {
    expect(said(rules, "T1")).toContain(normal);
    expect(said(rules, "T1")).toContain(first);
    expect(said(rules, "T12")).toContain(subway);
  });
});
