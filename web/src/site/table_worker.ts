/**
 * The worker that runs the tables of a page without a server: Python with an engine for each game, the browser's
 * storage, and further workers that think.
 */
import { Engine, hasSimd, type Description } from "@engine";
import type { BuildManifest, Failure, FromTables, ToTables } from "./protocol";
import { startPython } from "./python";
import { fetchFile, fileProblem, loadManifest } from "./site_files";
import { openStorage, type Storage } from "./storage";
import { ThinkingPool } from "./thinking_pool";
import type { Job } from "./thinking_protocol";

interface PythonHost {
  prepare(game: string): Promise<void>;
  request(method: string, path: string, query: string, body: string): Promise<string>;
  connect(channel: number, path: string, query: string): Promise<void>;
  receive(channel: number, text: string): Promise<void>;
  disconnect(channel: number): void;
  on_saved_elsewhere(table: string, revision: number): Promise<void>;
}

interface OtherTab {
  table: string;
  revision: number;
}

/** Milliseconds from the loading of a game until its net is fetched and kept, too. */
const NET_DELAY = 20_000;
/** The site's folder, above that of its scripts. */
const base = new URL(
  import.meta.env.BASE_URL === "./" ? "../" : import.meta.env.BASE_URL,
  self.location.href,
);
const INTERNAL = JSON.stringify({ code: "internal", detail: "" });
const post = (message: FromTables): void => self.postMessage(message);
const queue: ToTables[] = [];
let host: PythonHost | null = null;

self.onmessage = ({ data }: MessageEvent<ToTables>) => {
  if (host) void handle(host, data);
  else queue.push(data);
};

async function start(): Promise<void> {
  try {
    const { build, files } = await loadManifest(base);
    const [python, storage] = await Promise.all([startPython(base, build, progressOf(files)), openStorage()]);
    post({ kind: "storage", kept: storage.kept });
    const worker = python.pyimport("spielzug.browser.worker") as { start(bridge: object): PythonHost };
    const others = new BroadcastChannel("spielzug-tables");
    const made = worker.start(bridgeTo(storage, others));
    others.onmessage = ({ data }: MessageEvent<OtherTab>) =>
      void made.on_saved_elsewhere(data.table, data.revision);
    host = made;
    post({ kind: "ready" });
    for (const message of queue.splice(0)) void handle(made, message);
  } catch (error) {
    console.error(error);
    post({ kind: "failed", reason: failureOf(error) });
  }
}

/** Reports how much of Python has been loaded; once all of it is there, it still has to start. */
function progressOf(files: BuildManifest["files"]): (bytes: number) => void {
  // Its scripts are imported, which reports nothing.
  const parts = Object.entries(files).filter(([path]) => /^python\/.*\.(gz|zip|json)$/.test(path));
  const total = parts.reduce((sum, [, [size]]) => sum + size, 0);
  let done = 0;
  return (bytes) => {
    done += bytes;
    post({ kind: "progress", unit: "bytes", done: Math.min(done, total), total });
  };
}

function failureOf(error: unknown): Failure {
  const file = fileProblem(error);
  if (file) return file;
  // The scripts of Pyodide are imported, and browsers have no name for such an error.
  if (error instanceof TypeError && /fetch|import|load/i.test(error.message)) return "no_files";
  return error instanceof RangeError && /memory/i.test(error.message) ? "out_of_memory" : "crashed";
}

async function handle(to: PythonHost, message: ToTables): Promise<void> {
  switch (message.kind) {
    case "request": {
      const { id, method, path, query, body } = message;
      try {
        const [status, text] = JSON.parse(
          await to.request(method, path, JSON.stringify(query), body ?? ""),
        ) as [number, string];
        post({ kind: "answer", id, status, text });
      } catch (error) {
        console.error(error);
        const failure = fileProblem(error);
        post(
          failure ? { kind: "refused", id, failure } : { kind: "answer", id, status: 500, text: INTERNAL },
        );
      }
      return;
    }
    case "connect":
      try {
        post({ kind: "opened", channel: message.channel });
        await to.connect(message.channel, message.path, JSON.stringify(message.query));
      } catch (error) {
        console.error(error);
        post({ kind: "closed", channel: message.channel, code: 1011 });
      }
      return;
    case "send":
      return to.receive(message.channel, message.text);
    case "disconnect":
      return to.disconnect(message.channel);
    case "ping":
      return post({ kind: "pong" });
  }
}

function bridgeTo(storage: Storage, others: BroadcastChannel): object {
  const pool = new ThinkingPool(new URL("engines/", base));
  return {
    storage: {
      kept: storage.kept,
      list: () => storage.list(),
      // Python takes only `undefined` for None.
      load: async (id: string) => (await storage.load(id)) ?? undefined,
      save: async (id: string, revision: number, row: string, seats: string | undefined, entries: string) => {
        const saved = await storage.save(id, revision, row, seats ?? null, entries);
        if (saved === "full" || wasFull)
          post({ kind: "storage", kept: storage.kept, full: saved === "full" });
        wasFull = saved === "full";
        return saved;
      },
      remove: (id: string) => storage.remove(id),
    },
    send: (channel: number, text: string) => post({ kind: "message", channel, text }),
    changed: (table: string, revision: number) => others.postMessage({ table, revision } satisfies OtherTab),
    engine: loadEngine,
    load_nets: loadNets,
    think: (job: string, facts: PyBytes, hidden: PyBytes) =>
      pool.think(JSON.parse(job) as Job, facts.toJs(), hidden.toJs()),
    cancel: (job: number) => pool.cancel(job),
  };
}

const engines = new Map<string, Engine>();

async function loadEngine(game: string): Promise<Engine> {
  const module = hasSimd() ? `${game}.wasm.gz` : `${game}.scalar.wasm.gz`;
  const [text, code] = await Promise.all(
    [`${game}.json`, module].map((file) => fetchFile(`engines/${file}`, base)),
  );
  const description = JSON.parse(new TextDecoder().decode(text)) as Description;
  const engine = await Engine.load(code as BufferSource, description);
  engines.set(game, engine);
  // Later levels, hints and reviews may need it, perhaps offline.
  if (description.net)
    setTimeout(() => void fetchFile(netFile(game), base).catch(() => undefined), NET_DELAY);
  return engine;
}

const netFile = (game: string): string => `engines/${game}.net.gz`;

/** Hints and reviews search here, with the game's net if it has one. */
async function loadNets(game: string): Promise<void> {
  const engine = engines.get(game);
  if (engine?.description.net && !engine.hasNets) engine.loadNets(await fetchFile(netFile(game), base));
}

/** Bytes of Python: they have to be copied before the call ends. */
interface PyBytes {
  toJs(): Uint8Array;
}

let wasFull = false;
void start();
