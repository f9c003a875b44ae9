import type { Box } from "./layout";

const STEP = 420;
const FLIGHT = 520;
const EASING = "cubic-bezier(.3,.7,.25,1)";

/** Whether a move is longer than one step and animated as a flight. */
export const isFlight = (from: Box, to: Box): boolean =>
  Math.hypot(from.x - to.x, from.y - to.y) > 1.6 * to.width;

/** Keyframes for a piece at `to` that came from `from`: a step, or a tumbling flight. */
export function journey(from: Box, to: Box): Keyframe[] {
  const x = from.x - to.x;
  const y = from.y - to.y;
  const place = (share: number, lift: number, more = "") =>
    `translate(${(x * share).toFixed(1)}px, ${(y * share - lift).toFixed(1)}px)${more}`;
  if (!isFlight(from, to)) {
    return [
      { transform: place(1, 0), zIndex: 2 },
      { transform: place(0.5, to.height * 0.12), zIndex: 2, offset: 0.5 },
      { transform: "none", zIndex: 2 },
    ];
  }
  const turn = x > 0 ? -1 : 1;
  return [
    { transform: place(1, 0), zIndex: 4 },
    {
      transform: place(0.5, to.height * 0.9, ` rotate(${turn * 300}deg) scale(1.35)`),
      zIndex: 4,
      offset: 0.5,
    },
    { transform: `translate(0px, 0px) rotate(${turn * 720}deg)`, zIndex: 4 },
  ];
}

export function slide(node: HTMLElement, from: Box, to: Box): void {
  for (const running of node.getAnimations()) if (running.id === "slide") running.cancel();
  const duration = isFlight(from, to) ? FLIGHT : STEP;
  node.animate(journey(from, to), { duration, easing: EASING, id: "slide" });
}
