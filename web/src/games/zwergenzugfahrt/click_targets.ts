import type { Choice } from "../../lib/types";
import { dwarvesOf, signsOf, type Clan, type ZwergenView } from "./view";

/**
 * Maps clicks to choices. A dwarf is clicked before its destination; signs are placed, taken and chosen by clicking
 * their seat. Only choices from the server are sent; for any other click `refuse` holds its notation, so that the
 * server can say why it is not allowed.
 */
export type Click =
  | { send: Choice }
  | { pick: string | null }
  /** Several choices fit, or the choice has a price: ask first. */
  | { ask: Choice[] }
  | { refuse: string }
  | { say: "pick_first" | "too_far" };

/** What a click on the field would do, in the order in which the actions are offered. */
export type Mark = "walk" | "sit" | "kick" | "reserve" | "take" | "conductor" | "pick" | "picked";

const MARKS: Record<string, Mark> = {
  move: "walk",
  sit: "sit",
  kick: "kick",
  reserve: "reserve",
  take: "take",
  conductor: "conductor",
};

const movesFrom = (choices: Choice[], field: string) =>
  choices.filter(({ target }) => target.from === field && target.to !== undefined);

/** The choices that a click on the field may mean, with this dwarf picked. */
export function choicesAt(choices: Choice[], picked: string | null, field: string): Choice[] {
  return choices.filter(
    ({ target }) =>
      target.field === field || (picked !== null && target.from === picked && target.to === field),
  );
}

export const markOf = (choice: Choice): Mark | undefined => MARKS[choice.target.kind];

/** Turns to miss for a choice; 0 if it is free. */
export const priceOf = (choice: Choice): number =>
  typeof choice.target.price === "number" ? choice.target.price : 0;

/** The highlights of a field. */
export function marksOf(choices: Choice[], picked: string | null, field: string): Mark[] {
  if (picked === field) return ["picked"];
  const marks = choicesAt(choices, picked, field).flatMap((choice) => markOf(choice) ?? []);
  if (marks.length === 0 && movesFrom(choices, field).length > 0) return ["pick"];
  return marks;
}

export function clickField(
  view: ZwergenView,
  choices: Choice[],
  picked: string | null,
  field: string,
): Click {
  if (picked === field) return { pick: null };
  const meant = choicesAt(choices, picked, field);
  const [only] = meant;
  if (only && meant.length === 1 && priceOf(only) === 0) return { send: only };
  if (only) return { ask: meant };

  const dwarf = dwarvesOf(view).find((piece) => piece.field === field);
  const sign = signsOf(view).find((piece) => piece.field === field);
  const own = view.you as Clan;
  if (view.phase === "conductor") return { refuse: `~${field}` };
  // A dwarf that cannot move can still be picked: clicks on its destinations then explain why.
  if (dwarf?.clan === own && choices.length > 0) return { pick: field };
  if (sign && sign.clan !== own) return { refuse: `-${field}` };
  if (picked !== null) {
    // There is no notation for more than one step.
    if (!isStep(view, picked, field)) return { say: "too_far" };
    return { refuse: dwarf ? `${picked}*${field}` : `${picked}-${field}` };
  }
  const seat = view.board.fields.find((other) => other.name === field)?.kind === "seat";
  if (choices.length === 0 || (seat && !dwarf)) return { refuse: `+${field}` };
  return { say: "pick_first" };
}

function isStep(view: ZwergenView, from: string, to: string): boolean {
  const a = view.board.fields.find((field) => field.name === from);
  const b = view.board.fields.find((field) => field.name === to);
  return !!a && !!b && Math.abs(a.column - b.column) + Math.abs(a.row - b.row) === 1;
}

/** The fields of a choice: one, or its start and destination. */
export function fieldsOf(choice: Choice | null): string[] {
  if (!choice) return [];
  const { field, from, to } = choice.target;
  return [field, from, to].filter((value): value is string => typeof value === "string");
}
