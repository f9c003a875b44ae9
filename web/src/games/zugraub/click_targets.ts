import type { Choice } from "../../lib/types";
import type { FieldOf } from "../types";
import { BEHIND } from "./view";
import type { ZugraubTarget } from "./view_types";

/** What each click can do, derived from the choices alone. */

type Kind = ZugraubTarget["kind"];
type Field = FieldOf<ZugraubTarget>;

const targetOf = (choice: Choice) => choice.target as ZugraubTarget;
const kindOf = (choice: Choice): Kind => targetOf(choice).kind;
export const numberIn = (choice: Choice, field: Field): number => {
  const value = choice.target[field];
  return typeof value === "number" ? value : 0;
};
export const isSet = (choice: Choice, field: Field): boolean => choice.target[field] === true;

export function placeIn(choice: Choice): string {
  const target = targetOf(choice);
  return target.kind === "move" ? target.to : "";
}

/** The rivals on the space that a choice leads to. */
export function rivalsIn(choice: Choice): number[] {
  const target = targetOf(choice);
  return target.kind === "move" ? target.fight : [];
}

export const movesOf = (choices: readonly Choice[]): Map<string, Choice> =>
  new Map(choices.filter((choice) => kindOf(choice) === "move").map((choice) => [placeIn(choice), choice]));

export const frontOffer = (choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => kindOf(choice) === "front");

/** The path of a choice as named by the server, starting at the pawn's space. */
export function pathOf(choice: Choice | null, from: string): string[] {
  const target = choice && targetOf(choice);
  if (target?.kind !== "move") return [];
  const { path: named, to } = target;
  const path = named[0] === from ? named : [from, ...named];
  return path.at(-1) === to ? path : [...path, to];
}

const ON_CARDS: Kind[] = ["discard", "boost", "hit", "install"];

/** The choices for a card in the reader's hand. */
export const onCard = (choices: readonly Choice[], card: number): Choice[] =>
  choices.filter((choice) => ON_CARDS.includes(kindOf(choice)) && numberIn(choice, "card") === card);

const PLAIN: Kind[] = ["roll", "attack", "peace", "pass", "done", "end"];

/** The choices without a target, shown as buttons; includes staying on one's own space. */
export const plainOf = (choices: readonly Choice[], place: string): Choice[] =>
  choices.filter(
    (choice) =>
      PLAIN.includes(kindOf(choice)) ||
      (kindOf(choice) === "move" && placeIn(choice) === place && place !== BEHIND),
  );

// -- spoils ----------------------------------------------------------------------------------------

/** A brain among the spoils. */
export interface Loot {
  from: number;
  card: number;
  head: boolean;
}

export const lootKey = ({ from, card, head }: Loot): string => `${from}${head ? "h" : "."}${card}`;

export function lootOf(choice: Choice): Loot | null {
  const target = targetOf(choice);
  if (target.kind !== "spoil") return null;
  const { from, card, head } = target;
  return { from, card, head };
}

export type Goal = { into: "hand" | "head"; seat: number } | { into: "discard"; seat: -1 };
export const goalKey = (goal: Goal): string => `${goal.into}${goal.seat}`;

export function goalOf(choice: Choice): Goal | null {
  const target = targetOf(choice);
  if (target.kind !== "spoil") return null;
  const { into, to } = target;
  return into === "discard" ? { into, seat: -1 } : { into, seat: to };
}

/** The choices for every brain that can still be taken, by its key. */
export const lootIn = (choices: readonly Choice[]): Map<string, Choice[]> => {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const loot = lootOf(choice);
    if (!loot) continue;
    const key = lootKey(loot);
    found.set(key, [...(found.get(key) ?? []), choice]);
  }
  return found;
};

/** The choice that puts a brain in a given place. */
export const bringing = (
  choices: readonly Choice[],
  picked: string | null,
  goal: string,
): Choice | undefined =>
  picked === null
    ? undefined
    : lootIn(choices)
        .get(picked)
        ?.find((choice) => {
          const to = goalOf(choice);
          return to !== null && goalKey(to) === goal;
        });
