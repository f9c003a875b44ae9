import { expect, it } from "vitest";
import type { Choice } from "../../lib/types";
import { areasOf, changedCells, gridPlace, markersOf, meaningOf } from "./areas";
import { buttonsFor, click } from "./clicks";
import { nameItems, pileThat } from "./journeys";
import type { FieldFactsView, FieldView, GenericView, PieceTarget } from "./view_types";

const inAll = (text: string) => ({ de: text, en: text, fr: text, nl: text });

function field(name: string, given: Partial<FieldFactsView> = {}): FieldFactsView {
  const usual = { kind: "row", by_seat: false, items: "card", on: null, means: null } as const;
  return { name, title: inAll(name), ...usual, ...given };
}

function view(values: Record<string, FieldView>): GenericView {
  return {
    seats: 2,
    languages: ["en"],
    items: { card: { faces: ["", "one", "two", "three"].map(inAll) } },
    fields: [
      field("hand", { kind: "hand", by_seat: true, means: ["a1", "a2"] }),
      field("row", { means: "r" }),
      field("map", { kind: "grid", items: null }),
      field("deck", { kind: "pile" }),
      field("coins", { kind: "number", by_seat: true, items: null }),
      field("pawn", { kind: "marker", by_seat: true, items: null, on: "map" }),
      field("eye", { kind: "marker", items: null, on: "hand" }),
    ].filter(({ name }) => name in values),
    you: 0,
    turn: 0,
    turns: 0,
    reason: "",
    winners: [],
    values,
  };
}

const piece = (name: string, index: number | null, seat: number | null = null): PieceTarget => ({
  field: name,
  seat,
  index,
});
const choiceOf = (kind: string, action: number, ...pieces: PieceTarget[]) =>
  ({ action, label: `choice ${action}`, target: { kind, pieces } }) as unknown as Choice;
const choice = (action: number, ...pieces: PieceTarget[]) => choiceOf("any", action, ...pieces);

it("has an area for each field, and for each seat of a field by seat", () => {
  const shown = view({
    hand: [
      [1, 3],
      [null, null],
    ],
    map: [
      [0, 4],
      [5, 6],
    ],
    deck: { count: 9, top: null },
    coins: [7, null],
    pawn: [3, -1],
    eye: null,
  });
  const areas = areasOf(shown);
  expect(areas.map(({ id }) => id)).toEqual(["hand/0", "hand/1", "map", "deck", "coins/0", "coins/1"]);
  const [mine, theirs, map, deck, ...coins] = areas;
  expect(mine?.cells.map(({ face }) => face)).toEqual(["one", "three"]);
  expect(theirs?.cells.map(({ face }) => face)).toEqual(["", ""]);
  expect([map?.columns, map?.cells.length]).toEqual([2, 4]);
  expect([deck?.count, deck?.cells.length]).toEqual([9, 1]);
  expect(coins.map(({ cells }) => cells[0]?.face)).toEqual(["7", "?"]);
  expect(markersOf(shown)).toEqual([{ title: "pawn", seat: 0, area: "map", cell: 3 }]);
});

it("names the cells of a grid by column and row", () => {
  expect([gridPlace(0, 4), gridPlace(5, 4), gridPlace(30, 30)]).toEqual(["A1", "B2", "31"]);
});

it("knows what a click would mean where nothing can be chosen", () => {
  const [mine, , row] = areasOf(view({ hand: [[1, 3], [2]], row: [1] }));
  expect(mine && meaningOf(mine, 1)).toBe("a2");
  expect(row && meaningOf(row, 0)).toBe("r");
});

it("marks what is new since an earlier view", () => {
  const [before, now] = [view({ row: [1, 2] }), view({ row: [1, 3, 2] })].map((one) => areasOf(one)[0]);
  expect(now && changedCells(before, now)).toEqual([1, 2]);
  expect(now && changedCells(undefined, now)).toEqual([]);
});

