/**
 * The rules and bots of one game in a page or in Node: a typed view of the module that `spielzug engine` writes.
 *
 * Positions and facts are bytes, exactly those of Spielzug's own records. What a function changes, it changes in
 * place. Nothing here depends on a game: its description comes from the file beside this one.
 */

/** Kind, seat, two values, and which seats saw it, as in Spielzug's records. */
export type GameEvent = [
  kind: number,
  seat: number,
  a: number,
  b: number,
  seen: number,
];

/** Where a field lies: its type, its first byte, and its shape. */
export type Field = [type: keyof typeof READERS, at: number, shape: number[]];
export type Layout = Record<string, Field>;
export type SearchField = [type: "i4" | "f8", at: number];
type Values = number | bigint | Values[];
type JsonMethod =
  | "start"
  | "legal"
  | "step"
  | "stepWithDigits"
  | "result"
  | "value"
  | "failedCheck"
  | "choose"
  | "proveWin";
/** The seed of a generator: 64 bits. */
export type Key = number | bigint;

export interface LevelDescription {
  /** Per decision. */
  iterations: number;
  slipsIn64: number;
  findsWins: boolean;
  /** Nodes that the tree has room for. */
  nodes: number;
  /** The settings of the search. */
  fields: Record<string, number>;
}

/** What a tree is made for. */
export interface TreeSettings {
  /** The settings of the search, by the names of their fields. */
  fields: Record<string, number>;
  /** Nodes that it has room for. */
  nodes: number;
  /** The options that its net is for; null: it searches without a net. */
  net: string | null;
  /** The most iterations of a slice whose shares are returned. */
  traced: number;
}

/** A decision that was tried: its index in the tree, who made it, how often, and the sum of that seat's shares. */
export type TreeNode = [
  number: number,
  seat: number,
  action: number,
  visits: number,
  value: number,
  place: number,
];

export interface NetDescription {
  /** The options that it fits, as text, in the order of the biases at the end of the file. */
  settings: string[];
  seats: number[];
  /** The digest of the set of cards or boards that it was trained with, empty in a game without sets. */
  set: string;
  /** The size of each array of one net, in bytes. */
  arrays: number[];
  /** Which of them is the bias: the first is in its place, those of the other options follow at the end. */
  bias: number;
  /** Sizes of the scratch memory that evaluating it takes. */
  scratch: number[];
}

export interface Description {
  game: string;
  rulesVersion: number;
  /** Sizes in bytes. */
  sizes: Record<
    | "facts"
    | "state"
    | "actions"
    | "events"
    | "shares"
    | "observation"
    | "counts"
    | "tape"
    | "node",
    number
  >;
  /** Sizes of the arrays that a search without its nodes takes, and those that beginning a thought takes. */
  tree: Record<"settings" | "netSettings" | "marks" | "path", number>;
  thought: Record<
    "worlds" | "proofWorlds" | "proofActions" | "proofLine" | "proofCounts",
    number
  >;
  /** The fields of a search's settings, without and with a net, and where those of a node are. */
  searchFields: Record<string, SearchField>;
  netSearchFields: Record<string, SearchField>;
  nodeAt: Record<
    "key" | "visits" | "available" | "child" | "sibling" | "prior" | "value",
    number
  >;
  actionCount: number;
  /** The game has an order in which a search tries choices. */
  triesInOrder: boolean;
  allCanLose: boolean;
  /** The names of the checks of the audit. */
  checks: string[];
  state: Layout;
  facts: Layout;
  levels: Record<string, LevelDescription>;
  /** The levels that search with the game's net where it fits. */
  netLevels: Record<string, LevelDescription>;
  net: NetDescription | null;
}

type Exports = Record<string, (...given: (number | bigint)[]) => number> & {
  memory: WebAssembly.Memory;
  heap: WebAssembly.Global<"i32">;
};

/** Anything that a module can be made of. */
export type Source =
  BufferSource | WebAssembly.Module | Response | Promise<Response>;

/** A module that uses a 128-bit instruction: `i8x16.splat`. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6,
  0, 65, 0, 253, 15, 11,
]);

/** Whether this browser runs the faster of the two builds. */
export const hasSimd = (): boolean => WebAssembly.validate(SIMD_PROBE);

