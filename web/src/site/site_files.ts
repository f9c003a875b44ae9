/** The files of the site: fetched, checked, kept for later visits, and unpacked. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { CACHE_PREFIX, checked, hashOf, MANIFEST, unpacked, type Hash } from "./cached_files";
import type { BuildManifest } from "./protocol";

/** Adds the bytes that arrived. */
export type OnBytes = (bytes: number) => void;

/**
 * Why a file cannot be had. `no_files`: the site is incomplete, or the device is offline and has not kept it;
 * `outdated`: the site offers another version of it than the one that this page was made for.
 */
export class SiteFileError extends Error {
  constructor(code: "no_files" | "outdated", path: string) {
    super(`${code}: ${path}`);
  }
}

/** The code of such an error, also if it has passed through Python, which only quotes it. */
export const fileProblem = (error: unknown): "no_files" | "outdated" | null =>
  (/\b(no_files|outdated): /.exec(String(error))?.[1] as "no_files" | "outdated" | undefined) ?? null;

/** The browser's own `fetch`: `python.ts` replaces the global one while Pyodide loads. */
const fetch = globalThis.fetch.bind(globalThis);
let manifest: Promise<BuildManifest> | null = null;

/** The files of the site in this folder; a failure is not remembered. */
export function loadManifest(base: URL): Promise<BuildManifest> {
  manifest ??= fetch(new URL(MANIFEST, base), { cache: "no-cache" })
    .then((response) => response.json() as Promise<BuildManifest>)
    .catch((error: unknown) => {
      manifest = null;
      throw error;
    });
  return manifest;
}

/**
 * Fetches a file, checks and unpacks it, and keeps it for later visits, also while no service worker does: that one
 * controls a page only from the second visit on, and Python must not be loaded twice.
 */
export async function fetchFile(
  path: string,
  base: URL,
  onBytes: OnBytes = () => undefined,
): Promise<Uint8Array> {
  const url = new URL(path, base);
  let files: BuildManifest["files"];
  let cache: Cache | null;
  let response: Response;
  try {
    const { build, files: listed } = await loadManifest(base);
    files = listed;
    cache = await openCache(build);
    const kept = await cache?.match(url).catch(() => undefined);
    if (kept) return await unpacked(await readBody(kept, onBytes));
    response = await fetch(url, { cache: "no-cache" });
  } catch {
    throw new SiteFileError("no_files", path);
  }
  const bytes = response.ok ? await readBody(response, onBytes).catch(() => null) : null;
  if (!bytes) throw new SiteFileError("no_files", path);
  const content = await checked(path, bytes, files, hashAnywhere);
  if (!content) throw new SiteFileError("outdated", path);
  // Full storage must not stop anybody from playing.
  void cache?.put(url, responseOf(bytes)).catch(() => undefined);
  if (content !== bytes) free(bytes);
  return content;
}

/** Null on plain HTTP, where pages have no caches. */
const openCache = async (build: string): Promise<Cache | null> =>
  "caches" in globalThis ? await caches.open(CACHE_PREFIX + build).catch(() => null) : null;

/** Browsers have no SHA-256 of their own on plain HTTP. */
const hashAnywhere: Hash = (bytes) =>
  globalThis.crypto.subtle ? hashOf(bytes) : Promise.resolve(bytesToHex(sha256(bytes)));

/** With a copy of the bytes, which not every browser makes by itself: they may be freed before it is read. */
export const responseOf = (bytes: Uint8Array, headers?: HeadersInit): Response =>
  new Response(new Blob([bytes as BlobPart]), { headers });

/** Gives memory back at once: a worker that has little to do may not collect its garbage for long. */
export function free(bytes: Uint8Array): void {
  const buffer = bytes.buffer as ArrayBuffer & { transfer?: (size: number) => ArrayBuffer };
  buffer.transfer?.(0);
}

async function readBody(response: Response, onBytes: OnBytes): Promise<Uint8Array> {
  const reader = response.body!.getReader();
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    onBytes(value.length);
  }
  return joined(pieces);
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
