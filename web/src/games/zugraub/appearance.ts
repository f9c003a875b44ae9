/** Seven zombies that differ in letter, badge shape, hat and colour. */
export interface ZombieLook {
  letter: string;
  coat: string;
  /** Colour of the letter on the badge. */
  ink: string;
  /** SVG path of the badge in a 100 × 100 box. */
  badge: string;
  /** How far the letter sits below the badge's centre. */
  sink: number;
}

const LOOKS: readonly ZombieLook[] = [
  {
    letter: "A",
    coat: "var(--zugraub-coat-a)",
    ink: "var(--white)",
    badge: "M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z",
    sink: 0,
  },
  { letter: "B", coat: "var(--zugraub-coat-b)", ink: "var(--white)", badge: "M10 8h80v84H10z", sink: 0 },
  { letter: "C", coat: "var(--zugraub-coat-c)", ink: "var(--on-gold)", badge: "M50 0L100 94H0z", sink: 15 },
  {
    letter: "D",
    coat: "var(--zugraub-coat-d)",
    ink: "var(--white)",
    badge: "M50 -2L102 50L50 102L-2 50z",
    sink: 0,
  },
  {
    letter: "E",
    coat: "var(--zugraub-coat-e)",
    ink: "var(--white)",
    badge: "M25 6h50l25 44l-25 44H25L0 50z",
    sink: 0,
  },
  {
    letter: "F",
    coat: "var(--zugraub-coat-f)",
    ink: "var(--bark)",
    badge: "M8 6h84v42c0 26-18 40-42 50C26 88 8 74 8 48z",
    sink: -4,
  },
  {
    letter: "G",
    coat: "var(--zugraub-coat-g)",
    ink: "var(--white)",
    badge: "M50 0l13 17l21-3l3 21l13 15l-13 15l-3 21l-21-3l-13 17l-13-17l-21 3l-3-21L0 50l13-15l3-21l21 3z",
    sink: 0,
  },
];

export const COLOURS = LOOKS.map((look) => look.coat);

const FIRST = LOOKS[0] as ZombieLook;
export const zombieLook = (seat: number): ZombieLook => LOOKS[seat] ?? FIRST;
export const zombieLetter = (seat: number): string => zombieLook(seat).letter;

/** The floor patterns of the cars; liveries are listed by the name of the face. */
export type Floor = "planks" | "tiles" | "carpet" | "straw" | "iron";

export interface Livery {
  body: string;
  floor: Floor;
}

const LIVERIES: Record<string, Livery> = {
  parlour: { body: "var(--zugraub-car-parlour)", floor: "carpet" },
  dining: { body: "var(--zugraub-car-dining)", floor: "tiles" },
  sleeping: { body: "var(--zugraub-car-sleeping)", floor: "carpet" },
  mail: { body: "var(--zugraub-car-mail)", floor: "planks" },
  cattle: { body: "var(--zugraub-car-cattle)", floor: "straw" },
  baggage: { body: "var(--zugraub-car-baggage)", floor: "planks" },
  kitchen: { body: "var(--zugraub-car-kitchen)", floor: "tiles" },
  bank: { body: "var(--zugraub-car-bank)", floor: "iron" },
  circus: { body: "var(--zugraub-car-circus)", floor: "straw" },
  library: { body: "var(--zugraub-car-library)", floor: "carpet" },
  cheese: { body: "var(--zugraub-car-cheese)", floor: "tiles" },
  laboratory: { body: "var(--zugraub-car-laboratory)", floor: "iron" },
  theatre: { body: "var(--zugraub-car-theatre)", floor: "carpet" },
  bath: { body: "var(--zugraub-car-bath)", floor: "tiles" },
  caboose: { body: "var(--zugraub-car-caboose)", floor: "planks" },
  engine: { body: "var(--zugraub-car-engine)", floor: "iron" },
};

const PLAIN: Livery = { body: "var(--zugraub-car-plain)", floor: "planks" };
export const liveryOf = (name: string): Livery => LIVERIES[name] ?? PLAIN;