const READERS = {
  u1: { size: 1, read: (view: DataView, at: number) => view.getUint8(at) },
  i1: { size: 1, read: (view: DataView, at: number) => view.getInt8(at) },
  u2: {
    size: 2,
    read: (view: DataView, at: number) => view.getUint16(at, true),
  },
  i2: {
    size: 2,
    read: (view: DataView, at: number) => view.getInt16(at, true),
  },
  u4: {
    size: 4,
    read: (view: DataView, at: number) => view.getUint32(at, true),
  },
  i4: {
    size: 4,
    read: (view: DataView, at: number) => view.getInt32(at, true),
  },
  u8: {
    size: 8,
    read: (view: DataView, at: number) => view.getBigUint64(at, true),
  },
  i8: {
    size: 8,
    read: (view: DataView, at: number) => view.getBigInt64(at, true),
  },
};

const TAPE_LENGTH = 64;
const THINKING = -1;
const LEVEL_SIZE = 12;
const RNG_SIZE = 16;
/** Whose decisions a proof contains: the seat's own in a row, or the others' answers as well. */
const OWN = 1;
const OTHERS = 2;
const PROOF_ARRAYS = 6;
/** The value of a choice that a restricted root must never try, and of the only one before it was tried. */
const BARRED = -1e9;
const FIRST_VALUE = 0.5;
const PAGE = 65_536;

/** A piece of memory that is allocated, and reused once it was released. */
interface Block {
  at: number;
  bytes: number;
}

const word = (key: Key): bigint => BigInt.asUintN(64, BigInt(key));

/** A module with its functions and its memory. */
class WasmModule {
  readonly #exports: Exports;
  #free: number;
  #freed: Block[] = [];

  constructor(
    instance: WebAssembly.Instance,
    readonly description: Description,
  ) {
    this.#exports = instance.exports as Exports;
    this.#free = Number(this.#exports.heap.value);
  }

  has(name: string): boolean {
    return name in this.#exports;
  }

  call(name: string, ...given: (number | bigint)[]): number {
    const found = this.#exports[name];
    if (!found)
      throw new TypeError(`${this.description.game} has no function ${name}`);
    return found(...given);
  }

