/** Seven zombies, apart by letter, by the shape of their badge, by their hat, and by colour as well. */
export interface Look {
  letter: string;
  coat: string;
  /** The letter on the badge. */
  ink: string;
  /** The outline of the badge, in a square of 100. */
  badge: string;
  /** How far the letter sits below the middle of the badge. */
  sink: number;
}

const LOOKS: readonly Look[] = [
  {
    letter: "A",
    coat: "#b3261e",
    ink: "#fff6e6",
    badge: "M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z",
    sink: 0,
  },
  { letter: "B", coat: "#1d5c99", ink: "#fff6e6", badge: "M10 8h80v84H10z", sink: 0 },
  { letter: "C", coat: "#e3ae3a", ink: "#2a1f05", badge: "M50 0L100 94H0z", sink: 15 },
  { letter: "D", coat: "#1c6b46", ink: "#fff6e6", badge: "M50 -2L102 50L50 102L-2 50z", sink: 0 },
  { letter: "E", coat: "#7a3f98", ink: "#fff6e6", badge: "M25 6h50l25 44l-25 44H25L0 50z", sink: 0 },
  {
    letter: "F",
    coat: "#f0ead8",
    ink: "#22180f",
    badge: "M8 6h84v42c0 26-18 40-42 50C26 88 8 74 8 48z",
    sink: -4,
  },
  {
    letter: "G",
    coat: "#30363b",
    ink: "#fff6e6",
    badge: "M50 0l13 17l21-3l3 21l13 15l-13 15l-3 21l-21-3l-13 17l-13-17l-21 3l-3-21L0 50l13-15l3-21l21 3z",
    sink: 0,
  },
];

export const COLOURS = LOOKS.map((look) => look.coat);

const FIRST = LOOKS[0] as Look;
export const lookOf = (seat: number): Look => LOOKS[seat] ?? FIRST;
export const letterOf = (seat: number): string => lookOf(seat).letter;
