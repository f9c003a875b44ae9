/**
 * What the client's pages speak of. All that comes from the server is in `wire.ts`, which is made from the
 * server's own description (`make wire`); here it only gets out under its name.
 */
export type {
  Accepted,
  Advice,
  Attempt,
  Bot,
  ByLang,
  Choice,
  Entry,
  Event,
  FigureOfMeasure,
  FigureOfThing,
  Figures,
  FromBrowser,
  Game,
  Hint,
  Invitation,
  Lab,
  LabGame,
  LabReport,
  LabRequest,
  LabSide,
  Lesson,
  LiveEntry,
  LiveFresh,
  LiveSignal,
  LiveTable,
  LiveView,
  LuckWords,
  Mine,
  NewTable,
  Option,
  OptionEntry,
  Origin,
  Outcome,
  PositionFound,
  ProblemBody,
  Proof,
  PuzzleListed,
  Puzzles,
  Rematch,
  Replay,
  Review,
  ReviewAnswer,
  ReviewDecision,
  ReviewLuck,
  ReviewMarks,
  ReviewSeat,
  ReviewWords,
  Seat,
  SeatRequest,
  Shot,
  Snapshot,
  Solution,
  StartPart,
  Step,
  TableSummary,
  TimeToThink,
  ToBrowser,
  ToLobby,
  VoidPart,
} from "./wire";
import type { ByLang, Snapshot } from "./wire";

export const LANGUAGES = ["de", "en", "fr", "nl"] as const satisfies readonly (keyof ByLang)[];
export type Lang = keyof ByLang;

/** A board as a game shows it: what never changes and what it is now, in one. */
export type View = Record<string, unknown>;
export type Facts = Snapshot["facts"];
