import type { Ev } from "../../lib/types";
import type { Car, TrainsView } from "./view";

/**
 * The pictures between two positions: what happened in one decision, one thing after the other, so
 * that the eye can follow. No rules here: events say what happened, and the last picture is always
 * the position the server gave.
 */
export function frames(beforeView: unknown, events: Ev[], afterView: unknown): unknown[] {
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

/** What is seen together, in the order in which it is seen. */
const SCENES: string[][] = [
  ["used"],
  ["lost_protection", "placed", "swapped", "moved", "protected", "removed"],
  ["cancelled"],
  ["refilled"],
];

function allCars(view: TrainsView): Car[] {
  return [...view.trains.flat(), ...view.open, ...view.hands.flat(), view.card].filter((car) => car !== null);
}

function apply(view: TrainsView, { kind, seat, a, b }: Ev, cars: Map<number, Car>): TrainsView {
  const car = (number: number): Car => ({ number, ability: cars.get(number)?.ability ?? null });
  const inTrain = (change: (train: (Car | null)[]) => (Car | null)[]): TrainsView => ({
    ...view,
    card: null,
    trains: view.trains.map((train, index) => (index === seat ? change(train) : train)),
  });
  const locked = (number: number, lock: number) => (train: (Car | null)[]) =>
    train.map((other) => (other?.number === number ? { ...other, lock } : other));

  switch (kind) {
    case "used":
      return { ...view, open: view.open.filter((open) => open.number !== a), card: car(a) };
    case "placed": {
      const opened = [...view.open, car(b)];
      return {
        ...inTrain((train) => train.map((other) => (other?.number === b ? { ...car(a), lock: 0 } : other))),
        open: opened,
      };
    }
    case "removed":
      return {
        ...inTrain((train) => train.map((other) => (other?.number === a ? null : other))),
        open: [...view.open, car(a)],
      };
    case "refilled":
      return inTrain((train) => train.map((other, place) => (place === b ? { ...car(a), lock: 0 } : other)));
    case "cancelled":
      return { ...view, open: view.open.filter((open) => open.number !== a && open.number !== b) };
    case "lost_protection":
      return inTrain(locked(a, 0));
    case "protected":
      return inTrain(locked(a, b));
    case "swapped":
      return inTrain((train) => exchanged(train, a, b));
    case "moved":
      return inTrain((train) => shifted(train, a, 2 * b));
    default:
      return view;
  }
}

function exchanged(train: (Car | null)[], a: number, b: number): (Car | null)[] {
  const first = train.find((car) => car?.number === a) ?? null;
  const second = train.find((car) => car?.number === b) ?? null;
  return train.map((car) => (car?.number === a ? second : car?.number === b ? first : car));
}

function shifted(train: (Car | null)[], number: number, by: number): (Car | null)[] {
  const from = train.findIndex((car) => car?.number === number);
  if (from < 0) return train;
  const rest = train.filter((_, place) => place !== from);
  rest.splice(from + by, 0, train[from] ?? null);
  return rest;
}
