// Runs tasks on a browser engine: node driver.mjs FOLDER GAME < tasks.jsonl > answers.jsonl
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, game, build = "wasm"] = process.argv.slice(2);
const { load, description } = await import(pathToFileURL(`${folder}/js/${game}.js`));
const engine = await load(readFileSync(`${folder}/${game}.${build}`));
const nets = `${folder}/${game}.net`;
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const text = (data) => Buffer.from(data).toString("base64");
const digest = (data) => createHash("sha256").update(data).digest("hex").slice(0, 16);
const GAMMA = 0x9e3779b97f4a7c15n;

function mixed(z) {
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

const tasks = {
  /** The position after each step (its digest), the events and what may be done next. */
  replay({ facts, steps }) {
    const known = bytes(facts);
    return steps.map(([before, action]) => {
      const state = bytes(before);
      const events = engine.step(known, state, action);
      return [digest(state), events, engine.over(state) ? [] : engine.legal(known, state), engine.actor(state)];
    });
  },
  /** Whole games at random: the digest of all their positions. */
  random({ facts, seats, keys }) {
    const known = bytes(facts);
    return keys.map((key) => {
      let luck = BigInt(key);
      const all = createHash("sha256");
      const state = new Uint8Array(description.sizes.state);
      engine.start(known, state, seats, luck);
      while (!engine.over(state)) {
        const legal = engine.legal(known, state);
        luck = BigInt.asUintN(64, luck + GAMMA);
        engine.advance(known, state, legal[Number(mixed(luck) % BigInt(legal.length))]);
        all.update(state);
      }
      const { reason, shares } = engine.result(known, state);
      return [all.digest("hex").slice(0, 16), reason, shares];
    });
  },
  /** Everything else that an engine says of a position. */
  questions({ facts, state, seat, key, digits, action }) {
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
  choices({ facts, hidden, seed, levels, net, slice }) {
    const known = bytes(facts);
    const seen = bytes(hidden);
    const found = {};
    for (const player of ["greedy", "policy"]) {
      const { action, rng } = engine.choose(player, known, seen, BigInt(seed));
      found[player] = [action, String(rng)];
    }
    if (net === null) engine.dropNet();
    else engine.useNet(readFileSync(nets), net);
    for (const level of levels) {
      const thought = engine.think(level, known, seen, BigInt(seed));
      while (!thought.continueFor(slice));
      found[level] = thought.choice;
    }
    return found;
  },
  /** Seconds of random play and of a search. */
  speed({ facts, seats, games, hidden, level, repeat }) {
    const known = bytes(facts);
    const seen = bytes(hidden);
    const thinking = performance.now();
    for (let i = 0; i < repeat; i++) engine.think(level, known, seen, BigInt(i)).continueFor(1 << 30);
    return { games, seats, thinking: (performance.now() - thinking) / 1000 };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { task, ...given } = JSON.parse(line);
  const shown = (_, value) => (typeof value === "bigint" ? String(value) : value);
  process.stdout.write(`${JSON.stringify(tasks[task](given), shown)}\n`);
}
