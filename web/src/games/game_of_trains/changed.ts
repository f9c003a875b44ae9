import type { GameOfTrainsView } from "./view";

export interface Changed {
  /** For each seat the places (from 1) where another car stands than before. */
  places: readonly (readonly number[])[];
  /** Open cars that did not lie there before. */
  open: readonly number[];
}

/** What differs from an earlier position; nothing if there is none. */
export function changedSince(since: GameOfTrainsView | null, view: GameOfTrainsView): Changed {
  if (!since) return { places: [], open: [] };
  return {
    places: view.trains.map((train, seat) =>
      train.flatMap((car, index) => (car !== (since.trains[seat]?.[index] ?? null) ? [index + 1] : [])),
    ),
    open: view.open.filter((number) => !since.open.includes(number)),
  };
}
