import { beforeEach, describe, expect, it } from "vitest";
import { en } from "../texts/en";
import { checkProof } from "./proof_check";
import {
  saveStartRecord,
  loadStartRecord,
  MOST,
  renewStartRecord,
  startListError,
  type StartRecord,
} from "./start_records.svelte";
import {
  luckEntriesIn,
  fingerprintOf,
  freshNonce,
  hashOf,
  entryKey,
  startListInRecord,
  parseStartList,
  tableKey,
  withoutNames,
} from "./luck";
import type { Proof } from "./types";

// Made with the server's own code, from secret 00…, nonces 11… and 22…: see tests/server/test_table_start.py.
const SECRET = "00".repeat(32);
const NONCES = ["11".repeat(32), "22".repeat(32)];
const VOID = "ab".repeat(32);
const LIST = [
  "Spielzug start 2",
  "Game: game_of_trains",
  "Rules: 1",
  "Options: first=1",
  "Seats: 2",
  'Seat 1: human "Ünal\\n"',
  'Seat 2: human "Table: x"',
  "Chance: table",
  "Table: t",
  `Void 1: seat 2 left list ${VOID}`,
  "Commitment: 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
  "Device 1: seats 1 hash 02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc",
  "Device 2: seats 2 hash 9f72ea0cf49536e3c66c787f705186df9a4378083753ae9536d65b3ad7fcddc4",
  "",
].join("\n");
const FINGERPRINT = "afefaa7e521f03bd1239523a48c1c693fd0083edd2e1722de0c7dfad11cd8f29";
const KEYS = ["8294274224690530322", "3989671290750213399"];
const RECORD = `Spielzug record 2\n${LIST.slice(LIST.indexOf("\n") + 1)}Nonce 1: ${NONCES[0] ?? ""}\nNonce 2: ${NONCES[1] ?? ""}\nSecret: ${SECRET}\nResult: 1-0\n\n0    -  deal  #0\n1    1  k1  keeps 4\n3    2  +         draws 4  #1\nend  1-0\n`;

const PROOF: Proof = {
  format: 2,
  dealt: true,
  start: LIST,
  commitment: hashOf(SECRET),
  secret: SECRET,
  nonces: NONCES,
  voids: [],
  keys: KEYS.map((key, luck) => ({ entry: luck * 3, luck, key })),
  word: { ok: true, steps: [] },
};
const KEPT: StartRecord = {
  nonce: NONCES[1] ?? "",
  commitment: hashOf(SECRET),
  list: LIST,
  earlier: [VOID],
  at: 1,
};

describe("the numbers", () => {
  it("are those of the server", () => {
    expect(fingerprintOf(LIST)).toBe(FINGERPRINT);
    const table = tableKey(SECRET, LIST, NONCES);
    expect([entryKey(table, 0), entryKey(table, 1)]).toEqual(KEYS);
  });
  it("of a fresh nonce are 32 bytes, never the same", () => {
    expect(freshNonce()).toMatch(/^[0-9a-f]{64}$/);
    expect(freshNonce()).not.toBe(freshNonce());
  });
  it("stand in the list", () => {
    expect(parseStartList(LIST)).toEqual({
      table: "t",
      commitment: hashOf(SECRET),
      hashes: NONCES.map(hashOf),
      voids: [VOID],
      removed: [],
      sealedAs: null,
    });
    expect(parseStartList("Spielzug record 2\n")).toBeNull();
    expect(parseStartList(LIST.replace("Commitment", "Table"))).toBeNull();
  });
  it("stand there without a word more", () => {
    // A host that writes the deal itself, or fills the device's memory.
    for (const more of ["From: position", "Position: {}", "Seed: 1", ""])
      expect(parseStartList(LIST.replace("Chance: table", `${more}\nChance: table`))).toBeNull();
    expect(parseStartList(LIST.replace("Options: first=1", `Options: ${"x".repeat(20_000)}`))).toBeNull();
  });
  it("stand in the record, as the same list", () => {
    expect(startListInRecord(RECORD)).toBe(LIST);
    expect(startListInRecord("nothing")).toBeNull();
  });
});

describe("the luck that a record tells", () => {
  const lines = (...told: string[]) => luckEntriesIn(["Seat 1: x  #9", "", ...told, ""].join("\n"));
  it("is counted without a gap", () => {
    expect(lines("0    -  deal      x  #0", "1    1  +         draws 2  #1", "2    1  k1")).toEqual([
      { entry: 0, luck: 0 },
      { entry: 1, luck: 1 },
    ]);
    expect(lines("0    -  deal      x  #0", "1    1  +         draws 2  #2")).toBeNull();
    expect(lines("0    -  deal      x  #0", "1    1  +         draws 2  #0")).toBeNull();
  });
  it("comes again only where it was taken back, and that is said", () => {
    const game = ["0    -  deal      x  #0", "1    1  +         draws 2  #1"];
    const again = "3    1  +         draws 2  #1";
    expect(lines(...game, "2    1  undo 1 agreed", again)?.length).toBe(3);
    expect(lines(...game, "2    1  undo 1", again)).toBeNull();
  });
});

