import { fingerprintOf, freshNonce, hashOf, parseStartList } from "./luck";
import type { Key } from "./i18n";

/** What this device stores about a table's start, so that the host cannot change it later. */
export interface StartRecord {
  nonce: string;
  /** The commitment shown when the hash was sent. */
  commitment: string | null;
  /** The sealed start list; if set, the nonce may have been revealed. */
  list: string | null;
  /** Fingerprints of this table's voided lists. */
  earlier: string[];
  /** Time of storage in milliseconds; the oldest record is dropped first. */
  at: number;
}

const PREFIX = "spielzug.luck.";
export const MOST = 200;

/** Fallback while the page is open, if storage is forbidden. */
const inMemory = new Map<string, StartRecord>();
/** Counts writes, so that readers of a record are reactive. */
let times = $state(0);

export function loadStartRecord(table: string): StartRecord | null {
  void times;
  try {
    const text = localStorage.getItem(PREFIX + table);
    if (text !== null) return JSON.parse(text) as StartRecord;
  } catch {
    // treated as missing
  }
  return inMemory.get(table) ?? null;
}

export function saveStartRecord(table: string, kept: StartRecord): void {
  inMemory.set(table, kept);
  times += 1;
  try {
    localStorage.setItem(PREFIX + table, JSON.stringify(kept));
    forgetOldest();
  } catch {
    // The new record is only in memory; an older stored one must not be read instead.
    try {
      localStorage.removeItem(PREFIX + table);
    } catch {
      // nothing is stored then
    }
  }
}

function forgetOldest(): void {
  const names = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? "");
  const mine = names.filter((name) => name.startsWith(PREFIX));
  if (mine.length <= MOST) return;
  const aged = mine.map((name) => ({ name, at: ageOf(localStorage.getItem(name)) }));
  aged.sort((a, b) => b.at - a.at);
  for (const { name } of aged.slice(MOST)) localStorage.removeItem(name);
}

function ageOf(text: string | null): number {
  try {
    return (JSON.parse(text ?? "") as StartRecord).at;
  } catch {
    return 0;
  }
}

/** A record with an unused nonce, for a first start or after a voided one. */
export function renewStartRecord(kept: StartRecord | null): StartRecord {
  if (kept && kept.list === null) return { ...kept, commitment: null };
  const earlier = kept?.earlier ?? [];
  return {
    nonce: freshNonce(),
    commitment: null,
    list: null,
    earlier: kept?.list ? [...earlier, fingerprintOf(kept.list)] : earlier,
    at: Date.now(),
  };
}

/** What is wrong with a start list, checked before the nonce is revealed; null if it is valid. */
export function startListError(text: string, table: string, kept: StartRecord): Key | null {
  const list = parseStartList(text);
  // Names are only removed after a game: before one, such a list could claim any fingerprint.
  if (!list || list.table !== table || list.removed.length > 0) return "wrong_table";
  if (kept.list !== null && kept.list !== text) return "wrong_second";
  if (list.hashes.filter((hash) => hash === hashOf(kept.nonce)).length !== 1) return "wrong_hash";
  if (kept.commitment !== null && list.commitment !== kept.commitment) return "wrong_promise";
  return kept.earlier.every((one) => list.voids.includes(one)) ? null : "wrong_voids";
}
