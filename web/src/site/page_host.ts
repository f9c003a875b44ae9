import { ReconnectingChannel, retryDelay, type Line, type LineEvents, type LineKind } from "../lib/channel";
import {
  Unreachable,
  type Address,
  type Channel,
  type ChannelHandlers,
  type Host,
  type HostAbilities,
  type HostAnswer,
} from "../lib/host";
import { constantFile } from "./constant_files";
import type { Failure, FromTables, ToTables } from "./protocol";
import { hostStatus } from "./status.svelte";
import { failureText } from "./texts";

/** Requests that nobody waits for in front of an empty page. */
const BACKGROUND = new Set(["mine"]);
/** Milliseconds between looks at a worker that owes an answer. */
const TICK = 5000;
/** Ticks without a message until the worker is asked, and until it counts as dead. */
const ASK_AFTER = 3;
const DEAD_AFTER = 15;
/** Milliseconds that a worker must have been ready for the next failure to count as a first one. */
const STEADY = 30_000;
/** The code of a WebSocket that was cut off. */
const CUT_OFF = 1006;

/** What is used of a Worker. */
export interface TableWorker {
  postMessage(message: ToTables): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromTables>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

interface Pending {
  message: ToTables;
  background: boolean;
  resolve: (answer: HostAnswer) => void;
  reject: (error: Unreachable) => void;
}

/** Tables in a worker of this browser; there is no server. */
export class PageHost implements Host {
  readonly can: HostAbilities = {
    friends: false,
    openTables: false,
    notifications: false,
    lab: false,
    otherDevices: false,
    timeLimits: false,
    progress: true,
  };
  #worker: TableWorker | null = null;
  #ready = false;
  #failures = 0;
  #restart: ReturnType<typeof setTimeout> | undefined;
  #steady: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #silent = 0;
  #next = 1;
  #asked = new Map<number, Pending>();
  #lines = new Map<number, { events: LineEvents; message: ToTables; open: boolean }>();

  constructor(
    readonly create: () => TableWorker,
    readonly hasWebAssembly: boolean = typeof WebAssembly === "object",
  ) {}

  // -- what pages use -----------------------------------------------------------------------------

  async request(method: "GET" | "POST", { path, query }: Address, body?: unknown): Promise<HostAnswer> {
    const file = method === "GET" ? constantFile(path, query) : null;
    if (file !== null) return await load(file);
    const answer = await this.#ask(method, path, query, body === undefined ? null : JSON.stringify(body));
    if (method === "POST" && path === "tables" && answer.status < 300) void askToPersist();
    return answer;
  }

  url(): string {
    throw new TypeError("a page has no addresses for what needs a server");
  }