describe("before the nonce is shown", () => {
  const fresh = { ...KEPT, list: null };
  it("a list that is in order is taken", () => {
    expect(startListError(LIST, "t", fresh)).toBeNull();
    expect(startListError(LIST, "t", KEPT)).toBeNull(); // told again
  });
  it.each([
    ["another table", LIST, "u", fresh, "wrong_table"],
    ["our hash missing", LIST, "t", { ...fresh, nonce: SECRET }, "wrong_hash"],
    ["our hash twice", `${LIST}Device 3: seats 3 hash ${hashOf(fresh.nonce)}\n`, "t", fresh, "wrong_hash"],
    ["another promise", LIST, "t", { ...fresh, commitment: VOID }, "wrong_promise"],
    ["a hidden void", LIST, "t", { ...fresh, earlier: [VOID, FINGERPRINT] }, "wrong_voids"],
    ["a second list", LIST, "t", { ...KEPT, list: LIST.replace("Rules: 1", "Rules: 2") }, "wrong_second"],
  ])("%s is noticed", (_, list, table, kept, expected) => {
    expect(startListError(list, table, kept)).toBe(expected);
    expect(en).toHaveProperty(expected);
  });
});

describe("afterwards", () => {
  const bad = (proof: Partial<Proof>, kept: StartRecord | null = KEPT, record = RECORD) =>
    checkProof({ ...PROOF, ...proof }, kept, record).flatMap((one) => (one.ok ? [] : [one.said]));
  it("all is in order", () => {
    expect(checkProof(PROOF, KEPT, RECORD).map((one) => one.said)).toEqual([
      "found_list",
      "found_record",
      "found_voids",
      "found_secret",
      "found_nonces",
      "found_own",
      "found_keys",
    ]);
    expect(bad({})).toEqual([]);
  });
  it("a swapped promise is found: secret, commitment and list exchanged together", () => {
    const secret = "33".repeat(32);
    const start = LIST.replace(hashOf(SECRET), hashOf(secret));
    const key = tableKey(secret, start, NONCES);
    const keys = PROOF.keys.map((one) => ({ ...one, key: entryKey(key, one.luck) }));
    const record = RECORD.replace(hashOf(SECRET), hashOf(secret));
    const swapped = { secret, start, keys, commitment: hashOf(secret) };
    expect(bad(swapped, KEPT, record)).toEqual(["found_other_list"]);
    expect(bad(swapped, null, record)).toEqual([]); // who kept nothing cannot know
  });
  it("a swapped nonce of another device is found", () => {
    expect(bad({ nonces: ["44".repeat(32), NONCES[1] ?? ""] })).toEqual(["found_other_nonces"]);
  });
  it("who sits there and never showed its number is told so", () => {
    const hidden = { ...KEPT, list: null, nonce: "77".repeat(32) };
    const said = (sits: boolean) =>
      checkProof(PROOF, hidden, RECORD, sits).flatMap((one) => (one.ok ? [] : [one.said]));
    expect(said(true)).toEqual(["found_not_own"]);
    expect(said(false)).toEqual([]);
  });
  it("our own nonce exchanged together with its hash is found", () => {
    const other = "55".repeat(32);
    const start = LIST.replace(hashOf(KEPT.nonce), hashOf(other));
    const record = RECORD.replace(hashOf(KEPT.nonce), hashOf(other));
    expect(bad({ start, nonces: [NONCES[0] ?? "", other] }, KEPT, record)).toEqual([
      "found_other_list",
      "found_not_own",
    ]);
  });
  it("another secret, another key, another record and a hidden void are found", () => {
    expect(bad({ secret: "66".repeat(32) })).toEqual(["found_other_secret"]);
    expect(bad({ secret: "no" })).toEqual(["found_other_secret"]);
    expect(bad({ keys: PROOF.keys.map((one) => ({ ...one, luck: one.luck + 1 })) })).toEqual([
      "found_other_keys",
    ]);
    expect(bad({ keys: [] })).toEqual(["found_other_keys"]);
    expect(bad({}, KEPT, RECORD.replace("#1", "#2"))).toEqual(["found_other_keys"]);
    expect(bad({}, KEPT, RECORD.replace("  #1", ""))).toEqual(["found_other_keys"]);
    expect(bad({}, KEPT, RECORD.replace("Rules: 1", "Rules: 2"))).toEqual(["found_other_record"]);
    expect(bad({}, { ...KEPT, earlier: [FINGERPRINT] })).toEqual(["found_hidden_voids"]);
  });
  it("before the end there is only the list to compare", () => {
    const running = { ...PROOF, secret: null, keys: [] };
    expect(checkProof(running, KEPT, null).map((one) => one.said)).toEqual(["found_list", "found_voids"]);
    expect(checkProof({ ...PROOF, start: null, format: 1 }, null, null)).toEqual([]);
    // A host cannot say that the game was of another time.
    expect(bad({ start: null, format: 1 })).toEqual(["found_other_list"]);
  });
});

