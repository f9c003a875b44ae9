import { expect, test } from "vitest";
import { merged, readBackup } from "./backup";

test("results of both browsers are kept, each game once", () => {
  const here = { games: [{ id: "a", won: 1 }, { id: "b" }], since: "2026-01-01" };
  const added = { games: [{ id: "b" }, { id: "c" }], since: "2025-01-01" };
  expect(merged(here, added)).toEqual({
    games: [{ id: "a", won: 1 }, { id: "b" }, { id: "c" }],
    since: "2026-01-01",
  });
});

test("settings here win, steps learned anywhere count", () => {
  expect(merged({ lang: "de" }, { lang: "en", sound: true })).toEqual({ lang: "de", sound: true });
  expect(merged({ "trains/first": ["one"] }, { "trains/first": ["one", "two"] })).toEqual({
    "trains/first": ["one", "two"],
  });
});

test("only a file that Spielzug saved is a backup", () => {
  const backup = { kind: "spielzug-backup", version: 1, tables: "[]", stored: {} };
  expect(readBackup(JSON.stringify(backup))).toEqual(backup);
  for (const other of ["", "null", "[]", "{}", JSON.stringify({ ...backup, version: 2 })])
    expect(readBackup(other)).toBeNull();
});
