import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { expect, test, vi } from "vitest";
import { checked, fileProblem, SiteFileError } from "./site_files";

const pack = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(
    await new Response(
      new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("gzip")),
    ).arrayBuffer(),
  );
const content = utf8ToBytes("rules of a game");
const files = { "engines/game.json.gz": [9, bytesToHex(sha256(content))] as [number, string] };
const check = (bytes: Uint8Array) => checked("engines/game.json.gz", bytes, files);

test("a file is taken as packed, and as a browser has unpacked it", async () => {
  expect(await check(await pack(content))).toEqual(content);
  expect(await check(content)).toEqual(content);
});

test("another version of a file, a damaged one and an unknown one are not taken", async () => {
  const packed = await pack(content);
  expect(await check(await pack(utf8ToBytes("other rules")))).toBeNull();
  expect(await check(packed.slice(0, -9))).toBeNull();
  expect(await checked("index.html", content, files)).toBeNull();
});

test("files are checked on plain HTTP, too", async () => {
  vi.stubGlobal("crypto", {});
  expect(await check(content)).toEqual(content);
  expect(await check(utf8ToBytes("other rules"))).toBeNull();
  vi.unstubAllGlobals();
});

test("the code of a missing file outlives an error that quotes it", () => {
  const error = new SiteFileError("outdated", "engines/game.json");
  expect(fileProblem(error)).toBe("outdated");
  expect(fileProblem(`pyodide.ffi.JsException: ${String(error)}`)).toBe("outdated");
  expect(fileProblem(new TypeError("no"))).toBeNull();
});
