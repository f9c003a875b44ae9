import { withoutUndone } from "../../lib/log";
import type { Entry, Event } from "../../lib/types";
import { joinNames } from "../../lib/words";
import { cardTitle, say } from "./texts";
import { cardOf, stacked, type TrainsView } from "./view";
import type { EventValues } from "./view_types";

/** One step of a turn, as told by the log. */
export interface DoneStep {
  /** The space that was built on. */
  space: string | null;
  /** The card that was played, bought or taken. */
  card: string | null;
  what: "start" | "rail" | "station" | "buy" | "play" | "end" | "other";
}

export interface DoneTurn {
  seat: number;
  steps: DoneStep[];
}

/** The kind of step for the first of these events in an entry. */
const WHATS: Partial<Record<keyof EventValues, DoneStep["what"]>> = {
  started: "start",
  laid: "rail",
  station: "station",
  bought: "buy",
  played: "play",
};

const whatOf = ({ kind }: Event) => WHATS[kind as keyof EventValues];

function stepOf(view: TrainsView, { events }: Entry): DoneStep {
  // Cleaning up discards the hand, but the step is the end of the turn, not those cards.
  if (events.some(({ kind }) => kind === "cleaned_up")) return { what: "end", space: null, card: null };
  const main = events.find(whatOf) ?? events.find(({ values }) => "card" in values);
  const what = (main && whatOf(main)) ?? "other";
  return { what, ...aboutOf(view, main) };
}

/** The space and card of an event; null for a card the reader may not know. */
function aboutOf(view: TrainsView, event: Event | undefined): Pick<DoneStep, "space" | "card"> {
  const { space = -1, card = -1 } = event?.values ?? {};
  return { space: view.board.spaces[space]?.name ?? null, card: view.codes[card] ?? null };
}

/** The spaces built on, each once: a rail and a station may share one. */
export const builtOn = (turns: readonly DoneTurn[]): string[] => [
  ...new Set(turns.flatMap(({ steps }) => steps.flatMap(({ space }) => space ?? []))),
];

/** The kinds of cards bought. */
export const boughtIn = (turns: readonly DoneTurn[]): string[] => [
  ...new Set(
    turns.flatMap(({ steps }) => steps.flatMap(({ what, card }) => (what === "buy" && card ? [card] : []))),
  ),
];

/**
 * The last turn of every other seat, latest first. A turn is a run of entries by one seat; one still under way counts
 * unless it is the reader's own.
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

/** The last turn of every other seat in a sentence each, in the order played. */
export function newsOf(
  view: TrainsView,
  log: readonly Entry[],
  you: number,
  names: readonly string[],
): string {
  const titleOf = (name: string) => view.board.spaces.find((space) => space.name === name)?.title || name;
  const told = ({ seat, steps }: DoneTurn): string => {
    const at = (what: DoneStep["what"], key: "did_start" | "did_lay" | "did_build") => {
      const spaces = steps.flatMap((step) => (step.what === what && step.space ? [titleOf(step.space)] : []));
      return spaces.length === 0
        ? []
        : [say(key, { count: spaces.length, spaces: [...new Set(spaces)].join(", ") })];
    };
    const bought = steps.flatMap(({ what, card }) => (what === "buy" && card ? [card] : []));
    const cards = stacked(bought).map(({ kind, count }) => {
      const title = cardTitle(kind, cardOf(view, kind));
      return count > 1 ? `${count} × ${title}` : title;
    });
    const did = [
      ...at("start", "did_start"),
      ...at("rail", "did_lay"),
      ...at("station", "did_build"),
      ...(cards.length > 0 ? [say("did_buy", { cards: cards.join(", ") })] : []),
    ];
    return `${names[seat] ?? ""} ${joinNames(did.length > 0 ? did : [say("did_nothing")])}.`;
  };
  return lastTurns(view, log, you).map(told).reverse().join(" ");
}
