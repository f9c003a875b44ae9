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