  take(bytes: number): number {
    const at = this.#free;
    this.#free = (at + bytes + 15) & ~15;
    const missing = this.#free - this.buffer.byteLength;
    if (missing > 0) this.#exports.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** Memory that may be released: the smallest piece that is there, or else a new one. */
  allocate(bytes: number): Block {
    const fitting = this.#freed
      .filter((block) => block.bytes >= bytes)
      .sort((a, b) => a.bytes - b.bytes);
    const [found] = fitting;
    if (!found) return { at: this.take(bytes), bytes };
    this.#freed = this.#freed.filter((block) => block !== found);
    return found;
  }

  release(block: Block): void {
    this.#freed.push(block);
  }

  get buffer(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  get view(): DataView {
    return new DataView(this.buffer);
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.buffer, at, size);
  }

  put(at: number, data: Uint8Array, size: number, what: string): void {
    if (data.length !== size)
      throw new RangeError(
        `${what} of ${this.description.game} has ${size} bytes, not ${data.length}`,
      );
    this.bytes(at, size).set(data);
  }

  putRng(at: number, key: Key): void {
    this.view.setBigUint64(at, word(key), true);
    this.view.setBigUint64(at + 8, 0n, true);
  }
}

/** The rules and bots of one game. One thought at a time; use one engine for each worker. */
export class Engine<State = unknown, Facts = unknown> {
  readonly #module: WasmModule;
  readonly #at: Record<
    keyof Description["sizes"] | "rng" | "withTape" | "other",
    number
  >;
  #factsInside: Uint8Array | null = null;
  #scratch: {
    world: number;
    path: number;
    trace: number;
    traced: number;
  } | null = null;
  #levelTree: {
    tree: SearchTree;
    level: LevelDescription;
    net: string | null;
  } | null = null;
  #thought: number[] | null = null;
  #net: { at: number[]; biases: number[]; scratch: number[] } | null = null;
  #netFor: string | null = null;
  #levelAt = 0;
  #thoughts = 0;

  private constructor(
    instance: WebAssembly.Instance,
    readonly description: Description,
  ) {
    const module = (this.#module = new WasmModule(instance, description));
    const { sizes } = description;
    this.#at = {
      facts: module.take(sizes.facts),
      state: module.take(sizes.state),
      other: module.take(sizes.state),
      actions: module.take(sizes.actions),
      events: module.take(sizes.events),
      shares: module.take(sizes.shares),
      observation: module.take(sizes.observation),
      counts: module.take(sizes.counts),
      withTape: module.take(sizes.tape + sizes.state),
      rng: module.take(RNG_SIZE),
      tape: 0,
      node: 0,
    };
  }

  static async load<State, Facts>(
    source: Source,
    description: Description,
  ): Promise<Engine<State, Facts>> {
    const given = await source;
    if (given instanceof WebAssembly.Module) {
      return new Engine(await WebAssembly.instantiate(given), description);
    }
    const code =
      typeof Response !== "undefined" && given instanceof Response
        ? await given.arrayBuffer()
        : given;
    return new Engine(
      (await WebAssembly.instantiate(code as BufferSource)).instance,
      description,
    );
  }

  // -- memory ----------------------------------------------------------------------------------------------------

  #putFacts(facts: Uint8Array): void {
    if (facts === this.#factsInside) return;
    this.#module.put(
      this.#at.facts,
      facts,
      this.description.sizes.facts,
      "a record of facts",
    );
    this.#factsInside = facts;
  }

  #putState(state: Uint8Array, at: number = this.#at.state): void {
    this.#module.put(at, state, this.description.sizes.state, "a position");
  }

  #getState(state: Uint8Array): void {
    state.set(this.#module.bytes(this.#at.state, state.length));
  }

  /** A record as plain values: numbers, nested arrays, and a bigint for 64 bits. */
  #read(layout: Layout, data: Uint8Array): Record<string, Values> {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const found: Record<string, Values> = {};
    for (const [name, [type, at, shape]] of Object.entries(layout)) {
      const { size, read } = READERS[type];
      const part = (axis: number, from: number, step: number): Values => {
        const length = shape[axis];
        if (length === undefined) return read(view, from);
        return Array.from({ length }, (_, i) =>
          part(axis + 1, from + (i * step) / length, step / length),
        );
      };
      found[name] = part(
        0,
        at,
        shape.reduce((all, length) => all * length, size),
      );
    }
    return found;
  }

  readState(state: Uint8Array): State {
    return this.#read(this.description.state, state) as State;
  }

  readFacts(facts: Uint8Array): Facts {
    return this.#read(this.description.facts, facts) as Facts;
  }

  // -- callers in another language ---------------------------------------------------------------------------------

  /** An array of zeros, for callers that cannot make one. */
  newBytes(size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(size);
  }

  /**
   * What a method returns, as JSON: Python in a page takes one text faster than a list of numbers. A state of a
   * generator is a text, too.
   */
  json(method: JsonMethod, ...given: unknown[]): string {
    let found = (this[method] as (...given: unknown[]) => unknown).apply(
      this,
      given,
    );
    if (method === "choose")
      found = {
        ...(found as object),
        rng: String((found as { rng: bigint }).rng),
      };
    return JSON.stringify(found);
  }

  describe(): string {
    return JSON.stringify(this.description);
  }

  // -- rules -----------------------------------------------------------------------------------------------------

  /** Whether the game has this optional function: `nobody_can_win`, `value`, or `policy`. */
  has(name: string): boolean {
    return this.#module.has(name);
  }

  /** Fills a position of zeros with a new game, all of whose luck comes from the key. */
  start(
    facts: Uint8Array,
    state: Uint8Array,
    seats: number,
    key: Key,
  ): GameEvent[] {
    this.#putFacts(facts);
    this.#putState(state);
    this.#clearEvents();
    this.#module.call(
      "start",
      this.#at.facts,
      this.#at.state,
      seats,
      word(key),
      this.#at.events,
    );
    this.#getState(state);
    return this.#events();
  }

  #clearEvents(): void {
    this.#module.view.setInt32(this.#at.events, 0, true);
  }

  #events(): GameEvent[] {
    const view = this.#module.view;
    const count = view.getInt32(this.#at.events, true);
    const value = (row: number, column: number): number =>
      view.getInt32(this.#at.events + 4 * (5 * row + column), true);
    return Array.from({ length: count }, (_, i): GameEvent => [
      value(i + 1, 0),
      value(i + 1, 1),
      value(i + 1, 2),
      value(i + 1, 3),
      value(i + 1, 4),
    ]);
  }

  /** The seat that decides; −1 when the game is over. */
  actor(state: Uint8Array): number {
    this.#putState(state);
    return this.#module.call("actor", this.#at.state);
  }

  over(state: Uint8Array): boolean {
    this.#putState(state);
    return this.#module.call("over", this.#at.state) !== 0;
  }

  /** What the seat to act may choose, ascending. */
  legal(facts: Uint8Array, state: Uint8Array): number[] {
    this.#putFacts(facts);
    this.#putState(state);
    const count = this.#module.call(
      "legal",
      this.#at.facts,
      this.#at.state,
      this.#at.actions,
    );
    return [...new Int32Array(this.#module.buffer, this.#at.actions, count)];
  }

  /** Carries out an action, which must be legal or `outside`. */
  step(facts: Uint8Array, state: Uint8Array, action: number): GameEvent[] {
    this.#putFacts(facts);
    this.#putState(state);
    this.#clearEvents();
    this.#module.call(
      "step",
      this.#at.facts,
      this.#at.state,
      action,
      this.#at.events,
    );
    this.#getState(state);
    return this.#events();
  }

  /** The same without events. */
  advance(facts: Uint8Array, state: Uint8Array, action: number): void {
    this.#putFacts(facts);
    this.#putState(state);
    this.#module.call("step_quiet", this.#at.facts, this.#at.state, action);
    this.#getState(state);
  }

  /** The same with given luck: the digits drawn and the limit of each; draws beyond the given ones are 0. */
  stepWithDigits(
    facts: Uint8Array,
    state: Uint8Array,
    action: number,
    digits: ArrayLike<number>,
  ): { digits: number[]; limits: number[] } {
    const { tape, state: size } = this.description.sizes;
    this.#putFacts(facts);
    const at = this.#at.withTape;
    this.#module.bytes(at, tape).fill(0);
    this.#putState(state, at + tape);
    const words = (from: number): Uint16Array =>
      new Uint16Array(this.#module.buffer, at + from, TAPE_LENGTH);
    words(8 + 2 * TAPE_LENGTH).set(digits);
    this.#module.call("step_with_digits", this.#at.facts, at, action);
    const asked = Number(this.#module.view.getBigInt64(at, true));
    if (asked > TAPE_LENGTH)
      throw new RangeError(
        `this step draws ${asked} times, more than ${TAPE_LENGTH}`,
      );
    state.set(this.#module.bytes(at + tape, size));
    return {
      digits: [...words(8 + 2 * TAPE_LENGTH).subarray(0, asked)],
      limits: [...words(8).subarray(0, asked)],
    };
  }

  /** Whether the table itself may do this now, rather than a player. */
  outside(facts: Uint8Array, state: Uint8Array, action: number): boolean {
    this.#putFacts(facts);
    this.#putState(state);
    return (
      this.#module.call("outside", this.#at.facts, this.#at.state, action) !== 0
    );
  }

  /** The number of the reason why the game ended (0: it runs), and each seat's share. */
  result(
    facts: Uint8Array,
    state: Uint8Array,
  ): { reason: number; shares: number[] } {
    const shares = this.#shares("result", facts, state);
    return { reason: shares.returned, shares: shares.values };
  }

  /** The expected share of each seat; only for a game that has this function. */
  value(facts: Uint8Array, state: Uint8Array): number[] {
    return this.#shares("value", facts, state).values;
  }

  #shares(
    name: string,
    facts: Uint8Array,
    state: Uint8Array,
  ): { returned: number; values: number[] } {
    this.#putFacts(facts);
    this.#putState(state);
    const { shares } = this.description.sizes;
    this.#module.bytes(this.#at.shares, shares).fill(0);
    const returned = this.#module.call(
      name,
      this.#at.facts,
      this.#at.state,
      this.#at.shares,
    );
    return {
      returned,
      values: [
        ...new Float64Array(this.#module.buffer, this.#at.shares, shares / 8),
      ],
    };
  }

  /** Blanks what the seat may not know; −1 is a spectator. */
  hide(facts: Uint8Array, state: Uint8Array, seat: number): void {
    this.#putFacts(facts);
    this.#putState(state);
    this.#module.call("hide", this.#at.facts, this.#at.state, seat);
    this.#getState(state);
  }

  /** Fills the blanks at random: consistent with what the seat knows, with the right odds. */
  guess(facts: Uint8Array, state: Uint8Array, seat: number, key: Key): void {
    this.#putFacts(facts);
    this.#putState(state);
    this.#module.call("guess", this.#at.facts, this.#at.state, seat, word(key));
    this.#getState(state);
  }

  /** Whether it is certain that all lose. */
  nobodyCanWin(facts: Uint8Array, state: Uint8Array): boolean {
    if (!this.has("nobody_can_win")) return false;
    this.#putFacts(facts);
    this.#putState(state);
    return (
      this.#module.call("nobody_can_win", this.#at.facts, this.#at.state) !== 0
    );
  }

  /** The audit's name for what makes this position impossible, null if nothing does. */
  failedCheck(facts: Uint8Array, state: Uint8Array): string | null {
    this.#putFacts(facts);
    this.#putState(state);
    this.#putState(state, this.#at.other);
    const { facts: known, state: before, other, counts } = this.#at;
    this.#module.bytes(counts, this.description.sizes.counts).fill(0);
    const failed = this.#module.call("audit", known, before, -1, other, counts);
    return failed ? (this.description.checks[failed - 1] ?? "") : null;
  }

  /** What the seat may know, as the numbers of an observation. */
  observe(facts: Uint8Array, state: Uint8Array, seat: number): Int16Array {
    this.#putFacts(facts);
    this.#putState(state);
    this.#module.call(
      "observe",
      this.#at.facts,
      this.#at.state,
      seat,
      this.#at.observation,
    );
    return new Int16Array(
      this.#module.buffer,
      this.#at.observation,
      this.description.sizes.observation / 2,
    ).slice();
  }

  /** The choice of `policy` if the game has one, or else of `greedy`, and the generator's next state. */
  choose(
    player: "greedy" | "policy",
    facts: Uint8Array,
    state: Uint8Array,
    rng: Key,
  ): { action: number; rng: bigint } {
    this.#putFacts(facts);
    this.#putState(state);
    this.#module.putRng(this.#at.rng, rng);
    const action = this.#module.call(
      this.has(player) ? player : "greedy",
      this.#at.facts,
      this.#at.state,
      this.#at.rng,
    );
    return { action, rng: this.#module.view.getBigUint64(this.#at.rng, true) };
  }

  /**
   * Decisions that win without luck in one guess of what is hidden, the fewest that do; empty if none were found.
   * They are the seat's own in a row or, with `answers`, hold whatever the others reply. It looks at most `depth`
   * decisions ahead and tries at most so many `steps`.
   */
  proveWin(
    facts: Uint8Array,
    hidden: Uint8Array,
    seat: number,
    key: Key,
    answers: boolean,
    depth = this.#proofDepth,
    steps = 20_000,
    openCards = false,
  ): number[] {
    if (depth > this.#proofDepth)
      throw new RangeError(`a proof has at most ${this.#proofDepth} decisions`);
    this.#putFacts(facts);
    const proof = this.#thoughtMemory().slice(-PROOF_ARRAYS);
    const [root, , , , line] = proof;
    this.#putState(hidden, root);
    const whose = answers ? OTHERS : OWN;
    const limits = [depth, word(key), whose, steps, Number(openCards)];
    const length = this.#module.call(
      "prove_win",
      this.#at.facts,
      ...proof,
      seat,
      ...limits,
    );
    const view = this.#module.view;
    return Array.from({ length }, (_, i) =>
      Number(view.getBigInt64(line! + 8 * i, true)),
    );
  }

  get #proofDepth(): number {
    return this.description.thought.proofLine / 8 - 1;
  }

  // -- thinking --------------------------------------------------------------------------------------------------

  /** From now on, levels that could use the net search without it. */
  dropNet(): void {
    this.#netFor = null;
  }

  /** Searches with the net for these options (as text) from now on; `file` is null if the nets are loaded already. */
  useNet(file: Uint8Array | null, settings: string): void {
    this.#netNumber(settings);
    if (file) this.loadNets(file);
    else this.#netAt(settings);
    this.#netFor = settings;
  }

  /** Loads the file with the game's nets, for trees that search with one. */
  loadNets(file: Uint8Array): void {
    const { net, game } = this.description;
    const ends: number[] = [];
    for (const bytes of net?.arrays ?? [])
      ends.push((ends.at(-1) ?? 0) + bytes);
    const [bias, end, others] = net
      ? [net.arrays[net.bias]!, ends.at(-1)!, net.settings.length - 1]
      : [0, 0, 0];
    if (!net || file.length !== end + bias * others)
      throw new RangeError(`this is not the file of the nets of ${game}`);
    if (this.#net) return;
    const place = (from: number, bytes: number): number => {
      const at = this.#module.take(bytes);
      this.#module.bytes(at, bytes).set(file.subarray(from, from + bytes));
      return at;
    };
    const at = net.arrays.map((bytes, i) => place(ends[i]! - bytes, bytes));
    const biases = Array.from({ length: others }, (_, i) =>
      place(end + bias * i, bias),
    );
    const scratch = net.scratch.map((bytes) => this.#module.take(bytes));
    this.#net = { at, biases: [at[net.bias]!, ...biases], scratch };
  }

  get hasNets(): boolean {
    return this.#net !== null;
  }

  #netNumber(settings: string): number {
    const { net, game } = this.description;
    const number = net ? net.settings.indexOf(settings) : -1;
    if (number < 0)
      throw new RangeError(
        `the net of ${game} does not fit these options: ${settings || "the default"}`,
      );
    return number;
  }

  /** The arrays of the net for these options. */
  #netAt(settings: string): number[] {
    const number = this.#netNumber(settings);
    if (!this.#net)
      throw new Error(`this engine of ${this.description.game} has no net yet`);
    const { at, biases } = this.#net;
    return at.map((place, i) =>
      i === this.description.net!.bias ? biases[number]! : place,
    );
  }

  /** The net's choice for the seat to act, without search; `useNet` comes first. */
  chooseByNet(facts: Uint8Array, hidden: Uint8Array): number {
    if (!this.#net || this.#netFor === null)
      throw new Error(`this engine of ${this.description.game} has no net yet`);
    const { facts: known, state, actions, observation } = this.#at;
    const seat = this.actor(hidden);
    this.#putFacts(facts);
    const count = this.#module.call("legal", known, state, actions);
    this.#module.call("observe", known, state, seat, observation);
    return this.#module.call(
      "net_choice",
      ...this.#netAt(this.#netFor),
      observation,
      actions,
      count,
      ...this.#net.scratch,
    );
  }

  /**
   * A level's thought about a hidden position, for the seat to act. It is the same as Spielzug's own with the same
   * seed. Ends the thought before it.
   */
  think(
    level: string,
    facts: Uint8Array,
    hidden: Uint8Array,
    seed: Key,
  ): Thought {
    const net = level in this.description.netLevels ? this.#netFor : null;
    const wanted = (
      net === null ? this.description.levels : this.description.netLevels
    )[level];
    if (!wanted) throw new RangeError(`there is no level ${level}`);
    this.#putFacts(facts);
    const at = this.#thoughtMemory();
    this.#putState(hidden, at[0]);
    this.#module.putRng(this.#at.rng, seed);
    const settings = (this.#levelAt ||= this.#module.take(LEVEL_SIZE));
    const view = this.#module.view;
    view.setInt32(settings, wanted.slipsIn64, true);
    view.setInt32(settings + 4, Number(wanted.findsWins), true);
    view.setInt32(settings + 8, Number(this.description.allCanLose), true);
    const decided = this.#module.call(
      "begin_thought",
      this.#at.facts,
      ...at,
      settings,
      this.#at.rng,
    );
    const number = ++this.#thoughts;
    if (decided !== THINKING) {
      return new Thought(
        0,
        () => undefined,
        () => decided,
      );
    }
    const key = this.#module.view.getBigUint64(this.#at.rng, true);
    const tree = this.#treeFor(wanted, net);
    tree.setRoot(facts, hidden, this.actor(hidden), key);
    const first = this.legal(facts, hidden)[0]!;
    const inTree = <T>(run: () => T): T => {
      if (number !== this.#thoughts) {
        throw new Error(
          "this engine has begun another thought: continue that one",
        );
      }
      return run();
    };
    return new Thought(
      wanted.iterations,
      (iterations) => inTree(() => tree.grow(iterations)),
      () => inTree(() => tree.choice(first)),
    );
  }

  /** The one tree of all thoughts. */
  #treeFor(level: LevelDescription, net: string | null): SearchTree {
    const kept = this.#levelTree;
    if (kept && kept.level === level && kept.net === net) return kept.tree;
    kept?.tree.free();
    const tree = this.newTree({
      fields: level.fields,
      nodes: level.nodes,
      net,
      traced: 0,
    });
    this.#levelTree = { tree, level, net };
    return tree;
  }

  /** Hidden position, guesses, the same as bytes, actions, shares, and the six arrays of a proof. */
  #thoughtMemory(): number[] {
    if (this.#thought) return this.#thought;
    const { sizes, thought } = this.description;
    const hidden = this.#module.take(sizes.state);
    const worlds = this.#module.take(thought.worlds);
    const { actions, shares } = this.#at;
    const proof = [
      this.#module.take(sizes.state),
      this.#module.take(thought.proofWorlds),
      this.#module.take(thought.proofActions),
      shares,
      this.#module.take(thought.proofLine),
      this.#module.take(thought.proofCounts),
    ];
    return (this.#thought = [
      hidden,
      worlds,
      worlds,
      actions,
      shares,
      ...proof,
    ]);
  }

  /** A tree for a search of your own; there may be several. The settings may be given as JSON. */
  newTree(settings: TreeSettings | string): SearchTree {
    const made =
      typeof settings === "string"
        ? (JSON.parse(settings) as TreeSettings)
        : settings;
    const { sizes, tree } = this.description;
    const scratch = (this.#scratch ??= {
      world: this.#module.take(sizes.state),
      path: this.#module.take(tree.path),
      trace: this.#at.shares,
      traced: 0,
    });
    if (scratch.traced < made.traced) {
      scratch.trace = this.#module.take(made.traced * sizes.shares);
      scratch.traced = made.traced;
    }
    const net =
      made.net === null
        ? null
        : { at: this.#netAt(made.net), scratch: this.#net!.scratch };
    return new SearchTree(
      this.#module,
      made,
      net,
      { ...this.#at, ...scratch },
      {
        legal: (facts, hidden) => this.legal(facts, hidden),
        putFacts: (facts) => this.#putFacts(facts),
      },
    );
  }
}

