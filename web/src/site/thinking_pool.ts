/** The workers in which bots think, started when there is something to think about. */
import { CANCELLED, type FromThinker, type Job, type ToThinker } from "./thinking_protocol";

/** What the pool needs of a worker. */
export interface Thinker {
  postMessage(message: ToThinker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

const MOST = 7;
const TRIES = 2;
/** Seconds that a worker may take in addition to its thinking time, to load an engine; then it counts as dead. */
const PATIENCE = 60;
/** Seconds without a job after which a worker is ended. */
const IDLE = 120;

interface Waiting {
  job: Job;
  facts: Uint8Array;
  hidden: Uint8Array;
  tries: number;
  cancelled: boolean;
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

interface Member {
  worker: Thinker;
  game: string;
  now: Waiting | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const startThinker = (): Thinker =>
  new Worker(new URL("./thinking_worker.ts", import.meta.url), { type: "module", name: "thinker" });

/** One core is left for the page and its tables. */
export const poolSize = (cores = navigator.hardwareConcurrency || 2): number =>
  Math.min(MOST, Math.max(1, cores - 1));

export class ThinkingPool {
  readonly #engines: string;
  readonly #start: () => Thinker;
  readonly #size: number;
  #members: Member[] = [];
  #queue: Waiting[] = [];

  constructor(engines: URL | string, start: () => Thinker = startThinker, size = poolSize()) {
    this.#engines = String(engines);
    this.#start = start;
    this.#size = size;
  }

  /** The number of workers that run. */
  get running(): number {
    return this.#members.length;
  }

  /**
   * What the bot decides, as JSON: `action`, which is `CANCELLED` if it was cancelled, and how many iterations were
   * made and wanted.
   */
  think(job: Job, facts: Uint8Array, hidden: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, facts, hidden, tries: 0, cancelled: false, resolve, reject });
      this.#assign();
    });
  }

  cancel(id: number): void {
    const waiting = this.#queue.find(({ job }) => job.id === id);
    const member = this.#members.find(({ now }) => now?.job.id === id);
    if (waiting) this.#queue = this.#queue.filter((other) => other !== waiting);
    else if (member?.now) member.worker.postMessage({ cancel: id });
    const found = waiting ?? member?.now;
    if (!found) return;
    found.cancelled = true;
    found.resolve(JSON.stringify({ action: CANCELLED, iterations: 0, wanted: 0 }));
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const idle = this.#members.filter(({ now }) => !now);
      const { game } = this.#queue[0]!.job;
      const member = idle.find((each) => each.game === game) ?? this.#another() ?? idle[0];
      if (!member) return;
      this.#give(member, this.#queue.shift()!);
    }
  }

  #another(): Member | undefined {
    if (this.#members.length >= this.#size) return undefined;
    const worker = this.#start();
    const member: Member = { worker, game: "", now: null, timer: undefined };
    worker.onmessage = ({ data }) => this.#answered(member, data);
    worker.onerror = () => this.#died(member);
    this.#members.push(member);
    return member;
  }

  #give(member: Member, waiting: Waiting): void {
    const { job, facts, hidden } = waiting;
    clearTimeout(member.timer);
    member.now = waiting;
    member.game = job.game;
    member.timer = setTimeout(() => this.#died(member), 1000 * (job.seconds + PATIENCE));
    member.worker.postMessage({ ...job, facts, hidden, engines: this.#engines });
  }

  #answered(member: Member, answer: FromThinker): void {
    const { now } = member;
    if (!now || now.job.id !== answer.id) return;
    if ("error" in answer) now.reject(new Error(answer.error));
    else {
      const { action, iterations, wanted } = answer;
      now.resolve(JSON.stringify({ action, iterations, wanted }));
    }
    this.#free(member);
  }

  #free(member: Member): void {
    clearTimeout(member.timer);
    member.now = null;
    member.timer = setTimeout(() => this.#remove(member), 1000 * IDLE);
    this.#assign();
  }

  #remove(member: Member): void {
    clearTimeout(member.timer);
    member.worker.onmessage = member.worker.onerror = null;
    member.worker.terminate();
    this.#members = this.#members.filter((other) => other !== member);
  }

  /** Its job is tried once more, by a new worker. */
  #died(member: Member): void {
    this.#remove(member);
    const { now } = member;
    if (now && !now.cancelled && ++now.tries < TRIES) this.#queue.unshift(now);
    else now?.reject(new Error("a thinking worker has died"));
    this.#assign();
  }
}
