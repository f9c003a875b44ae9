/** What is kept in the browser; the service worker, a single file without imports, uses it, too. */
import type { BuildManifest } from "./protocol";

/** The cache of one build; its service worker uses the same. */
export const CACHE_PREFIX = "spielzug-site-";
export const MANIFEST = "build.json";
const GZIP = [0x1f, 0x8b];

/** Kept when they are used: Python itself, each game's engine and board, and figures. */
const isLarge = (path: string): boolean =>
  (path.startsWith("python/") && !path.endsWith(".mjs")) ||
  path.startsWith("engines/") ||
  path.startsWith("games/") ||
  path.startsWith("data/figures/");

/** What every visit needs, kept from the first one on: pages and constant answers. */
export const isShell = (path: string): boolean => !isLarge(path) && path !== "sw.js";

/** Nothing but the site's own files is ever kept. */
export const isSiteFile = (path: string, files: BuildManifest["files"]): boolean =>
  Object.hasOwn(files, path);

/** The SHA-256 of these bytes, in hexadecimal. */
export type Hash = (bytes: Uint8Array) => Promise<string>;

export const hashOf: Hash = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** What a file holds, unpacked; null if it is not the one that this version of the site has at this path. */
export async function checked(
  path: string,
  bytes: Uint8Array,
  files: BuildManifest["files"],
  hash: Hash = hashOf,
): Promise<Uint8Array | null> {
  const content = await unpacked(bytes).catch(() => null);
  return content && (await hash(content)) === files[path]?.[1] ? content : null;
}

/** A server may have marked a file as compressed; then the browser has unpacked it already. */
export async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (!GZIP.every((byte, i) => bytes[i] === byte)) return bytes;
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
