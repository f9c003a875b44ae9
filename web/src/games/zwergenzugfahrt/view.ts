/**
 * What the server shows of Die Zwergenzugfahrt: facts that never change and the position. Nothing is hidden in this
 * game.
 */
import { spaceMarks, type SpaceMark } from "../board.svelte";

/** 0 is clan Red, 1 is clan Green. */
export type Clan = 0 | 1;
export type FieldKind = "platform" | "aisle" | "door" | "seat" | "home";

export interface Field {
  /** As in chess: column letter and row number, row 1 at the bottom. */
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
  /** Pairs of adjacent fields with no passage between them. */
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

/** Facts that are the same for everyone and never change. */
export interface ZwergenFacts {
  seats: number;
  /** The clan that went first. */
  first: Clan;
  board: StationBoard;
  mode: "turns" | "seats" | "time";
  limit: number | null;
  /** Whether the limit counts each clan's turns separately. */
  each: boolean;
  /** Length of the table's clock, in time mode. */
  minutes: number | null;
  /** The conductor comes every so many turns. */
  every: number;
  /** Relative frequencies of Red and Green on the coin. */
  coin_shares: [number, number];
  /** How many times a clan may remove a sign. */
  takes: number;
}

/** Pairs are indexed by clan. */
export interface ZwergenView extends ZwergenFacts {
  you: number;
  turn: number;
  phase: "turn" | "conductor" | "over";
  /** The dwarves' fields; each dwarf keeps its index. */
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
  /** Turns until the conductor comes; null if the game ends before that. */
  until_conductor: number | null;
  coin: Clan | null;
  winner: number;
  reason: string;
  /** Set only in animation frames: what is happening. */
  scene?: Scene;
}

export type Scene =
  | { kind: "enters" }
  /** `brief`: part of the last frame, so it must disappear on its own. */
  | { kind: "shows"; coin: Clan; field: string | null; brief?: boolean }
  | { kind: "missed"; clan: Clan };

export const CLANS: readonly Clan[] = [0, 1];
/** Seats needed to win. */
export const GOAL = 10;
/** Dwarves, and signs, per clan. */
export const FIVE = 5;

/** Progress of the game from 0 to 1; a clan that has used all its turns waits for the other. */
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

/** Fields that dwarves left or reached and where signs appeared or vanished since an earlier position. */
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
