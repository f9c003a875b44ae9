/**
 * The rules and bots of one game in a page or in Node: a typed view of the module that `spielzug engine` writes.
 *
 * Positions and facts are bytes, exactly those of Spielzug's own records. What a function changes, it changes in
 * place. Nothing here knows a game: its description comes from the file beside this one.
 */

/** Kind, seat, two values, and which seats saw it, as in Spielzug's records. */
export type GameEvent = [kind: number, seat: number, a: number, b: number, seen: number];

/** Where a field lies: its type, its first byte, and its shape. */
export type Field = [type: keyof typeof READERS, at: number, shape: number[]];
export type Layout = Record<string, Field>;
type Values = number | bigint | Values[];

export interface LevelDescription {
  /** Per decision. */
  iterations: number;
  slipsIn64: number;
  findsWins: boolean;
  /** Nodes that the tree has room for. */
  nodes: number;
  /** The settings of the search, as hexadecimal bytes. */
  settings: string;
}

export interface NetDescription {
  /** The options that it fits, as text, in the order of the biases at the end of the file. */
  settings: string[];
  seats: number[];
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
    "facts" | "state" | "actions" | "events" | "shares" | "observation" | "counts" | "tape" | "node",
    number
  >;
  /** Sizes of the arrays that a search without its nodes takes, and those that beginning a thought takes. */
  tree: Record<"settings" | "netSettings" | "marks" | "path", number>;
  thought: Record<"worlds" | "proofWorlds" | "proofActions" | "proofLine" | "proofCounts", number>;
  settingsAt: Record<"seat" | "used" | "depth", number>;
  netSettingsAt: Record<"seat" | "used" | "depth", number>;
  actionCount: number;
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
export type Source = BufferSource | WebAssembly.Module | Response | Promise<Response>;

/** Uses an instruction of 128 bits: `i8x16.splat`. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** Whether this browser runs the faster of the two builds. */
export const hasSimd = (): boolean => WebAssembly.validate(SIMD_PROBE);

const READERS = {
  u1: { size: 1, read: (view: DataView, at: number) => view.getUint8(at) },
  i1: { size: 1, read: (view: DataView, at: number) => view.getInt8(at) },
  u2: { size: 2, read: (view: DataView, at: number) => view.getUint16(at, true) },
  i2: { size: 2, read: (view: DataView, at: number) => view.getInt16(at, true) },
  u4: { size: 4, read: (view: DataView, at: number) => view.getUint32(at, true) },
  i4: { size: 4, read: (view: DataView, at: number) => view.getInt32(at, true) },
  u8: { size: 8, read: (view: DataView, at: number) => view.getBigUint64(at, true) },
  i8: { size: 8, read: (view: DataView, at: number) => view.getBigInt64(at, true) },
};

const TAPE_LENGTH = 64;
const THINKING = -1;
const LEVEL_SIZE = 12;
const RNG_SIZE = 16;
const PAGE = 65_536;

/** The rules and bots of one game. One thought at a time; use one engine for each worker. */
export class Engine<State = unknown, Facts = unknown> {
  readonly #exports: Exports;
  #free: number;
  readonly #at: Record<keyof Description["sizes"] | "rng" | "told" | "other", number>;
  #factsInside: Uint8Array | null = null;
  #tree: { at: number[]; nodes: number } | null = null;
  #thought: number[] | null = null;
  #net: { at: number[]; scratch: number[] } | null = null;
  #hasNet = false;
  #levelAt = 0;
  #thoughts = 0;
  #planted = 0;

  private constructor(
    instance: WebAssembly.Instance,
    readonly description: Description,
  ) {
    this.#exports = instance.exports as Exports;
    this.#free = Number(this.#exports.heap.value);
    const { sizes } = description;
    this.#at = {
      facts: this.#take(sizes.facts),
      state: this.#take(sizes.state),
      other: this.#take(sizes.state),
      actions: this.#take(sizes.actions),
      events: this.#take(sizes.events),
      shares: this.#take(sizes.shares),
      observation: this.#take(sizes.observation),
      counts: this.#take(sizes.counts),
      told: this.#take(sizes.tape + sizes.state),
      rng: this.#take(RNG_SIZE),
      tape: 0,
      node: 0,
    };
  }