/** What a tree asks of its engine. */
interface Rules {
  legal(facts: Uint8Array, hidden: Uint8Array): number[];
  putFacts(facts: Uint8Array): void;
}

/** A search over one position, in slices of any length: what it finds depends on the iterations made. */
export class SearchTree {
  #block: Block | null;
  readonly #nodes: number;
  readonly #root: number;
  readonly #rng: number;
  readonly #marks: number;
  readonly #settings: number;
  readonly #fields: Record<string, SearchField>;
  #facts: Uint8Array | null = null;

  /** @internal `shared` are places of memory that all trees use in turn. */
  constructor(
    private readonly module: WasmModule,
    private readonly made: TreeSettings,
    private readonly net: { at: number[]; scratch: number[] } | null,
    private readonly shared: Record<
      "facts" | "actions" | "shares" | "world" | "path" | "trace",
      number
    >,
    private readonly rules: Rules,
  ) {
    const { sizes, tree, searchFields, netSearchFields } = module.description;
    this.#fields = net ? netSearchFields : searchFields;
    const settings = net ? tree.netSettings : tree.settings;
    const parts = [
      made.nodes * sizes.node,
      sizes.state,
      RNG_SIZE,
      tree.marks,
      settings,
    ];
    const begins = [0];
    for (const bytes of parts) begins.push((begins.at(-1)! + bytes + 15) & ~15);
    const block = (this.#block = module.allocate(begins.pop()!));
    const at = begins.map((begin) => block.at + begin);
    [this.#nodes, this.#root, this.#rng, this.#marks, this.#settings] = at as [
      number,
      number,
      number,
      number,
      number,
    ];
  }

  /** The size of its nodes, in bytes. */
  get bytes(): number {
    return this.made.nodes * this.module.description.sizes.node;
  }

  /** The nodes in use. */
  get used(): number {
    return this.#read("used");
  }

  /** The longest sequence of decisions so far. */
  get depth(): number {
    return this.#read("depth");
  }

  #read(name: string): number {
    return this.module.view.getInt32(
      this.#settings + this.#fields[name]![1],
      true,
    );
  }

