import { parsePlace, placeName } from "./plan";
import { BEHIND, type ZugraubView } from "./view";

export interface Changed {
  /** A space of the train as it is now. */
  place: string;
  /** Somebody stood here or something lay here, or somebody has come here. */
  what: "from" | "to";
}

/** Where zombies went from and to and brains were taken since an earlier position; cars that are gone are not marked. */
export function changedSince(since: ZugraubView | null, view: ZugraubView): Changed[] {
  if (!since || since.train.length === 0) return [];
  /** A space of the earlier train, as it is called now: cars lost at the rear change all numbers. */
  const today = (place: string): string | null => {
    const found = parsePlace(place);
    const serial = found && since.train[found.car - 1]?.serial;
    const car = view.train.findIndex((one) => one.serial === serial);
    return found && car >= 0 ? placeName({ ...found, car: car + 1 }) : null;
  };
  const marks = new Map<string, Changed["what"]>();
  for (const [index, car] of view.train.entries())
    for (const marker of since.train.find(({ serial }) => serial === car.serial)?.markers ?? [])
      if (!car.markers.includes(marker)) marks.set(`${index + 1}${marker}`, "from");
  const moved = view.pawns.flatMap(({ seat, place }) => {
    const before = since.pawns.find((pawn) => pawn.seat === seat)?.place ?? BEHIND;
    const from = today(before);
    return from === place || (before === BEHIND && place === BEHIND) ? [] : [{ from, to: place }];
  });
  for (const { from } of moved) if (from) marks.set(from, "from");
  for (const { to } of moved) if (to !== BEHIND) marks.set(to, "to");
  return [...marks].map(([place, what]) => ({ place, what }));
}
