import { countOf, type TrainsView, type Stack } from "./view";

/** Cards that moved between two frames, to be animated. */
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

/** More flights than this are a jump to another position and not animated. */
const MOST = 8;

/**
 * Pairs each arrival with a departure: from the hand before the play area, from the supply before the set-aside
 * cards. A card from nowhere was drawn, or comes from a hidden hand.
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

/** Where cards lie on screen, for animating flights between two frames. */
export interface CardRects {
  rects: Map<string, DOMRect>;
  faces: Map<string, HTMLElement>;
}

const DURATION = 420;
const LIFT = 26;

const keyOf = (zone: string, kind: string) => `${zone} ${kind}`;

/** The rectangles of the cards in each zone; the zone's own rectangle serves for kinds not in it yet. */
export function measureCards(root: HTMLElement): CardRects {
  const rects = new Map<string, DOMRect>();
  const faces = new Map<string, HTMLElement>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-zone]")) {
    const key = keyOf(node.dataset.zone ?? "", node.dataset.kind ?? "");
    rects.set(key, node.getBoundingClientRect());
    const face = node.querySelector<HTMLElement>(".card");
    if (face && node.dataset.kind) faces.set(key, face);
  }
  return { rects, faces };
}

export function animateFlights(root: HTMLElement, before: CardRects, flights: readonly Flight[]): void {
  if (flights.length === 0) return;
  const after = measureCards(root);
  flights.forEach(({ kind, from, to }, index) => {
    const start = before.rects.get(keyOf(from, kind)) ?? before.rects.get(keyOf(from, ""));
    const goal = after.rects.get(keyOf(to, kind)) ?? after.rects.get(keyOf(to, ""));
    const face = after.faces.get(keyOf(to, kind)) ?? before.faces.get(keyOf(from, kind));
    if (start && goal && face && start.width > 0) launch(face, start, goal, index * 45);
  });
}

function launch(face: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const ghost = face.cloneNode(true) as HTMLElement;
  ghost.querySelector(".count")?.remove();
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  const width = Math.min(from.width, 118);
  const height = Math.min(from.height, 112);
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: "0",
    zIndex: "6",
    pointerEvents: "none",
  });
  document.body.append(ghost);
  const x = to.left + to.width / 2 - from.left - width / 2;
  const y = to.top + to.height / 2 - from.top - height / 2;
  const scale = Math.min(1, Math.max(0.4, Math.min(to.width, 118) / width));
  const flight = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translate(${x / 2}px, ${y / 2 - LIFT}px) scale(${(1 + scale) / 2})`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.3 },
    ],
    { duration: DURATION, delay, easing: "cubic-bezier(.3,.7,.25,1)" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
