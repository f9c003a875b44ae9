import type { Component } from "svelte";
import type { FramesOf, StillOf } from "../lib/stage.svelte";
import type { ByLang, Choice, Lang, Entry } from "../lib/types";

/** Props of a board. It knows no rules: what can be clicked follows from the choices. */
export interface BoardProps {
  view: unknown;
  /** Names by seat. */
  names: string[];
  /** The bot's level by seat, in words; empty for people. */
  levels?: string[];
  /** The seat whose view is shown; -1 is a spectator. */
  seat: number;
  choices: Choice[];
  /** The choice under the pointer or focus in the list of choices. */
  pointed: Choice | null;
  /** A second highlighted choice, drawn more faintly: the one played, beside a better one. */
  beside?: Choice | null;
  /** The part of the board that the tour is explaining. */
  spot: string | null;
  winners: number[];
  /** The position after the reader's last decision; differences from it are marked. Null marks nothing. */
  since?: unknown;
  /** The seat drawn nearest to the reader, also where several people share a device. */
  nearest?: number;
  /** The log up to the position shown, for boards that sum up the last turns. */
  log?: Entry[];
  onchoose: (choice: Choice) => void;
  /** Reports a click on something not offered, with the notation of what it would mean. */
  onrefuse: (notation: string) => void;
  /** Asks why something is not offered, for a board that shows the reason itself. */
  onwhy?: (notation: string) => Promise<string>;
  /** Shows the reader a message that needs no answer from the server. */
  onsay: (text: string) => void;
  /** Reports the choice under the pointer on the board, to mark it in the list. */
  onpoint?: (choice: Choice | null) => void;
  /** Window height in pixels that this page needs beyond what a table does. */
  less?: number;
}

/** A game's events by kind, from its `EventValues`; a value that the reader may not know is missing. */
export type EventOf<Values> = {
  [Kind in keyof Values]: { kind: Kind; seat: number; values: { [Name in Values[Kind] & string]?: number } };
}[keyof Values];

/** The fields of any member of a union, such as a game's targets. */
export type FieldOf<Union> = Union extends unknown ? keyof Union : never;

/** A confirmation before a choice that has a price. */
export interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

export interface TourStop {
  id: string;
  text: ByLang;
  spot: string;
}

export interface RulesText {
  intro: string;
  /** The whole rules of a small game; they stand in place of what follows. */
  paragraphs?: string[];
  /** The essentials before the first turn, a few lines each. */
  brief: { goal: string[]; turn: string[]; end: string[] } | null;
  sections: { title: string; items: { rule: string; text: string; symbol?: string }[] }[];
}

/** Everything the pages need to show one game. */
export interface GameUi {
  Board: Component<BoardProps>;
  /** The symbol of a rule or ability, for the rules. */
  Symbol: Component<{ name: string }>;
  frames: FramesOf;
  still?: StillOf;
  /** Seat colours on the board, used by the log as well. */
  colours?: readonly string[];
  /** Whether this position holds hidden information; defaults to true in games with secrets. */
  hides?: (view: unknown) => boolean;
  /** The board's keyboard shortcuts, one line each. */
  keys?: (lang: Lang) => string[];
  /** The seats that have won in this position. */
  winners: (view: unknown) => number[];
  /** A short sentence asking the acting seat to decide; names only what the choices offer. */
  prompt: (view: unknown, lang: Lang, choices: readonly Choice[]) => string;
  /** What the others' last turns did, for a game whose turns are too long to repeat from the log. */
  news?: (view: unknown, log: readonly Entry[], seat: number, names: readonly string[]) => string;
  /** The confirmation for a choice that has a price, if any; boards use it too. */
  question?: (choice: Choice, view: unknown, choices: readonly Choice[]) => Question | null;
  /** The tour stop that fits the position, if one is left. */
  tour: (view: unknown, seat: number, choices: Choice[], seen: readonly string[]) => TourStop | null;
  rules: (lang: Lang) => Promise<RulesText>;
  /** The number of the rule most relevant to the current decision, where the rules open. */
  ruleNow?: (view: unknown) => string | undefined;
}

/** What a game's `index.ts` exports; `loadGame` adds the rules. */
export type GameModule = Omit<GameUi, "rules">;
