/** FLIP animation: each element starts where it was and moves to where it is. */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Journey {
  key: string;
  from: Rect;
  to: Rect;
}

export interface Changes {
  moved: Journey[];
  entered: string[];
  left: string[];
}

/** What moved, appeared and disappeared, by key. Less than half a pixel is no movement. */
export function compare(before: ReadonlyMap<string, Rect>, after: ReadonlyMap<string, Rect>): Changes {
  const changes: Changes = { moved: [], entered: [], left: [] };
  for (const [key, to] of after) {
    const from = before.get(key);
    if (!from) changes.entered.push(key);
    else if (distance(from, to) > 0.5 || Math.abs(from.width - to.width) > 0.5)
      changes.moved.push({ key, from, to });
  }
  for (const key of before.keys()) if (!after.has(key)) changes.left.push(key);
  return changes;
}

export function distance(from: Rect, to: Rect): number {
  return Math.hypot(from.left - to.left, from.top - to.top);
}

/** The transform that makes an element at `to` appear at `from` (origin: top left). */
export function invertTransform(from: Rect, to: Rect): string {
  const x = from.left - to.left;
  const y = from.top - to.top;
  const scale = to.width > 0 ? from.width / to.width : 1;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/** Halfway and slightly lifted, so that two elements that swap places do not overlap. */
export function midwayTransform(from: Rect, to: Rect): string {
  const x = (from.left - to.left) / 2;
  const y = (from.top - to.top) / 2 - Math.min(28, distance(from, to) * 0.14);
  const scale = to.width > 0 ? (from.width / to.width + 1) / 2 : 1;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

export interface Measured {
  rects: Map<string, Rect>;
  nodes: Map<string, HTMLElement>;
}

export function measure(root: HTMLElement, settle = false): Measured {
  const rects = new Map<string, Rect>();
  const nodes = new Map<string, HTMLElement>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const key = node.dataset.flip ?? "";
    if (settle) for (const running of node.getAnimations()) if (running.id === "flip") running.cancel();
    rects.set(key, node.getBoundingClientRect());
    nodes.set(key, node);
  }
  return { rects, nodes };
}

export interface FlipOptions {
  /** Where new elements come from. */
  source: (key: string) => Rect | undefined;
  /** Where removed elements go. */
  sink: (key: string) => Rect | undefined;
  duration: number;
}

const EASING = "cubic-bezier(.3,.7,.25,1)";

/** Animates from the measured rectangles to the current layout. */
export function playFlip(root: HTMLElement, before: Measured, { source, sink, duration }: FlipOptions): void {
  const after = measure(root, true);
  const { moved, entered, left } = compare(before.rects, after.rects);
  for (const { key, from, to } of moved) animateMove(after.nodes.get(key), from, to, duration);
  for (const key of entered) {
    const from = source(key);
    const to = after.rects.get(key);
    if (from && to) animateMove(after.nodes.get(key), from, to, duration);
  }
  for (const key of left) {
    const from = before.rects.get(key);
    const to = sink(key);
    const node = before.nodes.get(key);
    if (from && to && node) animateRemoved(node, from, to, duration);
  }
}

function animateMove(node: HTMLElement | undefined, from: Rect, to: Rect, duration: number): void {
  // Moving elements are raised above the others.
  const high = { transformOrigin: "0 0", zIndex: 5 };
  node?.animate(
    [
      { ...high, transform: invertTransform(from, to) },
      { ...high, transform: midwayTransform(from, to), offset: 0.5 },
      { ...high, transform: "none" },
    ],
    { duration, easing: EASING, id: "flip" },
  );
}

/** Animates a copy of a removed element moving away and fading out. */
function animateRemoved(node: HTMLElement, from: Rect, to: Rect, duration: number): void {
  const ghost = node.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("data-flip");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    margin: "0",
    zIndex: "6",
    width: `${from.width}px`,
    height: `${from.height}px`,
    pointerEvents: "none",
  });
  document.body.append(ghost);
  const fly = ghost.animate(
    [
      { transformOrigin: "0 0", transform: "none", opacity: 1 },
      { transformOrigin: "0 0", transform: invertTransform(to, from), opacity: 0.2 },
    ],
    { duration, easing: EASING },
  );
  fly.onfinish = fly.oncancel = () => ghost.remove();
}
