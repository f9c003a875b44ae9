import type { Choice } from "../../lib/types";
import type { Ability, GameOfTrainsTarget, GameOfTrainsView } from "./view_types";

/**
 * Maps clicks to choices. A swap or a move takes two clicks, anything else one. Only choices from the server are
 * sent; for any other click `refuse` holds its notation, so that the server can say why it is not allowed.
 */
export type Click = { send: Choice } | { pick: number | null } | { refuse: string };

const USE_SIGNS: Record<Ability, string> = {
  swap_adjacent: "<>",
  swap_over_one: "<.>",
  move_right_2: ">>",
  move_left_2: "<<",
  remove_left: "-1",
  remove_middle: "-4",
  remove_right: "-7",
  protect: "#",
};

const choiceFor = (choices: Choice[], fits: (target: GameOfTrainsTarget) => boolean) =>
  choices.find(({ target }) => fits(target as GameOfTrainsTarget));

export const drawChoice = (choices: Choice[]) => choiceFor(choices, ({ kind }) => kind === "draw");
export const useChoice = (choices: Choice[], ability: Ability) =>
  choiceFor(choices, (target) => target.kind === "use" && target.ability === ability);
export const keepChoice = (choices: Choice[], index: number) =>
  choiceFor(choices, (target) => target.kind === "keep" && target.index === index);

/** The choice that a single click on this place makes. */
export const placeChoice = (choices: Choice[], place: number) =>
  choiceFor(
    choices,
    (target) => (target.kind === "place" || target.kind === "protect") && target.place === place,
  );

/** The choice that goes from the picked place to this one. */
function pairChoice(choices: Choice[], picked: number, place: number): Choice | undefined {
  return choiceFor(choices, (target) => {
    if (target.kind === "move") return target.from === picked && target.to === place;
    if (target.kind !== "swap") return false;
    return (target.from === picked && target.to === place) || (target.to === picked && target.from === place);
  });
}

function canPick(choices: Choice[], place: number): boolean {
  const picks = (target: GameOfTrainsTarget) =>
    (target.kind === "swap" && (target.from === place || target.to === place)) ||
    (target.kind === "move" && target.from === place);
  return choiceFor(choices, picks) !== undefined;
}

/** Whether a place in the reader's train is highlighted. */
export function isLit(choices: Choice[], picked: number | null, place: number): boolean {
  if (picked !== null) return place === picked || pairChoice(choices, picked, place) !== undefined;
  return placeChoice(choices, place) !== undefined || canPick(choices, place);
}

export function clickPlace(
  view: GameOfTrainsView,
  choices: Choice[],
  picked: number | null,
  place: number,
): Click {
  const single = placeChoice(choices, place);
  if (single) return { send: single };
  if (picked === place) return { pick: null };
  if (picked !== null) {
    const pair = pairChoice(choices, picked, place);
    if (pair) return { send: pair };
  }
  if (canPick(choices, place)) return { pick: place };
  const protecting = view.phase === "target" && view.ability === "protect" && place % 3 === 1;
  return { refuse: protecting ? `#${place}` : `@${place}` };
}

export function clickDraw(choices: Choice[]): Click {
  const choice = drawChoice(choices);
  return choice ? { send: choice } : { refuse: "+" };
}

export function clickOpen(choices: Choice[], ability: Ability): Click {
  const choice = useChoice(choices, ability);
  return choice ? { send: choice } : { refuse: USE_SIGNS[ability] };
}

export function clickHand(choices: Choice[], index: number): Click {
  const choice = keepChoice(choices, index);
  return choice ? { send: choice } : { refuse: `k${index}` };
}

/** The places in the reader's train that a choice involves; two of them are joined by an arrow. */
export function placesOf(choice: Choice | null): number[] {
  const target = choice?.target as GameOfTrainsTarget | undefined;
  if (target?.kind === "swap" || target?.kind === "move") return [target.from, target.to];
  return target?.kind === "place" || target?.kind === "protect" ? [target.place] : [];
}
