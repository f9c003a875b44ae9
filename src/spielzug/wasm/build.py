"""Builds the files of a game's browser engine: modules, their description in TypeScript, nets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from math import prod
from typing import Any, NamedTuple

from spielzug.bots.names import LEVELS, LOWEST, net_levels
from spielzug.bots.net.file import Loaded
from spielzug.bots.net.inference import Net
from spielzug.bots.net.player import net_of
from spielzug.bots.search.engine import (
    DEFAULT_MEMORY,
    NetStyle,
    Style,
    TreeSettings,
    node_count,
    search_fields,
)
from spielzug.bots.search.levels import effort
from spielzug.bots.search.puct import NET_SETTINGS, NetScratch
from spielzug.bots.search.tree import NODE, SETTINGS
from spielzug.core.declaration import Layout, layout_of
from spielzug.core.game import Game
from spielzug.core.lowering import CompileTarget, Pointer, lower
from spielzug.core.record_types import RecordType
from spielzug.wasm.exports import Buffers, net_exports, rule_exports, search_exports
from spielzug.wasm.object_file import link_module

_FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
TARGET = CompileTarget("wasm32-unknown-unknown", features=f"{_FEATURES},+simd128")
SCALAR_TARGET = CompileTarget("wasm32-unknown-unknown", features=_FEATURES)
"""For browsers without SIMD."""
TARGETS = (TARGET, SCALAR_TARGET)
STEPS = 24
"""The steps of a build, for a progress bar: at least one for each function and each module."""
RUNTIME = "engine.ts"
INTEGERS = {"u8": "bigint", "i8": "bigint"}


class EngineFiles(NamedTuple):
    """The files of one game, by name."""

    module: bytes
    scalar_module: bytes
    typescript: str
    description: str
    """The description that the TypeScript contains, as JSON."""
    runtime: str
    nets: bytes | None

    def named(self, game: str) -> dict[str, bytes]:
        found = {
            f"{game}.wasm": self.module,
            f"{game}.scalar.wasm": self.scalar_module,
            f"{game}.ts": self.typescript.encode(),
            f"{game}.json": self.description.encode(),
            RUNTIME: self.runtime.encode(),
        }
        return found if self.nets is None else {**found, f"{game}.net": self.nets}


def build(game: Game, progress: Callable[[int], None] = lambda _: None) -> EngineFiles:
    """Compile everything; takes half a minute or longer.

    `progress` is called with the number of steps done since the last call, `STEPS` in all.
    """
    loaded = net_of(game)
    exports = [*rule_exports(game), *search_exports(game)]
    if loaded is not None:
        exports += net_exports(game, loaded.net)
    names = [export.name for export in exports]
    text = lower(exports, lambda _: progress(1))
    progress(STEPS - len(TARGETS) - len(exports))
    modules = []
    for target in TARGETS:
        modules.append(link_module(target.compile(text, names).object_file, names))
        progress(1)
    return EngineFiles(
        module=modules[0],
        scalar_module=modules[1],
        typescript=typescript(game, description(game, loaded)),
        description=json.dumps(description(game, loaded), separators=(",", ":")),
        runtime=files("spielzug.wasm").joinpath(RUNTIME).read_text(encoding="utf-8"),
        nets=None if loaded is None else net_file(loaded),
    )


# -- nets ------------------------------------------------------------------------------------------


def net_file(loaded: Loaded) -> bytes:
    """The arrays of the first setting's net, then the biases of the others: only those differ."""
    first, *others = loaded.nets
    return b"".join(array.tobytes() for array in [*_arrays(first), *(net.bias for net in others)])


def _arrays(value: Any) -> Iterator[Any]:
    """All arrays (or pointers to arrays) in nested named tuples, in the order of C parameters."""
    if isinstance(value, tuple) and not isinstance(value, Pointer):
        for item in value:
            yield from _arrays(item)
    else:
        yield value


# -- description -----------------------------------------------------------------------------------


def typescript(game: Game, description: dict[str, object]) -> str:
    """The module's description, and the types of the game's records."""
    state, facts = narrow_layouts(game)
    text = json.dumps(description, indent=2)
    name = game.name
    return f"""// Written by `spielzug engine {name}`; not to be edited.
import {{ Engine, hasSimd, type Description, type Source }} from "./engine.js";

{_interface("State", state)}
{_interface("Facts", facts)}
export type Level = {" | ".join(f'"{level}"' for level in LEVELS)};

/** The kinds of events by number, with the names of their two values. */
export const EVENTS: Record<number, string[]> = {json.dumps(_events(game), indent=2)};

export const description: Description = {text};

/** The file of the faster module that this browser can run. */
export const moduleFile = (): string => (hasSimd() ? "{name}.wasm" : "{name}.scalar.wasm");

export const load = (source: Source): Promise<Engine<State, Facts>> =>
  Engine.load<State, Facts>(source, description);
"""