  connect<In, Out>(handlers: ChannelHandlers<In>): Channel<Out> {
    return new ReconnectingChannel<In, Out>(this.#lineKind, handlers);
  }

  /** Loads everything in the background, before anybody asks. */
  start(): void {
    if (this.#worker !== null || this.#restart !== undefined || hostStatus.failure === "no_wasm") return;
    if (!this.hasWebAssembly) {
      this.#fail("no_wasm");
      return;
    }
    let worker: TableWorker;
    try {
      worker = this.create();
    } catch {
      this.#fail("crashed");
      return;
    }
    this.#worker = worker;
    const ours =
      <E>(what: (event: E) => void) =>
      (event: E): void => {
        if (worker === this.#worker) what(event);
      };
    worker.onmessage = ours((event: MessageEvent<FromTables>) => this.#onMessage(event.data));
    // A script that could not be loaded has no message.
    worker.onerror = ours((event: ErrorEvent) => this.#fail(event.message ? "crashed" : "no_files"));
    worker.onmessageerror = ours(() => this.#fail("crashed"));
    this.#silent = 0;
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#look(), TICK);
  }

  // -- requests and lines -------------------------------------------------------------------------

  #ask(
    method: "GET" | "POST",
    path: string,
    query: Record<string, string>,
    body: string | null,
  ): Promise<HostAnswer> {
    this.start();
    if (hostStatus.failure === "no_wasm") return Promise.reject(unreachable());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const message: ToTables = { kind: "request", id, method, path, query, body };
      this.#asked.set(id, { message, background: BACKGROUND.has(path), resolve, reject });
      this.#post(message);
      this.#tell();
    });
  }

  #lineKind: LineKind = {
    network: false,
    dial: ({ path, query }, events): Line => {
      const channel = this.#next++;
      const message: ToTables = { kind: "connect", channel, path, query };
      this.#lines.set(channel, { events, message, open: false });
      this.start();
      this.#post(message);
      const isOpen = (): boolean => this.#lines.get(channel)?.open === true;
      return {
        get open() {
          return isOpen();
        },
        send: (text) => this.#post({ kind: "send", channel, text }),
        close: () => {
          if (this.#lines.delete(channel)) this.#post({ kind: "disconnect", channel });
        },
      };
    },
  };

  /** Before the worker is ready only what is still wanted then is kept, by `#asked` and `#lines`. */
  #post(message: ToTables): void {
    if (this.#ready) this.#worker?.postMessage(message);
  }

  // -- the worker ---------------------------------------------------------------------------------

  #onMessage(message: FromTables): void {
    this.#silent = 0;
    switch (message.kind) {
      case "answer": {
        const asked = this.#asked.get(message.id);
        this.#asked.delete(message.id);
        this.#tell();
        asked?.resolve({ status: message.status, text: message.text });
        break;
      }
      case "opened": {
        const line = this.#lines.get(message.channel);
        if (!line) break;
        line.open = true;
        line.events.opened();
        break;
      }
      case "message":
        this.#lines.get(message.channel)?.events.message(message.text);
        break;
      case "closed": {
        const line = this.#lines.get(message.channel);
        this.#lines.delete(message.channel);
        line?.events.closed(message.code);
        break;
      }
      case "progress":
        this.#progress(message.unit, message.done, message.total);
        break;
      case "ready":
        this.#onReady();
        break;
      case "failed":
        this.#fail(message.reason);
        break;
      case "storage":
        hostStatus.kept = message.kept;
        hostStatus.full = message.full ?? false;
        break;
    }
  }

  /** When all files are there Python still has to start: nothing is done before the worker is ready. */
  #progress(unit: "bytes" | "steps", done: number, total: number): void {
    if (done < total) hostStatus.progress = { unit, done, total };
    else hostStatus.progress = this.#ready ? null : { unit: "steps", done: 0, total: 0 };
  }

  #onReady(): void {
    this.#ready = true;
    hostStatus.failure = null;
    hostStatus.progress = null;
    this.#steady = setTimeout(() => (this.#failures = 0), STEADY);
    for (const { message } of this.#lines.values()) this.#post(message);
    for (const { message } of this.#asked.values()) this.#post(message);
  }

  /** A worker that owes an answer and says nothing is asked, and then replaced. */
  #look(): void {
    if (this.#ready && this.#asked.size === 0) {
      this.#silent = 0;
      return;
    }
    this.#silent += 1;
    if (this.#silent === ASK_AFTER) this.#post({ kind: "ping" });
    if (this.#silent > DEAD_AFTER) this.#fail("crashed");
  }

  /** Ends the worker; a new one follows, later each time, and channels connect to it again. */
  #fail(reason: Failure): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    clearTimeout(this.#steady);
    clearInterval(this.#watch);
    hostStatus.failure = reason;
    hostStatus.progress = null;
    const asked = [...this.#asked.values()];
    const lines = [...this.#lines.values()];
    this.#asked.clear();
    this.#lines.clear();
    this.#tell();
    if (reason !== "no_wasm") {
      this.#restart = setTimeout(() => {
        this.#restart = undefined;
        this.start();
      }, retryDelay(this.#failures));
      this.#failures += 1;
    }
    for (const { reject } of asked) reject(unreachable());
    for (const { events } of lines) events.closed(CUT_OFF);
  }

  #tell(): void {
    hostStatus.waiting = [...this.#asked.values()].some(({ background }) => !background);
  }
}

const unreachable = (): Unreachable =>
  new Unreachable(hostStatus.failure === null ? "" : failureText(hostStatus.failure));

/** The files of an open page may be replaced: a browser must ask whether its copy is still the newest. */
const fetchNewest = (file: string): Promise<Response> =>
  fetch(new URL(file, document.baseURI), { cache: "no-cache" });

async function load(file: string): Promise<HostAnswer> {
  try {
    const response = await fetchNewest(file);
    return { status: response.status, text: await response.text() };
  } catch {
    throw new Unreachable();
  }
}

let asked = false;

/** Once there is a game to lose, the browser is asked not to evict it. */
async function askToPersist(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // an old browser, or a private window
  }
}
