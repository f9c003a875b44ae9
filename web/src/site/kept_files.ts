import type { BuildManifest } from "./protocol";

/** The cache of one build; its service worker uses the same. */
export const CACHE_PREFIX = "spielzug-site-";
export const MANIFEST = "build.json";

/** The browser's own: `python.ts` answers what Pyodide asks of `fetch` with what is fetched here. */
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
 * Fetches a file of the site and keeps it for later visits, also while no service worker does: it controls a page only
 * from the second visit on, and Python must not be loaded twice.
 */
export async function fetchKept(path: string, base: URL): Promise<Response> {
  const url = new URL(path, base);
  const cache = await openCache(base).catch(() => null);
  const kept = await cache?.match(url).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(url, { cache: "no-cache" });
  // Full storage must not stop anybody from playing.
  if (response.ok) void cache?.put(url, response.clone()).catch(() => undefined);
  return response;
}

/** Null on plain HTTP, where pages have no caches. */
async function openCache(base: URL): Promise<Cache | null> {
  if (!("caches" in globalThis)) return null;
  const { build } = await loadManifest(base);
  return await caches.open(CACHE_PREFIX + build);
}
