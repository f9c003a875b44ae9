import type { ZwergenView } from "./view";
import type { FieldView, FieldKind, StationView } from "./view_types";

/** Boards and positions for tests. */

const KINDS: Record<string, FieldKind> = { R: "home", G: "home", S: "seat", D: "door", ":": "aisle" };

/** A board from a map of characters; each wall lies below the given columns (letters) of a row. */
export function boardOf(name: string, map: string[], walls: [number, string][]): StationView {
  const rows = map.length;
  const fields = map.flatMap((line, index) =>
    [...line].flatMap((sign, column): FieldView[] => {
      const row = rows - index;
      const home = sign === "R" ? 0 : sign === "G" ? 1 : null;
      const letter = String.fromCharCode(97 + column);
      const kind = KINDS[sign] ?? "platform";
      return sign === " " ? [] : [{ name: `${letter}${row}`, column, row, kind, home }];
    }),
  );
  return {
    name,
    columns: Math.max(...map.map((line) => line.length)),
    rows,
    fields,
    walls: walls.flatMap(([row, letters]) =>
      [...letters].map((letter): [string, string] => [`${letter}${row}`, `${letter}${row - 1}`]),
    ),
  };
}

export const STATION = boardOf(
  "station",
  ["...RRRRR...", "SSDSSDSSDSS", ":::::::::::", "SSDSSDSSDSS", "...GGGGG..."],
  [
    [5, "abdeghjk"],
    [2, "abdeghjk"],
  ],
);
export const SMALL = boardOf(
  "small",
  [".RRRRR.", "SDSSSDS", "S::S::S", "S::S::S", "SDSSSDS", ".GGGGG."],
  [
    [6, "acdeg"],
    [2, "acdeg"],
  ],
);
export const LONG = boardOf(
  "long",
  ["RRRRR.......", "SSDSS::SSDSS", "::::::::::::", "SSDSS::SSDSS", "GGGGG......."],
  [
    [5, "abdefghikl"],
    [2, "abdefghikl"],
  ],
);

const fieldsOf = (names: string) => names.split(" ").filter(Boolean);

export function position(
  red: string,
  green: string,
  change: Partial<ZwergenView> & { redSigns?: string; greenSigns?: string } = {},
): ZwergenView {
  const { redSigns = "", greenSigns = "", ...rest } = change;
  return {
    seats: 2,
    first: 0,
    you: 1,
    turn: 1,
    phase: "turn",
    board: STATION,
    dwarves: [fieldsOf(red), fieldsOf(green)],
    signs: [fieldsOf(redSigns), fieldsOf(greenSigns)],
    stock: [5, 5],
    taken: [0, 0],
    kicks: [0, 0],
    owes: [0, 0],
    held: [0, 0],
    turns: 0,
    turns_each: [0, 0],
    mode: "turns",
    limit: 60,
    each: false,
    minutes: null,
    every: 7,
    coin_shares: [1, 1],
    takes: 5,
    until_conductor: 7,
    coin: null,
    winner: -1,
    reason: "",
    ...rest,
  };
}
