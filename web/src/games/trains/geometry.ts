import type { TrainsSpaceView } from "./view_types";

/**
 * Positions of the hexagonal spaces: pointy-top, 100 units wide, odd rows shifted by half a space. All lengths are
 * drawing units; the page sets the scale.
 */
export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}
type Place = Pick<TrainsSpaceView, "row" | "column">;

export const WIDTH = 100;
/** From the centre to a corner. */
export const RADIUS = WIDTH / Math.sqrt(3);
/** From one row to the next. */
export const STEP = RADIUS * 1.5;
const MARGIN = 16;

export const centre = ({ row, column }: Place): Point => ({
  x: MARGIN + WIDTH / 2 + column * WIDTH + (row % 2) * (WIDTH / 2),
  y: MARGIN + RADIUS + row * STEP,
});

/** The corners relative to the centre, clockwise from the top. */
export const CORNERS: readonly Point[] = Array.from({ length: 6 }, (_, index) => {
  const angle = (index * Math.PI) / 3;
  return { x: RADIUS * Math.sin(angle), y: -RADIUS * Math.cos(angle) };
});

/** The outline around the centre, shrunk or grown by `by` units. */
export const outline = (by = 0): string =>
  CORNERS.map(({ x, y }) => {
    const scale = 1 + by / RADIUS;
    return `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`;
  }).join(" ");

export function bounds(spaces: readonly Place[]): Box {
  if (spaces.length === 0) return { x: 0, y: 0, width: WIDTH + 2 * MARGIN, height: 2 * RADIUS + 2 * MARGIN };
  const across = spaces.map((place) => halves(place) / 2);
  const down = spaces.map(({ row }) => row);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return {
    x: left * WIDTH,
    y: top * STEP,
    width: (Math.max(...across) - left + 1) * WIDTH + 2 * MARGIN,
    height: (Math.max(...down) - top) * STEP + 2 * RADIUS + 2 * MARGIN,
  };
}

/** Column in half-space units, so that shifted rows fall between the others. */
const halves = ({ row, column }: Place): number => column * 2 + (row % 2);

export function areNeighbours(a: Place, b: Place): boolean {
  const across = Math.abs(halves(a) - halves(b));
  const down = Math.abs(a.row - b.row);
  return (down === 0 && across === 2) || (down === 1 && across === 1);
}

/** The ends of the edge between two neighbours; `share` is the part of the edge that is drawn. */
export function edgeBetween(a: Place, b: Place, share = 0.86): [Point, Point] {
  const [from, to] = [centre(a), centre(b)];
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const half = (RADIUS / 2) * share;
  const along = { x: (-(to.y - from.y) / length) * half, y: ((to.x - from.x) / length) * half };
  return [
    { x: middle.x - along.x, y: middle.y - along.y },
    { x: middle.x + along.x, y: middle.y + along.y },
  ];
}

/**
 * Where each seat's cube stands in a space, by number of players. Chosen so that the seats' tracks run side by side
 * in all three directions without crossing.
 */
const SLOTS: Record<number, readonly Point[]> = {
  2: [
    { x: -17, y: 20 },
    { x: 15, y: 33 },
  ],
  3: [
    { x: -29, y: 16 },
    { x: 0, y: 34 },
    { x: 27, y: 23 },
  ],
  4: [
    { x: -34, y: 13 },
    { x: -13, y: 34 },
    { x: 10, y: 20 },
    { x: 33, y: 28 },
  ],
};
export function slotOf(seats: number, seat: number): Point {
  return SLOTS[Math.min(Math.max(seats, 2), 4)]?.[seat] ?? { x: 0, y: 25 };
}

export type Side = "up" | "down" | "left" | "right";

/** The space that an arrow key leads to; up and down alternate sides to stay in a column. */
export function nextSpace<S extends Place & { name: string }>(
  spaces: readonly S[],
  from: string,
  side: Side,
): string | null {
  const here = spaces.find(({ name }) => name === from);
  if (!here) return null;
  const at = halves(here);
  if (side === "left" || side === "right") {
    const goal = at + (side === "right" ? 2 : -2);
    return spaces.find((other) => other.row === here.row && halves(other) === goal)?.name ?? null;
  }
  const row = here.row + (side === "down" ? 1 : -1);
  const shift = here.row % 2 === 0 ? 1 : -1;
  const inRow = spaces.filter((other) => other.row === row);
  return (
    inRow.find((other) => halves(other) === at + shift)?.name ??
    inRow.find((other) => halves(other) === at - shift)?.name ??
    null
  );
}

// -- visible part of the map ------------------------------------------------------------------------

export const FARTHEST = 1;
export const NEAREST = 4;

/** The box moved and shrunk so that it stays within the map. */
export function clampBox(box: Box, whole: Box): Box {
  const width = Math.min(Math.max(box.width, whole.width / NEAREST), whole.width / FARTHEST);
  const height = (width * whole.height) / whole.width;
  return {
    x: Math.min(Math.max(box.x, whole.x), whole.x + whole.width - width),
    y: Math.min(Math.max(box.y, whole.y), whole.y + whole.height - height),
    width,
    height,
  };
}

/** Zoomed in (factor above 1) or out, keeping the given point in place. */
export function zoomed(box: Box, whole: Box, factor: number, at: Point): Box {
  const width = Math.min(Math.max(box.width / factor, whole.width / NEAREST), whole.width / FARTHEST);
  const scale = width / box.width;
  return clampBox(
    { x: at.x - (at.x - box.x) * scale, y: at.y - (at.y - box.y) * scale, width, height: box.height * scale },
    whole,
  );
}

export const moved = (box: Box, whole: Box, x: number, y: number): Box =>
  clampBox({ ...box, x: box.x + x, y: box.y + y }, whole);

/** The box moved just far enough to show the whole space. */
export function revealing(box: Box, whole: Box, place: Place): Box {
  const { x, y } = centre(place);
  const room = RADIUS + 4;
  const shift = (from: number, length: number, at: number) =>
    at - room < from ? at - room - from : at + room > from + length ? at + room - from - length : 0;
  return moved(box, whole, shift(box.x, box.width, x), shift(box.y, box.height, y));
}

/** Splits a long name into two lines, at a hyphen or space or else between syllables near its middle. */
export function namedLines(title: string): string[] {
  const [first, ...rest] = title.split(/(?<=-)|\s+/);
  if (first !== undefined && rest.length > 0) return [first, rest.join(" ")];
  if (title.length <= 9) return title ? [title] : [];
  // A syllable starts at a consonant between two vowels.
  const middle = title.length / 2;
  const cuts = [...title.matchAll(/[aeiou](?=[^aeiou][aeiouy]|[^aeiou]h)/g)]
    .map(({ index }) => index + 1)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const cut = cuts[0];
  return cut === undefined ? [title] : [`${title.slice(0, cut)}-`, title.slice(cut)];
}
