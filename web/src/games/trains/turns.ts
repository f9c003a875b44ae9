import type { LogItem } from "../../lib/types";

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

/** The log without what was taken back. */
export function standing(log: readonly LogItem[]): LogItem[] {
  const line: LogItem[] = [];
  for (const item of log) {
    const back = /^undo (\d+)$/.exec(item.notation);
    if (item.kind === "undo" && back) {
      const to = Number(back[1]);
      while (line.length > 0 && (line.at(-1)?.number ?? -1) >= to) line.pop();
    } else line.push(item);
  }
  return line;
}

function stepOf({ number, notation, sentences }: LogItem): DoneStep {
  const text = sentences.join(" ");
  const place = /^([@=^])([a-h]\d+)$/.exec(notation);
  if (place) {
    const what = place[1] === "=" ? "rail" : place[1] === "^" ? "station" : "start";
    return { number, text, what, space: place[2] ?? null, card: null };
  }
  const bought = /^\$([A-Z]{2})/.exec(notation);
  if (bought) return { number, text, what: "buy", space: null, card: bought[1] ?? null };
  const played = /^([A-Z]{2})\+?$/.exec(notation);
  if (played) return { number, text, what: "play", space: null, card: played[1] ?? null };
  const other = /^[-?>&]([A-Z]{2})$/.exec(notation);
  const what = notation === "." || notation === "~" ? "end" : "other";
  return { number, text, what, space: null, card: other?.[1] ?? null };
}

/** The spaces on which something was built, each once: a rail and a station may share one. */
export const builtOn = (turns: readonly DoneTurn[]): string[] => [
  ...new Set(turns.flatMap(({ steps }) => steps.flatMap(({ space }) => space ?? []))),
];

/** The sentences of a step without the name of the one whose turn it is anyway. */
export function briefly(text: string, name: string): string {
  if (!name) return text;
  const brief = text.replaceAll(`${name} `, "");
  return brief.replace(
    /(^|[.!] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/**
 * The last turn of every other seat, the latest first: a turn is what a seat did in a row. The turn
 * that still runs counts for a spectator and for the others, not for the one who is in it.
 */
export function lastTurns(log: readonly LogItem[], you: number): DoneTurn[] {
  const turns: DoneTurn[] = [];
  for (const item of standing(log)) {
    if (item.kind !== "decision" || item.seat < 0) continue;
    const last = turns.at(-1);
    if (last?.seat === item.seat) last.steps.push(stepOf(item));
    else turns.push({ seat: item.seat, steps: [stepOf(item)] });
  }
  const seen = new Set<number>([you]);
  return turns.reverse().filter(({ seat }) => !seen.has(seat) && seen.add(seat));
}
