/**
 * The largest font size at which a name fits its box in the actual font. Words stay whole; only a compound that would
 * become too small to read is broken at a soft hyphen.
 */
export interface Box {
  width: number;
  height: number;
}

export interface Fit {
  /** Font size in pixels. */
  size: number;
  /** The text to render, with soft hyphens only if they are needed. */
  text: string;
}

/** The width of a text at a font size of one pixel. */
export type Measure = (text: string) => number;

const SEAM = "\u00ad";
const STEP = 0.25;
const SMALLEST = 4;
/** Slack for the browser's rounding. */
const SPARE = 0.985;

/** The pieces a line can end after: words, and parts of hyphenated words. */
const piecesOf = (text: string): string[] => text.match(/[^\s-]*-+(?=\S)|\S+|\s+/g) ?? [];

/** The number of lines at a font size of one pixel; null if a piece is wider than `width`. */
function linesOf(text: string, width: number, measure: Measure): number | null {
  let lines = 1;
  let line = "";
  // A line may end at a soft hyphen, which then shows as a hyphen.
  for (const piece of piecesOf(text).flatMap((one) => one.split(new RegExp(`(?<=${SEAM})`)))) {
    const longer = line + piece;
    if (measure(shownOf(longer)) <= width) {
      line = longer;
      continue;
    }
    if (line.trim() !== "") lines += 1;
    line = piece.trim() === "" ? "" : piece;
    if (measure(shownOf(line)) > width) return null;
  }
  return lines;
}

/** The visible text of a line: a soft hyphen shows only at its end. */
const shownOf = (line: string): string =>
  line
    .trimEnd()
    .replace(new RegExp(`${SEAM}$`), "-")
    .replaceAll(SEAM, "");

export function fitText(
  text: string,
  box: Box,
  measure: Measure,
  most: number,
  least: number,
  leading: number,
): Fit {
  const fits = (written: string, size: number): boolean => {
    const lines = linesOf(written, (box.width * SPARE) / size, measure);
    return lines !== null && lines * size * leading <= box.height + 0.5;
  };
  const whole = text.replaceAll(SEAM, "");
  const search = (written: string, from: number, to: number): Fit | null => {
    for (let size = from; size >= to; size -= STEP) if (fits(written, size)) return { size, text: written };
    return null;
  };
  return (
    search(whole, most, least) ??
    (whole === text ? null : search(text, most, least)) ??
    search(text, least, SMALLEST) ?? { size: SMALLEST, text }
  );
}

const canvas = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
const widths = new Map<string, number>();

/** A measure for the font of an element. */
export function measureIn({ fontStyle, fontWeight, fontFamily }: CSSStyleDeclaration): Measure {
  const font = `${fontStyle} ${fontWeight} 100px ${fontFamily}`;
  return (text) => {
    const key = `${font}|${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      if (!canvas) return 0;
      canvas.font = font;
      width = canvas.measureText(text).width / 100;
      widths.set(key, width);
    }
    return width;
  };
}
