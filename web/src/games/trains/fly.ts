import type { Flight } from "./flights";

/** Cards that glide from where they lay to where they lie now. */
export interface Seen {
  rects: Map<string, DOMRect>;
  faces: Map<string, HTMLElement>;
}

const DURATION = 420;
const LIFT = 26;

const keyOf = (zone: string, kind: string) => `${zone} ${kind}`;

/** Where the cards of each zone lie; the zone itself stands for kinds that do not lie there yet. */
export function look(root: HTMLElement): Seen {
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

export function fly(root: HTMLElement, before: Seen, flights: readonly Flight[]): void {
  if (flights.length === 0) return;
  const after = look(root);
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
