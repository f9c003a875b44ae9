/** SVG paths of the action symbols, in a 24 × 24 box. */
export const GLYPHS = {
  /** Two footprints. */
  walk: "M7.5 3.5c2 0 3 2.2 2.7 5-.2 2-.9 3.5-2.5 3.5S5 10.6 4.8 8.5C4.6 5.7 5.5 3.5 7.5 3.5zM5.7 13.4h4c.1 2-.5 3.4-2 3.4s-2.1-1.4-2-3.4zM16.5 7.2c2 0 2.9 2.2 2.7 5-.2 2-1.3 3.5-2.9 3.5s-2.3-1.5-2.5-3.5c-.3-2.8.7-5 2.7-5zM14.3 17.1h4c.1 2-.5 3.4-2 3.4s-2.1-1.4-2-3.4z",
  /** A chair. */
  sit: "M5.5 2.5h3.2v9.5h8.3a2 2 0 0 1 2 2v7.5h-3v-5H8.7v5H5.5z",
  /** A boot. */
  kick: "M8.5 2.5h6.2v9.3l5.7 3.2c1 .6 1.6 1.6 1.6 2.7v1.3H8.5zM8.5 20.4H22v1.6H8.5zM1.5 8.2h5v1.8h-5zM3 12.2h3.5V14H3zM1.5 16.2h5V18h-5z",
  /** A sign with a plus. */
  reserve: "M12 2l9 6v13.5H3V8zm-1.3 7.5v3.7H7v2.6h3.7v3.7h2.6v-3.7H17v-2.6h-3.7V9.5z",
  /** A sign with a minus. */
  take: "M12 2l9 6v13.5H3V8zM7 13.2v2.6h10v-2.6z",
  /** A sign, crossed out. */
  conductor: "M12 2l9 6v13.5H3V8zM9 10l-1.9 1.9 3 3-3 3L9 19.8l3-3 3 3 1.9-1.9-3-3 3-3L15 10l-3 3z",
  /** An hourglass: turns to miss. */
  wait: "M5 2h14v2.6h-1.4c0 4-2.2 5.9-4 7.4 1.8 1.5 4 3.4 4 7.4H19V22H5v-2.6h1.4c0-4 2.2-5.9 4-7.4-1.8-1.5-4-3.4-4-7.4H5zM9.3 5.5c.4 2.3 1.5 3.5 2.7 4.5 1.2-1 2.3-2.2 2.7-4.5z",
} as const;

export type MarkName = keyof typeof GLYPHS;
export const MARK_NAMES = Object.keys(GLYPHS) as MarkName[];
