/**
 * What the server shows of a game of Die Zwergenzugfahrt: what never changes, and the position.
 * Nothing is hidden in this game.
 */
import { spaceMarks, type SpaceMark } from "../board.svelte";

/** 0 is clan Red, 1 is clan Green. */
export type Clan = 0 | 1;
export type FieldKind = "platform" | "aisle" | "door" | "seat" | "home";

export interface Field {
  /** Like chess: column letter and row number, row 1 at the bottom. */
  name: string;
  column: number;
  row: number;
  kind: FieldKind;
  home: Clan | null;
}

export interface StationBoard {
  name: string;
  columns: number;
  rows: number;
  fields: Field[];
  /** Pairs of fields with no passage between them. */
  walls: [string, string][];
}

export interface DwarfPiece {
  clan: Clan;
  field: string;
  /** Stays the same for the whole game. */
  id: number;
}

export interface SignPiece {
  clan: Clan;
  field: string;
}

/** What is the same for everybody and from the first picture to the last. */
export interface ZwergenFacts {
  seats: number;
  /** The clan that began. */
  first: Clan;
  board: StationBoard;
  mode: "turns" | "seats" | "time";
  limit: number | null;
  /** Whether the limit counts the turns of each clan. */
  each: boolean;
  /** How long the table's clock runs, in mode time. */
  minutes: number | null;
  /** The conductor comes after so many turns. */
  every: number;
  /** How often his coin shows Red and Green. */
  coin_shares: [number, number];
  /** How often a clan may take a sign away. */
  takes: number;
}

/** Whatever a clan has is listed by clan. */
export interface ZwergenView extends ZwergenFacts {
  you: number;
  turn: number;
  phase: "turn" | "conductor" | "over";
  /** The fields of the dwarves; each keeps its place in the list for the whole game. */
  dwarves: [string[], string[]];
  /** The fields with a sign. */
  signs: [string[], string[]];
  stock: [number, number];
  taken: [number, number];
  kicks: [number, number];
  owes: [number, number];
  held: [number, number];
  turns: number;
  turns_each: [number, number];
  /** In how many turns the conductor comes; null if the game is over by then. */
  until_conductor: number | null;
  coin: Clan | null;
  winner: number;
  reason: string;
  /** Only in the pictures between two positions: what is just happening. */
  scene?: Scene;
}

export type Scene =
  | { kind: "enters" }
  /** Brief: part of the last picture, so that it has to go by itself. */
  | { kind: "shows"; coin: Clan; field: string | null; brief?: boolean }
  | { kind: "missed"; clan: Clan };

export const CLANS: readonly Clan[] = [0, 1];
/** So many seats win. */
export const GOAL = 10;
/** Pieces of a kind that a clan has. */
export const FIVE = 5;

/** How much of the game is over, from 0 to 1; a clan that has had all its turns waits for the other. */
export function shareOfTurns({ limit, each, turns, turns_each }: ZwergenView): number {
  if (!limit) return 0;
  if (!each) return Math.min(1, turns / limit);
  return turns_each.reduce((sum, own) => sum + Math.min(own, limit), 0) / (2 * limit);
}

export const dwarvesOf = (view: ZwergenView): DwarfPiece[] =>
  CLANS.flatMap((clan) =>
    view.dwarves[clan].map((field, index) => ({ clan, field, id: clan * FIVE + index })),
  );

export const signsOf = (view: ZwergenView): SignPiece[] =>
  CLANS.flatMap((clan) => view.signs[clan].map((field) => ({ clan, field })));

const INSIDE: readonly FieldKind[] = ["aisle", "door", "seat"];
export const isInside = (field: Field | undefined): boolean => !!field && INSIDE.includes(field.kind);

/** The fields that dwarves have left and reached and where signs came and went since an earlier position. */
export function changesSince(since: ZwergenView | null, view: ZwergenView): SpaceMark[] {
  if (!since) return [];
  const was = new Map(dwarvesOf(since).map(({ id, field }) => [id, field]));
  const moved = dwarvesOf(view).flatMap(({ id, field }) => {
    const from = was.get(id);
    return from === field ? [] : [{ from, to: field }];
  });
  const signs = (of: ZwergenView) => signsOf(of).map(({ clan, field }) => `${clan}${field}`);
  const [before, now] = [signs(since), signs(view)];
  const fieldsOnlyIn = (some: string[], others: string[]) =>
    some.filter((sign) => !others.includes(sign)).map((sign) => sign.slice(1));
  return spaceMarks(
    [...fieldsOnlyIn(before, now), ...moved.flatMap(({ from }) => from ?? [])],
    [...fieldsOnlyIn(now, before), ...moved.map(({ to }) => to)],
  );
}
