import type { Choice } from "../../lib/types";
import { isSamePiece } from "./areas";
import type { GenericTarget, PieceTarget } from "./view_types";

/**
 * From clicks to choices. A choice names the pieces that it is about; players click on them one after the other, and
 * where several choices are about the same pieces they press a button.
 */
export const piecesOf = (choice: Choice | null): PieceTarget[] =>
  (choice?.target as GenericTarget | undefined)?.pieces ?? [];

const names = (choice: Choice, piece: PieceTarget): boolean =>
  piecesOf(choice).some((own) => isSamePiece(own, piece));

/** The choices that are about all of these pieces. */
export const choicesAbout = (choices: readonly Choice[], picked: readonly PieceTarget[]): Choice[] =>
  choices.filter((choice) => picked.every((piece) => names(choice, piece)));

/** The choices that a click on this piece leads to. */
export function choicesAt(
  choices: readonly Choice[],
  picked: readonly PieceTarget[],
  piece: PieceTarget,
): Choice[] {
  return choicesAbout(choices, [...picked, piece]);
}

export type Click = { send: Choice } | { pick: PieceTarget[] } | { refuse: true };

export function click(choices: readonly Choice[], picked: readonly PieceTarget[], piece: PieceTarget): Click {
  if (picked.some((one) => isSamePiece(one, piece)))
    return { pick: picked.filter((one) => !isSamePiece(one, piece)) };
  const further = choicesAt(choices, picked, piece);
  const [only] = further;
  if (further.length === 1 && only && (picked.length > 0 || isExpected(choices, piece, only)))
    return { send: only };
  if (further.length > 0) return { pick: [...picked, piece] };
  // Another piece of the same field is picked instead.
  const rest = picked.filter((one) => !isSameField(one, piece));
  return rest.length < picked.length ? click(choices, rest, piece) : { refuse: true };
}

const isSameField = (one: PieceTarget, other: PieceTarget): boolean =>
  one.field === other.field && one.seat === other.seat;

const kindOf = (choice: Choice): string => (choice.target as unknown as GenericTarget).kind;

/** Whether a click on any piece of this field means an action of this kind; otherwise the player is asked. */
const isExpected = (choices: readonly Choice[], piece: PieceTarget, only: Choice): boolean =>
  choices.every((choice) => {
    const [first, ...more] = piecesOf(choice);
    return !first || more.length > 0 || !isSameField(first, piece) || kindOf(choice) === kindOf(only);
  });

/** The choices that get a button: those without a piece of their own, or those about what is picked. */
export function buttonsFor(choices: readonly Choice[], picked: readonly PieceTarget[]): Choice[] {
  if (picked.length === 0)
    return choices.filter((choice) => piecesOf(choice).every((piece) => piece.index === null));
  return choicesAbout(choices, picked).filter((choice) =>
    piecesOf(choice).every((piece) => piece.index === null || picked.some((one) => isSamePiece(one, piece))),
  );
}
