import type { Component } from "svelte";
import type { FramesOf, StillOf } from "../lib/stage.svelte";
import type { ByLang, Choice, Lang, Entry } from "../lib/types";

/** What a board gets. It holds no rules: what can be clicked is what the choices name. */
export interface BoardProps {
  view: unknown;
  /** Names of the seats, in order. */
  names: string[];
  /** Which bot plays at each seat, in words; empty where a person does. */
  levels?: string[];
  /** The seat looked from; -1 is a spectator. */
  seat: number;
  choices: Choice[];
  /** The choice under the pointer or the focus in the list of choices. */
  pointed: Choice | null;
  /** A second choice, shown with less weight: what was played, beside what would have been better. */
  beside?: Choice | null;
  /** The part of the board the tour speaks about. */
  spot: string | null;
  winners: number[];
  /** The position after the reader's last decision: what differs from it is marked. Null marks nothing. */
  since?: unknown;
  /** The seat whose side lies nearest, also where several people share a device. */
  nearest?: number;
  /** What happened so far, as far as it has been shown; for boards that sum up the last turns. */
  log?: Entry[];
  onchoose: (choice: Choice) => void;
  /** Something was clicked that is not offered: the notation of what the click would mean. */
  onrefuse: (notation: string) => void;
  /** Why something is not offered, in words, for a board that shows the reason itself. */
  onwhy?: (notation: string) => Promise<string>;
  /** Something to tell the reader that the server need not be asked about. */
  onsay: (text: string) => void;
  /** The choice under the pointer on the board, to be marked in the list. */
  onpoint?: (choice: Choice | null) => void;
  /** How many pixels of the window's height this page needs more than a table does. */
  less?: number;
}

/** What must be answered with yes before a choice is made, because it has a price. */
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
  title: string;
  intro: string;
  /** What is worth knowing before the first turn, a few lines each. */
  brief: { goal: string[]; turn: string[]; end: string[] };
  sections: { title: string; items: { rule: string; text: string; symbol?: string }[] }[];
}

/** Everything the pages need to know about one game's look. */
export interface GameUi {
  Board: Component<BoardProps>;
  /** The symbol of a rule or ability, for the rules. */
  Symbol: Component<{ name: string }>;
  frames: FramesOf;
  still?: StillOf;
  /** The colours of the seats on the board, so that the log speaks of the same ones. */
  colours?: readonly string[];
  /** Whether somebody knows something that others may not; without it always, where the game has secrets. */
  hides?: (view: unknown) => boolean;
  /** The keys of the board, a line each. */
  keys?: (lang: Lang) => string[];
  /** The seats that have won in this position. */
  winners: (view: unknown) => number[];
  /** What the seat to act is asked to do, in a short sentence: nothing that the choices do not offer. */
  prompt: (view: unknown, lang: Lang, choices: readonly Choice[]) => string;
  /** The question before a choice that has a price; the board asks it too. */
  question?: (choice: Choice, view: unknown, choices: readonly Choice[]) => Question | null;
  /** The stop of the first-game tour that fits the position, if there is one left. */
  tour: (view: unknown, seat: number, choices: Choice[], seen: readonly string[]) => TourStop | null;
  rules: (lang: Lang) => Promise<RulesText>;
  /** The number of the rule that says most about what is being decided; without it the rules open at none. */
  ruleNow?: (view: unknown) => string | undefined;
}

/** What a game's `index.ts` exports; `loadGame` adds the rules beside it. */
export type GameModule = Omit<GameUi, "rules">;
