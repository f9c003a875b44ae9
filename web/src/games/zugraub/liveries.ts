/** How the cars are painted: the outside and the floor, by the name of the face. */
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
