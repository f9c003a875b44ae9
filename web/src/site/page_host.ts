import { ReconnectingChannel, retryDelay, type Line } from "../lib/channel";
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
import type { Failure, FromTables, Query, ToTables } from "./protocol";
import { hostStatus } from "./status.svelte";
import { failureText } from "./texts";
import { offerUpdate } from "./updates";

/** Requests that fill in parts of a page that can be used without them. */
const BACKGROUND = new Set(["mine", "lab"]);
/** Milliseconds between checks of a worker that owes an answer. */
const TICK = 5000;
/** Ticks without a message until the worker is asked, and until it counts as dead. */
const ASK_AFTER = 3;
const DEAD_AFTER = 15;
/** Milliseconds after which a worker is considered stable: the next failure counts as the first. */
const STEADY = 30_000;
/** The code of a WebSocket that was cut off. */
const CUT_OFF = 1006;

/** A server's ping, and the milliseconds from one to the next. */
const PING = '{"type":"ping"}';
const PING_INTERVAL = 20_000;

/** What is used of a Worker. */
export interface TableWorker {
  postMessage(message: ToTables): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromTables>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** Stands in for a WebSocket. It sends pings itself, because the host already watches the worker. */
class WorkerLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  #state: Line["readyState"] = WebSocket.CONNECTING;
  #pings: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly post: (text: string) => void,
    readonly disconnect: () => void,
  ) {}

  get readyState(): Line["readyState"] {
    return this.#state;
  }

  send(text: string): void {
    this.post(text);
  }

  close(): void {
    this.#stop();
    this.disconnect();
  }

  open(): void {
    this.#state = WebSocket.OPEN;
    this.#pings = setInterval(() => this.receive(PING), PING_INTERVAL);
    this.onopen?.call(this as unknown as WebSocket, {} as Event);
  }

  receive(data: string): void {
    this.onmessage?.call(this as unknown as WebSocket, { data } as MessageEvent);
  }

  end(code: number): void {
    this.#stop();
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }

  #stop(): void {
    this.#state = WebSocket.CLOSED;
    clearInterval(this.#pings);
  }
}

interface Pending {
  message: ToTables;
  background: boolean;
  /** Whether the next worker may be asked again, if this one dies: nothing happens twice. */
  repeatable: boolean;
  resolve: (answer: HostAnswer) => void;
  reject: (error: Unreachable) => void;
}

/** Tables in a worker of this browser; there is no server. */
export class PageHost implements Host {
  readonly can: HostAbilities = {
    friends: false,
    otherDevices: false,
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
  #lines = new Map<number, { line: WorkerLine; message: ToTables }>();

  constructor(
    readonly create: () => TableWorker,
    readonly hasWebAssembly: boolean = typeof WebAssembly === "object",
  ) {}

  // -- what pages use -----------------------------------------------------------------------------

  async request(method: "GET" | "POST", address: Address, body?: unknown): Promise<HostAnswer> {
    const { path, query } = inTexts(address);
    const file = method === "GET" ? constantFile(path, query) : null;
    const found = file === null ? null : await load(file);
    // A web server's page about a missing file says nothing; the worker says what is missing.
    if (found && found.status < 400) return found;
    const answer = await this.#ask(method, path, query, body === undefined ? null : JSON.stringify(body));
    if (method === "POST" && path === "tables" && answer.status < 300) void askToPersist();
    return answer;
  }

  url(): string {
    throw new TypeError("a page has no addresses for what needs a server");
  }

  connect<In, Out>(handlers: ChannelHandlers<In>): Channel<Out> {
    return new ReconnectingChannel<In, Out>((address) => this.#dial(address), handlers);
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
      // A decision has the number of its entry, so it counts once.
      const repeatable = method === "GET" || path.endsWith("/decide");
      this.#asked.set(id, { message, background: BACKGROUND.has(path), repeatable, resolve, reject });
      this.#post(message);
      this.#tell();
    });
  }

  #dial(address: Address): Line {
    const channel = this.#next++;
    const message: ToTables = { kind: "connect", channel, ...inTexts(address) };
    const line = new WorkerLine(
      (text) => this.#post({ kind: "send", channel, text }),
      () => {
        if (this.#lines.delete(channel)) this.#post({ kind: "disconnect", channel });
      },
    );
    this.#lines.set(channel, { line, message });
    this.start();
    this.#post(message);
    return line;
  }

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
      case "refused": {
        const asked = this.#asked.get(message.id);
        this.#asked.delete(message.id);
        this.#tell();
        asked?.reject(new Unreachable(failureText(message.failure)));
        if (message.failure === "outdated") offerUpdate();
        break;
      }
      case "opened":
        this.#lines.get(message.channel)?.line.open();
        break;
      case "message":
        this.#lines.get(message.channel)?.line.receive(message.text);
        break;
      case "closed": {
        const found = this.#lines.get(message.channel);
        this.#lines.delete(message.channel);
        found?.line.end(message.code);
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

  /** Once all files are loaded, Python still has to start: the progress ends when the worker is ready. */
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
    if (reason === "outdated") offerUpdate();
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#silent = 0;
    clearTimeout(this.#steady);
    clearInterval(this.#watch);
    hostStatus.failure = reason;
    hostStatus.progress = null;
    const lost = [...this.#asked].filter(([, { repeatable }]) => reason !== "crashed" || !repeatable);
    const lines = [...this.#lines.values()];
    for (const [id] of lost) this.#asked.delete(id);
    // Whatever makes worker after worker die is not asked for ever.
    for (const one of this.#asked.values()) one.repeatable = false;
    this.#lines.clear();
    this.#tell();
    if (reason !== "no_wasm") {
      this.#restart = setTimeout(() => {
        this.#restart = undefined;
        this.start();
      }, retryDelay(this.#failures));
      this.#failures += 1;
    }
    for (const [, { reject }] of lost) reject(unreachable());
    for (const { line } of lines) line.end(CUT_OFF);
  }

  #tell(): void {
    hostStatus.waiting = [...this.#asked.values()].some(({ background }) => !background);
  }
}

/** As in the address of a request to a server. */
const inTexts = ({ path, query }: Address): { path: string; query: Query } => ({
  path,
  query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
});

const unreachable = (): Unreachable =>
  new Unreachable(hostStatus.failure === null ? "" : failureText(hostStatus.failure));

/** The site may change while a page is open, so the browser must check that its copy is the newest. */
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
