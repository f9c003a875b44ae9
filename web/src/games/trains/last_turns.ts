import { withoutUndone } from "../../lib/log";
import type { Entry, Event } from "../../lib/types";
import type { TrainsView } from "./view";

/** One thing that was done in a turn, as the log tells it. */
export interface DoneStep {
  number: number;
  text: string;
  /** The space a rail or a station was put on. */
  space: string | null;
  /** The card played, bought, taken … */
  card: string | null;
  what: "start" | "rail" | "station" | "buy" | "play" | "end" | "other";
}

export interface DoneTurn {
  seat: number;
  steps: DoneStep[];
}

/** What an event tells a step to be, if it is the first of these. */
const WHATS: Record<string, DoneStep["what"]> = {
  started: "start",
  laid: "rail",
  station: "station",
  bought: "buy",
  played: "play",
};

function stepOf(view: TrainsView, { number, sentences, events }: Entry): DoneStep {
  const text = sentences.join(" ");
  // Whoever cleans up discards the hand: that is the end of the turn, not about these cards.
  if (events.some(({ kind }) => kind === "cleaned_up"))
    return { number, text, what: "end", space: null, card: null };
  const main = events.find(({ kind }) => kind in WHATS) ?? events.find(({ values }) => "card" in values);
  const what = WHATS[main?.kind ?? ""] ?? "other";
  return { number, text, what, ...aboutOf(view, main) };
}

/** The space and the card that an event is about; a card that the reader may not know is missing. */
function aboutOf(view: TrainsView, event: Event | undefined): Pick<DoneStep, "space" | "card"> {
  const { space = -1, card = -1 } = event?.values ?? {};
  return { space: view.board.spaces[space]?.name ?? null, card: view.codes[card] ?? null };
}

/** The spaces on which something was built, each once: a rail and a station may share one. */
export const builtOn = (turns: readonly DoneTurn[]): string[] => [
  ...new Set(turns.flatMap(({ steps }) => steps.flatMap(({ space }) => space ?? []))),
];

/** The kinds of cards that were bought. */
export const boughtIn = (turns: readonly DoneTurn[]): string[] => [
  ...new Set(
    turns.flatMap(({ steps }) => steps.flatMap(({ what, card }) => (what === "buy" && card ? [card] : []))),
  ),
];

/**
 * The last turn of every other seat, the latest first: a turn is what a seat did in a row. The turn
 * that still runs counts for a spectator and for the others, not for the one who is in it.
 */
export function lastTurns(view: TrainsView, log: readonly Entry[], you: number): DoneTurn[] {
  const turns: DoneTurn[] = [];
  for (const item of withoutUndone(log)) {
    if (item.kind !== "decision" || item.seat < 0) continue;
    const last = turns.at(-1);
    if (last?.seat === item.seat) last.steps.push(stepOf(view, item));
    else turns.push({ seat: item.seat, steps: [stepOf(view, item)] });
  }
  const seen = new Set<number>([you]);
  return turns.reverse().filter(({ seat }) => !seen.has(seat) && seen.add(seat));
}
