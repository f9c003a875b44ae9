/** How a review is presented; all numbers come from the server. */
import type { LuckWords, Review, ReviewDecision, ReviewLuck } from "./types";

export type ReviewView = Review["view"];
export type DecisionWord = ReviewDecision["word"];

/** Words worse than good, which are marked. */
export const POOR: readonly DecisionWord[] = ["inaccuracy", "mistake", "blunder"];
/** Chess annotation symbols. */
export const SIGNS: Record<DecisionWord, string> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
/** Luck below this fraction of a win is not marked. */
export const MARKED_LUCK = 0.05;

export const isPoor = (decision: ReviewDecision) => POOR.includes(decision.word);

export const percent = (chance: number) => Math.round(100 * chance);

/** A difference in percentage points, signed. */
export function points(difference: number): string {
  const whole = Math.round(100 * difference);
  if (whole === 0) return "0";
  return whole > 0 ? `+${whole}` : `\u2212${-whole}`;
}

/** One seat's game in short: quality of play, luck, and the costliest decision. */
export interface Summary {
  play: "great" | "well" | "fair" | "poor";
  luck: "good" | "even" | "bad";
  /** The entry of the costliest decision. */
  worst: number | null;
}

/** Minimum accuracy for each word; random play scores 20. */
const PLAY = [
  ["great", 90],
  ["well", 70],
  ["fair", 45],
] as const;
/** Total luck of a game counts as good or bad from this fraction of a win. */
const WORTH_A_WORD = 0.1;

export function summaryOf(review: Review, seat: number): Summary | null {
  const own = review.by_seat.find((one) => one.seat === seat);
  if (!own) return null;
  const luck = own.luck >= WORTH_A_WORD ? "good" : own.luck <= -WORTH_A_WORD ? "bad" : "even";
  const play = PLAY.find(([, least]) => own.accuracy >= least)?.[0] ?? "poor";
  return { play, luck, worst: own.worst[0] ?? null };
}

/** The seat that luck helped or hurt most. */
export function luckiest(luck: ReviewLuck): number {
  return luck.by_seat.reduce(
    (best, one, seat) => (Math.abs(one) > Math.abs(luck.by_seat[best] ?? 0) ? seat : best),
    0,
  );
}

/** What happened by chance and whom it helped; a heading such as "Deal" gets a full stop. */
export function luckText(luck: LuckWords | undefined): string {
  if (!luck) return "";
  const { text, sentence } = luck;
  return [text && !/[.!?…]$/.test(text) ? `${text}.` : text, sentence].filter(Boolean).join(" ");
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The chart coordinates of an entry and a winning chance. */
export function plotPoint(box: Box, entries: number, entry: number, chance: number): [number, number] {
  const x = box.left + (box.width * entry) / Math.max(1, entries);
  return [round(x), round(box.top + box.height * (1 - chance))];
}
const round = (value: number) => Math.round(value * 10) / 10;

/** The number of the last entry, at the right edge of the chart. */
export const lastEntry = (review: Review) => review.graph.at(-1)?.entry ?? 0;

/** The SVG path of a seat's chances. */
export function pathOf(review: Review, seat: number, box: Box): string {
  const last = lastEntry(review);
  return review.graph
    .map((point, index) => {
      const [x, y] = plotPoint(box, last, point.entry, point.chances[seat] ?? 0);
      return `${index === 0 ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

/** A seat's chances from an entry on, including it. */
export function chancesFrom(
  review: Review,
  entry: number,
  seat: number,
): { entry: number; chance: number }[] {
  return review.graph
    .slice(pointAt(review, entry))
    .map((point) => ({ entry: point.entry, chance: point.chances[seat] ?? 0 }));
}

/** A marker on the chart that leads to a position. */
export interface Mark {
  kind: DecisionWord | "luck";
  entry: number;
  seat: number;
  x: number;
  y: number;
  /** For luck: whether it helped. */
  up: boolean;
}

/** Poor decisions and great luck, each on the line of its seat. */
export function marksOf(review: Review, box: Box): Mark[] {
  const last = lastEntry(review);
  const at = (entry: number, seat: number) =>
    plotPoint(box, last, entry, review.graph[pointAt(review, entry)]?.chances[seat] ?? 0);
  const luck = review.luck
    .filter((one) => Math.abs(one.by_seat[luckiest(one)] ?? 0) >= MARKED_LUCK)
    .map((one): Mark => {
      const seat = luckiest(one);
      const [x, y] = at(one.entry, seat);
      return { kind: "luck", entry: one.entry, seat, x, y, up: (one.by_seat[seat] ?? 0) > 0 };
    });
  const poor = review.decisions.filter(isPoor).map((one): Mark => {
    const [x, y] = at(one.entry, one.seat);
    return { kind: one.word, entry: one.entry, seat: one.seat, x, y, up: false };
  });
  return [
    ...luck,
    ...poor.sort((a, b) => POOR.indexOf(a.kind as DecisionWord) - POOR.indexOf(b.kind as DecisionWord)),
  ];
}

/** The index of the last chart point at or before an entry. */
export function pointAt(review: Review, entry: number): number {
  let found = 0;
  for (const [index, point] of review.graph.entries()) if (point.entry <= entry) found = index;
  return found;
}

/** The index of the chart point nearest to an x coordinate. */
export function nearestEntry(review: Review, box: Box, x: number): number {
  const last = lastEntry(review);
  const far = (index: number) => Math.abs(plotPoint(box, last, review.graph[index]?.entry ?? 0, 0)[0] - x);
  return review.graph.reduce((best, _, index) => (far(index) < far(best) ? index : best), 0);
}

/** The chart point that a key leads to; null for other keys. */
export function stepByKey(review: Review, from: number, key: string): number | null {
  const end = review.graph.length - 1;
  const stops = review.graph
    .map((_, index) => index)
    .filter((index) => isMarked(review, review.graph[index]?.entry ?? -1));
  const to: Record<string, number | undefined> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    Home: 0,
    End: end,
    PageUp: stops.filter((index) => index < from).at(-1),
    PageDown: stops.find((index) => index > from),
  };
  if (!(key in to)) return null;
  return Math.min(Math.max(to[key] ?? from, 0), end);
}

export function isMarked(review: Review, entry: number): boolean {
  return (
    review.decisions.some((one) => one.entry === entry && isPoor(one)) ||
    review.luck.some((one) => one.entry === entry && Math.abs(one.by_seat[luckiest(one)] ?? 0) >= MARKED_LUCK)
  );
}

/**
 * The decision about to be made at a replay step: the next entry that was not undone.
 *
 * A step shows the position after its entry, whereas a decision is viewed in the position before it.
 */
export function decisionAfter(review: Review, at: number): ReviewDecision | null {
  const next = review.graph.find((point) => point.entry > at)?.entry;
  return review.decisions.find((one) => one.entry === next) ?? null;
}
