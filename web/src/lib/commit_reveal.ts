import { api, Refusal } from "./api";
import { t, type Key } from "./i18n";
import { go } from "./route";
import { saveStartRecord, loadStartRecord, renewStartRecord, startListError } from "./start_records.svelte";
import { fingerprintOf, hashOf } from "./luck";
import type { Snapshot } from "./types";

export interface StartResult {
  table: Snapshot;
  /** Why this device does not show its nonce, if it does not. */
  trouble: Key | null;
}

/** One after the other: two at once could each forget what the other has kept. */
const running = new Map<string, Promise<StartResult>>();

/**
 * This device's part before the deal: it gives the hash of a nonce, and it shows the nonce once it has the whole
 * start list in its hands and finds nothing wrong with it.
 */
export const commitAndReveal = (table: Snapshot): Promise<StartResult> =>
  oneAtATime(table.id, () => step(table));

/**
 * The same where only the table's name is known. How it stands is asked when it is our turn to go on: what was
 * told before our last step would look as if the start had come to nothing. A table of which nothing is kept is
 * just being opened or joined: whoever does that attends, and a second nonce would make its start void.
 */
export const commitAndRevealAt = async (id: string): Promise<StartResult | null> =>
  loadStartRecord(id) ? oneAtATime(id, async () => step(await freshSnapshot(id), true)) : null;

const freshSnapshot = async (id: string): Promise<Snapshot> => ({ ...(await api.table(id)), id });

function oneAtATime(id: string, work: () => Promise<StartResult>): Promise<StartResult> {
  const alone = async (): Promise<StartResult> => {
    // Other pages of this browser as well, where it can be had (not on plain HTTP).
    const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
    return locks ? await locks.request(`spielzug.luck.${id}`, work) : await work();
  };
  const next = (running.get(id) ?? Promise.resolve()).then(alone, alone);
  running.set(id, next);
  const forget = () => running.get(id) === next && running.delete(id);
  void next.then(forget, forget);
  return next;
}

/** `now`: the table was asked for in our turn, and not told of some time before. */
async function step(table: Snapshot, now = false): Promise<StartResult> {
  const { id } = table;
  if (table.status !== "waiting" || !table.seats.some((seat) => seat.yours)) return { table, trouble: null };
  let kept = loadStartRecord(id);
  if (!kept || hashOf(kept.nonce) !== table.hash) {
    // It looks as if the start that we kept had come to nothing. Another nonce would make it so: better ask.
    if (kept?.list && !now) return step(await freshSnapshot(id), true);
    kept = renewStartRecord(kept);
    saveStartRecord(id, kept);
    table = await api.hash(id, hashOf(kept.nonce));
    if (table.id !== id) return { table, trouble: "wrong_table" };
    const still = loadStartRecord(id);
    // Another page went on meanwhile: what it kept counts.
    if (still?.nonce !== kept.nonce || still.list !== kept.list) return { table, trouble: null };
  }
  if (kept.commitment === null) {
    kept = { ...kept, commitment: table.commitment };
    saveStartRecord(id, kept);
  }
  const { text, awaited } = table.start;
  if (text === null || !awaited.some((seat) => table.seats[seat]?.yours)) return { table, trouble: null };
  const trouble = startListError(text, id, kept);
  if (trouble) return { table, trouble };
  saveStartRecord(id, { ...kept, list: text });
  // Shown is only what is kept together with the list it is shown for.
  const sure = loadStartRecord(id);
  if (sure?.list !== text || sure.nonce !== kept.nonce) return { table, trouble: "wrong_second" };
  try {
    table = await api.reveal(id, kept.nonce, fingerprintOf(text));
  } catch (error) {
    // The start may have come to nothing meanwhile: then we are told, and asked again.
    if (!(error instanceof Refusal && error.status === 409)) throw error;
  }
  return { table, trouble: table.id === id ? null : "wrong_table" };
}

/** Sit down at a table with a nonce that was not shown yet, and go there. */
export async function takeSeat(id: string, sit: (hash: string) => Promise<Snapshot>): Promise<void> {
  const known = loadStartRecord(id);
  // A nonce that was shown for a list is used up, also if that start came to nothing.
  const kept = known && known.list === null ? known : renewStartRecord(known);
  saveStartRecord(id, kept);
  const table = await sit(hashOf(kept.nonce));
  if (table.id !== id) throw new Refusal("wrong_table", 409, t("wrong_table"));
  await commitAndReveal(table).catch(() => undefined); // it goes on at the table
  go({ page: "table", id });
}
