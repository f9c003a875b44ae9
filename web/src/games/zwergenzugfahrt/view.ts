import { spaceMarks, type SpaceMark } from "../board.svelte";
import type * as sent from "./view_types";
import type { Clan, FieldKind, FieldView } from "./view_types";

export interface DwarfPiece {
  clan: Clan;
  field: string;
  /** Stays the same for the whole game. */
  id: number;
}

export interface SignPiece {
  clan: Clan;
  field: string;
}

/** As the server sends it; animation frames also say what is happening. */
export type ZwergenView = sent.ZwergenView & { scene?: Scene };

export type Scene =
  | { kind: "enters" }
  /** `brief`: part of the last frame, so it must disappear on its own. */
  | { kind: "shows"; coin: Clan; field: string | null; brief?: boolean }
  | { kind: "missed"; clan: Clan };

export const CLANS: readonly Clan[] = [0, 1];
/** Seats needed to win. */
export const GOAL = 10;
/** Dwarves, and signs, per clan. */
export const FIVE = 5;

/** Progress of the game from 0 to 1; a clan that has used all its turns waits for the other. */
export function shareOfTurns({ limit, each, turns, turns_each }: ZwergenView): number {
  if (!limit) return 0;
  if (!each) return Math.min(1, turns / limit);
  return turns_each.reduce((sum, own) => sum + Math.min(own, limit), 0) / (2 * limit);
}

export const dwarvesOf = (view: ZwergenView): DwarfPiece[] =>
  CLANS.flatMap((clan) =>
    view.dwarves[clan].map((field, index) => ({ clan, field, id: clan * FIVE + index })),
  );

export const signsOf = (view: ZwergenView): SignPiece[] =>
  CLANS.flatMap((clan) => view.signs[clan].map((field) => ({ clan, field })));

const INSIDE: readonly FieldKind[] = ["aisle", "door", "seat"];
export const isInside = (field: FieldView | undefined): boolean => !!field && INSIDE.includes(field.kind);

/** Fields that dwarves left or reached and where signs appeared or vanished since an earlier position. */
export function changesSince(since: ZwergenView | null, view: ZwergenView): SpaceMark[] {
  if (!since) return [];
  const was = new Map(dwarvesOf(since).map(({ id, field }) => [id, field]));
  const moved = dwarvesOf(view).flatMap(({ id, field }) => {
    const from = was.get(id);
    return from === field ? [] : [{ from, to: field }];
  });
  const signs = (of: ZwergenView) => signsOf(of).map(({ clan, field }) => `${clan}${field}`);
  const [before, now] = [signs(since), signs(view)];
  const fieldsOnlyIn = (some: string[], others: string[]) =>
    some.filter((sign) => !others.includes(sign)).map((sign) => sign.slice(1));
  return spaceMarks(
    [...fieldsOnlyIn(before, now), ...moved.flatMap(({ from }) => from ?? [])],
    [...fieldsOnlyIn(now, before), ...moved.map(({ to }) => to)],
  );
}
