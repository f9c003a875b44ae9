// Tasks for a browser engine, in Node or in a page; see `tasks.py`.
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const text = (data) => btoa(String.fromCharCode(...data));
const GAMMA = 0x9e3779b97f4a7c15n;

async function digest(...pieces) {
  const all = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return [...found.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function mixed(z) {
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

const tasks = {
  /** The position after each step (its digest), the events and what may be done next. */
  replay({ engine }, { facts, steps }) {
    const known = bytes(facts);
    const after = ([before, action]) => {
      const state = bytes(before);
      const events = engine.step(known, state, action);
      const legal = engine.over(state) ? [] : engine.legal(known, state);
      const actor = engine.actor(state);
      return digest(state).then((found) => [found, events, legal, actor]);
    };
    return Promise.all(steps.map(after));
  },
  /** Whole games at random: the digest of all their positions. */
  random({ engine, description }, { facts, seats, keys }) {
    const known = bytes(facts);
    const game = (key) => {
      let luck = BigInt(key);
      const all = [];
      const state = new Uint8Array(description.sizes.state);
      engine.start(known, state, seats, luck);
      while (!engine.over(state)) {
        const legal = engine.legal(known, state);
        luck = BigInt.asUintN(64, luck + GAMMA);
        engine.advance(known, state, legal[Number(mixed(luck) % BigInt(legal.length))]);
        all.push(state.slice());
      }
      const { reason, shares } = engine.result(known, state);
      return digest(...all).then((found) => [found, reason, shares]);
    };
    return Promise.all(keys.map(game));
  },
  /** Everything else that an engine says about a position. */
  questions({ engine }, { facts, state, seat, key, digits, action }) {
    const known = bytes(facts);
    const hidden = bytes(state);
    engine.hide(known, hidden, seat);
    const guess = hidden.slice();
    engine.guess(known, guess, seat, BigInt(key));
    const told = bytes(state);
    const drawn = engine.stepWithDigits(known, told, action, digits);
    return {
      hidden: text(hidden),
      guess: text(guess),
      told: [text(told), drawn.digits, drawn.limits],
      observation: [...engine.observe(known, bytes(state), seat)],
      value: engine.has("value") ? engine.value(known, bytes(state)) : null,
      failed: engine.failedCheck(known, bytes(state)),
      nobody: engine.nobodyCanWin(known, bytes(state)),
      outside: engine.outside(known, bytes(state), action),
      plain: engine.readState(bytes(state)),
    };
  },
  /** What the quick players and the levels choose. */
  choices({ engine, nets }, { facts, hidden, seed, levels, net, slice }) {
    const known = bytes(facts);
    const seen = bytes(hidden);
    const found = {};
    for (const player of ["greedy", "policy"]) {
      const { action, rng } = engine.choose(player, known, seen, BigInt(seed));
      found[player] = [action, String(rng)];
    }
    if (net === null) engine.dropNet();
    else engine.useNet(nets, net);
    for (const level of levels) {
      const thought = engine.think(level, known, seen, BigInt(seed));
      while (!thought.continueFor(slice));
      found[level] = thought.choice;
    }
    if (net !== null) found.net = engine.chooseByNet(known, seen);
    return found;
  },
  /** Certain wins in a guess: by the seat's decisions in a row, and whatever the others reply. */
  proof({ engine }, { facts, hidden, seat, key }) {
    const prove = (answers) => engine.proveWin(bytes(facts), bytes(hidden), seat, BigInt(key), answers);
    return [prove(false), prove(true)];
  },
  /** The messages for calls that are wrong. */
  misuses({ engine, nets }, { facts, state, hidden, level }) {
    const known = bytes(facts);
    const said = (run) => {
      try {
        run();
        return null;
      } catch (error) {
        return error.message;
      }
    };
    const first = engine.think(level, known, bytes(hidden), 1n);
    const second = engine.think(level, known, bytes(hidden), 1n);
    return {
      shortState: said(() => engine.actor(bytes(state).subarray(1))),
      longFacts: said(() => engine.legal(new Uint8Array(known.length + 1), bytes(state))),
      level: said(() => engine.think("genius", known, bytes(hidden), 1n)),
      options: said(() => engine.useNet(nets, "no=such")),
      file: said(() => engine.useNet(nets.subarray(1), "")),
      noNet: said(() => engine.chooseByNet(known, bytes(hidden))),
      depth: said(() => engine.proveWin(known, bytes(hidden), 0, 1n, false, 9)),
      stale: said(() => first.continueFor(1)),
      latest: said(() => second.continueFor(1)),
    };
  },
  /** Seconds of a level's thoughts, after the engine was optimised. */
  speed({ engine }, { facts, hidden, level, thoughts }) {
    const known = bytes(facts);
    const seen = bytes(hidden);
    const think = () => {
      for (let seed = 0; seed < thoughts; seed++) {
        engine.think(level, known, seen, BigInt(seed)).continueFor(1 << 30);
      }
    };
    think();
    const begin = performance.now();
    think();
    return (performance.now() - begin) / 1000;
  },
};

/** The answers to tasks, as lines of JSON. */
export async function answers(setting, lines) {
  const shown = (_, value) => (typeof value === "bigint" ? String(value) : value);
  const found = [];
  for (const line of lines.trim().split("\n")) {
    const { task, ...given } = JSON.parse(line);
    found.push(JSON.stringify(await tasks[task](setting, given), shown));
  }
  return found.join("\n");
}