  #write(name: string, value: number): void {
    const field = this.#fields[name];
    if (!field) throw new RangeError(`a search has no setting ${name}`);
    const [type, at] = field;
    if (type === "f8")
      this.module.view.setFloat64(this.#settings + at, value, true);
    else this.module.view.setInt32(this.#settings + at, value, true);
  }

  /** Starts over from a hidden position; `only` restricts the seat's first decision to one choice. */
  setRoot(
    facts: Uint8Array,
    hidden: Uint8Array,
    seat: number,
    key: Key,
    only?: number,
  ): void {
    const { module } = this;
    const { sizes, tree, actionCount } = module.description;
    this.#facts = facts;
    module.put(this.#root, hidden, sizes.state, "a position");
    module.putRng(this.#rng, key);
    module.bytes(this.#nodes, sizes.node).fill(0);
    module.bytes(this.#marks, tree.marks).fill(0);
    if (this.net)
      module.view.setBigInt64(this.#marks + tree.marks - 8, 1n, true); // larger than any mark so far
    module
      .bytes(this.#settings, this.net ? tree.netSettings : tree.settings)
      .fill(0);
    const fields = {
      ...this.made.fields,
      n_actions: actionCount,
      seat,
      used: 1,
      depth: 0,
    };
    for (const [name, value] of Object.entries(fields))
      this.#write(name, value);
    if (only !== undefined)
      this.#restrictRoot(this.rules.legal(facts, hidden), seat, only);
  }

  /** The root gets all its children now, and all but one get a prohibitive value. */
  #restrictRoot(legal: number[], seat: number, only: number): void {
    const { actionCount, nodeAt, sizes } = this.module.description;
    const view = this.module.view;
    legal.forEach((action, i) => {
      const at = this.#nodes + (i + 1) * sizes.node;
      const numbers = {
        key: seat * actionCount + action,
        visits: 1,
        available: 1,
        child: 0,
        sibling: i,
        prior: 1,
      };
      for (const [name, value] of Object.entries(numbers)) {
        view.setInt32(at + nodeAt[name as keyof typeof numbers], value, true);
      }
      view.setFloat64(
        at + nodeAt.value,
        action === only ? FIRST_VALUE : BARRED,
        true,
      );
    });
    view.setInt32(this.#nodes + nodeAt.child, legal.length, true);
    this.#write("used", legal.length + 1);
  }

  /** Adds iterations; returns the shares of all seats that each found, one after the other, if they are traced. */
  grow(iterations: number): Float64Array {
    if (!this.#facts) throw new Error("this tree has no root yet");
    const { module, net, made, shared } = this;
    this.rules.putFacts(this.#facts);
    const memory = [
      this.#root,
      shared.world,
      this.#rng,
      shared.actions,
      this.#nodes,
      made.nodes,
      this.#marks,
    ];
    memory.push(
      shared.path,
      shared.shares,
      this.#settings,
      shared.trace,
      made.traced,
    );
    if (!net) module.call("search", shared.facts, ...memory, iterations);
    else
      module.call(
        "search_with_net",
        shared.facts,
        ...net.at,
        ...memory,
        ...net.scratch,
        iterations,
      );
    const rows = Math.min(iterations, made.traced);
    return new Float64Array(
      module.buffer,
      shared.trace,
      (rows * module.description.sizes.shares) / 8,
    ).slice();
  }

  /** The tried decisions below a node. */
  children(parent = 0): TreeNode[] {
    const { sizes, nodeAt, actionCount } = this.module.description;
    const view = this.module.view;
    const read = (number: number, name: keyof typeof nodeAt): number =>
      view.getInt32(this.#nodes + number * sizes.node + nodeAt[name], true);
    const found: TreeNode[] = [];
    for (
      let child = read(parent, "child");
      child !== 0;
      child = read(child, "sibling")
    ) {
      const [key, visits] = [read(child, "key"), read(child, "visits")];
      if (visits === 0 || key < 0) continue;
      const value = view.getFloat64(
        this.#nodes + child * sizes.node + nodeAt.value,
        true,
      );
      const place = this.net ? -read(child, "prior") : child; // without a net the quick player's was added first
      found.push([
        child,
        Math.floor(key / actionCount),
        key % actionCount,
        visits,
        value,
        place,
      ]);
    }
    return found;
  }

  /** The same as JSON. */
  childrenAsJson(parent = 0): string {
    return JSON.stringify(this.children(parent));
  }

  /** What it would choose now; `first` if nothing was tried yet. */
  choice(first: number): number {
    const { actionCount } = this.module.description;
    return this.module.call(
      "choice_of", this.#nodes, this.made.nodes, actionCount, Number(this.net !== null), first,
    ); // prettier-ignore
  }

  /** Gives its memory back: it is not used again. */
  free(): void {
    if (this.#block) this.module.release(this.#block);
    this.#block = null;
    this.#facts = null;
  }
}

/** A search in progress. Its choice depends on the iterations made, not on their slices. */
export class Thought {
  #made = 0;

  constructor(
    readonly iterations: number,
    readonly grow: (iterations: number) => void,
    readonly find: () => number,
  ) {}

  get made(): number {
    return this.#made;
  }

  get done(): boolean {
    return this.#made >= this.iterations;
  }

  /** Makes so many more iterations; returns whether the thought is done. */
  continueFor(iterations: number): boolean {
    const wanted = Math.min(iterations, this.iterations - this.#made);
    if (wanted > 0) {
      this.grow(wanted);
      this.#made += wanted;
    }
    return this.done;
  }

  /** What it would choose now. */
  get choice(): number {
    return this.find();
  }
}
