import type { Event } from "../../lib/types";
import type { EventOf } from "../types";
import type { EventValues, GameOfTrainsView } from "./view_types";

type GameOfTrainsEvent = EventOf<EventValues>;

/**
 * The animation frames between two positions, one event at a time. Built from the events without any rules; the last
 * frame is always the server's position.
 */
export function frames(before: unknown, events: Event[], after: unknown): unknown[] {
  const pictures: unknown[] = [];
  let picture = before as GameOfTrainsView;
  for (const kinds of SCENES) {
    const scene = (events as GameOfTrainsEvent[]).filter(({ kind }) => kinds.includes(kind));
    if (scene.length === 0) continue;
    picture = scene.reduce(apply, picture);
    pictures.push(picture);
  }
  return [...pictures.slice(0, -1), after];
}

/** Event kinds that share a frame, in display order; swaps and moves need only one frame. */
const SCENES: GameOfTrainsEvent["kind"][][] = [
  ["used"],
  ["lost_protection", "placed", "removed"],
  ["cancelled"],
  ["refilled"],
];

function apply(view: GameOfTrainsView, { kind, seat, values }: GameOfTrainsEvent): GameOfTrainsView {
  const train = view.trains[seat] ?? [];
  const put = (at: number, number: number | null): GameOfTrainsView => ({
    ...view,
    card: null,
    trains: changed(view.trains, seat, changed(train, at, number)),
    locks: changed(view.locks, seat, changed(view.locks[seat] ?? [], at, 0)),
  });

  // None of these values is ever secret; a missing one changes nothing.
  switch (kind) {
    case "used": {
      const { car = 0 } = values;
      return { ...view, open: view.open.filter((open) => open !== car), card: car };
    }
    case "placed": {
      const { car = 0, old = 0 } = values;
      return { ...put(train.indexOf(old), car), open: [...view.open, old] };
    }
    case "removed": {
      const { car = 0 } = values;
      return { ...put(train.indexOf(car), null), open: [...view.open, car] };
    }
    case "refilled":
      return put(values.place ?? -1, values.car ?? 0);
    case "cancelled": {
      const { car, other } = values;
      return { ...view, open: view.open.filter((open) => open !== car && open !== other) };
    }
    case "lost_protection": {
      const { car = 0 } = values;
      return put(train.indexOf(car), car);
    }
    default:
      return view;
  }
}

/** A copy of the list with one entry replaced, or the same list if the index is out of range. */
function changed<T>(list: T[], at: number, entry: T): T[] {
  return list.map((old, index) => (index === at ? entry : old));
}
