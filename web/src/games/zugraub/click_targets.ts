import type { Choice } from "../../lib/types";
import { BEHIND } from "./view";

/** What each click can do, derived from the choices alone. */

const kindOf = (choice: Choice): string => choice.target.kind;
export const numberIn = (choice: Choice, key: string): number => {
  const value = choice.target[key];
  return typeof value === "number" ? value : 0;
};
export const isSet = (choice: Choice, key: string): boolean => choice.target[key] === true;

export const placeIn = (choice: Choice): string =>
  typeof choice.target.to === "string" ? choice.target.to : "";

/** The rivals on the space that a choice leads to. */
export const rivalsIn = (choice: Choice): number[] =>
  Array.isArray(choice.target.fight)
    ? choice.target.fight.filter((seat): seat is number => typeof seat === "number")
    : [];

export const movesOf = (choices: readonly Choice[]): Map<string, Choice> =>
  new Map(choices.filter((choice) => kindOf(choice) === "move").map((choice) => [placeIn(choice), choice]));

export const frontOffer = (choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => kindOf(choice) === "front");

/** The path of a choice as named by the server, starting at the pawn's space. */
export function pathOf(choice: Choice | null, from: string): string[] {
  if (!choice) return [];
  if (kindOf(choice) !== "move") return [];
  const named = Array.isArray(choice.target.path)
    ? choice.target.path.filter((place): place is string => typeof place === "string")
    : [];
  const to = placeIn(choice);
  const path = named[0] === from ? named : [from, ...named];
  return to !== "" && path.at(-1) !== to ? [...path, to] : path;
}

const ON_CARDS = ["discard", "boost", "hit", "install"];

/** The choices for a card in the reader's hand. */
export const onCard = (choices: readonly Choice[], card: number): Choice[] =>
  choices.filter((choice) => ON_CARDS.includes(kindOf(choice)) && choice.target.card === card);

const PLAIN = ["roll", "attack", "peace", "pass", "done", "end"];

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

export const lootOf = (choice: Choice): Loot | null =>
  kindOf(choice) === "spoil"
    ? { from: numberIn(choice, "from"), card: numberIn(choice, "card"), head: isSet(choice, "head") }
    : null;

export type Goal = { into: "hand" | "head"; seat: number } | { into: "discard"; seat: -1 };
export const goalKey = (goal: Goal): string => `${goal.into}${goal.seat}`;

export function goalOf(choice: Choice): Goal | null {
  if (kindOf(choice) !== "spoil") return null;
  const { into } = choice.target;
  const seat = numberIn(choice, "to");
  if (into === "head" || into === "hand") return { into, seat };
  return { into: "discard", seat: -1 };
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
