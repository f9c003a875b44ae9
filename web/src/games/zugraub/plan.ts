/** Parses car plans: where pawns can stand, and where walls are. */
import { spaceMarks, type SpaceMark } from "../board.svelte";
import { BEHIND, type ZugraubView } from "./view";

export const COLUMNS = "abcdef";
export const LENGTH = 6;
export const ROWS = 3;
const MIDDLE = 1;

export type SpaceKind = "plain" | "brain" | "start" | "brake";

export interface Space {
  /** Like "c2": columns from the rear, rows from the top. */
  name: string;
  column: number;
  row: number;
  kind: SpaceKind;
  /** The number of a start space, else 0. */
  start: number;
}

/** A straight wall between two corners, in spaces from the car's top left corner. */
export interface Wall {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface CarPlan {
  spaces: Space[];
  /** Walls inside the car. */
  walls: Wall[];
  /** Whether there are doors at the rear and at the front. */
  rear: boolean;
  front: boolean;
  /** Rows of the doors; the middle row unless the plan says otherwise. */
  rearRow: number;
  frontRow: number;
  /** Whether there is a wall to the right of a space or below it. */
  closed: (column: number, row: number, side: "right" | "below") => boolean;
}

const KINDS: Record<string, SpaceKind> = { "*": "brain", B: "brake" };

export function parsePlan(lines: readonly string[]): CarPlan {
  const at = (line: number, place: number) => lines[line]?.charAt(place) || " ";
  const spaces: Space[] = [];
  for (let column = 0; column < LENGTH; column += 1)
    for (let row = 0; row < ROWS; row += 1) {
      const sign = at(2 * row + 1, 2 * column + 1);
      const start = /[1-9]/.test(sign) ? Number(sign) : 0;
      spaces.push({
        name: `${COLUMNS[column]}${row + 1}`,
        column,
        row,
        kind: start > 0 ? "start" : (KINDS[sign] ?? "plain"),
        start,
      });
    }
  const closed = (column: number, row: number, side: "right" | "below") =>
    side === "right" ? at(2 * row + 1, 2 * column + 2) === "|" : at(2 * row + 2, 2 * column + 1) === "-";
  const doorAt = (place: number) => [MIDDLE, 0, 2].find((row) => at(2 * row + 1, place) !== "|");
  const [rear, front] = [doorAt(0), doorAt(2 * LENGTH)];
  return {
    spaces,
    walls: [...uprights(closed), ...levels(closed)],
    rear: rear !== undefined,
    front: front !== undefined,
    rearRow: rear ?? MIDDLE,
    frontRow: front ?? MIDDLE,
    closed,
  };
}

function uprights(closed: CarPlan["closed"]): Wall[] {
  const walls: Wall[] = [];
  for (let x = 1; x < LENGTH; x += 1)
    for (const [from, to] of runs(ROWS, (row) => closed(x - 1, row, "right")))
      walls.push({ x1: x, y1: from, x2: x, y2: to });
  return walls;
}

function levels(closed: CarPlan["closed"]): Wall[] {
  const walls: Wall[] = [];
  for (let y = 1; y < ROWS; y += 1)
    for (const [from, to] of runs(LENGTH, (column) => closed(column, y - 1, "below")))
      walls.push({ x1: from, y1: y, x2: to, y2: y });
  return walls;
}

/** Maximal ranges [from, to) of indices for which `so` holds. */
function runs(count: number, so: (index: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  for (let index = 0; index < count; index += 1) {
    if (!so(index)) continue;
    const last = found.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else found.push([index, index + 1]);
  }
  return found;
}

// -- places in the train ---------------------------------------------------------------------------

export interface Place {
  /** Counted from 1 at the rear. */
  car: number;
  column: number;
  row: number;
}

export function parsePlace(text: string): Place | null {
  const found = /^(\d+)([a-f])([1-3])$/.exec(text);
  if (!found) return null;
  const [, car = "", column = "", row = ""] = found;
  return { car: Number(car), column: COLUMNS.indexOf(column), row: Number(row) - 1 };
}

export const placeName = ({ car, column, row }: Place): string => `${car}${COLUMNS[column] ?? ""}${row + 1}`;

/** The place for an index in an event: car × 18 + column × 3 + row, all from 0. */
export function placeOfIndex(index: number | undefined): string | null {
  if (index === undefined) return null;
  const within = index % (LENGTH * ROWS);
  return placeName({
    car: Math.floor(index / (LENGTH * ROWS)) + 1,
    column: Math.floor(within / ROWS),
    row: within % ROWS,
  });
}

export type Side = "up" | "down" | "left" | "right";

/** The adjacent space in the drawing, ignoring walls; null at the edges. */
export function beside(cars: number, place: Place, side: Side): Place | null {
  const { car, column, row } = place;
  if (side === "up") return row > 0 ? { car, column, row: row - 1 } : null;
  if (side === "down") return row < ROWS - 1 ? { car, column, row: row + 1 } : null;
  const step = side === "right" ? 1 : -1;
  const next = column + step;
  if (next >= 0 && next < LENGTH) return { car, column: next, row };
  const other = car + step;
  return other >= 1 && other <= cars ? { car: other, column: step > 0 ? 0 : LENGTH - 1, row } : null;
}

/** The space at a car's rear door; cars count from 1. */
export const rearDoor = (plans: readonly CarPlan[], car: number): Place => ({
  car,
  column: 0,
  row: plans[car - 1]?.rearRow ?? MIDDLE,
});

/** The space at a car's front door. */
export const frontDoor = (plans: readonly CarPlan[], car: number): Place => ({
  car,
  column: LENGTH - 1,
  row: plans[car - 1]?.frontRow ?? MIDDLE,
});

/** The neighbours through a car's doors, which may be in different rows. */
function through(plans: readonly CarPlan[], place: Place, car: number): Place[] {
  const [plan, other] = [plans[place.car - 1], plans[car - 1]];
  if (!plan || !other) return [];
  if (car > place.car)
    return plan.front && other.rear && place.row === plan.frontRow ? [rearDoor(plans, car)] : [];
  return plan.rear && other.front && place.row === plan.rearRow ? [frontDoor(plans, car)] : [];
}

/** The places one step away. */
function steps(plans: readonly CarPlan[], place: Place): Place[] {
  const plan = plans[place.car - 1];
  if (!plan) return [];
  const sides: Side[] = ["up", "down", "left", "right"];
  return sides.flatMap((side) => {
    const next = beside(plans.length, place, side);
    if (!next) return [];
    if (next.car !== place.car) return through(plans, place, next.car);
    const wall =
      side === "right"
        ? plan.closed(place.column, place.row, "right")
        : side === "left"
          ? plan.closed(next.column, next.row, "right")
          : side === "down"
            ? plan.closed(place.column, place.row, "below")
            : plan.closed(next.column, next.row, "below");
    return wall ? [] : [next];
  });
}

/**
 * A shortest path between two places, both included, used only to animate a walk and never to decide what is legal.
 * Without a path it is just the two ends.
 */
export function wayBetween(plans: readonly CarPlan[], from: string, to: string): string[] {
  const start = parsePlace(from);
  const goal = parsePlace(to);
  if (!goal) return [from, to];
  const first = placeName(rearDoor(plans, 1));
  if (!start) return [from, ...(to === first ? [to] : wayBetween(plans, first, to))];
  const came = new Map<string, string | null>([[from, null]]);
  const queue: Place[] = [start];
  for (let place = queue.shift(); place; place = queue.shift()) {
    const name = placeName(place);
    if (name === to) break;
    for (const next of steps(plans, place)) {
      const nextName = placeName(next);
      if (came.has(nextName)) continue;
      came.set(nextName, name);
      queue.push(next);
    }
  }
  if (!came.has(to)) return [from, to];
  const way: string[] = [];
  for (let name: string | null = to; name !== null; name = came.get(name) ?? null) way.unshift(name);
  return way;
}

/** Spaces that zombies left or reached and where brains were taken since an earlier position; lost cars are skipped. */
export function changesSince(since: ZugraubView | null, view: ZugraubView): SpaceMark[] {
  if (!since || since.train.length === 0) return [];
  /** The current name of an earlier space: cars lost at the rear shift all numbers. */
  const today = (place: string): string | null => {
    const found = parsePlace(place);
    const serial = found && since.train[found.car - 1]?.serial;
    const car = view.train.findIndex((one) => one.serial === serial);
    return found && car >= 0 ? placeName({ ...found, car: car + 1 }) : null;
  };
  const taken = view.train.flatMap((car, index) =>
    (since.train.find(({ serial }) => serial === car.serial)?.markers ?? [])
      .filter((marker) => !car.markers.includes(marker))
      .map((marker) => `${index + 1}${marker}`),
  );
  const moved = view.pawns.flatMap(({ seat, place }) => {
    const before = since.pawns.find((pawn) => pawn.seat === seat)?.place ?? BEHIND;
    const from = today(before);
    return from === place || (before === BEHIND && place === BEHIND) ? [] : [{ from, to: place }];
  });
  return spaceMarks(
    [...taken, ...moved.flatMap(({ from }) => from ?? [])],
    moved.map(({ to }) => to).filter((to) => to !== BEHIND),
  );
}
