// Generated from spielzug/games/zwergenzugfahrt/say/view_types.py by views.py (`make wire`).

/** 0 is clan Red, 1 is clan Green. */
export type Clan = 0 | 1;

/** A number for each clan. */
export type EachClan = [number, number];

/** Names of fields for each clan. */
export type FieldsOfEachClan = [string[], string[]];

export const FIELD_KINDS = ["platform", "aisle", "door", "seat", "home"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export const MODES = ["turns", "seats", "time"] as const;
export type Mode = (typeof MODES)[number];

export const PHASES = ["turn", "conductor", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const REASONS = ["", "ten_seats", "turns", "time", "blocked", "resigned", "abandoned"] as const;
export type Reason = (typeof REASONS)[number];

/** A field of the board. */
export interface FieldView {
  /** As in chess: letter of the column and number of the row, row 1 at the bottom. */
  name: string;
  column: number;
  row: number;
  kind: FieldKind;
  home: Clan | null;
}

/** The board itself. */
export interface StationView {
  name: string;
  columns: number;
  rows: number;
  fields: FieldView[];
  /** Adjacent fields with no passage between them. */
  walls: [string, string][];
}

/** What never changes during a game. */
export interface ZwergenFactsView {
  seats: number;
  /** The clan that began. */
  first: Clan;
  board: StationView;
  mode: Mode;
  /** In turns. */
  limit: number | null;
  /** Whether the limit counts each clan's turns separately. */
  each: boolean;
  /** On the table's clock, in mode "time". */
  minutes: number | null;
  /** The conductor comes every so many turns. */
  every: number;
  /** How often the coin shows each clan, relatively. */
  coin_shares: EachClan;
  /** How many times a clan may remove a sign. */
  takes: number;
}

/** The position. */
export interface ZwergenStateView {
  /** -1 for a spectator. */
  you: number;
  /** -1 when the game is over. */
  turn: number;
  phase: Phase;
  /** Each dwarf keeps its index. */
  dwarves: FieldsOfEachClan;
  signs: FieldsOfEachClan;
  /** Signs not on the board. */
  stock: EachClan;
  /** The rival's signs that a clan has removed. */
  taken: EachClan;
  kicks: EachClan;
  /** Turns to miss. */
  owes: EachClan;
  /** Seats that count. */
  held: EachClan;
  /** Turns taken by both. */
  turns: number;
  turns_each: EachClan;
  /** In turns; null if the game ends before that. */
  until_conductor: number | null;
  /** The clan that loses a sign. */
  coin: Clan | null;
  /** -1 for nobody. */
  winner: number;
  reason: Reason;
}

/** Everything that a board shows. */
export interface ZwergenView extends ZwergenFactsView, ZwergenStateView {}

export interface PassTarget {
  kind: "pass" | "outside";
}

export interface SignTarget {
  kind: "reserve" | "take" | "conductor";
  field: string;
}

export interface StepTarget {
  kind: "move" | "sit";
  from: string;
  to: string;
}

export interface KickTarget {
  kind: "kick";
  from: string;
  to: string;
  price: number;
}

export type ZwergenTarget = PassTarget | SignTarget | StepTarget | KickTarget;

/** The kinds of events, each with the names of its values. */
export interface EventValues {
  begins: never;
  moved: "from" | "to";
  sat: "from" | "to";
  kicked: "from" | "to";
  sent_home: "from" | "to";
  reserved: "field";
  took: "field";
  penalty: "owes" | "kick";
  missed: "owes";
  tossed: "coin";
  lost_sign: "field" | "chooser";
  no_sign: never;
  passed: never;
  won: "held";
  ended: "red" | "green";
  gave_up: never;
  called_off: never;
}
