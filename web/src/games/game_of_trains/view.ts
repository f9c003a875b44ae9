/** What the server shows of a position of Game of Trains. */
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

/** A card as it is drawn: number 0 lies face down for the reader. */
export interface Car {
  number: number;
  ability: Ability | null;
}

/** Cars are told by their numbers: 0 lies face down for the reader, null is no car. */
export type CarNumber = number | null;

/** What never changes during a game. */
export interface GameOfTrainsFacts {
  seats: number;
  first: number;
  /** What each car can do, by its number. */
  abilities: readonly (Ability | null)[];
  ability_names: Readonly<Record<Ability, ByLang>>;
}

export interface GameOfTrainsView extends GameOfTrainsFacts {
  you: number;
  turn: number;
  turns: number;
  phase: "keep" | "setup_place" | "turn" | "place" | "target" | "over";
  trains: CarNumber[][];
  /** For each car the card that protects it, 0 if none. */
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

/** The places a train has. */
export const PLACES = [1, 2, 3, 4, 5, 6, 7] as const;

export interface Changes {
  /** For each seat the places (from 1) where another car stands than before. */
  places: readonly (readonly number[])[];
  /** Open cars that did not lie there before. */
  open: readonly number[];
}

/** What differs from an earlier position; nothing if there is none. */
export function changesSince(since: GameOfTrainsView | null, view: GameOfTrainsView): Changes {
  if (!since) return { places: [], open: [] };
  return {
    places: view.trains.map((train, seat) =>
      train.flatMap((car, index) => (car !== (since.trains[seat]?.[index] ?? null) ? [index + 1] : [])),
    ),
    open: view.open.filter((number) => !since.open.includes(number)),
  };
}
