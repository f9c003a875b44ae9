import { countOf, type TrainsView, type Stack } from "./view";

/** Cards that went from one place to another between two pictures, to be shown as movement. */
export type Zone = "hand" | "play" | "aside" | "supply" | "pile";
export interface Flight {
  kind: string;
  from: Zone;
  to: Zone;
}

const zones = (view: TrainsView): Record<Exclude<Zone, "pile">, Stack[]> => ({
  hand: view.hand,
  play: view.play,
  aside: view.aside,
  supply: view.supply,
});

/** More than this at once is a new position, not a movement. */
const MOST = 8;

/**
 * What came to a place must have left another one: the hand before the play area, the supply before
 * the set-aside cards. What came from nowhere was drawn, or belongs to a hand that is not seen.
 */
export function flightsBetween(before: TrainsView, after: TrainsView): Flight[] {
  if (before.you !== after.you || before.turn !== after.turn) return [];
  const was = zones(before);
  const now = zones(after);
  const own = after.turn === after.you;
  const kinds = new Set([...Object.keys(before.cards), ...Object.keys(after.cards)]);
  const flights: Flight[] = [];
  for (const kind of kinds) {
    const change = (zone: keyof typeof now) => countOf(now[zone], kind) - countOf(was[zone], kind);
    const add = (count: number, from: Zone, to: Zone) => {
      for (let n = 0; n < count; n++) flights.push({ kind, from, to });
    };
    const played = Math.max(0, change("play"));
    add(played, own ? "hand" : "pile", "play");
    const gained = Math.max(0, change("aside"));
    add(gained, "supply", "aside");
    const inHand = change("hand") + (own ? played : 0);
    if (own && inHand > 0) {
      const taken = Math.min(inHand, Math.max(0, -change("supply") - gained));
      add(taken, "supply", "hand");
      add(inHand - taken, "pile", "hand");
    }
    const returned = Math.max(0, change("supply"));
    if (own) add(Math.min(returned, Math.max(0, -change("hand"))), "hand", "supply");
  }
  return flights.length > MOST ? [] : flights;
}
