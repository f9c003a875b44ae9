import { api, Refusal } from "./api";
import type { Key } from "./i18n";
import { keep, keptOf, renewed, wrongWith } from "./kept.svelte";
import { fingerprintOf, hashOf } from "./luck";
import type { Snapshot } from "./types";

export interface Attended {
  table: Snapshot;
  /** Why this device does not show its nonce, if it does not. */
  trouble: Key | null;
}

/**
 * This device's part before the deal: it gives the hash of a nonce, and it shows the nonce once it has the whole
 * start list in its hands and finds nothing wrong with it.
 */
export async function attend(table: Snapshot): Promise<Attended> {
  if (table.status !== "waiting" || !table.seats.some((seat) => seat.yours)) return { table, trouble: null };
  let kept = keptOf(table.id);
  if (!kept || hashOf(kept.nonce) !== table.hash) {
    kept = renewed(kept);
    keep(table.id, kept);
    table = await api.hash(table.id, hashOf(kept.nonce));
  }
  if (kept.commitment === null) {
    kept = { ...kept, commitment: table.commitment };
    keep(table.id, kept);
  }
  const { text, awaited } = table.start;
  if (text === null || !awaited.some((seat) => table.seats[seat]?.yours)) return { table, trouble: null };
  const trouble = wrongWith(text, table.id, kept);
  if (trouble) return { table, trouble };
  keep(table.id, { ...kept, list: text });
  try {
    table = await api.reveal(table.id, kept.nonce, fingerprintOf(text));
  } catch (error) {
    // The start may have come to nothing meanwhile: then we are told, and asked again.
    if (!(error instanceof Refusal && error.status === 409)) throw error;
  }
  return { table, trouble: null };
}
