/** The server's interface as the client sees it. Views are a game's own business: unknown here. */

export const LANGUAGES = ["de", "en", "fr", "nl"] as const;
export type Lang = (typeof LANGUAGES)[number];
export type ByLang = Record<Lang, string>;

export interface OptionInfo {
  name: string;
  default: number | string;
  values?: string;
  low?: number;
  high?: number;
  /** Values with a name, e.g. 0 is "random". */
  names?: Record<string, string>;
  help?: Partial<ByLang>;
  /** Of a selection: so many of these are chosen, written with dashes between their codes. */
  choose?: number | null;
  of?: OptionEntry[] | null;
}

export interface OptionEntry {
  code: string;
  titles: Partial<ByLang>;
}

export interface GameInfo {
  name: string;
  title: ByLang;
  seats?: number[];
  options?: OptionInfo[];
  /** Whether players can know things that others may not. */
  hidden?: boolean;
}

export interface BotInfo {
  name: string;
  /** Who sits opposite unless somebody else is asked for. */
  usual?: boolean;
}

export type Status = "waiting" | "running" | "over";

export interface TableSummary {
  id: string;
  game: string;
  status: Status;
  names: string[];
  your_seats: number[];
  turn: number;
  result: number[] | null;
  reason: string | null;
  created: string | number;
  updated: string | number;
}

export interface SeatRequest {
  kind: "me" | "local" | "friend" | "bot";
  name?: string;
  bot?: string;
}

export interface SeatInfo {
  name: string;
  player: string;
  yours: boolean;
  empty: boolean;
  connected: boolean;
  left: boolean;
  /** Whether a program from outside plays here. */
  program: boolean;
  invitation?: string;
}

export interface Choice {
  action: number;
  notation: string;
  label: string;
  target: Record<string, unknown> & { kind: string };
}

/** What happened, as the viewing seat saw it; a value that it may not know is absent. */
export interface Event {
  kind: string;
  seat: number;
  values: Record<string, number>;
}

export interface LogItem {
  number: number;
  seat: number;
  kind: string;
  notation: string;
  sentences: string[];
  /** Who really decided, if it was not the one who sits there. */
  note: string | null;
}

export interface Outcome {
  shares: number[];
  reason: string;
  reason_text: string;
  winners: number[];
}

/** One choice that a hint names, and what it promises. */
export interface Hint {
  action: number;
  label: string;
  /** The estimated chance of winning; 100 only if it is proven, null for a quick one. */
  percent: number | null;
  kind:
    | "certain"
    | "best"
    | "better"
    | "slight"
    | "even"
    | "weaker"
    | "perhaps"
    | "perhaps_weaker"
    | "quick";
  sentence: string;
}

export interface Advice {
  number: number;
  seat: number;
  sentence: string;
  /** Best first; empty where there is nothing to choose. */
  hints: Hint[];
}

export interface Snapshot {
  id: string;
  game: string;
  options: Record<string, string | number>;
  status: Status;
  seats: SeatInfo[];
  commitment: string;
  secret: string | null;
  /** The number the next log entry will have. */
  number: number;
  /** The seat this device looks as; -1 is a spectator. */
  seat: number;
  actor: number;
  view: unknown;
  choices: Choice[];
  undo: boolean;
  log: LogItem[];
  outcome: Outcome | null;
  pace: number;
  /** Percent compiled before bots can think about this game; -1: never, null: they can. */
  preparing: number | null;
  /** What goes wrong for all tables just now, in words. */
  trouble: string | null;
  /** Whether people at this table may ask what to do. */
  hints?: boolean;
  rematch: string | null;
  spectators: number;
  creator: boolean;
  /** An invitation link is this and the token. */
  invite_url_base?: string | null;
  /** This device has still to give its share of the luck. */
  nonce_needed?: boolean;
  /** How long the table's clock still runs; null for a game without one. */
  seconds_left?: number | null;
}

export interface Step {
  number: number;
  seat: number;
  kind: string;
  notation: string;
  label: string;
  events: Event[];
  sentences: string[];
  note: string | null;
  view: unknown;
}

export interface Replay {
  game: string;
  names: string[];
  steps: Step[];
}

export interface Proof {
  commitment: string;
  secret: string | null;
  nonces: unknown;
  ok: boolean | null;
  steps: { text: string; ok: boolean | null }[];
}

export interface Invitation {
  table: string;
  game: string;
  seat: number;
  names: string[];
  commitment: string;
  taken: boolean;
}

export type ServerMessage =
  | { type: "hello"; number: number }
  | { type: "ping" }
  | ({ type: "entry" } & Entry)
  | ({ type: "table" } & Partial<Snapshot>)
  | {
      type: "view";
      view: unknown;
      choices: Choice[];
      actor: number;
      number: number;
      seat: number;
      undo: boolean;
    }
  | { type: "ack"; id: string; number: number; duplicate?: boolean }
  | { type: "error"; id?: string; code: string; detail: string }
  | { type: "why"; id: string; detail: string };

export interface Entry {
  number: number;
  seat: number;
  kind: string;
  notation: string;
  events: Event[];
  sentences: string[];
  note: string | null;
  view: unknown;
  choices: Choice[];
  actor: number;
  undo: boolean;
  next: number;
}
