import type { Entry, Facts, LiveEntry, Snapshot, ToBrowser, View } from "./types";

/**
 * What a message does to the table we know. Pure, because it must be right under every order of
 * arrival: entries count up without a gap, a repeated one changes nothing, and after a gap nothing
 * is believed until the missing entries have come.
 */
export interface TableUpdate {
  table: Snapshot;
  /** The new entry, if the message brought one: it is to be shown as movement. */
  entry: LiveEntry | null;
  /** Entries are missing: connect again from `table.number`. */
  gap: boolean;
}

const LOG_LENGTH = 200;

/** What a board is drawn from: what never changes, told once, and what it is now. */
export function withFacts(facts: Facts, view: View | null): View | null {
  return view && { ...facts, ...view };
}

export function applyMessage(table: Snapshot, message: ToBrowser): TableUpdate {
  const same: TableUpdate = { table, entry: null, gap: false };
  switch (message.type) {
    case "entry":
      if (message.number < table.number) return same;
      if (message.number > table.number) return { ...same, gap: true };
      return { table: withEntry(table, message), entry: message, gap: false };
    case "facts":
      return { ...same, table: { ...table, facts: message.facts } };
    case "table": {
      // Only the position comes by entries; everything else about a table comes here.
      const { type: _type, ...part } = message;
      const { id, number, view, choices, log, seat } = table;
      return { ...same, table: { ...table, ...part, id, number, view, choices, log, seat } };
    }
    case "presence": {
      const seats = table.seats.map((seat, index) => {
        const connected = message.connected[index] ?? seat.connected;
        // Who has just gone is missed from now on; since when others are was told before.
        const missed = !connected && table.status === "running" && seat.player === "human" && !seat.left;
        const away = missed && !seat.program ? (seat.connected ? 0 : seat.away) : null;
        return { ...seat, connected, away };
      });
      return { ...same, table: { ...table, seats, spectators: message.spectators } };
    }
    case "fresh": {
      // Too much was missed to be told one by one: what it says now replaces what we knew.
      if (message.number < table.number || message.seat !== table.seat) return same;
      const { type: _type, seat: _seat, ...now } = message;
      return { ...same, table: { ...table, ...now } };
    }
    case "view":
      if (message.number !== table.number || message.seat !== table.seat) return same;
      return {
        ...same,
        table: {
          ...table,
          view: message.view,
          choices: message.choices,
          actor: message.actor,
          undo: message.undo,
          forced: message.forced,
          nobody_can_win: message.nobody_can_win,
        },
      };
    default:
      return same;
  }
}

function withEntry(table: Snapshot, message: LiveEntry): Snapshot {
  const { number, seat, kind, notation, back_to, sentences, note, events } = message;
  const entry: Entry = { number, seat, kind, notation, back_to, sentences, note, events };
  return {
    ...table,
    status: table.status === "waiting" ? "running" : table.status,
    number: message.next,
    view: message.view,
    choices: message.choices,
    actor: message.actor,
    undo: message.undo,
    forced: message.forced,
    nobody_can_win: message.nobody_can_win,
    log: [...table.log, entry].slice(-LOG_LENGTH),
  };
}

/** After a restart of the server everybody comes back: spread over seconds from the first try on. */
export function restartDelay(attempt: number, random: number = Math.random()): number {
  return 300 + Math.min(8000, 2000 * 2 ** attempt) * random;
}

/** How long to wait before trying again: quick at first, never more than 8 seconds, spread out. */
export function retryDelay(attempt: number, random: number = Math.random()): number {
  return Math.min(8000, 300 * 2 ** attempt) * (0.75 + 0.5 * random);
}
