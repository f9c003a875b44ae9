import type { Event } from "../../lib/types";
import type { GameOfTrainsView } from "./view";

/**
 * The pictures between two positions: what happened in one decision, one thing after the other, so
 * that the eye can follow. No rules here: events say what happened, and the last picture is always
 * the position the server gave.
 */
export function frames(before: unknown, events: Event[], after: unknown): unknown[] {
  const pictures: unknown[] = [];
  let picture = before as GameOfTrainsView;
  for (const kinds of SCENES) {
    const scene = events.filter((event) => kinds.includes(event.kind));
    if (scene.length === 0) continue;
    picture = scene.reduce(apply, picture);
    pictures.push(picture);
  }
  return [...pictures.slice(0, -1), after];
}

/** What is seen together, in the order in which it is seen; swaps and moves need but one picture. */
const SCENES: string[][] = [["used"], ["lost_protection", "placed", "removed"], ["cancelled"], ["refilled"]];

function apply(view: GameOfTrainsView, { kind, seat, values }: Event): GameOfTrainsView {
  // None of these is ever a secret; a number that is absent all the same changes nothing.
  const { car = 0, old = 0, other = 0, place = -1 } = values;
  const train = view.trains[seat] ?? [];
  const put = (at: number, number: number | null): GameOfTrainsView => ({
    ...view,
    card: null,
    trains: changed(view.trains, seat, changed(train, at, number)),
    locks: changed(view.locks, seat, changed(view.locks[seat] ?? [], at, 0)),
  });

  switch (kind) {
    case "used":
      return { ...view, open: view.open.filter((open) => open !== car), card: car };
    case "placed":
      return { ...put(train.indexOf(old), car), open: [...view.open, old] };
    case "removed":
      return { ...put(train.indexOf(car), null), open: [...view.open, car] };
    case "refilled":
      return put(place, car);
    case "cancelled":
      return { ...view, open: view.open.filter((open) => open !== car && open !== other) };
    case "lost_protection":
      return put(train.indexOf(car), car);
    default:
      return view;
  }
}

/** The same list with one entry changed; the same if there is no such place. */
function changed<T>(list: T[], at: number, entry: T): T[] {
  return list.map((old, index) => (index === at ? entry : old));
}
