import type { Entry, Facts, LiveEntry, Snapshot, ToBrowser, View } from "./types";

/**
 * Applies a message to the known table. Pure, because it must be right for every order of arrival: entries are
 * numbered without gaps, a repeated one changes nothing, and after a gap nothing is applied until the missing entries
 * have arrived.
 */
export interface TableUpdate {
  table: Snapshot;
  /** The new entry to animate, if the message brought one. */
  entry: LiveEntry | null;
  /** Entries are missing: reconnect from `table.number`. */
  gap: boolean;
}

const LOG_LENGTH = 200;

/** The full view for a board: the facts that never change, sent once, merged with the current view. */
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
      // Only the position comes with entries; everything else about a table comes here.
      const { type: _type, ...part } = message;
      const { id, number, view, choices, log, seat } = table;
      return { ...same, table: { ...table, ...part, id, number, view, choices, log, seat } };
    }
    case "presence": {
      const seats = table.seats.map((seat, index) => {
        const connected = message.connected[index] ?? seat.connected;
        // A player who has just left is away from now on; earlier absences keep their time.
        const missed = !connected && table.status === "running" && seat.player === "human" && !seat.left;
        const away = missed && !seat.program ? (seat.connected ? 0 : seat.away) : null;
        return { ...seat, connected, away };
      });
      return { ...same, table: { ...table, seats, spectators: message.spectators } };
    }
    case "fresh": {
      // Too many entries were missed to send them one by one: this state replaces ours.
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
