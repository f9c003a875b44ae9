/** Seven zombies, apart by letter, by the shape of their badge, by their hat, and by colour as well. */
export interface ZombieLook {
  letter: string;
  coat: string;
  /** The letter on the badge. */
  ink: string;
  /** The outline of the badge, in a square of 100. */
  badge: string;
  /** How far the letter sits below the middle of the badge. */
  sink: number;
}

const LOOKS: readonly ZombieLook[] = [
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

const FIRST = LOOKS[0] as ZombieLook;
export const zombieLook = (seat: number): ZombieLook => LOOKS[seat] ?? FIRST;
export const zombieLetter = (seat: number): string => zombieLook(seat).letter;

/** How the cars are painted: the outside and the floor, by the name of the face. */
export type Floor = "planks" | "tiles" | "carpet" | "straw" | "iron";

export interface Livery {
  body: string;
  floor: Floor;
}

const LIVERIES: Record<string, Livery> = {
  parlour: { body: "#7b2b3a", floor: "carpet" },
  dining: { body: "#1e5a4a", floor: "tiles" },
  sleeping: { body: "#27436e", floor: "carpet" },
  mail: { body: "#a5491f", floor: "planks" },
  cattle: { body: "#6b4a26", floor: "straw" },
  baggage: { body: "#3f5a3a", floor: "planks" },
  kitchen: { body: "#3c6d80", floor: "tiles" },
  bank: { body: "#4b5563", floor: "iron" },
  circus: { body: "#b3261e", floor: "straw" },
  library: { body: "#4a3a6b", floor: "carpet" },
  cheese: { body: "#a87414", floor: "tiles" },
  laboratory: { body: "#2d6a6a", floor: "iron" },
  theatre: { body: "#82233f", floor: "carpet" },
  bath: { body: "#2a6291", floor: "tiles" },
  caboose: { body: "#9c2118", floor: "planks" },
  engine: { body: "#22302a", floor: "iron" },
};

const PLAIN: Livery = { body: "#3a5045", floor: "planks" };
export const liveryOf = (name: string): Livery => LIVERIES[name] ?? PLAIN;
