// Generated from spielzug/core/default_view_types.py by views.py (`make wire`).
import type { ByLang } from "../../lib/types";

export type ShownAs = "pile" | "row" | "hand" | "grid" | "number" | "marker";

export interface ItemsView {
  /** The text on each kind; kind 0 is an empty cell. */
  faces: ByLang[];
}

/** How a field is drawn. */
export interface FieldFactsView {
  name: string;
  kind: ShownAs;
  title: ByLang;
  /** Whether its first dimension is the seats. */
  by_seat: boolean;
  items: string | null;
  /** The field on whose cells a marker stands. */
  on: string | null;
  /** The action that a click stands for, of the field or by cell. */
  means: string | string[] | null;
}

export interface PileView {
  count: number;
  /** Null if it is hidden, or there is none. */
  top: Cell;
}

export type Cell = number | null;

/** A field's values, by seat first: kinds of items, numbers, or markers' cells; null if hidden. */
export type FieldView = number | null | Cell[] | Cell[][] | Cell[][][] | PileView | PileView[];

/** What never changes during a game. */
export interface GenericFactsView {
  seats: number;
  languages: string[];
  items: Record<string, ItemsView>;
  fields: FieldFactsView[];
}

/** The position as a seat may see it. */
export interface GenericStateView {
  /** -1 for a spectator. */
  you: number;
  /** -1 when the game is over. */
  turn: number;
  /** Turns completed. */
  turns: number;
  reason: string;
  winners: number[];
  /** By field. */
  values: Record<string, FieldView>;
}

/** Everything that a board shows. */
export interface GenericView extends GenericFactsView, GenericStateView {}

/** A cell that a choice is about, or a whole field. */
export interface PieceTarget {
  field: string;
  /** Whose row, in a field by seat. */
  seat: Cell;
  /** Null for the whole field. */
  index: Cell;
}

export interface GenericTarget {
  kind: string;
  /** There are none for what belongs to the table. */
  pieces: PieceTarget[];
}
