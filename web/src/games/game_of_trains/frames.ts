import type { Event } from "../../lib/types";
import type { Car, TrainsView } from "./view";

/**
 * The pictures between two positions: what happened in one decision, one thing after the other, so
 * that the eye can follow. No rules here: events say what happened, and the last picture is always
 * the position the server gave.
 */
export function frames(beforeView: unknown, events: Event[], afterView: unknown): unknown[] {
  const before = beforeView as TrainsView;
  const after = afterView as TrainsView;
  const cars = new Map<number, Car>();
  for (const car of [...allCars(before), ...allCars(after)]) cars.set(car.number, car);

  const pictures: TrainsView[] = [];
  let picture = before;
  for (const kinds of SCENES) {
    const scene = events.filter((event) => kinds.includes(event.kind));
    if (scene.length === 0) continue;
    picture = scene.reduce((view, event) => apply(view, event, cars), picture);
    pictures.push(picture);
  }
  return pictures.length === 0 ? [after] : [...pictures.slice(0, -1), after];
}

/** What is seen together, in the order in which it is seen; swaps and moves need but one picture. */
const SCENES: string[][] = [
  ["used"],
  ["lost_protection", "placed", "removed"],
  ["cancelled"],
  ["refilled"],
];

function allCars(view: TrainsView): Car[] {
  return [...view.trains.flat(), ...view.open, ...view.hands.flat(), view.card].filter((car) => car !== null);
}

function apply(view: TrainsView, { kind, seat, values }: Event, cars: Map<number, Car>): TrainsView {
  const carOf = (number: number): Car => ({ number, ability: cars.get(number)?.ability ?? null });
  // None of these is ever a secret; a number that is absent all the same changes nothing.
  const { car = 0, old = 0, other = 0, place = -1 } = values;
  const inTrain = (change: (train: (Car | null)[]) => (Car | null)[]): TrainsView => ({
    ...view,
    card: null,
    trains: view.trains.map((train, index) => (index === seat ? change(train) : train)),
  });
  const replaced = (number: number, change: (found: Car) => Car | null) =>
    inTrain((train) => train.map((found) => (found?.number === number ? change(found) : found)));
  const without = (...gone: number[]) => view.open.filter((open) => !gone.includes(open.number));

  switch (kind) {
    case "used":
      return { ...view, open: without(car), card: carOf(car) };
    case "placed":
      return { ...replaced(old, () => ({ ...carOf(car), lock: 0 })), open: [...view.open, carOf(old)] };
    case "removed":
      return { ...replaced(car, () => null), open: [...view.open, carOf(car)] };
    case "refilled":
      return inTrain((train) => train.map((found, at) => (at === place ? { ...carOf(car), lock: 0 } : found)));
    case "cancelled":
      return { ...view, open: without(car, other) };
    case "lost_protection":
      return replaced(car, (found) => ({ ...found, lock: 0 }));
    default:
      return view;
  }
}