it("sends the only choice about a piece, and asks where there are several", () => {
  const couple = choice(1, piece("hand", 0, 0));
  const shunt = choice(2, piece("hand", 0, 0));
  const other = choice(3, piece("hand", 1, 0));
  const all = [couple, shunt, other];
  expect(click(all, [], piece("hand", 1, 0))).toEqual({ send: other });
  const first = click(all, [], piece("hand", 0, 0));
  expect(first).toEqual({ pick: [piece("hand", 0, 0)] });
  expect(buttonsFor(all, [piece("hand", 0, 0)])).toEqual([couple, shunt]);
  expect(click(all, [piece("hand", 0, 0)], piece("hand", 0, 0))).toEqual({ pick: [] });
  expect(click(all, [piece("hand", 0, 0)], piece("hand", 1, 0))).toEqual({ send: other });
  expect(click(all, [], piece("row", 0))).toEqual({ refuse: true });
});

it("takes two clicks for a choice about two pieces", () => {
  const [a, b, sail] = [
    choice(1, piece("hand", 0, 0), piece("map", 2)),
    choice(2, piece("hand", 0, 0), piece("map", 3)),
    choice(3, piece("map", 2)),
  ];
  const rest = choice(4);
  const all = [a, b, sail, rest] as Choice[];
  expect(click(all, [piece("hand", 0, 0)], piece("map", 3))).toEqual({ send: b });
  expect(click(all, [], piece("map", 2))).toEqual({ pick: [piece("map", 2)] });
  expect(buttonsFor(all, [piece("map", 2)])).toEqual([sail]);
  expect(buttonsFor(all, [])).toEqual([rest]);
});

it("asks before the one thing that a card can do, where others can do something else", () => {
  const [low, high, lowShunt] = [piece("hand", 0, 0), piece("hand", 1, 0), piece("hand", 2, 0)];
  const couple = choiceOf("couple", 1, high);
  const shunts = [choiceOf("shunt", 2, low), choiceOf("shunt", 3, lowShunt)] as const;
  expect(click([couple, ...shunts], [], low)).toEqual({ pick: [low] });
  expect(buttonsFor([couple, ...shunts], [low])).toEqual([shunts[0]]);
  expect(click(shunts, [], low)).toEqual({ send: shunts[0] });
});

it("goes on with the card that was picked, or with another one, but not with what fits neither", () => {
  const [one, two] = [piece("hand", 0, 0), piece("hand", 1, 0)];
  const all = [
    choice(1, one, piece("map", 1)),
    choice(2, one, piece("map", 2)),
    choice(3, two, piece("map", 3)),
    choice(4, two, piece("map", 0)),
  ];
  expect(click(all, [one], piece("map", 3))).toEqual({ refuse: true });
  expect(click(all, [one], two)).toEqual({ pick: [two] });
  expect(click(all, [two], piece("map", 3))).toEqual({ send: all[2] });
});

it("follows a card from hand to row, one from the deck, and one that is turned over", () => {
  const at = (hand: number[], theirs: (number | null)[], row: number[], count: number) =>
    areasOf(view({ hand: [hand, theirs], row, deck: { count, top: null } }));
  const before = nameItems(null, at([1, 2], [null], [], 5));
  const [one, two] = before.names.get("hand/0") ?? [];
  const played = nameItems(before, at([1, 3], [null], [2], 4));
  expect(played.names.get("row")).toEqual([two]);
  expect(played.names.get("hand/0")?.[0]).toBe(one);
  const [theirs] = played.names.get("hand/1") ?? [];
  expect(pileThat("shrank", before.areas, played.areas)).toBe("deck");
  const turned = nameItems(played, at([1, 3], [], [2, 3], 4));
  expect(turned.names.get("row")).toEqual([two, theirs]);
  expect(pileThat("grew", played.areas, turned.areas)).toBeNull();
});
