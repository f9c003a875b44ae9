// Generated from spielzug/games/zugraub/say/view_types.py by views.py (`make wire`).
import type { ByLang } from "../../lib/types";

export const ABILITIES = [
  "",
  "two_cards",
  "three_hands",
  "two_points",
  "keeps_hand",
  "third_die_run",
  "third_die_hit",
] as const;
export type BrainAbility = (typeof ABILITIES)[number];

export const PHASES = ["discard", "move", "attack", "brawl", "spoils", "limit", "end", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const REASONS = ["", "won", "shared", "all_lose", "turn_limit", "abandoned"] as const;
export type Reason = (typeof REASONS)[number];

/** One side of a car. */
export interface CarFaceView {
  name: string;
  title: ByLang;
  /** Seven lines of thirteen characters, the rear on the left. */
  plan: string[];
}

/** A brain, or a cheese that stands in for one. */
export interface BrainCardView {
  name: string;
  kind: ByLang;
  cost: number;
  hit: number;
  run: number;
  iq: number;
  cheese: boolean;
  ability: BrainAbility;
  help: ByLang;
}

/** What never changes during a game. */
export interface ZugraubFactsView {
  seats: number;
  /** The seat that began. */
  first: number;
  turn_limit: number | null;
  /** All that a car can show. */
  faces: CarFaceView[];
  /** By number. */
  cards: Record<string, BrainCardView>;
}

/** A car of the train. */
export interface TrainCarView {
  /** Index into `faces`. */
  face: number;
  /** The spaces that still hold a brain, like "c2". */
  markers: string[];
  /** Identifies the car while it is part of the train. */
  serial: number;
}

export interface PawnView {
  seat: number;
  /** Like "3c2": car 3 from the rear, column c, row 2; or "behind". */
  place: string;
}

/** A fight; the lists are in the order of its fighters. */
export interface FightView {
  /** The seats from the attacker's left; the attacker is last. */
  fighters: number[];
  totals: number[];
  dice: number[][];
  played: number[][];
  attacker: number;
  /** -1 until it is decided. */
  winner: number;
}

/** The position as a seat may see it; a card is its number. */
export interface ZugraubStateView {
  /** -1 for a spectator. */
  you: number;
  /** The seat to decide, -1 when the game is over. */
  turn: number;
  /** The seat whose turn it is. */
  active: number;
  phase: Phase;
  /** From the rear. */
  train: TrainCarView[];
  /** Number of pieces. */
  unused: number;
  /** Number of pieces. */
  lost: number;
  pawns: PawnView[];
  /** By seat; 0 is a card that the viewer cannot see. */
  hands: number[][];
  /** By seat; 0 is an empty head. */
  heads: number[];
  points: number[];
  /** Of the hands. */
  limits: number[];
  draw: number;
  /** The latest first. */
  discard: number[];
  /** Steps left. */
  reach: number;
  dice: number[];
  /** Cars added this turn. */
  added: number;
  fight: FightView | null;
  /** Turns completed. */
  turns: number;
  /** Turns until the Engine may come. */
  engine_wait: number;
  winners: number[];
  reason: Reason;
}

/** Everything that a board shows. */
export interface ZugraubView extends ZugraubFactsView, ZugraubStateView {}

export interface ZugraubPlainTarget {
  kind: "attack" | "peace" | "end" | "pass" | "done" | "outside";
}

export interface RollTarget {
  kind: "roll";
  dice: number;
}

export interface DiscardTarget {
  kind: "discard";
  card: number;
}

export interface HitTarget {
  kind: "hit";
  card: number;
  hit: number;
}

export interface BoostTarget {
  kind: "boost";
  card: number;
  run: number;
}

export interface InstallTarget {
  kind: "install";
  card: number;
  cost: number;
}

export interface WalkTarget {
  kind: "move";
  to: string;
  steps: number;
  /** The places after the first, the goal last. */
  path: string[];
  marker: boolean;
  brake: boolean;
  /** The other seats there. */
  fight: number[];
}

export interface FrontDoorTarget {
  kind: "front";
  steps: number;
}

export interface SpoilTarget {
  kind: "spoil";
  from: number;
  card: number;
  head: boolean;
  to: number;
  into: "discard" | "hand" | "head";
}

export type ZugraubTarget =
  | ZugraubPlainTarget
  | RollTarget
  | DiscardTarget
  | HitTarget
  | BoostTarget
  | InstallTarget
  | WalkTarget
  | FrontDoorTarget
  | SpoilTarget;

/** The kinds of events, each with the names of its values. */
export interface EventValues {
  begins: never;
  dealt: "card";
  drew: "card";
  car: "face" | "cars";
  discarded: "card" | "phase";
  rolled: "die" | "total";
  walked: "from" | "to";
  boosted: "card" | "reach";
  left_front: "from" | "to";
  found: "place" | "points";
  braked: "place" | "cars";
  attacked: "place" | "fighters";
  peace: never;
  fought: "total" | "dice";
  hit: "card" | "total";
  passed: never;
  won_fight: "total" | "tie";
  lost_fight: "points";
  saw: "card" | "slot";
  threw: "card" | "other";
  gave: "card" | "to";
  got: "from";
  put_in_head: "card" | "to";
  kept: never;
  installed: "card" | "points";
  threw_brain: "card";
  checked: "die" | "cars";
  lost_car: "piece" | "cars";
  fell: "cards";
  caboose_back: "wait";
  engine: never;
  stopped: never;
  won: "iq";
  shared: "iq";
  all_lose: never;
  called_off: never;
  shuffled: "cards";
  free_cheese: "card";
  limit_reached: "turns";
  car_back: "piece";
}
