import { settings } from "./settings.svelte";
import type { FigureOfThing } from "./types";

/** [value, lower end, upper end] of an interval; the ends may be null. */
export type Figure = readonly (number | null)[];

/** A rate as a percentage in the reader's language: 56,9 %. */
export function percentText(share: number, digits = 1): string {
  return new Intl.NumberFormat(settings.lang, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(settings.lang, options).format(value).replace("-", "\u2212");
}

/** A difference of rates in percentage points, signed. */
export function pointsText(share: number): string {
  const points = Math.round(1000 * share) / 10;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return number(points === 0 ? 0 : points, { ...digits, signDisplay: "exceptZero" });
}

/** Any other number, with as many digits as matter. */
export function measureText(value: number): string {
  return number(value, { maximumSignificantDigits: 4 });
}

/** Both ends of an interval, formatted by `write`; empty if one is unknown. */
export function intervalText(figure: Figure, write: (value: number) => string): string {
  const [, low, high] = figure;
  return low == null || high == null ? "" : `${write(low)} … ${write(high)}`;
}

const FEW = 16;

/** The best and worst entries of a long table. */
export function bestAndWorst(items: readonly FigureOfThing[], all: boolean): readonly FigureOfThing[] {
  return all || items.length <= FEW ? items : [...items.slice(0, FEW / 2), ...items.slice(-FEW / 2)];
}
