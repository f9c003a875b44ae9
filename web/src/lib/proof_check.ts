import type { Key } from "./i18n";
import type { StartRecord } from "./start_records.svelte";
import {
  luckEntriesIn,
  hashOf,
  isWithoutNames,
  entryKey,
  startListInRecord,
  parseStartList,
  tableKey,
} from "./luck";
import type { Proof } from "./types";

/** A result of this device's own checks. */
export interface Finding {
  ok: boolean;
  said: Key;
  values?: Record<string, number>;
}

/**
 * Checks a game's randomness without trusting the host, from what the host shows now and what this device stored at
 * the start. `record` is the public text of a finished game; `sits` says whether this device plays at the table.
 */
export function checkProof(
  proof: Proof,
  kept: StartRecord | null,
  record: string | null,
  sits = false,
): Finding[] {
  const text = proof.start;
  const list = text === null ? null : parseStartList(text);
  if (text === null || !list) return kept?.list ? [{ ok: false, said: "found_other_list" }] : [];
  const found: Finding[] = [];
  const find = (ok: boolean, good: Key, bad: Key, values?: Record<string, number>) =>
    found.push({ ok, said: ok ? good : bad, ...(values ? { values } : {}) });
  if (kept?.list && list.removed.length > 0)
    find(isWithoutNames(kept.list, text, list), "found_removed", "found_other_list");
  else if (kept?.list) find(kept.list === text, "found_list", "found_other_list");
  if (record !== null) find(startListInRecord(record) === text, "found_record", "found_other_record");
  if (kept && kept.earlier.length > 0)
    find(
      kept.earlier.every((one) => list.voids.includes(one)),
      "found_voids",
      "found_hidden_voids",
    );
  const { secret, nonces } = proof;
  // Before the end, or called off before the deal.
  if (secret === null || (nonces.length === 0 && list.hashes.length > 0)) return found;
  find(isHex(secret) && hashOf(secret) === list.commitment, "found_secret", "found_other_secret");
  const each =
    nonces.length === list.hashes.length &&
    nonces.every((nonce, n) => isHex(nonce) && hashOf(nonce) === list.hashes[n]);
  find(each, "found_nonces", "found_other_nonces", { n: nonces.length });
  if (kept?.list) find(nonces.includes(kept.nonce), "found_own", "found_not_own");
  // A device that plays and has a nonce must have revealed it: nobody else could.
  else if (kept && sits) find(false, "found_own", "found_not_own");
  if (found.every((one) => one.ok)) {
    const key = tableKey(secret, text, nonces);
    const right = proof.keys.every(
      (one, n) => one.key === entryKey(key, one.luck) && (n > 0 || one.luck === 0),
    );
    const drawn = record === null ? proof.keys : luckEntriesIn(record);
    const told =
      drawn?.length === proof.keys.length &&
      proof.keys.every((one, n) => drawn[n]?.entry === one.entry && drawn[n]?.luck === one.luck);
    find(right && told && proof.keys.length > 0, "found_keys", "found_other_keys", { n: proof.keys.length });
  }
  return found;
}

function isHex(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
