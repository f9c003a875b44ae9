import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The luck of a table, computed here: nothing of it is believed. (A home network is plain HTTP, where browsers
 * have no cryptography of their own, so the hashes come from a small library.)
 */

const FIRST_LINE = "Spielzug start 2";

/** What this device adds to the luck: 32 random bytes. */
export function freshNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What is shown of 32 bytes, a nonce or a secret, before they are shown themselves. */
export function hashOf(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)));
}

export function fingerprintOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** What a start list says that matters here; the rest of it is for reading. */
export interface StartList {
  table: string;
  commitment: string;
  /** The hashes of the devices, in their order. */
  hashes: string[];
  /** The fingerprints of the starts that came to nothing. */
  voids: string[];
  /** Seats (the first is 1) whose names were removed after the game, and the fingerprint before that. */
  removed: string[];
  sealedAs: string | null;
}

/** A list says this and nothing else: not, for instance, from which position the game begins. */
const LIST = new RegExp(
  [
    `^${FIRST_LINE}`,
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
/** Longer than any list of ours: what is longer could not be kept. */
const LONGEST = 16_384;

/** Null if this is no start list. */
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
  return {
    table,
    commitment,
    hashes: last(/^Device \d+: /),
    voids: last(/^Void \d+: /),
    removed: seats?.split(",") ?? [],
    sealedAs: sealedAs ?? null,
  };
}

/** A list without the names of these seats, and without the line that says so. */
export function withoutNames(text: string, seats: string[]): string {
  const bare = text.replace(/^Removed: .*\n/m, "");
  return bare.replace(/^Seat (\d+): (\S+) .*$/gm, (line, seat: string, player: string) =>
    seats.includes(seat) ? `Seat ${seat}: ${player}` : line,
  );
}

/** The start list as a record contains it: its head down to the last device, or to the commitment. */
export function startListInRecord(record: string): string | null {
  const [, ...lines] = (record.split("\n\n")[0] ?? "").split("\n");
  const count = lines.filter((line) => /^(Device \d+|Commitment): /.test(line)).length;
  const begin = lines.findIndex((line) => line.startsWith("Commitment: "));
  return begin < 0 ? null : [FIRST_LINE, ...lines.slice(0, begin + count), ""].join("\n");
}

/** A line of a record's log that tells of luck: which entry it is, and which number its luck has. */
export interface LuckEntry {
  entry: number;
  luck: number;
}

/** The entries of a record with luck, in their order; null if one of them leaves a number out. */
export function luckEntriesIn(record: string): LuckEntry[] | null {
  const drawn: LuckEntry[] = [];
  let next = 0;
  let back = false;
  for (const line of record.slice(record.indexOf("\n\n")).split("\n")) {
    // Only who takes luck back, and says so, sees it again.
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

/** The key that secret, list and nonces give to a table. */
export function tableKey(secret: string, list: string, nonces: string[]): Uint8Array {
  // Where names were removed the luck is still made from the fingerprint that the list had before.
  const fingerprint = parseStartList(list)?.sealedAs ?? fingerprintOf(list);
  const mixed = concatBytes(hexToBytes(fingerprint), ...nonces.map(hexToBytes));
  return hmac(sha256, hexToBytes(secret), mixed);
}

/** The key of an entry with luck, by its number among these, as a decimal number. */
export function entryKey(table: Uint8Array, luck: number): string {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(luck));
  const digest = hmac(sha256, table, number);
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, true).toString();
}
