// Generated from spielzug/games/game_of_trains/say/view_types.py by views.py (`make wire`).
import type { ByLang } from "../../lib/types";

export const ABILITIES = [
  "swap_adjacent",
  "swap_over_one",
  "move_right_2",
  "move_left_2",
  "remove_left",
  "remove_middle",
  "remove_right",
  "protect",
] as const;
export type Ability = (typeof ABILITIES)[number];

export const PHASES = ["keep", "setup_place", "turn", "place", "target", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const REASONS = ["", "own_turn", "other_turn", "turn_limit", "resigned", "abandoned"] as const;
export type Reason = (typeof REASONS)[number];

/** What never changes during a game. */
export interface GameOfTrainsFactsView {
  seats: number;
  /** The seat that began. */
  first: number;
  /** By number of the car; none for one that is not in the set. */
  abilities: (Ability | null)[];
  ability_names: Record<Ability, ByLang>;
}

/** The position as a seat may see it; a car is its number, and 0 is face down. */
export interface GameOfTrainsStateView {
  /** -1 for a spectator. */
  you: number;
  /** -1 when the game is over. */
  turn: number;
  /** Turns completed. */
  turns: number;
  phase: Phase;
  /** By seat from the locomotive; null means no car. */
  trains: (number | null)[][];
  /** For each car the card that protects it, 0 if none. */
  locks: number[][];
  open: number[];
  /** The car just drawn, or the open card in use. */
  card: number | null;
  /** That of the open card in use. */
  ability: Ability | null;
  /** By seat the cards drawn at the set-up. */
  hands: number[][];
  draw_pile: number;
  discard_pile: number;
  /** -1 for nobody. */
  winner: number;
  reason: Reason;
}

/** Everything that a board shows. */
export interface GameOfTrainsView extends GameOfTrainsFactsView, GameOfTrainsStateView {}

export interface DrawTarget {
  kind: "draw" | "outside";
}

export interface UseTarget {
  kind: "use";
  ability: Ability;
  card: number;
}

export interface TrainPlaceTarget {
  kind: "place" | "protect";
  /** From 1. */
  place: number;
}

export interface KeepTarget {
  kind: "keep";
  /** In the hand, from 1. */
  index: number;
}

export interface TrainPlacesTarget {
  kind: "swap" | "move";
  from: number;
  to: number;
}

export type GameOfTrainsTarget = DrawTarget | UseTarget | TrainPlaceTarget | KeepTarget | TrainPlacesTarget;

/** The kinds of events, each with the names of its values. */
export interface EventValues {
  begins: never;
  dealt: "car" | "place";
  drew_setup: "car" | "index";
  kept: "car" | "index";
  placed: "car" | "old";
  cancelled: "car" | "other";
  drew: "car";
  used: "car" | "ability";
  swapped: "car" | "other";
  moved: "car" | "by";
  protected: "car" | "lock";
  lost_protection: "car" | "lock";
  removed: "car" | "place";
  spared: "car" | "place";
  refilled: "car" | "place";
  reshuffled: "count";
  won: "reason";
  drawn_game: "turns";
  gave_up: never;
  called_off: never;
}
