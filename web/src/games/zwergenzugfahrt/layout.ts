import { isInside } from "./view";
import type { FieldView, StationView } from "./view_types";

/**
 * Pixel layout of any board. On a narrow screen the station is rotated a quarter turn to keep the fields large:
 * column a at the top, row 1 on the left.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Row 1 at the bottom, on the left, or at the top. */
export type Facing = "up" | "side" | "down";

export interface Plan {
  facing: Facing;
  turned: boolean;
  /** The side of a field. */
  cell: number;
  /** Thickness of the train's wall. */
  wall: number;
  width: number;
  height: number;
  /** Fields by name. */
  boxes: ReadonlyMap<string, Box>;
  /** The track bed, from edge to edge unless there are platforms at the ends of the train. */
  bed: Box;
  through: boolean;
  /** The inside of the train, without its walls. */
  train: Box;
  /** Column letters and row numbers at the edges. */
  labels: { text: string; x: number; y: number; dark: boolean }[];
  /** Centres of the fields the conductor walks through. */
  walk: { x: number; y: number }[];
}

/** Bounds for the side of a field. */
export const SMALLEST = 28;
const LARGEST = 128;
/** With fields smaller than this the station is rotated, if that makes them larger. */
const COMFORTABLE = 44;
/** Room for a label at the edge. */
const EDGE = 18;
/** The gap beside the train and the margin around all fields, as fractions of a field. */
const GAP = 0.3;
const RIM = 0.16;

export type Side = "up" | "down" | "left" | "right";

export const boxOf = (plan: Plan, name: string): Box =>
  plan.boxes.get(name) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Column and row on screen, from the top left. */
function spot(board: StationView, field: FieldView, facing: Facing): { i: number; j: number } {
  if (facing === "side") return { i: field.row - 1, j: field.column };
  if (facing === "up") return { i: field.column, j: board.rows - field.row };
  return { i: board.columns - 1 - field.column, j: field.row - 1 };
}

/** The orientation that puts a seat's home at the bottom. */
function facingFor(board: StationView, seat: number): Facing {
  const rows = board.fields.filter(({ home }) => home === seat).map(({ row }) => row);
  const middle = (board.rows + 1) / 2;
  return rows.length > 0 && rows.reduce((sum, row) => sum + row, 0) / rows.length > middle ? "down" : "up";
}

/** The grid lines after which the gap beside the train lies. */
function gaps(board: StationView, facing: Facing): { across: Set<number>; down: Set<number> } {
  const byName = new Map(board.fields.map((field) => [field.name, field]));
  const across = new Set<number>();
  const down = new Set<number>();
  for (const [one, other] of board.walls) {
    const a = byName.get(one);
    const b = byName.get(other);
    if (!a || !b || isInside(a) === isInside(b)) continue;
    const from = spot(board, a, facing);
    const to = spot(board, b, facing);
    if (from.j === to.j) across.add(Math.min(from.i, to.i));
    else down.add(Math.min(from.j, to.j));
  }
  return { across, down };
}

/** The largest layout that fits, with a seat's home at the bottom unless rotated. */
export function planOf(board: StationView, width: number, height: number, nearest = -1): Plan {
  const facing = facingFor(board, nearest);
  const upright = cellOf(board, width, height, facing);
  const aside = cellOf(board, width, height, "side");
  const turned = upright < COMFORTABLE && aside > upright;
  const cell = Math.max(SMALLEST, Math.floor(turned ? aside : upright));
  return draw(board, width, cell, turned ? "side" : facing);
}

function measures(board: StationView, facing: Facing) {
  const [across, down] = facing === "side" ? [board.rows, board.columns] : [board.columns, board.rows];
  const found = gaps(board, facing);
  return { across, down, gaps: found };
}

function cellOf(board: StationView, width: number, height: number, facing: Facing): number {
  const { across, down, gaps: found } = measures(board, facing);
  const wide = (width - 2 * EDGE) / (across + found.across.size * GAP + 2 * RIM);
  const high = (height - EDGE) / (down + found.down.size * GAP + 2 * RIM);
  // A low window never makes the fields too small to touch: the page scrolls instead.
  return Math.min(LARGEST, wide, Math.max(high, 36));
}

