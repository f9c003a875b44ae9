import type { Choice } from "../../lib/types";
import type { FieldOf } from "../types";
import { cardOf, hasAbility, type TrainsView } from "./view";
import type { Phase, TrainsTarget } from "./view_types";

/**
 * Maps clicks to choices. Only choices from the server are sent; for any other click `refuse` holds its notation, so
 * that the server can say why it is not allowed.
 */
export type Click = { send: Choice } | { ask: CardActions } | { refuse: string };

/** The ways to play or buy a card, when there is more than one. */
export interface CardActions {
  card: string;
  from: "hand" | "supply";
  /** Plays it with its ability; missing where that is not possible now. */
  use?: Choice | undefined;
  /** Plays it for its money alone. */
  plain?: Choice | undefined;
  /** Buys it as usual (`aside`), or onto the draw pile. */
  aside?: Choice | undefined;
  top?: Choice | undefined;
}

type Kind = TrainsTarget["kind"];
type Field = FieldOf<TrainsTarget>;

const is = (choice: Choice, kind: Kind) => choice.target.kind === kind;
const isSet = (choice: Choice, field: Field) => choice.target[field] === true;
const textOf = (choice: Choice | null, field: Field): string | null => {
  const value = choice?.target[field];
  return typeof value === "string" ? value : null;
};
const about = (choice: Choice, card: string) => textOf(choice, "card") === card;

export const numberOf = (choice: Choice | undefined, field: Field): number => {
  const value = choice?.target[field];
  return typeof value === "number" ? value : 0;
};

// -- spaces -----------------------------------------------------------------------------------------

const SPACE_SIGNS: Partial<Record<Phase, string>> = { start: "@", rail: "=", station: "^" };
export const SPACE_KINDS = ["start", "rail", "station"] as const;
export type SpaceKind = (typeof SPACE_KINDS)[number];

export const spaceOf = (choice: Choice | null): string | null => textOf(choice, "space");

/** The choice for each selectable space. */
export function spaceChoices(choices: readonly Choice[]): Map<string, Choice> {
  return new Map(
    choices.flatMap((choice): [string, Choice][] => {
      const space = spaceOf(choice);
      return space === null ? [] : [[space, choice]];
    }),
  );
}

export function clickSpace(view: TrainsView, choices: readonly Choice[], space: string): Click {
  const choice = spaceChoices(choices).get(space);
  if (choice) return { send: choice };
  return { refuse: `${SPACE_SIGNS[view.phase] ?? "="}${space}` };
}

// -- cards ------------------------------------------------------------------------------------------

/** The phases in which an ability's cards are chosen by clicking them in the hand. */
const FROM_HAND = new Set<Phase>(["mail", "conductor", "garage", "maintain", "office", "trash"]);
const HAND_SIGNS: Partial<Record<Phase, string>> = { mail: "-", conductor: "-", garage: "-" };

/** What a click on a card in hand can do: play it, or answer an ability's question. */
export function handChoices(view: TrainsView, choices: readonly Choice[], card: string): Choice[] {
  return choices.filter(
    (choice) =>
      about(choice, card) &&
      (is(choice, "play") || (FROM_HAND.has(view.phase) && (is(choice, "discard") || is(choice, "choose")))),
  );
}

export const asksHand = (phase: Phase): boolean => FROM_HAND.has(phase);

export function clickHand(view: TrainsView, choices: readonly Choice[], card: string): Click {
  const offered = handChoices(view, choices, card);
  const other = offered.find((choice) => !is(choice, "play"));
  if (other) return { send: other };
  const use = offered.find((choice) => isSet(choice, "use"));
  const plain = offered.find((choice) => !isSet(choice, "use"));
  const info = cardOf(view, card);
  if (plain && !use && !hasAbility(info)) return { send: plain };
  if (plain || use) return { ask: { card, from: "hand", use, plain } };
  if (FROM_HAND.has(view.phase)) return { refuse: `${HAND_SIGNS[view.phase] ?? "&"}${card}` };
  return { refuse: card };
}

export function buyChoices(choices: readonly Choice[], card: string): Choice[] {
  return choices.filter((choice) => is(choice, "buy") && about(choice, card));
}

export function clickPile(choices: readonly Choice[], card: string): Click {
  const offered = buyChoices(choices, card);
  const top = offered.find((choice) => isSet(choice, "top"));
  const aside = offered.find((choice) => !isSet(choice, "top"));
  if (aside && top) return { ask: { card, from: "supply", aside, top } };
  const only = aside ?? top;
  if (only) return { send: only };
  const other = choices.find((choice) => is(choice, "name") && about(choice, card));
  if (other) return { send: other };
  return { refuse: `$${card}` };
}

// -- buttons ----------------------------------------------------------------------------------------

export const choiceOf = (choices: readonly Choice[], kind: Kind): Choice | undefined =>
  choices.find((choice) => is(choice, kind));

/** The next train for "play all trains": only trains that do nothing but give money. */
export function nextTrain(view: TrainsView, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => {
    if (!is(choice, "play") || isSet(choice, "use")) return false;
    const { kinds } = cardOf(view, textOf(choice, "card") ?? "");
    return kinds.length === 1 && kinds[0] === "train";
  });
}

/** Cards that could still be played, for the question before the turn ends. */
export function unplayed(view: TrainsView, choices: readonly Choice[]): number {
  const cards = new Set(
    choices
      .filter((choice) => is(choice, "play") && (isSet(choice, "use") || numberOf(choice, "money") > 0))
      .map((choice) => textOf(choice, "card")),
  );
  return view.hand.reduce((sum, { kind, count }) => sum + (cards.has(kind) ? count : 0), 0);
}

/** Cards wasted by ending a turn in which nothing was done yet, which may be an accident. */
export function unspentMoney(view: TrainsView, choices: readonly Choice[]): number {
  return view.play.length === 0 && view.aside.length === 0 ? unplayed(view, choices) : 0;
}

/** Kinds of choices that have their own place on the board. */
const PLACED = new Set<string>(["play", "buy", "end", "recycle", ...SPACE_KINDS]);

/** What an ability asks beside the board: cards to choose from, and plain answers. */
export interface AbilityQuestion {
  cards: Choice[];
  answers: Choice[];
}

export function abilityQuestion(view: TrainsView, choices: readonly Choice[]): AbilityQuestion {
  const rest = choices.filter(({ target }) => !PLACED.has(target.kind));
  const inHand = (choice: Choice) =>
    FROM_HAND.has(view.phase) && (is(choice, "discard") || is(choice, "choose"));
  const hasCard = (choice: Choice) => textOf(choice, "card") !== null;
  return {
    cards: rest.filter((choice) => hasCard(choice) && !inHand(choice)),
    answers: rest.filter((choice) => !hasCard(choice)),
  };
}

/** The space or card of a choice, to highlight it while the choice is pointed at in the list. */
export function pointOf(choice: Choice | null): { space: string | null; card: string | null; kind: string } {
  return { space: spaceOf(choice), card: textOf(choice, "card"), kind: choice?.target.kind ?? "" };
}
