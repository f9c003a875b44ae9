/** What the server shows of a position of Die Zwergenzugfahrt. Nothing is hidden in this game. */

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

export interface DwarfsView {
  seats: number;
  you: number;
  turn: number;
  phase: "turn" | "conductor" | "over";
  board: StationBoard;
  dwarves: DwarfPiece[];
  signs: SignPiece[];
  stock: [number, number];
  taken: [number, number];
  kicks: [number, number];
  owes: [number, number];
  held: [number, number];
  turns: number;
  turns_each: [number, number];
  mode: "turns" | "seats" | "time";
  limit: number | null;
  /** Whether the limit counts the turns of each clan. */
  each: boolean;
  /** How long the table's clock runs, in mode time. */
  minutes: number | null;
  until_conductor: number;
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
/** Pieces of a kind that a clan has, and how often it may take a sign away. */
export const FIVE = 5;
/** The conductor comes after so many turns. */
export const ROUND = 7;

const INSIDE: readonly FieldKind[] = ["aisle", "door", "seat"];
export const isInside = (field: Field | undefined): boolean => !!field && INSIDE.includes(field.kind);
