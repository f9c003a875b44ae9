import type { Choice } from "../../lib/types";
import { dwarvesOf, signsOf, type ZwergenView } from "./view";
import type { Clan, ZwergenTarget } from "./view_types";

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

const MARKS: Partial<Record<ZwergenTarget["kind"], Mark>> = {
  move: "walk",
  sit: "sit",
  kick: "kick",
  reserve: "reserve",
  take: "take",
  conductor: "conductor",
};

const targetOf = (choice: Choice) => choice.target as ZwergenTarget;

const movesFrom = (choices: Choice[], field: string) =>
  choices.map(targetOf).filter((target) => "from" in target && target.from === field);

/** The choices that a click on the field may mean, with this dwarf picked. */
export function choicesAt(choices: Choice[], picked: string | null, field: string): Choice[] {
  return choices.filter((choice) => {
    const target = targetOf(choice);
    if ("field" in target) return target.field === field;
    return "from" in target && target.from === picked && target.to === field;
  });
}

export const markOf = (choice: Choice): Mark | undefined => MARKS[targetOf(choice).kind];

/** Turns to miss for a choice; 0 if it is free. */
export function priceOf(choice: Choice): number {
  const target = targetOf(choice);
  return target.kind === "kick" ? target.price : 0;
}

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
  const target = choice ? targetOf(choice) : null;
  if (!target) return [];
  if ("field" in target) return [target.field];
  return "from" in target ? [target.from, target.to] : [];
}
