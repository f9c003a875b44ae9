/** A worker in which bots think: it has the engine of one game at a time, and no Python. */
import { Engine, hasSimd, type Description, type Thought } from "@engine";
import { CANCELLED, type FromThinker, type Question, type ToThinker } from "./thinking_protocol";
import { fetchFile } from "./site_files";

/** Milliseconds of a slice, after which messages are received. */
const SLICE = 15;
/** The iterations of the first slice. */
const FIRST_SLICE = 8;
const QUICK = new Set(["greedy", "policy"]);
const NET = "net";

interface Loaded {
  game: string;
  engine: Engine;
}

let loaded: Loaded | null = null;
let current = { id: 0, cancelled: false };

self.onmessage = ({ data }: MessageEvent<ToThinker>) => {
  if (!("cancel" in data)) void answer(data);
  else if (data.cancel === current.id) current.cancelled = true;
};

/** There is one job at a time. */
async function answer(question: Question): Promise<void> {
  const post = (message: FromThinker): void => self.postMessage(message);
  const { id } = question;
  const task = (current = { id, cancelled: false });
  try {
    post({ id, ...(await decide(question, () => task.cancelled)) });
  } catch (error) {
    loaded = null; // it may be broken
    post({ id, error: String(error) });
  }
}

interface Decided {
  action: number;
  iterations: number;
  wanted: number;
}

async function decide(question: Question, isCancelled: () => boolean): Promise<Decided> {
  const { level, facts, hidden, seconds } = question;
  const engine = await engineFor(question);
  const seed = BigInt(question.seed);
  if (isCancelled()) return atOnce(CANCELLED);
  if (QUICK.has(level))
    return atOnce(engine.choose(level as "greedy" | "policy", facts, hidden, seed).action);
  if (level === NET) return atOnce(engine.chooseByNet(facts, hidden));
  const end = performance.now() + 1000 * seconds;
  const thought = engine.think(level, facts, hidden, seed);
  if (!(await grow(thought, end, isCancelled))) return atOnce(CANCELLED);
  return { action: thought.choice, iterations: thought.made, wanted: thought.iterations };
}

const atOnce = (action: number): Decided => ({ action, iterations: 0, wanted: 0 });

/** Lets a thought grow, by a slice at least, until it is done or its time is over; false if it was cancelled. */
async function grow(thought: Thought, end: number, isCancelled: () => boolean): Promise<boolean> {
  for (let size = FIRST_SLICE, now = 0; !thought.done && now < end;) {
    now = performance.now();
    thought.continueFor(size);
    const spent = performance.now() - now;
    size = Math.max(1, Math.round(size * Math.min(4, SLICE / Math.max(spent, 0.1))));
    await nextTask();
    if (isCancelled()) return false;
    now = performance.now();
  }
  return true;
}

const { port1, port2 } = new MessageChannel();
let goOn: () => void = () => undefined;
port1.onmessage = () => goOn();

/** Lets messages that have arrived be handled first; a timer would wait some milliseconds. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    goOn = resolve;
    port2.postMessage(null);
  });

async function engineFor({ engines, game, level, settings }: Question): Promise<Engine> {
  if (loaded?.game !== game) {
    loaded = null; // frees its memory before the next one is loaded
    const module = hasSimd() ? `${game}.wasm.gz` : `${game}.scalar.wasm.gz`;
    const [code, text] = await Promise.all([file(engines, module), file(engines, `${game}.json`)]);
    const description = JSON.parse(new TextDecoder().decode(text)) as Description;
    loaded = { game, engine: await Engine.load(code as BufferSource, description) };
  }
  const { engine } = loaded;
  const usesNet = level === NET || level in engine.description.netLevels;
  if (settings === null || !usesNet) engine.dropNet();
  else {
    engine.useNet(engine.hasNets ? null : await file(engines, `${game}.net.gz`), settings);
  }
  return engine;
}

const file = (engines: string, name: string): Promise<Uint8Array> =>
  fetchFile(`engines/${name}`, new URL("..", engines));
