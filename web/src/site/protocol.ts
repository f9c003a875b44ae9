/** The messages between the page and the worker that runs its tables; bodies are JSON as text. */

export type ToTables =
  | { kind: "request"; id: number; method: "GET" | "POST"; path: string; query: Query; body: string | null }
  | { kind: "connect"; channel: number; path: string; query: Query }
  | { kind: "send"; channel: number; text: string }
  | { kind: "disconnect"; channel: number }
  /** Answered at once by `pong`, so that a worker that hangs is noticed. */
  | { kind: "ping" };

export type FromTables =
  | { kind: "answer"; id: number; status: number; text: string }
  /** A request that needs a file which cannot be had. */
  | { kind: "refused"; id: number; failure: Failure }
  | { kind: "opened"; channel: number }
  | { kind: "message"; channel: number; text: string }
  | { kind: "closed"; channel: number; code: number }
  /** Bytes while files are loaded, then steps; `done` equals `total` when nothing is left to do. */
  | { kind: "progress"; unit: "bytes" | "steps"; done: number; total: number }
  | { kind: "ready" }
  | { kind: "failed"; reason: Failure }
  /** Whether games outlast the page, and whether the browser has no room left for them. */
  | { kind: "storage"; kept: boolean; full?: boolean }
  | { kind: "pong" };

export type Query = Record<string, string>;

/** Why there are no tables; only `no_wasm` is final. */
export type Failure = "no_wasm" | "no_files" | "outdated" | "out_of_memory" | "crashed";

/** `build.json`: the files of the site by path, with their sizes in bytes and the SHA-256 of what they hold, unpacked. */
export interface BuildManifest {
  build: string;
  files: Record<string, [size: number, hash: string]>;
}

export type ToServiceWorker =
  /** A waiting version takes over. */
  | { kind: "activate" }
  /** Files that the page loaded by itself. */
  | { kind: "used"; urls: string[] };
