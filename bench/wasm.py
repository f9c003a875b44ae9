"""Measures browser engines in Node against native code, on one core and in one run.

    python bench/wasm.py [game_of_trains …]

Random play and the search run as loops with the rules inside, the same loops in both. Every figure
is the best of several slices, which alternate between the two.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from spielzug.bots.search.engine import Style, TreeSettings
from spielzug.bots.search.search_tree import SEARCH, Tree, make_ready
from spielzug.bots.search.tree import SETTINGS, SearchRules, think
from spielzug.core.compiler import LinkedRules
from spielzug.core.game import Game
from spielzug.core.jit import rule
from spielzug.core.lowering import KEY, NUMBER, Export, Pointer, lower
from spielzug.games import NAMES, get_game
from spielzug.lab.play.loops import LoopRules, LoopScratch, random_decisions
from spielzug.wasm.build import TARGET
from spielzug.wasm.exports import Buffers, pointer
from spielzug.wasm.object_file import link_module

SLICES = 7
WARM_UP = 2000
"""Milliseconds until V8 has optimised what it runs."""
GAMES = {"game_of_trains": 400, "zwergenzugfahrt": 2000, "zugraub": 200, "trains": 40}
ITERATIONS = {"game_of_trains": 2000, "zwergenzugfahrt": 10_000, "zugraub": 1000, "trains": 2000}
SEED = 5

NODE = """
const fs = require("fs");
const plan = JSON.parse(fs.readFileSync(0, "utf-8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes(plan.module)));
const code = instance.exports;
let at = Number(code.heap.value);
const take = (size) => { const here = at; at = (at + size + 15) & ~15; return here; };
const addresses = (sizes) => sizes.map(take);
const facts = take(plan.facts);
const random = addresses(plan.random), search = addresses(plan.search);
const missing = at - code.memory.buffer.byteLength;
if (missing > 0) code.memory.grow(Math.ceil(missing / 65536));
const memory = () => new Uint8Array(code.memory.buffer);
memory().set(bytes(plan.factsData), facts);
const view = () => new DataView(code.memory.buffer);
function play() {
  memory().fill(0, random[0], search[0]);
  view().setBigUint64(random[2], 1n, true);
  return code.random_decisions(facts, ...random, plan.seats, plan.games, BigInt(plan.seed));
}
function think() {
  memory().fill(0, search[0], at);
  memory().set(bytes(plan.hidden), search[0]);
  memory().set(bytes(plan.settings), search[8]);
  view().setBigUint64(search[2], BigInt(plan.seed), true);
  code.search(facts, ...search.slice(0, 5), plan.nodes, ...search.slice(5), plan.iterations);
  return view().getInt32(search[8] + plan.usedAt, true);
}
function measure(run) {
  const found = run();
  const begin = performance.now();
  while (performance.now() - begin < plan.warmUp) run();
  let best = Infinity;
  for (let i = 0; i < plan.slices; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return [found, best];
}
console.log(JSON.stringify({ random: measure(play), search: measure(think) }));
"""


def sizes(parameter: Any) -> list[int]:
    """The bytes of each array, in the order of C parameters."""
    if isinstance(parameter, Pointer):
        shape = parameter.shape or ()
        return [parameter.dtype.itemsize * int(np.prod([n or 0 for n in shape]))]
    return [size for item in parameter for size in sizes(item)]


def scratch(game: Game) -> Any:
    state, b = game.rules.STATE, Buffers(game)
    parts: Any = LoopScratch
    return parts(
        states=pointer(state, 4), memory=pointer("u1", 4, state.itemsize), rng=b.rng,
        actions=b.actions, events=b.events,
    )  # fmt: skip


def node_figures(game: Game, tree: Tree, facts: bytes, hidden: bytes) -> dict[str, Any]:
    """What came out of each loop, and its CPU seconds."""
    b = Buffers(game)
    taken, grown = scratch(game), b.tree(SETTINGS)
    exports = [
        Export("random_decisions", rule(random_decisions.function), NUMBER,
               (LinkedRules(LoopRules.of(game)), b.facts, taken, NUMBER, NUMBER, KEY)),
        Export("search", rule(think.function), NUMBER,
               (LinkedRules(SearchRules.of(game)), b.facts, grown, NUMBER)),
    ]  # fmt: skip
    names = [export.name for export in exports]
    module = link_module(TARGET.compile(lower(exports), names).object_file, names)
    random, search = sizes(taken), sizes(grown)
    random[1] = 0  # the same memory as the states
    search[4] = tree.nodes.nbytes
    assert SETTINGS.fields is not None
    plan = {
        "module": text(module), "facts": len(facts), "factsData": text(facts), "random": random,
        "search": search, "nodes": len(tree.nodes), "hidden": text(hidden),
        "settings": text(tree.settings.tobytes()), "usedAt": SETTINGS.fields["used"][1],
        "seats": game.seats[0], "games": GAMES[game.name], "iterations": ITERATIONS[game.name],
        "seed": SEED, "slices": SLICES,
        "warmUp": WARM_UP,
    }  # fmt: skip
    node = shutil.which("node")
    assert node, "Node is not installed"
    with tempfile.NamedTemporaryFile("w", suffix=".cjs") as script:
        script.write(NODE)
        script.flush()
        run = subprocess.run(
            [node, script.name], input=json.dumps(plan), capture_output=True, text=True, check=False
        )
    assert run.returncode == 0, run.stderr
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def best_of(run: Callable[[], int]) -> tuple[int, float]:
    """What it returns, and the least CPU seconds."""
    found, seconds = run(), []
    for _ in range(SLICES):
        begin = time.process_time()
        run()
        seconds.append(time.process_time() - begin)
    return found, min(seconds)


def compare(game: Game) -> None:
    facts = game.ready().facts(game.options(**game.simulation))
    own, seats = LoopScratch.allocate(game), game.seats[0]
    games, iterations = GAMES[game.name], ITERATIONS[game.name]
    arguments = facts, own, seats, games, np.uint64(SEED)
    play = random_decisions.bind(LoopRules.of(game), lambda: arguments, linked=True)

    def random() -> int:
        own.rng.rng = 1
        return play(*arguments)

    make_ready(game, SEARCH)
    seen = game.start(seats, seed=3, **game.simulation)
    hidden = seen.seen(seen.actor)
    settings = TreeSettings(style=Style.of(game), iterations=iterations)
    tree = Tree(game, settings)
    grow = think.bind(SearchRules.of(game), lambda: SEARCH.arguments(game), linked=True)

    def search() -> int:
        tree.set_root(hidden.facts_memory, hidden.hidden_memory, hidden.seat, SEED)
        grow(tree.facts, tree.memory, iterations)
        return tree.used

    native = {"random": best_of(random), "search": best_of(search)}
    tree.set_root(hidden.facts_memory, hidden.hidden_memory, hidden.seat, SEED)
    found = node_figures(
        game, tree, bytes(hidden.facts_memory.data), bytes(hidden.hidden_memory.data)
    )
    for loop, (result, seconds) in native.items():
        other, in_node = found[loop]
        same = "the same" if result == other else f"DIFFERENT: {result} and {other}"
        count = result if loop == "random" else iterations
        print(
            f"{game.name} {loop}: native {count / seconds / 1e6:.3f} M/s, "
            f"Node {count / in_node / 1e6:.3f} M/s, ratio {seconds / in_node:.2f}; {same}",
            flush=True,
        )


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        compare(get_game(name))
