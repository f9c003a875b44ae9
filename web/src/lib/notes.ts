import type { Entry } from "./types";

/** The note under each item of a log: in a run of one seat's items it is said once, at its beginning. */
export function notesOf(items: readonly Pick<Entry, "seat" | "note">[]): (string | null)[] {
  return items.map(({ seat, note }, index) => {
    const before = items[index - 1];
    return before?.seat === seat && before.note === note ? null : note;
  });
}
