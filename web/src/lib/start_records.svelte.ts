import { fingerprintOf, freshNonce, hashOf, parseStartList } from "./luck";
import type { Key } from "./i18n";

/** What this device keeps of the start of a table, so that nobody can tell it another story later. */
export interface StartRecord {
  nonce: string;
  /** The promise that was shown when the hash was given. */
  commitment: string | null;
  /** The sealed start list; whoever has it may have shown the nonce. */
  list: string | null;
  /** The fingerprints of lists of this table that came to nothing. */
  earlier: string[];
  /** When this was kept, in milliseconds: the oldest goes first. */
  at: number;
}

const PREFIX = "spielzug.luck.";
export const MOST = 200;

/** Storage may be forbidden: then it holds as long as the page. */
const inMemory = new Map<string, StartRecord>();
/** How often something was kept: whoever shows it looks again then. */
let times = $state(0);

export function loadStartRecord(table: string): StartRecord | null {
  void times;
  try {
    const text = localStorage.getItem(PREFIX + table);
    if (text !== null) return JSON.parse(text) as StartRecord;
  } catch {
    // as if nothing were kept there
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
    // In memory it is; what was kept before must not be taken for it.
    try {
      localStorage.removeItem(PREFIX + table);
    } catch {
      // then nothing is there
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

/** For a table that is asked for the first time, or whose start came to nothing: a nonce that nobody knows. */
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

/** What is wrong with a start list, before our nonce is shown; null if nothing is. */
export function startListError(text: string, table: string, kept: StartRecord): Key | null {
  const list = parseStartList(text);
  // Names are removed after a game, never before one: such a list could have any fingerprint.
  if (!list || list.table !== table || list.sealedAs !== null) return "wrong_table";
  if (kept.list !== null && kept.list !== text) return "wrong_second";
  if (list.hashes.filter((hash) => hash === hashOf(kept.nonce)).length !== 1) return "wrong_hash";
  if (kept.commitment !== null && list.commitment !== kept.commitment) return "wrong_promise";
  return kept.earlier.every((one) => list.voids.includes(one)) ? null : "wrong_voids";
}
