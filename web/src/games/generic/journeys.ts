import type { Area } from "./areas";

/**
 * Names the pieces, so that an animation can follow them. Equal pieces cannot be told apart: one that appears where
 * an equal one is missing elsewhere has come from there.
 */
export interface Named {
  areas: readonly Area[];
  /** The name of the piece in each cell, by area. */
  names: ReadonlyMap<string, readonly string[]>;
  next: number;
}

const NONE: Named = { areas: [], names: new Map(), next: 0 };

export function nameItems(before: Named | null, areas: readonly Area[]): Named {
  const { names: old, areas: earlier } = before ?? NONE;
  let next = before?.next ?? 0;
  const kindOf = new Map<string, number | null>();
  for (const area of earlier)
    old.get(area.id)?.forEach((name, index) => kindOf.set(name, area.cells[index]?.kind ?? null));
  const free = new Set(kindOf.keys());
  const found = new Map(areas.map(({ id, cells }) => [id, cells.map(() => "")]));

  /** Gives each cell without a name the first one that is free and fits. */
  function match(fits: (name: string, area: Area, index: number) => boolean): void {
    for (const area of areas)
      area.cells.forEach((cell, index) => {
        const own = found.get(area.id);
        if (!own || own[index] || cell.kind === 0 || area.field.items === null) return;
        const name = [...free].find((one) => fits(one, area, index));
        if (name === undefined) return;
        own[index] = name;
        free.delete(name);
      });
  }
  const isKind = (name: string, area: Area, index: number) => kindOf.get(name) === area.cells[index]?.kind;
  const isTurned = (name: string, area: Area, index: number) =>
    kindOf.get(name) === null || area.cells[index]?.kind === null;
  match((name, area, index) => old.get(area.id)?.[index] === name && isKind(name, area, index));
  match((name, area, index) => (old.get(area.id)?.includes(name) ?? false) && isKind(name, area, index));
  match((name, area, index) => kindOf.get(name) !== null && isKind(name, area, index));
  match((name, area, index) => !areaIsPile(earlier, old, name) && isTurned(name, area, index));
  for (const own of found.values()) own.forEach((name, index) => (own[index] = name || `piece${next++}`));
  return { areas, names: found, next };
}

const areaIsPile = (areas: readonly Area[], names: Named["names"], name: string): boolean =>
  areas.some((area) => area.field.kind === "pile" && names.get(area.id)?.includes(name));

/** The pile that got smaller or larger between two positions, where pieces come from or go to. */
export function pileThat(
  change: "shrank" | "grew",
  before: readonly Area[],
  after: readonly Area[],
): string | null {
  const pile = after.find((area) => {
    const was = before.find(({ id }) => id === area.id);
    if (area.field.kind !== "pile" || !was) return false;
    return change === "shrank" ? area.count < was.count : area.count > was.count;
  });
  return pile?.id ?? null;
}
