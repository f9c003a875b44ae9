// Generated from spielzug/games/trains/say/view_types.py by views.py (`make wire`).
import type { ByLang } from "../../lib/types";

/** `none` is a hole in the board. */
export type Terrain = "plain" | "river" | "mountain" | "city" | "remote" | "sea" | "none";

export const SORTS = ["train", "rail", "station", "action", "victory", "waste"] as const;
export type CardKind = (typeof SORTS)[number];

export type Effect =
  | "dump_site"
  | "collaboration"
  | "steel_bridge"
  | "tunnel"
  | "viaduct"
  | "subway_excavation"
  | "early_train"
  | "ironworks";

export const CREW_CHOICES = ["draw", "money", "waste"] as const;
export type CrewChoice = (typeof CREW_CHOICES)[number];

export const PHASES = [
  "start",
  "turn",
  "rail",
  "station",
  "freight",
  "mail",
  "conductor",
  "garage",
  "signals",
  "name",
  "reveal",
  "order",
  "crew",
  "park",
  "switch",
  "pull",
  "maintain",
  "office",
  "trash",
  "wagon",
  "over",
] as const;
export type Phase = (typeof PHASES)[number];

export const REASONS = [
  "",
  "four_piles",
  "cubes",
  "stations",
  "turn_limit",
  "resigned",
  "abandoned",
] as const;
export type Reason = (typeof REASONS)[number];

/** A space of the map. */
export interface TrainsSpaceView {
  /** Letter of the row from the top and number from the left, like "c4". */
  name: string;
  row: number;
  column: number;
  terrain: Terrain;
  /** As printed on the board; empty for most spaces. */
  title: string;
  /** The stations that a city can hold. */
  capacity: number;
  /** The number in the star of a remote location. */
  value: number;
}

/** The map. */
export interface TrainsBoardView {
  name: string;
  title: ByLang;
  /** Events refer to a space by its index. */
  spaces: TrainsSpaceView[];
  barriers: [string, string][];
}

/** A kind of cards. */
export interface TrainsCardView {
  id: string;
  title: ByLang;
  cost: number;
  money: number;
  points: number;
  kinds: CardKind[];
  help: ByLang;
}

/** What never changes during a game. */
export interface TrainsFactsView {
  seats: number;
  /** The seat that began. */
  first: number;
  /** In turns. */
  limit: number | null;
  board: TrainsBoardView;
  /** Of a cube in a city, by the number of stations there. */
  city_points: number[];
  /** How many end the game. */
  empty_piles: number;
  /** Of every kind of cards; events refer to a kind by its index. */
  codes: string[];
  /** The kinds in this game, by code. */
  cards: Record<string, TrainsCardView>;
  /** The codes of the kinds in the supply. */
  piles: string[];
}

/** The cards of a seat; all by number but those that everybody or the viewer knows. */
export interface TrainsPlayerView {
  hand: number;
  draw: number;
  discard: Record<string, number>;
  /** Cards in hand that everybody has seen. */
  known: Record<string, number>;
  /** Of the draw pile as the viewer knows it, topmost first; "?" is unknown. */
  top: string[];
  /** On the draw pile, in an order that only the owner knows. */
  group: string[];
  owned: Record<string, number>;
}

/** The points of a seat and where they come from. */
export interface TrainsScoreView {
  track: number;
  cities: number;
  remote: number;
  cards: number;
  /** On the board: the tie-breaker. */
  cubes: number;
  total: number;
}

/** The position as a seat may see it. */
export interface TrainsStateView {
  /** -1 for a spectator. */
  you: number;
  /** -1 when the game is over. */
  turn: number;
  phase: Phase;
  /** By seat the spaces with a cube. */
  cubes: string[][];
  /** By seat the cubes not on the board. */
  stock: number[];
  /** By space. */
  stations: Record<string, number>;
  /** Stations not on the board. */
  tokens: number;
  track: number[];
  points: number[];
  /** The cards left in each of the `piles`. */
  supply: number[];
  /** The viewer's. */
  hand: Record<string, number>;
  players: TrainsPlayerView[];
  /** Played this turn. */
  play: Record<string, number>;
  /** Bought and gained this turn. */
  aside: Record<string, number>;
  /** Trashed. */
  box: Record<string, number>;
  /** Revealed by Information Central. */
  row: string[];
  /** The card looked at with Signals. */
  look: string;
  money: number;
  /** Until the end of the turn. */
  effects: Effect[];
  /** Whether something was played or bought this turn. */
  acted: boolean;
  /** Turns completed. */
  turns: number;
  winners: number[];
  reason: Reason;
  /** Empty before the end. */
  final: TrainsScoreView[];
}

/** Everything that a board shows. */
export interface TrainsView extends TrainsFactsView, TrainsStateView {}

export interface TrainsPlainTarget {
  kind: "end" | "discard_top" | "keep_top" | "none" | "done" | "outside";
}

export interface CubeTarget {
  kind: "start" | "station";
  space: string;
}

export interface RailTarget {
  kind: "rail";
  space: string;
  cost: number;
  waste: number;
}

export interface PlayTarget {
  kind: "play";
  card: string;
  /** Whether its ability is used. */
  use: boolean;
  money: number;
}

export interface BuyTarget {
  kind: "buy";
  card: string;
  cost: number;
  /** Whether it goes onto the draw pile. */
  top: boolean;
  waste: number;
}

export interface CardTarget {
  kind: "discard" | "name" | "take" | "choose";
  card: string;
}

export interface WasteTarget {
  kind: "recycle" | "return";
  count: number;
}

export interface CrewTarget {
  kind: "crew";
  what: CrewChoice;
}

export interface PutTarget {
  kind: "put";
  /** In the row, from 1. */
  place: number;
  card: string;
}

export type TrainsTarget =
  | TrainsPlainTarget
  | CubeTarget
  | RailTarget
  | PlayTarget
  | BuyTarget
  | CardTarget
  | WasteTarget
  | CrewTarget
  | PutTarget;

/** The kinds of events, each with the names of its values. */
export interface EventValues {
  begins: never;
  supplied: "card";
  dealt: "card";
  started: "space";
  played: "card" | "used";
  used: "card" | "ability";
  money: "count" | "card";
  wasted: "count" | "cause";
  no_waste: "count" | "cause";
  effect: "card";
  laid: "space" | "cost";
  station: "space" | "stations";
  bought: "card" | "top";
  gained: "card";
  discarded: "card" | "count";
  returned: "count";
  trashed: "card";
  took: "card";
  revealed: "card" | "known";
  looked: "card" | "known";
  put_back: "card";
  arranged: "card" | "place";
  named: "card";
  copied: "card";
  point: "track";
  cleaned_up: never;
  drew: "card" | "known";
  reshuffled: "count";
  four_piles: never;
  cubes: never;
  stations: never;
  turn_limit: "turns";
  scored: "points" | "part";
  won: "points";
  shared: "points";
  gave_up: never;
  called_off: never;
  passed: never;
}
