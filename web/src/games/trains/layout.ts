import type { Choice } from "../../lib/types";
import { numberOf } from "./click_targets";
import { bounds } from "./geometry";
import { priceText, say, terrainName } from "./texts";
import type { TrainsView } from "./view";
import type { TrainsSpaceView } from "./view_types";

export interface Plan {
  /** One column, as on a phone. */
  narrow: boolean;
  /** Width of the map in pixels. */
  map: number;
  /** Height of a card in hand in pixels; its width is a seventh less. */
  card: number;
}

const NARROW = 820;
const GAP = 10;
/** Minimum width of the supply in pixels: three columns of piles. */
const SUPPLY = 328;
const SUPPLY_SHARE = 0.35;
/** Height of everything above and below the map except the hand, in pixels. */
const REST = 208;
const LOWEST = 330;
/** Card heights by window height, as [up to this height, card height] in pixels. */
const CARDS: readonly (readonly [number, number])[] = [
  [720, 106],
  [880, 116],
  [Infinity, 138],
];

/** The largest map that fits beside the supply and keeps the hand visible. */
export function planOf(width: number, windowHeight: number, spaces: readonly TrainsSpaceView[]): Plan {
  if (width < NARROW) return { narrow: true, map: width, card: 106 };
  const whole = bounds(spaces);
  const card = CARDS.find(([most]) => windowHeight <= most)?.[1] ?? 106;
  const height = Math.max(LOWEST, windowHeight - REST - card);
  const byHeight = (height * whole.width) / whole.height;
  const supply = Math.max(SUPPLY, width * SUPPLY_SHARE);
  return { narrow: false, card, map: Math.round(Math.min(width - supply - GAP, byHeight)) };
}

/** A space's printed name with its coordinates, or the coordinates alone. */
export const spaceTitle = ({ name, title }: TrainsSpaceView): string => (title ? `${title} (${name})` : name);

/** A space in words, for the line below the map and for screen readers. */
export function spaceWords(
  view: TrainsView,
  names: readonly string[],
  space: TrainsSpaceView,
  choice: Choice | undefined,
): string {
  const stations = view.stations[space.name] ?? 0;
  const parts = [spaceTitle(space), terrainName(space.terrain)];
  if (space.terrain === "city") {
    parts.push(say("stations_of", { count: stations, all: space.capacity }));
    if (stations > 0) parts.push(say("worth", { count: view.city_points[stations] ?? 0 }));
  }
  if (space.terrain === "remote") parts.push(say("remote_worth", { count: space.value }));
  const there = view.cubes.flatMap((own, seat) =>
    own.includes(space.name) ? [names[seat] ?? String(seat + 1)] : [],
  );
  if (there.length > 0) parts.push(say("rails_of", { names: there.join(", ") }));
  const beyond = view.board.barriers.flatMap(([a, b]) =>
    a === space.name ? [b] : b === space.name ? [a] : [],
  );
  if (beyond.length > 0) {
    const titles = beyond.map(
      (name) => view.board.spaces.find((other) => other.name === name)?.title || name,
    );
    parts.push(say("barrier_note", { names: titles.join(", ") }));
  }
  if (choice?.target.kind === "start") parts.push(say("can_start"));
  if (choice?.target.kind === "station") parts.push(say("can_station"));
  if (choice?.target.kind === "rail")
    parts.push(say("can_rail", { price: priceText(numberOf(choice, "cost"), numberOf(choice, "waste")) }));
  return parts.join(", ");
}
