import type { Point } from "./layout";

export const SHIFT = 450;
export const EASING = "cubic-bezier(.3,.7,.25,1)";
const STEP = 85;
const LONGEST = 900;

/** Milliseconds for a walk; long walks go faster per step. */
export const walkTime = (steps: number): number => Math.min(LONGEST, Math.max(220, steps * STEP));

/** Keyframes along a path; points are relative to its end, in pixels. */
export function walk(points: readonly Point[]): Keyframe[] {
  const end = points.at(-1) ?? { x: 0, y: 0 };
  return points.map(({ x, y }, index) => {
    const inner = index > 0 && index < points.length - 1;
    const sway = inner ? (index % 2 === 0 ? 5 : -5) : 0;
    return {
      transform: `translate(${(x - end.x).toFixed(1)}px, ${(y - end.y - (inner ? 2 : 0)).toFixed(1)}px) rotate(${sway}deg)`,
      zIndex: 3,
    };
  });
}

/** Keyframes for tumbling off the train. */
export function tumble(from: Point, to: Point): Keyframe[] {
  const x = from.x - to.x;
  const y = from.y - to.y;
  const at = (share: number, lift: number, turn: number) => ({
    transform: `translate(${(x * share).toFixed(1)}px, ${(y * share - lift).toFixed(1)}px) rotate(${turn}deg)`,
    zIndex: 4,
  });
  return [at(1, 0, 0), at(0.55, 34, -200), at(0.2, 6, -330), at(0, 0, -360)];
}

/** Keyframes for a pawn that moves along with its car. */
export function carry(from: Point, to: Point): Keyframe[] {
  return [
    { transform: `translate(${(from.x - to.x).toFixed(1)}px, ${(from.y - to.y).toFixed(1)}px)` },
    { transform: "none" },
  ];
}

interface Leave {
  duration: number;
  css: (share: number, gone: number) => string;
}

/** Transition of a new car arriving at the front. */
export const arrives = (_node: Element, { still }: { still: boolean }): Leave => ({
  duration: still ? 0 : 520,
  css: (share) => {
    const rest = (1 - share) ** 3;
    return `transform: translateX(${(rest * 240).toFixed(1)}px); opacity: ${Math.min(1, share * 2).toFixed(2)}`;
  },
});

/** Transition of a lost car falling back and fading out. */
export const fallsBack = (_node: Element, { still }: { still: boolean }): Leave => ({
  duration: still ? 0 : 700,
  css: (share, gone) =>
    `transform: translateX(${(-(gone ** 2) * 320).toFixed(1)}px) rotate(${(Math.sin(gone * 9) * 2.2).toFixed(2)}deg); opacity: ${Math.min(1, share * 1.6).toFixed(2)}`,
});
