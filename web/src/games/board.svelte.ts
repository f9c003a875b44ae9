import { untrack } from "svelte";
import { measure, playFlip, type FlipOptions, type Measured } from "../lib/flip";
import { prefersReducedMotion } from "../lib/settings.svelte";
import type { Choice } from "../lib/types";
import type { TourStop } from "./types";

/** Helpers shared by the boards of several games. */

/** All seats in turn order, starting after `seat`; a spectator (-1) starts with seat 0. */
export const seatsAfter = (seat: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (seat + 1 + index) % count);

const DURATION = 430;

/**
 * Animates everything with `data-flip` below `root` when `view` changes (FLIP: measured before the DOM update, moved
 * after it).
 *
 * @param ends where new elements come from and where removed ones go
 * @param onmoved called afterwards, with null if nothing was animated
 */
export function animateMoves(
  root: () => HTMLElement | undefined,
  view: () => unknown,
  ends: (before: Measured) => Pick<FlipOptions, "source" | "sink">,
  onmoved?: (root: HTMLElement | null) => void,
): void {
  let before: Measured | null = null;
  $effect.pre(() => {
    void view();
    untrack(() => {
      const area = root();
      before = area ? measure(area) : null;
    });
  });
  $effect(() => {
    void view();
    untrack(() => {
      const area = prefersReducedMotion() || !before ? null : (root() ?? null);
      if (area && before) playFlip(area, before, { ...ends(before), duration: DURATION });
      onmoved?.(area);
    });
  });
}

export interface SpaceMark {
  space: string;
  /** A piece left this space, or is on it now. */
  what: "from" | "to";
}

/** Marks for spaces that pieces left or reached; a space with both counts as reached. */
export function spaceMarks(left: readonly string[], reached: readonly string[]): SpaceMark[] {
  const marks = new Map<string, SpaceMark["what"]>();
  for (const space of left) marks.set(space, "from");
  for (const space of reached) marks.set(space, "to");
  return [...marks].map(([space, what]) => ({ space, what }));
}

/** Whether any choice is of this kind. */
export const offers = (choices: readonly Choice[], kind: string): boolean =>
  choices.some(({ target }) => target.kind === kind);

/** The first fitting tour stop that has not been seen yet. */
export function nextStop(
  stops: Record<string, TourStop>,
  fitting: readonly string[] = [],
  seen: readonly string[],
): TourStop | null {
  const id = fitting.find((stop) => !seen.includes(stop));
  return id ? (stops[id] ?? null) : null;
}
