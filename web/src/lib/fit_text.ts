/**
 * How large a name may be written so that it fits into its box, whatever font there is. Words stay
 * whole; only a compound that would become too small to read is broken at one of its seams, which
 * are marked by soft hyphens.
 */
export interface Box {
  width: number;
  height: number;
}

export interface Fit {
  /** In pixels. */
  size: number;
  /** The text to be written: with the seams if they are needed. */
  text: string;
}

/** How wide a piece of text is in letters of one pixel. */
export type Measure = (text: string) => number;

const SEAM = "\u00ad";
const STEP = 0.25;
const SMALLEST = 4;
/** Browsers round: a little is kept free. */
const SPARE = 0.985;

/** The pieces that a line can end after: words, and the parts of words with hyphens of their own. */
const piecesOf = (text: string): string[] => text.match(/[^\s-]*-+(?=\S)|\S+|\s+/g) ?? [];

/** How many lines the text takes if it is written as large as this; null if a piece is too wide. */
function linesOf(text: string, width: number, measure: Measure): number | null {
  let lines = 1;
  let line = "";
  // A seam is a place to end a line, with a hyphen.
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

/** As it stands on a line of its own: a seam at the end is a hyphen, one inside is nothing. */
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

/** Measures in the font of an element. */
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
