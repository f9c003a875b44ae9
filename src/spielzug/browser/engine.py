"""A game's rules and search, run by a WebAssembly module in the page, see `wasm/engine.ts`.

Calling JavaScript takes some microseconds, and so does converting each list or object that comes
back. So functions are looked up once, records are copied through arrays that are reused, a position
is copied only if it has changed, and lists arrive as JSON or as the bytes of one array.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from spielzug.bots.names import HasGameTerms
from spielzug.bots.net.fit import TrainedFor, misfit_of, setting_of
from spielzug.bots.search.engine import (
    SearchNet,
    SearchTree,
    TreeNode,
    TreeSettings,
    node_count,
    search_fields,
)
from spielzug.browser.bridge import JsBytes, JsEngine, JsTree
from spielzug.core.engine import InMemory
from spielzug.core.events import MAX_SEATS, Event
from spielzug.core.game import Game

MOST_FACTS = 16
"""How many different facts have an array in JavaScript: one for each kind of table in use."""


class Staging:
    """The arrays in which facts and positions are handed to JavaScript."""

    def __init__(self, new_bytes: Callable[[int], JsBytes], state_size: int) -> None:
        self._new_bytes = new_bytes
        self._state = new_bytes(state_size)
        self._inside: bytes | None = None
        """The position that the array holds."""
        self._facts: dict[bytes, JsBytes] = {}
        self._latest: tuple[InMemory, JsBytes] | None = None

    def facts(self, facts: InMemory) -> JsBytes:
        """An array with these facts; equal facts share one, so JavaScript can skip copying it."""
        if self._latest is not None and self._latest[0] is facts:
            return self._latest[1]
        data = bytes(facts.data)
        found = self._facts.get(data)
        if found is None:
            if len(self._facts) >= MOST_FACTS:
                self._facts.clear()
            found = self._facts[data] = self._new_bytes(len(data))
            found.assign(data)
        self._latest = facts, found
        return found

    def state(self, state: InMemory) -> JsBytes:
        """The array with this position."""
        data = bytes(state.data)
        if data != self._inside:
            self._inside = None
            self._state.assign(data)
            self._inside = data
        return self._state

    def copy_back(self, state: InMemory) -> None:
        """Copy the changed position back from JavaScript."""
        self._inside = None
        self._state.assign_to(state.data)
        self._inside = bytes(state.data)


class BrowserEngine:
    """The rules and the search of one game, see `core.engine` and `bots.search.engine`."""

    def __init__(self, game: Game, engine: JsEngine) -> None:
        self.game = game
        self._description: dict[str, Any] = json.loads(engine.describe())
        self._engine = engine
        self._staging = Staging(engine.newBytes, self._description["sizes"]["state"])
        self._has: dict[str, bool] = {}
        # Looking a function up takes longer than calling it.
        self._json, self._actor, self._over = engine.json, engine.actor, engine.over
        self._advance, self._outside, self._hide = engine.advance, engine.outside, engine.hide
        self._guess, self._nobody_can_win = engine.guess, engine.nobodyCanWin

    def ready(self, functions: Sequence[str] = ()) -> None:
        """Nothing to do: the module is compiled before this object is made."""

    def has(self, function: str) -> bool:
        if function not in self._has:
            self._has[function] = bool(self._engine.has(function))
        return self._has[function]

    # -- rules ------------------------------------------------------------------------------------

    def _given(self, facts: InMemory, state: InMemory) -> tuple[JsBytes, JsBytes]:
        return self._staging.facts(facts), self._staging.state(state)

    def start(self, facts: InMemory, state: InMemory, seats: int, key: int) -> list[Event]:
        return self._events("start", facts, state, seats, key)

    def step(self, facts: InMemory, state: InMemory, action: int) -> list[Event]:
        return self._events("step", facts, state, action)

    def _events(self, name: str, facts: InMemory, state: InMemory, *given: int) -> list[Event]:
        found = json.loads(self._json(name, *self._given(facts, state), *given))
        self._staging.copy_back(state)
        return [Event(*event) for event in found]

    def actor(self, state: InMemory) -> int:
        return int(self._actor(self._staging.state(state)))

    def over(self, state: InMemory) -> bool:
        return bool(self._over(self._staging.state(state)))

    def legal(self, facts: InMemory, state: InMemory) -> list[int]:
        found: list[int] = json.loads(self._json("legal", *self._given(facts, state)))
        return found

    def advance(self, facts: InMemory, state: InMemory, action: int) -> None:
        self._advance(*self._given(facts, state), action)
        self._staging.copy_back(state)

    def step_with_digits(
        self, facts: InMemory, state: InMemory, action: int, digits: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        given = self._given(facts, state)
        found = json.loads(self._json("stepWithDigits", *given, action, list(digits)))
        self._staging.copy_back(state)
        return found["digits"], found["limits"]

    def outside(self, facts: InMemory, state: InMemory, action: int) -> bool:
        return bool(self._outside(*self._given(facts, state), action))

    def result(self, facts: InMemory, state: InMemory) -> tuple[int, list[float]]:
        found = json.loads(self._json("result", *self._given(facts, state)))
        return found["reason"], list(map(float, found["shares"]))

    def hide(self, facts: InMemory, state: InMemory, seat: int) -> None:
        self._hide(*self._given(facts, state), seat)
        self._staging.copy_back(state)

    def guess(self, facts: InMemory, state: InMemory, seat: int, key: int) -> None:
        self._guess(*self._given(facts, state), seat, int(key))
        self._staging.copy_back(state)

    def nobody_can_win(self, facts: InMemory, state: InMemory) -> bool:
        if not self.has("nobody_can_win"):
            return False
        return bool(self._nobody_can_win(*self._given(facts, state)))

    def failed_check(self, facts: InMemory, state: InMemory) -> str | None:
        found: str | None = json.loads(self._json("failedCheck", *self._given(facts, state)))
        return found

    def observe(self, facts: InMemory, state: InMemory, seat: int) -> list[int]:
        found = self._engine.observe(*self._given(facts, state), seat)
        numbers: list[int] = memoryview(found.to_bytes()).cast("h").tolist()
        return numbers

    def value(self, facts: InMemory, state: InMemory) -> list[float]:
        return list(map(float, json.loads(self._json("value", *self._given(facts, state)))))

    def choose(self, player: str, facts: InMemory, state: InMemory, rng: InMemory) -> int:
        key = int.from_bytes(rng.data[:8], "little")
        found = json.loads(self._json("choose", player, *self._given(facts, state), key))
        rng.data[:8] = int(found["rng"]).to_bytes(8, "little")
        action: int = found["action"]
        return action

    # -- search -----------------------------------------------------------------------------------

    def ready_to_search(self, net: bool = False) -> None:
        """Nothing to do: the search is part of the module."""

    def new_tree(self, settings: TreeSettings) -> SearchTree:
        most_legal = self._description["sizes"]["actions"] // 4
        made_for = {
            "fields": search_fields(settings, self._description["triesInOrder"]),
            "nodes": node_count(most_legal, settings),
            "net": settings.net,
            "traced": settings.traced,
        }
        return BrowserTree(self._engine.newTree(json.dumps(made_for)), self._staging)

    def prove_win(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, depth: int, steps: int,
        answers: bool, open_cards: bool = False,
    ) -> list[int]:  # fmt: skip
        limits = int(key), answers, depth, steps, open_cards
        given = self._given(facts, hidden)
        found: list[int] = json.loads(self._json("proveWin", *given, seat, *limits))
        return found

    def shipped_net(self, terms: HasGameTerms) -> SearchNet | None:
        """The options that the game's net is used for, as text.

        Before a tree can search with it, JavaScript has to call `Engine.loadNets`.
        """
        net = self._description["net"]
        if net is None:
            return None
        version = self._description["rulesVersion"]
        trained = TrainedFor(self.game.name, version, net["seats"], "", net["set"], net["settings"])
        return (
            None if misfit_of("the net", trained, terms) else setting_of(self.game, terms.options)
        )


class BrowserTree:
    """A tree in the module's memory, see `bots.search.engine.SearchTree`."""

    def __init__(self, tree: JsTree, staging: Staging) -> None:
        self._tree = tree
        self._staging = staging
        self._grow = tree.grow
        self._free = weakref.finalize(self, tree.free)

    @property
    def bytes(self) -> int:
        return int(self._tree.bytes)

    @property
    def used(self) -> int:
        return int(self._tree.used)

    @property
    def depth(self) -> int:
        return int(self._tree.depth)

    def set_root(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, only: int | None = None
    ) -> None:
        given = self._staging.facts(facts), self._staging.state(hidden)
        self._tree.setRoot(*given, seat, int(key), only)

    def grow(self, iterations: int) -> list[list[float]]:
        found = memoryview(self._grow(iterations).to_bytes())
        if not found.nbytes:
            return []
        shares: Any = found.cast("d", (found.nbytes // (8 * MAX_SEATS), MAX_SEATS))
        rows: list[list[float]] = shares.tolist()
        return rows

    def children(self, parent: int = 0) -> list[TreeNode]:
        return [
            TreeNode(number, seat, action, visits, float(value), place)
            for number, seat, action, visits, value, place in json.loads(
                self._tree.childrenAsJson(parent)
            )
        ]
