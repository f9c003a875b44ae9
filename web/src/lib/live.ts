import type { Entry, LogItem, ServerMessage, Snapshot } from "./types";

/**
 * What a message does to the table we know. Pure, because it must be right under every order of
 * arrival: entries count up without a gap, a repeated one changes nothing, and after a gap nothing
 * is believed until the missing entries have come.
 */
export interface Reduced {
  table: Snapshot;
  /** The new entry, if the message brought one: it is to be shown as movement. */
  entry: Entry | null;
  /** Entries are missing: connect again from `table.number`. */
  gap: boolean;
}

const LOG_LENGTH = 200;

export function reduce(table: Snapshot, message: ServerMessage): Reduced {
  const same: Reduced = { table, entry: null, gap: false };
  switch (message.type) {
    case "entry":
      if (message.number < table.number) return same;
      if (message.number > table.number) return { ...same, gap: true };
      return { table: withEntry(table, message), entry: message, gap: false };
    case "table": {
      // Only the position comes by entries; everything else about a table comes here.
      const {
        type: _type,
        id: _id,
        number: _number,
        view: _view,
        choices: _choices,
        log: _log,
        seat: _seat,
        ...part
      } = message;
      return { ...same, table: { ...table, ...part } };
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
        },
      };
    default:
      return same;
  }
}

function withEntry(table: Snapshot, entry: Entry): Snapshot {
  const item: LogItem = {
    number: entry.number,
    seat: entry.seat,
    kind: entry.kind,
    notation: entry.notation,
    sentences: entry.sentences,
    note: entry.note,
    events: entry.events,
  };
  return {
    ...table,
    status: table.status === "waiting" ? "running" : table.status,
    number: entry.next ?? entry.number + 1,
    view: entry.view,
    choices: entry.choices ?? [],
    actor: entry.actor,
    undo: entry.undo,
    log: [...table.log, item].slice(-LOG_LENGTH),
  };
}

/** How long to wait before trying again: quick at first, never more than 8 seconds, spread out. */
export function retryDelay(attempt: number, random: number = Math.random()): number {
  return Math.min(8000, 300 * 2 ** attempt) * (0.75 + 0.5 * random);
}