def narrow_layouts(game: Game) -> tuple[Layout, Layout]:
    """The layouts of positions and facts that compiled rules use."""
    declared = game.declaration
    return layout_of(declared.state, wide=False), layout_of(declared.facts, wide=False)


def _interface(name: str, layout: Layout) -> str:
    rows = [f"export interface {name} {{"]
    for field, (_, _, _, shape) in layout._places.items():
        kind = INTEGERS.get(layout.fields[field].code, "number")
        rows.append(f"  {field}: {kind}{'[]' * len(shape)};")
    return "\n".join([*rows, "}"])


def _events(game: Game) -> dict[int, list[str]]:
    return {number: [kind.name, kind.a, kind.b] for number, kind in game.words.EVENTS.items()}


def description(game: Game, loaded: Loaded | None) -> dict[str, object]:
    """Everything that the runtime needs to know about a game and its module."""
    state, facts = narrow_layouts(game)
    b, rules = Buffers(game), game.rules
    tree, thought = b.tree(SETTINGS), b.thought
    proof = thought.proof
    return {
        "game": game.name,
        "rulesVersion": game.rules_version,
        "sizes": {
            "facts": facts.size, "state": state.size, "actions": size(b.actions),
            "events": size(b.events), "shares": size(b.shares), "observation": size(b.observed),
            "counts": size(b.counts), "tape": size(b.with_tape) - state.size, "node": NODE.itemsize,
        },
        "tree": {
            "settings": SETTINGS.itemsize, "netSettings": NET_SETTINGS.itemsize,
            "marks": size(tree.marks), "path": size(tree.path),
        },
        "thought": {
            "worlds": size(thought.worlds), "proofWorlds": size(proof.worlds),
            "proofActions": size(proof.actions), "proofLine": size(proof.line),
            "proofCounts": size(proof.counts),
        },
        "searchFields": _search_fields(SETTINGS),
        "netSearchFields": _search_fields(NET_SETTINGS),
        "nodeAt": {name: at for name, (_, at) in _search_fields(NODE).items()},
        "actionCount": rules.N_ACTIONS,
        "triesInOrder": hasattr(rules, "ordered"),
        "allCanLose": game.all_can_lose,
        "checks": list(rules.CHECKS),
        "state": _fields(state),
        "facts": _fields(facts),
        "levels": {name: level(game, name, None) for name in LEVELS},
        "netLevels": {} if loaded is None else {
            name: level(game, name, loaded.net) for name in net_levels(game)
        },
        "net": None if loaded is None else {
            "settings": list(loaded.card.settings), "seats": list(loaded.card.seats),
            "set": loaded.card.set.digest,
            "arrays": [array.nbytes for array in _arrays(loaded.net)],
            "bias": [array is loaded.net.bias for array in _arrays(loaded.net)].index(True),
            "scratch": [array.nbytes for array in _arrays(NetScratch.allocate(game, loaded.net))],
        },
    }  # fmt: skip


def size(pointer: Any) -> int:
    """The bytes of an array whose lengths are all known."""
    size: int = pointer.dtype.itemsize * prod(length or 0 for length in pointer.shape or ())
    return size


def _search_fields(record: RecordType) -> dict[str, tuple[str, int]]:
    """Type and first byte of each field of a search's settings or of a node."""
    assert record.fields is not None
    return {
        name: (place[0].str[1:], place[1])
        for name, place in record.fields.items()
        if place[0].kind != "V"  # a gap
    }


def _fields(layout: Layout) -> dict[str, list[object]]:
    return {
        name: [field.code, layout.offsets[name], list(field.shape)]
        for name, field in layout.fields.items()
    }


def level(game: Game, name: str, net: Net | None) -> dict[str, object]:
    """What a level does in this game, with or without a net."""
    known = effort(game, name, net is not None)
    style: Style | NetStyle = Style.of(game) if net is None else NetStyle.of(game)
    wanted = TreeSettings(style=style, net=net, memory=DEFAULT_MEMORY, iterations=known.iterations)
    return {
        "iterations": known.iterations,
        "slipsIn64": known.slips_in_64,
        "findsWins": name != LOWEST,
        "nodes": node_count(game.rules.MAX_LEGAL, wanted),
        "fields": search_fields(wanted, hasattr(game.rules, "ordered")),
    }
