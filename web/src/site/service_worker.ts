/**
 * Serves the site without a network: the pages at once, Python and the games once they have been used. A new version
 * waits until somebody reloads to get it, or no page is open; then the files of the old one are deleted.
 */
import { CACHE_PREFIX, checked, isShell, isSiteFile, MANIFEST } from "./cached_files";
import type { BuildManifest, ToServiceWorker } from "./protocol";

/** What is used of a service worker's global scope, which TypeScript's library for pages does not declare. */
interface Scope {
  readonly registration: { readonly scope: string };
  addEventListener(kind: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<unknown> & Extendable) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<readonly unknown[]>;
  };
}
interface Extendable {
  waitUntil(what: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as Scope;
/** Replaced when the site is built, so that a new version is a new worker. */
const BUILD = "__SPIELZUG_BUILD__";
const CACHE = CACHE_PREFIX + BUILD;

const urlOf = (path: string): string => new URL(path, worker.registration.scope).href;
const pathOf = (url: string): string | null => {
  const { origin, pathname } = new URL(url);
  const scope = new URL(worker.registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  return decodeURIComponent(pathname.slice(scope.pathname.length)) || "index.html";
};

let manifest: Promise<BuildManifest> | null = null;
const readManifest = (): Promise<BuildManifest> =>
  (manifest ??= (async () => {
    const cache = await caches.open(CACHE);
    const found =
      (await cache.match(urlOf(MANIFEST))) ?? (await fetch(urlOf(MANIFEST), { cache: "no-cache" }));
    return (await found.json()) as BuildManifest;
  })().catch((error: unknown) => {
    manifest = null;
    throw error;
  }));

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(urlOf(MANIFEST), { cache: "reload" }));
  const { build, files } = await readManifest();
  if (build !== BUILD) throw new Error("the files and this worker are of different versions");
  const old = await previous();
  // One after the other: Python loads at the same time, and somebody may be waiting for it.
  for (const path of Object.keys(files).filter(isShell)) await keep(cache, path, files, old);
  // Files of the previous version that were used will be used again.
  for (const path of await used(old))
    if (path in files && !isShell(path)) await keep(cache, path, files, old);
}

interface Previous {
  cache: Cache;
  files: BuildManifest["files"];
}

/** The newest other version kept here. */
async function previous(): Promise<Previous | null> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  const name = names.at(-1);
  if (name === undefined) return null;
  const cache = await caches.open(name);
  const found = await cache.match(urlOf(MANIFEST));
  return found ? { cache, files: ((await found.json()) as BuildManifest).files } : null;
}

async function used(old: Previous | null): Promise<string[]> {
  const kept = (await old?.cache.keys()) ?? [];
  return kept.map((request) => pathOf(request.url)).filter((path) => path !== null);
}

/** Copies an unchanged file from the previous version, or fetches the file. */
async function keep(
  cache: Cache,
  path: string,
  files: BuildManifest["files"],
  old: Previous | null,
): Promise<void> {
  const url = urlOf(path);
  const same = old?.files[path]?.[1] === files[path]?.[1] ? await old?.cache.match(url) : undefined;
  if (same) {
    await cache.put(url, same);
    return;
  }
  const response = await fetch(url, { cache: "no-cache" });
  if (!(await keepIfListed(cache, path, files, response))) throw new Error(`not of this version: ${path}`);
}

/** False if the server has another version of the file by now; that is not kept. */
async function keepIfListed(
  cache: Cache,
  path: string,
  files: BuildManifest["files"],
  response: Response,
): Promise<boolean> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  if (!response.ok || !(await checked(path, bytes, files))) return false;
  await cache.put(urlOf(path), response.clone());
  return true;
}

/** Keeps what a page loaded before this worker served it; the browser still has it in its own cache. */
async function keepUsed(urls: readonly string[]): Promise<void> {
  const { files } = await readManifest();
  const cache = await caches.open(CACHE);
  for (const path of urls.map(pathOf))
    if (path !== null && isSiteFile(path, files) && !(await cache.match(urlOf(path))))
      await keep(cache, path, files, null);
}

/** Unless another page is open: it may still run an old version, whose files are no longer on the server. */
async function removeOldVersions(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > 1) return;
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
}

/** From the cache, or from the network into it. */
async function answer(request: Request, path: string): Promise<Response> {
  const url = urlOf(path);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const { files } = await readManifest();
  if (!isSiteFile(path, files)) return (await caches.match(url)) ?? fetch(request);
  const response = await fetch(url, { cache: "no-cache" });
  // Full storage must not stop anybody from playing.
  await keepIfListed(cache, path, files, response).catch(() => undefined);
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(removeOldVersions().then(() => worker.clients.claim())),
);
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== "GET" || path === null || path === "sw.js") return;
  event.respondWith(answer(request, path));
  if (request.mode === "navigate") event.waitUntil(removeOldVersions());
});
worker.addEventListener("message", (event) => {
  const message = event.data as ToServiceWorker;
  if (message.kind === "activate") void worker.skipWaiting();
  else event.waitUntil(keepUsed(message.urls));
});
