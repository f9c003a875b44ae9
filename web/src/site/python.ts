import { loadPyodide, type PyodideAPI } from "pyodide";
import { fetchFile, free, responseOf, type OnBytes } from "./site_files";

const FOLDER = "python/";

/** Where Spielzug's own modules and data lie in Python's file system. */
const HOME = "/spielzug";
const PACKAGES = `${FOLDER}spielzug.zip`;
/** Imported before the snapshot is taken, so that later visits need not. */
const IMPORT = `
import sys
sys.path.insert(0, ${JSON.stringify(HOME)})
import spielzug.browser.worker
from spielzug.games import all_games
all_games()
`;

interface SnapshotStore {
  load(): Promise<Uint8Array | null>;
  save(snapshot: Uint8Array): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Python with Spielzug imported. The first start takes seconds; it saves a snapshot of the memory, from which later
 * starts continue.
 */
export async function startPython(base: URL, build: string, onBytes: OnBytes): Promise<PyodideAPI> {
  const snapshots = snapshotsOf(build);
  const packages = fetchFile(PACKAGES, base, onBytes);
  // Not awaited yet: a failure must not count as unhandled meanwhile.
  packages.catch(() => undefined);
  const snapshot = await snapshots.load();
  if (snapshot) {
    try {
      const python = await load(base, onBytes, { _loadSnapshot: snapshot });
      free(snapshot);
      writePackages(python, await packages);
      return python;
    } catch (error) {
      console.warn("the snapshot could not be used", error);
      await snapshots.drop();
    }
  }
  const python = await load(base, onBytes, { _makeSnapshot: true });
  writePackages(python, await packages);
  python.runPython(IMPORT);
  const made = python.makeMemorySnapshot();
  // Storing it takes a moment, and nothing waits for it.
  setTimeout(() => {
    void snapshots
      .save(made)
      .catch(() => undefined)
      .finally(() => free(made));
  }, 3000);
  return python;
}

async function load(base: URL, onBytes: OnBytes, options: object): Promise<PyodideAPI> {
  const native = globalThis.fetch;
  // Pyodide asks for its own files, which are kept for later visits; the large one is compressed.
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const path = url.startsWith(base.href) ? url.slice(base.href.length) : "";
    if (path.startsWith(FOLDER)) {
      const isWasm = path.endsWith(".wasm");
      const content = await fetchFile(isWasm ? `${path}.gz` : path, base, onBytes);
      const headers = isWasm ? { "Content-Type": "application/wasm" } : undefined;
      const response = responseOf(content, headers);
      free(content);
      return response;
    }
    return native(input, init);
  };
  try {
    return await loadPyodide({ indexURL: new URL(FOLDER, base).href, checkAPIVersion: false, ...options });
  } finally {
    globalThis.fetch = native;
  }
}

function writePackages(python: PyodideAPI, packages: Uint8Array): void {
  python.unpackArchive(packages, "zip", { extractDir: HOME });
  free(packages);
}

/** The snapshot of this build, in the browser's cache. */
function snapshotsOf(build: string): SnapshotStore {
  const name = "spielzug-python";
  const key = `snapshot-${build}`;
  const usable = "caches" in globalThis;
  return {
    async load() {
      const found = usable ? await (await caches.open(name)).match(key).catch(() => undefined) : undefined;
      return found ? new Uint8Array(await found.arrayBuffer()) : null;
    },
    async save(snapshot) {
      if (!usable) return;
      const cache = await caches.open(name);
      for (const old of await cache.keys()) await cache.delete(old);
      await cache.put(key, responseOf(snapshot));
    },
    async drop() {
      if (usable) await caches.delete(name);
    },
  };
}
