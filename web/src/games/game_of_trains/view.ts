/** What the server shows of a position of Game of Trains. */

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

/** Number 0 is a card that lies face down for the reader. */
export interface Car {
  number: number;
  ability: Ability | null;
  /** The card that protects it, 0 if none; only cars in a train have it. */
  lock?: number;
}

export interface TrainsView {
  seats: number;
  you: number;
  first: number;
  turn: number;
  turns: number;
  phase: "keep" | "setup_place" | "turn" | "place" | "target" | "over";
  trains: (Car | null)[][];
  open: Car[];
  card: Car | null;
  ability: Ability | null;
  hands: Car[][];
  draw_pile: number;
  discard_pile: number;
  winner: number;
  reason: string;
}

/** The places a train has. */
export const PLACES = [1, 2, 3, 4, 5, 6, 7] as const;