describe("a game from which a name was removed", () => {
  /** As the server tells it then: seats that are called as if nobody had named them, and how the list was sealed. */
  const removed = (...seats: string[]) => {
    const line = `Removed: seats ${seats.join(",")} list ${FINGERPRINT}`;
    const unnamed = seats.reduce(
      (list, seat) => list.replace(new RegExp(`Seat ${seat}: human .*`), `Seat ${seat}: human "Guest"`),
      LIST,
    );
    return unnamed.replace("Table: t\n", `Table: t\n${line}\n`);
  };
  const found = (start: string, kept: StartRecord | null = KEPT, more: Partial<Proof> = {}) =>
    checkProof({ ...PROOF, start, ...more }, kept, RECORD.replace(LIST.slice(17), start.slice(17)));
  const said = (...args: Parameters<typeof found>) => found(...args).map((one) => one.said);

  it("says so in its list, and that still counts as it was sealed", () => {
    const list = removed("2");
    expect(list).toContain(
      'Seat 1: human "Ünal\\n"\nSeat 2: human "Guest"\nChance: table\nTable: t\nRemoved: ',
    );
    expect(parseStartList(list)).toMatchObject({ removed: ["2"], sealedAs: FINGERPRINT });
    expect(entryKey(tableKey(SECRET, list, NONCES), 1)).toBe(KEYS[1]);
  });
  it("has the list that was kept, but for those names", () => {
    expect(withoutNames(removed("2"), ["2"])).toBe(withoutNames(LIST, ["2"]));
    expect(withoutNames(LIST, [])).toBe(LIST);
    expect(withoutNames(withoutNames(LIST, ["1"]), ["1"])).toBe(withoutNames(LIST, ["1"]));
    // Seat 12 is not seat 1, and a name that looks like a line of the list is a name.
    const many = `${LIST}Seat 12: human "Zoe"\n`;
    expect(withoutNames(many, ["1", "2"])).toContain('Seat 12: human "Zoe"');
    expect(withoutNames(many, ["1", "2"])).not.toContain("Table: x");
  });
  it("is in order for who kept the list, and who did not can check the rest", () => {
    const rest = ["found_record", "found_voids", "found_secret", "found_nonces", "found_own", "found_keys"];
    expect(said(removed("2"))).toEqual(["found_removed", ...rest]);
    expect(said(removed("1", "2"))).toEqual(["found_removed", ...rest]);
    expect(found(removed("2")).every((one) => one.ok)).toBe(true);
    expect(said(removed("2"), null)).toEqual(["found_record", "found_secret", "found_nonces", "found_keys"]);
  });
  it("lets nobody change more than the names", () => {
    const bad = (start: string) => found(start).flatMap((one) => (one.ok ? [] : [one.said]));
    expect(bad(removed("2").replace("Rules: 1", "Rules: 2"))).toEqual(["found_other_list"]);
    // A name of a seat that is not told as removed, another player, a list sealed otherwise.
    expect(bad(removed("2").replace('human "Ünal\\n"', 'human "Guest"'))).toEqual(["found_other_list"]);
    expect(bad(removed("2").replace("Seat 2: human", "Seat 2: greedy"))).toEqual(["found_other_list"]);
    expect(bad(removed("2").replace(FINGERPRINT, VOID))).toEqual(["found_other_list"]);
  });
});

describe("what is kept", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    Object.assign(globalThis, {
      localStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, text: string) => stored.set(name, text),
        removeItem: (name: string) => stored.delete(name),
        key: (n: number) => [...stored.keys()][n] ?? null,
        get length() {
          return stored.size;
        },
      },
    });
  });
  it("is the same after the page was loaded again, and not without end", () => {
    stored.set("spielzug.settings", "{}");
    for (let n = 0; n < MOST + 3; n += 1) saveStartRecord(`table${n}`, { ...KEPT, at: n });
    expect(stored.size).toBe(MOST + 1);
    expect(stored.has("spielzug.settings")).toBe(true);
    expect(stored.has("spielzug.luck.table2")).toBe(false);
    expect(loadStartRecord("table3")).toEqual({ ...KEPT, at: 3 });
  });
  it("holds for the page where storage is forbidden", () => {
    Object.assign(globalThis, { localStorage: undefined });
    saveStartRecord("private", KEPT);
    expect(loadStartRecord("private")).toEqual(KEPT);
    expect(loadStartRecord("unknown")).toBeNull();
  });
  it("is renewStartRecord after a void start: another nonce, and the list is remembered", () => {
    const next = renewStartRecord(KEPT);
    expect(next.nonce).not.toBe(KEPT.nonce);
    expect(next).toMatchObject({ list: null, commitment: null, earlier: [VOID, FINGERPRINT] });
    expect(renewStartRecord(next).nonce).toBe(next.nonce); // nobody has seen it yet
  });
});
