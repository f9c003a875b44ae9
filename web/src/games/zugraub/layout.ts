import { LENGTH, parsePlace, ROWS } from "./plan";
import { BEHIND } from "./view";

/** Positions of the train on the strip, in pixels. */
export interface Layout {
  cell: number;
  /** From a car's outer edge to its first space. */
  wall: number;
  /** Between two cars. */
  gap: number;
  /** Rails behind the last car, for pawns that fell off. */
  lead: number;
  /** Space in front of the first car. */
  nose: number;
  carWidth: number;
  carHeight: number;
  /** The y coordinate of the cars' upper edge. */
  top: number;
  width: number;
  height: number;
  cars: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Height of everything above and below the strip, including the opponents' panels, in pixels. */
const REST = 400;
const LARGEST = 84;

/**
 * The side of a space in pixels: as large as the window height allows while the whole train fits; a train that almost
 * fits is drawn a little smaller.
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
  // All lengths are multiples of the cell, so the largest cell is found by division.
  const units = count * (LENGTH + 0.5) + (count - 1) * 0.55 + 2.3 + 1.9;
  const cell = cellFor(units, width, windowHeight);
  const wall = cell * 0.25;
  const gap = cell * 0.55;
  const carWidth = LENGTH * cell + 2 * wall;
  const carHeight = ROWS * cell + 2 * wall;
  const top = Math.max(24, cell * 0.58);
  // A short train is centred.
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

/** The centre of a space, or of the rails behind the train. */
export function middleOf(layout: Layout, place: string): Point {
  const found = parsePlace(place);
  const { cell, wall, top } = layout;
  if (!found) return { x: layout.lead - cell * 1.25, y: top + layout.carHeight / 2 };
  return {
    x: carLeft(layout, found.car) + wall + (found.column + 0.5) * cell,
    y: top + wall + (found.row + 0.5) * cell,
  };
}

/** The front door of the first car. */
export function frontOf(layout: Layout): Point {
  return {
    x: carLeft(layout, layout.cars) + layout.carWidth + layout.cell * 0.9,
    y: layout.top + layout.carHeight / 2,
  };
}

export interface Slot {
  /** Offset from the centre, in cells. */
  dx: number;
  dy: number;
  /** In cells. */
  size: number;
  /** Too many pawns for pictures: only tokens fit. */
  token: boolean;
}

/** The position of one of several pawns on a space: two side by side, more as tokens in rows. */
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

/** The position of a pawn behind the train: one row, or two if there are many. */
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

/** Where a pawn is drawn; pawns on one space are ordered by seat. */
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

/** The scroll offset that brings a point well into view; null if it already is. */
export function scrollTo(x: number, from: number, visible: number, whole: number): number | null {
  if (whole <= visible) return null;
  if (x > from + visible * 0.22 && x < from + visible * 0.78) return null;
  const goal = Math.min(Math.max(0, x - visible / 2), whole - visible);
  return Math.abs(goal - from) < 4 ? null : goal;
}
