import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Recomputes a table's randomness on this device instead of trusting the host. Browsers have no Web Crypto on plain
 * HTTP, so the hashes come from a small library.
 */

const FIRST_LINE = "Spielzug start 2";
/** The first line of a list that seals names: its fingerprint contains their salted hashes. */
const SEALED_FIRST_LINE = "Spielzug start 3";
const SEALED_NAME = /^(Seat \d+: \S+) (".*") salt ([0-9a-f]{32})$/;
const REMOVED_NAME = /^Seat (\d+): \S+ removed [0-9a-f]{64}$/;

/** This device's contribution to the randomness: 32 random bytes, as hex. */
export function freshNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The hash that commits to a nonce or secret of 32 bytes before it is revealed. */
export function hashOf(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)));
}

export function fingerprintOf(list: string): string {
  return bytesToHex(sha256(utf8ToBytes(withoutSealedNames(list))));
}

/** A list with the hashes of its sealed names instead of the names. */
function withoutSealedNames(list: string): string {
  const bare = (line: string) => {
    const [, seat, name, salt] = SEALED_NAME.exec(line) ?? [];
    if (seat === undefined || name === undefined || salt === undefined) return line;
    const hash = bytesToHex(sha256(concatBytes(hexToBytes(salt), utf8ToBytes(name))));
    return `${seat} removed ${hash}`;
  };
  return list.split("\n").map(bare).join("\n");
}

/** The parts of a start list that are checked; the rest is informative. */
export interface StartList {
  table: string;
  commitment: string;
  /** The devices' hashes, in order. */
  hashes: string[];
  /** Fingerprints of voided starts. */
  voids: string[];
  /** Seats (from 1) whose names were removed after the game. */
  removed: string[];
  /** The fingerprint before that, in a list that seals no names. */
  sealedAs: string | null;
}

/** The complete format: a list cannot contain anything else, such as a start position. */
const LIST = new RegExp(
  [
    `^(?:${FIRST_LINE}|${SEALED_FIRST_LINE})`,
    "Game: .+",
    "Rules: \\d+",
    "Options: .*",
    "Seats: \\d+",
    "(?:Seat \\d+: .+\n)+Chance: table",
    "Table: [\\w-]+",
    "(?:Removed: seats [\\d,]+ list [0-9a-f]{64}\n)?(?:Void \\d+: seat \\d+ (?:left|lost|silent|sent) list [0-9a-f]{64}\n)*Commitment: [0-9a-f]{64}",
    "(?:Device \\d+: seats [\\d,]+ hash [0-9a-f]{64}\n)*$",
  ].join("\n"),
);
/** Longer than any valid list, in characters: a longer one could not be stored. */
const LONGEST = 16_384;

/** Null if the text is not a start list. */
export function parseStartList(text: string): StartList | null {
  if (text.length > LONGEST || !LIST.test(text)) return null;
  const lines = text.split("\n");
  const said = (name: string) =>
    lines.flatMap((line) => (line.startsWith(name) ? [line.slice(name.length)] : []));
  const last = (name: RegExp) =>
    lines.flatMap((line) => (name.test(line) ? [line.slice(line.lastIndexOf(" ") + 1)] : []));
  const [table] = said("Table: ");
  const [commitment] = said("Commitment: ");
  if (!table || !commitment) return null;
  const [, seats, sealedAs] = /^Removed: seats ([\d,]+) list ([0-9a-f]{64})$/m.exec(text) ?? [];
  // Names are removed from a list that seals them without a word that could cover other changes.
  if (sealedAs && text.startsWith(SEALED_FIRST_LINE)) return null;
  return {
    table,
    commitment,
    hashes: last(/^Device \d+: /),
    voids: last(/^Void \d+: /),
    removed: seats?.split(",") ?? lines.flatMap((line) => REMOVED_NAME.exec(line)?.[1] ?? []),
    sealedAs: sealedAs ?? null,
  };
}

/** Whether names were removed from `told`, and nothing else changed since this device kept `kept`. */
export function isWithoutNames(kept: string, told: string, list: StartList): boolean {
  if (list.sealedAs === null) return withoutSealedNames(kept) === withoutSealedNames(told);
  const [own, other] = [kept, told].map((one) => withoutNames(one, list.removed));
  return fingerprintOf(kept) === list.sealedAs && own === other;
}

/** A list without these seats' names and without the line that says so. */
export function withoutNames(text: string, seats: string[]): string {
  const bare = text.replace(/^Removed: .*\n/m, "");
  return bare.replace(/^Seat (\d+): (\S+) .*$/gm, (line, seat: string, player: string) =>
    seats.includes(seat) ? `Seat ${seat}: ${player}` : line,
  );
}

/** The start list at the head of a record, up to the last device or the commitment. */
export function startListInRecord(record: string): string | null {
  const [, ...lines] = (record.split("\n\n")[0] ?? "").split("\n");
  const count = lines.filter((line) => /^(Device \d+|Commitment): /.test(line)).length;
  const begin = lines.findIndex((line) => line.startsWith("Commitment: "));
  const list = lines.slice(0, begin + count);
  const sealed = list.some((line) => SEALED_NAME.test(line) || REMOVED_NAME.test(line));
  return begin < 0 ? null : [sealed ? SEALED_FIRST_LINE : FIRST_LINE, ...list, ""].join("\n");
}

/** A log entry of a record that used randomness: its number, and its index among such entries. */
export interface LuckEntry {
  entry: number;
  luck: number;
}

/** A record's entries with randomness, in order; null if an index is missing. */
export function luckEntriesIn(record: string): LuckEntry[] | null {
  const drawn: LuckEntry[] = [];
  let next = 0;
  let back = false;
  for (const line of record.slice(record.indexOf("\n\n")).split("\n")) {
    // Indices repeat only after an undo that is on record.
    back ||= /^\d+ .* undo \d+ (agreed|practice)$/.test(line);
    const [, entry, luck] = /^(\d+) .* {2}#(\d+)$/.exec(line) ?? [];
    if (entry === undefined || luck === undefined) continue;
    const one = { entry: Number(entry), luck: Number(luck) };
    if (one.luck > next || (one.luck < next && !back)) return null;
    [next, back] = [one.luck + 1, false];
    drawn.push(one);
  }
  return drawn;
}

/** The table's key, derived from secret, list and nonces. */
export function tableKey(secret: string, list: string, nonces: string[]): Uint8Array {
  // If names were removed from a list without seals, the key still derives from the original fingerprint.
  const fingerprint = parseStartList(list)?.sealedAs ?? fingerprintOf(list);
  const label = list.startsWith(SEALED_FIRST_LINE) ? SEALED_FIRST_LINE : "";
  const mixed = concatBytes(utf8ToBytes(label), hexToBytes(fingerprint), ...nonces.map(hexToBytes));
  return hmac(sha256, hexToBytes(secret), mixed);
}

/** The key of the n-th entry with randomness, as a decimal string. */
export function entryKey(table: Uint8Array, luck: number): string {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(luck));
  const digest = hmac(sha256, table, number);
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, true).toString();
}
