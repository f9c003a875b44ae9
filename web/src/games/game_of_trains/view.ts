import type { Ability, GameOfTrainsFactsView, GameOfTrainsView } from "./view_types";

/** A card as it is drawn; number 0 is face down for the reader. */
export interface Car {
  number: number;
  ability: Ability | null;
}

export function carOf(view: Pick<GameOfTrainsFactsView, "abilities">, number: number): Car {
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
