import { api, Refusal } from "./api";
import { t, type Key } from "./i18n";
import { go } from "./route";
import { saveStartRecord, loadStartRecord, renewStartRecord, startListError } from "./start_records.svelte";
import { fingerprintOf, hashOf } from "./luck";
import type { Snapshot } from "./types";

export interface StartResult {
  table: Snapshot;
  /** Why this device does not reveal its nonce; null if it does. */
  trouble: Key | null;
}

/** The running step per table: two at once could overwrite each other's stored record. */
const running = new Map<string, Promise<StartResult>>();

/**
 * This device's part before the deal: it sends the hash of a nonce, and reveals the nonce once it has received and
 * checked the whole start list.
 */
export const commitAndReveal = (table: Snapshot): Promise<StartResult> =>
  oneAtATime(table.id, () => step(table));

/**
 * The same with only the table's id. The snapshot is fetched when the lock is held: one from before our last step
 * would look as if the start had been voided. A table without a stored record is just being created or joined on
 * another page, and a second nonce would void its start.
 */
export const commitAndRevealAt = async (id: string): Promise<StartResult | null> =>
  loadStartRecord(id) ? oneAtATime(id, async () => step(await freshSnapshot(id), true)) : null;

const freshSnapshot = async (id: string): Promise<Snapshot> => ({ ...(await api.table(id)), id });

function oneAtATime(id: string, work: () => Promise<StartResult>): Promise<StartResult> {
  const alone = async (): Promise<StartResult> => {
    // Also excludes other tabs of this browser, where locks exist (not on plain HTTP).
    const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
    return locks ? await locks.request(`spielzug.luck.${id}`, work) : await work();
  };
  const next = (running.get(id) ?? Promise.resolve()).then(alone, alone);
  running.set(id, next);
  const forget = () => running.get(id) === next && running.delete(id);
  void next.then(forget, forget);
  return next;
}

/** @param now whether the snapshot was fetched while holding the lock */
async function step(table: Snapshot, now = false): Promise<StartResult> {
  const { id } = table;
  if (table.status !== "waiting" || !table.seats.some((seat) => seat.yours)) return { table, trouble: null };
  let kept = loadStartRecord(id);
  if (!kept || hashOf(kept.nonce) !== table.hash) {
    // The stored start seems to have been voided. Sending another nonce would void it, so fetch the state first.
    if (kept?.list && !now) return step(await freshSnapshot(id), true);
    kept = renewStartRecord(kept);
    saveStartRecord(id, kept);
    table = await api.hash(id, hashOf(kept.nonce));
    if (table.id !== id) return { table, trouble: "wrong_table" };
    const still = loadStartRecord(id);
    // Another tab has continued meanwhile: its record counts.
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
  // Reveals the nonce only if it is stored together with the list it is revealed for.
  const sure = loadStartRecord(id);
  if (sure?.list !== text || sure.nonce !== kept.nonce) return { table, trouble: "wrong_second" };
  try {
    table = await api.reveal(id, kept.nonce, fingerprintOf(text));
  } catch (error) {
    // The start may have been voided meanwhile; the server then asks again.
    if (!(error instanceof Refusal && error.status === 409)) throw error;
  }
  return { table, trouble: table.id === id ? null : "wrong_table" };
}

/** Takes a seat with a nonce that has not been revealed yet, and opens the table. */
export async function takeSeat(id: string, sit: (hash: string) => Promise<Snapshot>): Promise<void> {
  const known = loadStartRecord(id);
  // A nonce revealed for a list is used up, even if that start was voided.
  const kept = known && known.list === null ? known : renewStartRecord(known);
  saveStartRecord(id, kept);
  const table = await sit(hashOf(kept.nonce));
  if (table.id !== id) throw new Refusal("wrong_table", 409, t("wrong_table"));
  await commitAndReveal(table).catch(() => undefined); // the table page tries again
  go({ page: "table", id });
}