function draw(board: StationView, width: number, cell: number, facing: Facing): Plan {
  const turned = facing === "side";
  const { across, down, gaps: found } = measures(board, facing);
  const rim = Math.round(cell * RIM);
  const gap = Math.round(cell * GAP);
  const run = (count: number, open: Set<number>, start: number) => {
    const starts: number[] = [];
    let at = start;
    for (let index = 0; index < count; index++) {
      starts.push(at);
      at += cell + (open.has(index) ? gap : 0);
    }
    return { starts, end: at };
  };
  // Spare width becomes platform (or track) on both sides.
  const inner = across * cell + found.across.size * gap;
  const total = { width: Math.max(width, inner + 2 * rim + 2 * EDGE), height: 0 };
  const columns = run(across, found.across, Math.floor((total.width - inner) / 2));
  const rows = run(down, found.down, turned ? rim + 4 : rim);
  total.height = rows.end + rim + EDGE;

  const boxes = new Map<string, Box>();
  for (const field of board.fields) {
    const { i, j } = spot(board, field, facing);
    boxes.set(field.name, { x: columns.starts[i] ?? 0, y: rows.starts[j] ?? 0, width: cell, height: cell });
  }

  const inside = board.fields.filter((field) => isInside(field)).map((field) => boxes.get(field.name));
  const train = around(inside.filter((box) => box !== undefined));
  const outside = board.fields.filter((field) => !isInside(field)).map((field) => boxes.get(field.name));
  const overlaps = (box: Box | undefined) =>
    !!box &&
    (turned
      ? box.x < train.x + train.width && box.x + box.width > train.x
      : box.y < train.y + train.height && box.y + box.height > train.y);
  const through = !outside.some(overlaps);
  const area = { width: total.width, height: total.height };
  const bed: Box = !through
    ? { x: train.x - gap, y: train.y - gap, width: train.width + 2 * gap, height: train.height + 2 * gap }
    : turned
      ? { x: train.x - gap, y: 0, width: train.width + 2 * gap, height: area.height }
      : { x: 0, y: train.y - gap, width: area.width, height: train.height + 2 * gap };

  const half = cell / 2;
  const letter = (column: number) =>
    String.fromCharCode(97 + (facing === "down" ? board.columns - 1 - column : column));
  const onBed = (x: number, y: number) =>
    x > bed.x && x < bed.x + bed.width && y > bed.y && y < bed.y + bed.height;
  const labels = [
    ...columns.starts.map((x, i) => ({
      text: turned ? String(i + 1) : letter(i),
      x: x + half,
      y: total.height - EDGE / 2,
    })),
    ...rows.starts.map((y, j) => ({
      text: turned ? letter(j) : String(facing === "down" ? j + 1 : board.rows - j),
      x: EDGE / 2,
      y: y + half,
    })),
  ].map((label) => ({ ...label, dark: onBed(label.x, label.y) }));
  const walk = walkOf(board, facing).flatMap((field) => {
    const box = boxes.get(field.name);
    return box ? [{ x: box.x + half, y: box.y + half }] : [];
  });
  const wall = Math.max(5, Math.round(cell * 0.13));
  return { facing, turned, cell, wall, ...total, boxes, bed, through, train, labels, walk };
}

function around(boxes: Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The longest straight line of aisle fields. */
function walkOf(board: StationView, facing: Facing): FieldView[] {
  const lines = new Map<string, FieldView[]>();
  for (const field of board.fields) {
    if (field.kind !== "aisle") continue;
    for (const key of [`row${field.row}`, `column${field.column}`])
      lines.set(key, [...(lines.get(key) ?? []), field]);
  }
  const longest = [...lines.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const order = (field: FieldView) => {
    const { i, j } = spot(board, field, facing);
    return i + j;
  };
  return [...longest].sort((a, b) => order(a) - order(b));
}

/** The next field on screen in a direction, ignoring gaps and walls; for the arrow keys. */
export function nextField(board: StationView, facing: Facing, name: string, side: Side): string | null {
  const from = board.fields.find((field) => field.name === name);
  if (!from) return null;
  const here = spot(board, from, facing);
  const step = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[side] as [number, number];
  const most = Math.max(board.columns, board.rows);
  // Skips holes in the board.
  for (let count = 1; count < most; count++) {
    const goal = { i: here.i + step[0] * count, j: here.j + step[1] * count };
    const found = board.fields.find((field) => {
      const { i, j } = spot(board, field, facing);
      return i === goal.i && j === goal.j;
    });
    if (found) return found.name;
  }
  return null;
}

/** The side of `from` on which `to` lies on screen. */
export function sideOf(board: StationView, facing: Facing, from: FieldView, to: FieldView): Side {
  const a = spot(board, from, facing);
  const b = spot(board, to, facing);
  if (a.j === b.j) return b.i > a.i ? "right" : "left";
  return b.j > a.j ? "down" : "up";
}

export const SIDES: readonly Side[] = ["up", "down", "left", "right"];

/** The direct neighbour on a side; undefined at the edge and at holes. */
export function beside(
  board: StationView,
  facing: Facing,
  field: FieldView,
  side: Side,
): FieldView | undefined {
  return board.fields.find(
    (other) =>
      Math.abs(other.column - field.column) + Math.abs(other.row - field.row) === 1 &&
      sideOf(board, facing, field, other) === side,
  );
}

export function hasWall(board: StationView, a: string, b: string): boolean {
  return board.walls.some(([one, other]) => (one === a && other === b) || (one === b && other === a));
}
