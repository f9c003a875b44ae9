import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { expect, test, vi } from "vitest";
import { checked } from "./cached_files";
import { fetchFile, fileProblem, SiteFileError } from "./site_files";

let fetched: (url: URL) => Promise<Response>;
const plain = vi.hoisted(() => {
  const before = globalThis.fetch;
  // The module takes the browser's own `fetch` when it is loaded.
  globalThis.fetch = ((url: URL) => fetched(url)) as typeof fetch;
  return before;
});
globalThis.fetch = plain;

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
  const answers: Record<string, BodyInit> = {
    "/build.json": JSON.stringify({ build: "1", files }),
    "/engines/game.json.gz": content as BodyInit,
  };
  vi.stubGlobal("crypto", {});
  const base = new URL("http://somewhere.test/");
  const load = () => fetchFile("engines/game.json.gz", base);
  fetched = (url) => Promise.resolve(new Response(answers[url.pathname]));
  expect(await load()).toEqual(content);
  answers["/engines/game.json.gz"] = "other rules";
  await expect(load()).rejects.toThrow("outdated: engines/game.json.gz");
  vi.unstubAllGlobals();
});

test("the code of a missing file outlives an error that quotes it", () => {
  const error = new SiteFileError("outdated", "engines/game.json");
  expect(fileProblem(error)).toBe("outdated");
  expect(fileProblem(`pyodide.ffi.JsException: ${String(error)}`)).toBe("outdated");
  expect(fileProblem(new TypeError("no"))).toBeNull();
});
