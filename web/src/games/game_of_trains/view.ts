/** What the server shows of a position in Game of Trains. */
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

/** A card as it is drawn; number 0 is face down for the reader. */
export interface Car {
  number: number;
  ability: Ability | null;
}

/** 0 is face down for the reader, null means no car. */
export type CarNumber = number | null;

/** The part that never changes during a game. */
export interface GameOfTrainsFacts {
  seats: number;
  first: number;
  /** The ability of each car, indexed by its number. */
  abilities: readonly (Ability | null)[];
  ability_names: Readonly<Record<Ability, ByLang>>;
}

export interface GameOfTrainsView extends GameOfTrainsFacts {
  you: number;
  turn: number;
  turns: number;
  phase: "keep" | "setup_place" | "turn" | "place" | "target" | "over";
  trains: CarNumber[][];
  /** For each car the number of the card that protects it, 0 if none. */
  locks: number[][];
  open: number[];
  card: CarNumber;
  ability: Ability | null;
  hands: number[][];
  draw_pile: number;
  discard_pile: number;
  winner: number;
  reason: string;
}

export function carOf(view: Pick<GameOfTrainsFacts, "abilities">, number: number): Car {
  return { number, ability: view.abilities[number] ?? null };
}

/** Place numbers in a train. */
export const PLACES = [1, 2, 3, 4, 5, 6, 7] as const;

export interface Changes {
  /** For each seat the places (from 1) that hold a different car than before. */
  places: readonly (readonly number[])[];
  /** Open cars that were not there before. */
  open: readonly number[];
}

/** What differs from an earlier position; empty without one. */
export function changesSince(since: GameOfTrainsView | null, view: GameOfTrainsView): Changes {
  if (!since) return { places: [], open: [] };
  return {
    places: view.trains.map((train, seat) =>
      train.flatMap((car, index) => (car !== (since.trains[seat]?.[index] ?? null) ? [index + 1] : [])),
    ),
    open: view.open.filter((number) => !since.open.includes(number)),
  };
}
