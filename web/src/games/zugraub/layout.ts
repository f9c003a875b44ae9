import { LENGTH, parsePlace, ROWS } from "./plan";
import { BEHIND } from "./view";

/** Where everything of the train lies on the strip, in pixels. */
export interface Layout {
  cell: number;
  /** From the outer edge of a car to its first space. */
  wall: number;
  /** Between two cars. */
  gap: number;
  /** Rails behind the last car, where those run who fell off. */
  lead: number;
  /** Room in front of the foremost car. */
  nose: number;
  carWidth: number;
  carHeight: number;
  /** The upper edge of the cars. */
  top: number;
  width: number;
  height: number;
  cars: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What stands above and below the strip takes this much of the window, with the others' panels. */
const REST = 400;
const LARGEST = 84;

/**
 * The size of a space by the room there is: as large as the window's height allows while the whole
 * train fits; a train that nearly fits is drawn a little smaller.
 */
function cellFor(units: number, width: number, windowHeight: number): number {
  const byHeight = Math.floor((windowHeight - REST) / 4.5);
  const most = Math.min(LARGEST, Math.max(46, byHeight));
  const usual = width < 480 ? 38 : width < 760 ? 42 : Math.min(most, 64);
  const fitting = Math.floor(width / units);
  if (width < 760) return fitting >= usual - 6 ? Math.min(usual, fitting) : usual;
  return fitting >= usual - 10 ? Math.min(most, fitting) : usual;
}

export function layoutOf(cars: number, width: number, windowHeight = 800): Layout {
  const count = Math.max(cars, 1);
  // All lengths follow the cell, so that the largest that fits is a division.
  const units = count * (LENGTH + 0.5) + (count - 1) * 0.55 + 2.3 + 1.9;
  const cell = cellFor(units, width, windowHeight);
  const wall = cell * 0.25;
  const gap = cell * 0.55;
  const carWidth = LENGTH * cell + 2 * wall;
  const carHeight = ROWS * cell + 2 * wall;
  const top = Math.max(24, cell * 0.58);
  // A short train stands in the middle.
  const spare = Math.max(0, width - units * cell) / 2;
  const lead = cell * 2.3 + spare;
  const nose = cell * 1.9 + spare;
  return {
    cell,
    wall,
    gap,
    lead,
    nose,
    carWidth,
    carHeight,
    top,
    width: lead + count * carWidth + (count - 1) * gap + nose,
    height: top + carHeight + cell * 0.34,
    cars: count,
  };
}

export const carLeft = (layout: Layout, car: number): number =>
  layout.lead + (car - 1) * (layout.carWidth + layout.gap);

/** The middle of a space; behind the train, the middle of the rails there. */
export function middleOf(layout: Layout, place: string): Point {
  const found = parsePlace(place);
  const { cell, wall, top } = layout;
  if (!found) return { x: layout.lead - cell * 1.25, y: top + layout.carHeight / 2 };
  return {
    x: carLeft(layout, found.car) + wall + (found.column + 0.5) * cell,
    y: top + wall + (found.row + 0.5) * cell,
  };
}

/** The door by which the train is left in front. */
export function frontOf(layout: Layout): Point {
  return {
    x: carLeft(layout, layout.cars) + layout.carWidth + layout.cell * 0.9,
    y: layout.top + layout.carHeight / 2,
  };
}

export interface Slot {
  /** From the middle, in cells. */
  dx: number;
  dy: number;
  /** Of a cell. */
  size: number;
  /** So many stand here that only their tokens fit. */
  token: boolean;
}

/** How several share a space: two beside each other, more as tokens in rows. */
export function slotOf(index: number, count: number): Slot {
  if (count <= 1) return { dx: 0, dy: -0.06, size: 0.98, token: false };
  if (count === 2)
    return { dx: index === 0 ? -0.2 : 0.2, dy: index === 0 ? -0.1 : 0.02, size: 0.72, token: false };
  const columns = count <= 4 ? 2 : 3;
  const rows = Math.ceil(count / columns);
  const row = Math.floor(index / columns);
  const inRow = Math.min(columns, count - row * columns);
  const size = columns === 2 ? 0.46 : 0.33;
  return {
    dx: ((index % columns) - (inRow - 1) / 2) * size,
    dy: (row - (rows - 1) / 2) * size,
    size,
    token: true,
  };
}

/** Behind the train they run one after the other, in two rows if they are many. */
export function behindSlot(index: number, count: number): Slot {
  const rows = count <= 3 ? count : Math.ceil(count / 2);
  const row = index % rows;
  const column = Math.floor(index / rows);
  const columns = Math.ceil(count / rows);
  return {
    dx: (column - (columns - 1) / 2) * 0.95 + (row % 2 === 0 ? 0.12 : -0.12),
    dy: (row - (rows - 1) / 2) * Math.min(0.95, 2.6 / rows),
    size: rows > 3 ? 0.75 : 0.9,
    token: false,
  };
}

/** Where a pawn's picture lies, with those who share its place in the order of their seats. */
export function pawnBox(
  layout: Layout,
  place: string,
  index: number,
  count: number,
): { x: number; y: number; size: number; token: boolean } {
  const slot = place === BEHIND ? behindSlot(index, count) : slotOf(index, count);
  const middle = middleOf(layout, place);
  const size = slot.size * layout.cell;
  return {
    x: middle.x + slot.dx * layout.cell - size / 2,
    y: middle.y + slot.dy * layout.cell - size / 2,
    size,
    token: slot.token,
  };
}

/** Where to scroll so that a point is well in sight; null if it is already. */
export function scrollTo(x: number, from: number, visible: number, whole: number): number | null {
  if (whole <= visible) return null;
  if (x > from + visible * 0.22 && x < from + visible * 0.78) return null;
  const goal = Math.min(Math.max(0, x - visible / 2), whole - visible);
  return Math.abs(goal - from) < 4 ? null : goal;
}
