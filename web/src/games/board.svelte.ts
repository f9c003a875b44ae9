import { untrack } from "svelte";
import { measure, playFlip, type FlipOptions, type Measured } from "../lib/flip";
import { prefersReducedMotion } from "../lib/settings.svelte";
import type { Choice } from "../lib/types";
import type { TourStop } from "./types";

/** What the boards of several games share. */

/** The seats in the order in which they play, from the one after `seat`; -1 is a spectator, who begins with seat 0. */
export const seatsAfter = (seat: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (seat + 1 + index) % count);

const DURATION = 430;

/**
 * Lets everything with `data-flip` below `root` glide when `view` changes: it is measured just before the page
 * changes and moved just after.
 *
 * @param ends where things come from that were not there before, and where those go to that are no longer there
 * @param onmoved called afterwards, with null where nothing was to move
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
  /** Somebody or something was here, or is here now. */
  what: "from" | "to";
}

/** Spaces that were left and reached; where both happened, it counts that somebody is there now. */
export function spaceMarks(left: readonly string[], reached: readonly string[]): SpaceMark[] {
  const marks = new Map<string, SpaceMark["what"]>();
  for (const space of left) marks.set(space, "from");
  for (const space of reached) marks.set(space, "to");
  return [...marks].map(([space, what]) => ({ space, what }));
}

/** Whether some choice does this. */
export const offers = (choices: readonly Choice[], kind: string): boolean =>
  choices.some(({ target }) => target.kind === kind);

/** The first of these stops of a tour that was not seen yet. */
export function nextStop(
  stops: Record<string, TourStop>,
  fitting: readonly string[] = [],
  seen: readonly string[],
): TourStop | null {
  const id = fitting.find((stop) => !seen.includes(stop));
  return id ? (stops[id] ?? null) : null;
}
