import { beforeEach, expect, it, vi } from "vitest";
import { saveStartRecord, loadStartRecord, renewStartRecord } from "./start_records.svelte";
import { startTable } from "./start_table";
import type { NewTable } from "./types";

// A host that answers with an old table's id could make the device overwrite its record.

const calls = vi.hoisted(() => ({ create: vi.fn(), go: vi.fn(), show: vi.fn() }));
vi.mock("./api", () => ({
  api: { create: calls.create },
  errorText: (error: Error) => error.message,
  Refusal: class extends Error {
    constructor(_code: string, _status: number, message: string) {
      super(message);
    }
  },
}));
vi.mock("./commit_reveal", () => ({ commitAndReveal: () => Promise.resolve() }));
vi.mock("./route", () => ({ go: calls.go }));
vi.mock("./toasts.svelte", () => ({ toasts: { show: calls.show, pin: () => () => undefined } }));

const WANTED = { game: "game_of_trains", seats: [] } as unknown as NewTable;

beforeEach(() => {
  vi.stubGlobal("location", { hash: "#/r/finished" });
  calls.create.mockReset();
  calls.go.mockReset();
  calls.show.mockReset();
});

it("keeps what belongs to a new table, and goes there", async () => {
  calls.create.mockResolvedValue({ id: "new", commitment: "cd" });
  expect(await startTable(WANTED)).toBe(true);
  expect(loadStartRecord("new")?.commitment).toBe("cd");
  expect(calls.go).toHaveBeenCalledWith({ page: "table", id: "new" });
});

it("leaves people where they went while the table was made", async () => {
  calls.create.mockResolvedValueOnce({ id: "elsewhere", commitment: "cd" });
  const elsewhere = startTable(WANTED);
  location.hash = "#/";
  expect(await elsewhere).toBe(true);
  expect(loadStartRecord("elsewhere")?.commitment).toBe("cd");
  // Or they have closed the dialog.
  calls.create.mockResolvedValueOnce({ id: "closed", commitment: "cd" });
  expect(await startTable(WANTED, null, () => true)).toBe(true);
  expect(calls.go).not.toHaveBeenCalled();
});

it("never overwrites what it kept of another table", async () => {
  const before = { ...renewStartRecord(null), commitment: "ab", list: "the sealed list" };
  saveStartRecord("old", before);
  calls.create.mockResolvedValue({ id: "old", commitment: "cd" });
  expect(await startTable(WANTED)).toBe(false);
  expect(loadStartRecord("old")).toEqual(before);
  expect(calls.go).not.toHaveBeenCalled();
  expect(calls.show).toHaveBeenCalledOnce();
});