  static async load<State, Facts>(source: Source, description: Description): Promise<Engine<State, Facts>> {
    const given = await source;
    if (given instanceof WebAssembly.Module) {
      return new Engine(await WebAssembly.instantiate(given), description);
    }
    const code =
      typeof Response !== "undefined" && given instanceof Response ? await given.arrayBuffer() : given;
    return new Engine((await WebAssembly.instantiate(code as BufferSource)).instance, description);
  }

  // -- memory ----------------------------------------------------------------------------------------------------

  #take(bytes: number): number {
    const at = this.#free;
    this.#free = (at + bytes + 15) & ~15;
    const missing = this.#free - this.#exports.memory.buffer.byteLength;
    if (missing > 0) this.#exports.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  #bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, at, size);
  }

  get #view(): DataView {
    return new DataView(this.#exports.memory.buffer);
  }

  #put(at: number, data: Uint8Array, size: number, what: string): void {
    if (data.length !== size)
      throw new RangeError(`${what} of ${this.description.game} has ${size} bytes, not ${data.length}`);
    this.#bytes(at, size).set(data);
  }

  #putFacts(facts: Uint8Array): void {
    if (facts === this.#factsInside) return;
    this.#put(this.#at.facts, facts, this.description.sizes.facts, "a record of facts");
    this.#factsInside = facts;
  }

  #putState(state: Uint8Array, at: number = this.#at.state): void {
    this.#put(at, state, this.description.sizes.state, "a position");
  }

  #getState(state: Uint8Array): void {
    state.set(this.#bytes(this.#at.state, state.length));
  }

  #putRng(key: bigint): void {
    this.#view.setBigUint64(this.#at.rng, BigInt.asUintN(64, key), true);
    this.#view.setBigUint64(this.#at.rng + 8, 0n, true);
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
        return Array.from({ length }, (_, i) => part(axis + 1, from + (i * step) / length, step / length));
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

  // -- rules -----------------------------------------------------------------------------------------------------

  /** The game has this optional function: `nobody_can_win`, `value`, or `policy`. */
  has(name: string): boolean {
    return name in this.#exports;
  }

  #call(name: string, ...given: (number | bigint)[]): number {
    const found = this.#exports[name];
    if (!found) throw new TypeError(`${this.description.game} has no function ${name}`);
    return found(...given);
  }

  /** Fills a position of zeros with a new game, all of whose luck comes from the key. */
  start(facts: Uint8Array, state: Uint8Array, seats: number, key: bigint): GameEvent[] {
    this.#putFacts(facts);
    this.#putState(state);
    this.#clearEvents();
    this.#call("start", this.#at.facts, this.#at.state, seats, BigInt.asUintN(64, key), this.#at.events);
    this.#getState(state);
    return this.#events();
  }

  #clearEvents(): void {
    this.#view.setInt32(this.#at.events, 0, true);
  }

  #events(): GameEvent[] {
    const view = this.#view;
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
    return this.#call("actor", this.#at.state);
  }

  over(state: Uint8Array): boolean {
    this.#putState(state);
    return this.#call("over", this.#at.state) !== 0;
  }

  /** What the seat to act may choose, ascending. */
  legal(facts: Uint8Array, state: Uint8Array): number[] {
    this.#putFacts(facts);
    this.#putState(state);
    const count = this.#call("legal", this.#at.facts, this.#at.state, this.#at.actions);
    return [...new Int32Array(this.#exports.memory.buffer, this.#at.actions, count)];
  }

  /** Carries out an action, which must be legal or `outside`. */
  step(facts: Uint8Array, state: Uint8Array, action: number): GameEvent[] {
    this.#putFacts(facts);
    this.#putState(state);
    this.#clearEvents();
    this.#call("step", this.#at.facts, this.#at.state, action, this.#at.events);
    this.#getState(state);
    return this.#events();
  }

  /** The same without events. */
  advance(facts: Uint8Array, state: Uint8Array, action: number): void {
    this.#putFacts(facts);
    this.#putState(state);
    this.#call("step_quiet", this.#at.facts, this.#at.state, action);
    this.#getState(state);
  }

  /** The same with given luck: the digits drawn and the limit of each; draws beyond the given ones are 0. */
  stepWithDigits(
    facts: Uint8Array,
    state: Uint8Array,
    action: number,
    digits: number[],
  ): { digits: number[]; limits: number[] } {
    const { tape, state: size } = this.description.sizes;
    this.#putFacts(facts);
    const at = this.#at.told;
    this.#bytes(at, tape).fill(0);
    this.#putState(state, at + tape);
    const words = (from: number): Uint16Array =>
      new Uint16Array(this.#exports.memory.buffer, at + from, TAPE_LENGTH);
    words(8 + 2 * TAPE_LENGTH).set(digits);
    this.#call("step_told", this.#at.facts, at, action);
    const asked = Number(this.#view.getBigInt64(at, true));
    if (asked > TAPE_LENGTH) throw new RangeError(`this step draws ${asked} times, more than ${TAPE_LENGTH}`);
    state.set(this.#bytes(at + tape, size));
    return {
      digits: [...words(8 + 2 * TAPE_LENGTH).subarray(0, asked)],
      limits: [...words(8).subarray(0, asked)],
    };
  }

  /** Whether the table, no player, may do this now. */
  outside(facts: Uint8Array, state: Uint8Array, action: number): boolean {
    this.#putFacts(facts);
    this.#putState(state);
    return this.#call("outside", this.#at.facts, this.#at.state, action) !== 0;
  }

  /** The number of the reason why the game ended (0: it runs), and each seat's share. */
  result(facts: Uint8Array, state: Uint8Array): { reason: number; shares: number[] } {
    const shares = this.#shares("result", facts, state);
    return { reason: shares.returned, shares: shares.values };
  }

  /** The expected share of each seat; only for a game that has this function. */
  value(facts: Uint8Array, state: Uint8Array): number[] {
    return this.#shares("value", facts, state).values;
  }

  #shares(name: string, facts: Uint8Array, state: Uint8Array): { returned: number; values: number[] } {
    this.#putFacts(facts);
    this.#putState(state);
    const { shares } = this.description.sizes;
    this.#bytes(this.#at.shares, shares).fill(0);
    const returned = this.#call(name, this.#at.facts, this.#at.state, this.#at.shares);
    return {
      returned,
      values: [...new Float64Array(this.#exports.memory.buffer, this.#at.shares, shares / 8)],
    };
  }

  /** Blanks what the seat may not know; −1 is a spectator. */
  hide(facts: Uint8Array, state: Uint8Array, seat: number): void {
    this.#putFacts(facts);
    this.#putState(state);
    this.#call("hide", this.#at.facts, this.#at.state, seat);
    this.#getState(state);
  }

  /** Fills the blanks at random: consistent with what the seat knows, with the right odds. */
  guess(facts: Uint8Array, state: Uint8Array, seat: number, key: bigint): void {
    this.#putFacts(facts);
    this.#putState(state);
    this.#call("guess", this.#at.facts, this.#at.state, seat, BigInt.asUintN(64, key));
    this.#getState(state);
  }

  /** Whether it is certain that all lose. */
  nobodyCanWin(facts: Uint8Array, state: Uint8Array): boolean {
    if (!this.has("nobody_can_win")) return false;
    this.#putFacts(facts);
    this.#putState(state);
    return this.#call("nobody_can_win", this.#at.facts, this.#at.state) !== 0;
  }

  /** The audit's name for what makes this position impossible, null if nothing does. */
  failedCheck(facts: Uint8Array, state: Uint8Array): string | null {
    this.#putFacts(facts);
    this.#putState(state);
    this.#putState(state, this.#at.other);
    const { facts: known, state: before, other, counts } = this.#at;
    this.#bytes(counts, this.description.sizes.counts).fill(0);
    const failed = this.#call("audit", known, before, -1, other, counts);
    return failed ? (this.description.checks[failed - 1] ?? "") : null;
  }

  /** What the seat may know, as the numbers of an observation. */
  observe(facts: Uint8Array, state: Uint8Array, seat: number): Int16Array {
    this.#putFacts(facts);
    this.#putState(state);
    this.#call("observe", this.#at.facts, this.#at.state, seat, this.#at.observation);
    return new Int16Array(
      this.#exports.memory.buffer,
      this.#at.observation,
      this.description.sizes.observation / 2,
    ).slice();
  }

  /** The choice of `policy` if the game has one, or else of `greedy`, and the generator's next state. */
  choose(
    player: "greedy" | "policy",
    facts: Uint8Array,
    state: Uint8Array,
    rng: bigint,
  ): { action: number; rng: bigint } {
    this.#putFacts(facts);
    this.#putState(state);
    this.#putRng(rng);
    const action = this.#call(
      this.has(player) ? player : "greedy",
      this.#at.facts,
      this.#at.state,
      this.#at.rng,
    );
    return { action, rng: this.#view.getBigUint64(this.#at.rng, true) };
  }

  // -- thinking --------------------------------------------------------------------------------------------------

  /** From now on the levels that have a net search without it. */
  dropNet(): void {
    this.#hasNet = false;
  }

  /** Takes the file of the game's nets, for the options of this text. */
  useNet(file: Uint8Array, settings: string): void {
    const { net, game } = this.description;
    const number = net ? net.settings.indexOf(settings) : -1;
    if (!net || number < 0)
      throw new RangeError(`the net of ${game} does not fit these options: ${settings || "the default"}`);
    const begins = net.arrays.map((_, i) => net.arrays.slice(0, i).reduce((all, bytes) => all + bytes, 0));
    const bias = net.arrays[net.bias]!;
    const end = begins.at(-1)! + net.arrays.at(-1)!;
    if (file.length !== end + bias * (net.settings.length - 1)) {
      throw new RangeError(`this is not the file of the nets of ${game}`);
    }
    this.#net ??= {
      at: net.arrays.map((bytes) => this.#take(bytes)),
      scratch: net.scratch.map((bytes) => this.#take(bytes)),
    };
    const { at } = this.#net;
    net.arrays.forEach((bytes, i) => {
      const from = i === net.bias && number > 0 ? end + bias * (number - 1) : begins[i]!;
      this.#bytes(at[i]!, bytes).set(file.subarray(from, from + bytes));
    });
    this.#hasNet = true;
  }

  /**
   * A level's thought about a hidden position, for the seat to act. It is the same as Spielzug's own with the same
   * seed. Ends the thought before it.
   */
  think(level: string, facts: Uint8Array, hidden: Uint8Array, seed: bigint): Thought {
    const withNet = this.#hasNet && level in this.description.netLevels;
    const wanted = (withNet ? this.description.netLevels : this.description.levels)[level];
    if (!wanted) throw new RangeError(`there is no level ${level}`);
    this.#putFacts(facts);
    const at = this.#thoughtMemory();
    this.#putState(hidden, at[0]);
    this.#putRng(seed);
    const settings = (this.#levelAt ||= this.#take(LEVEL_SIZE));
    const view = this.#view;
    view.setInt32(settings, wanted.slipsIn64, true);
    view.setInt32(settings + 4, Number(wanted.findsWins), true);
    view.setInt32(settings + 8, Number(this.description.allCanLose), true);
    const decided = this.#call("begin_thought", this.#at.facts, ...at, settings, this.#at.rng);
    const number = ++this.#thoughts;
    if (decided !== THINKING) {
      return new Thought(
        0,
        () => undefined,
        () => decided,
      );
    }
    this.#plant(wanted, hidden, withNet);
    const inTree = <T>(run: () => T): T => {
      if (number !== this.#thoughts) {
        throw new Error("this engine has begun another thought: continue that one");
      }
      this.#putFacts(facts);
      return run();
    };
    return new Thought(
      wanted.iterations,
      (iterations) => inTree(() => this.#grow(iterations, withNet)),
      () => inTree(() => this.#choice(withNet, hidden)),
    );
  }

  /** Hidden position, guesses, the same as bytes, actions, shares, and the six arrays of a proof. */
  #thoughtMemory(): number[] {
    if (this.#thought) return this.#thought;
    const { sizes, thought } = this.description;
    const hidden = this.#take(sizes.state);
    const worlds = this.#take(thought.worlds);
    const { actions, shares } = this.#at;
    const proof = [
      this.#take(sizes.state),
      this.#take(thought.proofWorlds),
      this.#take(thought.proofActions),
      shares,
      this.#take(thought.proofLine),
      this.#take(thought.proofCounts),
    ];
    return (this.#thought = [hidden, worlds, worlds, actions, shares, ...proof]);
  }

  /** Makes the root of a new tree; the generator has its key. */
  #plant(level: LevelDescription, hidden: Uint8Array, withNet: boolean): void {
    const { tree, sizes } = this.description;
    if (!this.#tree || this.#tree.nodes < level.nodes) {
      this.#tree = {
        at: [
          this.#take(sizes.state), // the root
          this.#take(sizes.state), // the world that an iteration plays in
          this.#at.rng,
          this.#at.actions,
          this.#take(level.nodes * sizes.node),
          this.#take(tree.marks),
          this.#take(tree.path),
          this.#at.shares,
          this.#take(Math.max(tree.settings, tree.netSettings)),
          this.#at.shares, // nothing is traced
        ],
        nodes: level.nodes,
      };
    }
    const [root, , , , nodes, marks, , , settings] = this.#tree.at as number[];
    this.#putState(hidden, root);
    this.#bytes(nodes!, sizes.node).fill(0);
    this.#bytes(marks!, tree.marks).fill(0);
    if (withNet) this.#view.setBigInt64(marks! + tree.marks - 8, 1n, true);
    const data = Uint8Array.from(level.settings.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    this.#bytes(settings!, data.length).set(data);
    const at = withNet ? this.description.netSettingsAt : this.description.settingsAt;
    this.#view.setInt32(settings! + at.seat, this.actor(hidden), true);
    this.#view.setInt32(settings! + at.used, 1, true);
    this.#view.setInt32(settings! + at.depth, 0, true);
    this.#planted = level.nodes;
  }

  /** The arrays of the tree, with the lengths that vary: its nodes. */
  get #treeArguments(): number[] {
    const { at } = this.#tree!;
    return [...at.slice(0, 5), this.#planted, ...at.slice(5)];
  }

  #grow(iterations: number, withNet: boolean): void {
    const { facts } = this.#at;
    if (!withNet) this.#call("search", facts, ...this.#treeArguments, iterations);
    else {
      const net = this.#net!;
      this.#call("search_with_net", facts, ...net.at, ...this.#treeArguments, ...net.scratch, iterations);
    }
  }

  #choice(withNet: boolean, hidden: Uint8Array): number {
    const nodes = this.#tree!.at[4]!;
    this.#putState(hidden);
    this.#call("legal", this.#at.facts, this.#at.state, this.#at.actions);
    const first = this.#view.getInt32(this.#at.actions, true);
    return this.#call(
      "choice_of",
      nodes,
      this.#planted,
      this.description.actionCount,
      Number(withNet),
      first,
    );
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
