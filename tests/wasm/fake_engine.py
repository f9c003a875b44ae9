"""A stand-in for `Engine` in `wasm/engine.ts` that uses the rules of this process."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable
from typing import Any

from spielzug.bots.net.player import net_of
from spielzug.bots.search.engine import NetStyle, Style, TreeSettings, search_fields
from spielzug.bots.search.native_search import NativeSearch
from spielzug.core.declaration import layout_of
from spielzug.core.game import Game
from spielzug.core.keys import GeneratorRecord, SplitMix64
from spielzug.core.memory import Data, RecordMemory
from spielzug.wasm.build import description

AS_JSON: dict[str, Callable[[Any], object]] = {
    "result": lambda found: {"reason": found[0], "shares": found[1]},
    "stepWithDigits": lambda found: {"digits": found[0], "limits": found[1]},
}


def python_name(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


class FakeBytes:
    """A typed array that counts what is copied into it."""

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        self.copies = 0

    def assign(self, data: bytes | Data, /) -> None:
        assert len(data) == len(self.data)
        self.data[:] = data
        self.copies += 1

    def assign_to(self, data: Data, /) -> None:
        data[:] = self.data

    def to_bytes(self) -> bytes:
        return bytes(self.data)


class FakeEngine:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.search = NativeSearch(game)
        self.arrays: list[FakeBytes] = []
        self.trees: list[FakeTree] = []
        known = game.facts_layout, game.state_layout, layout_of(GeneratorRecord)
        self._layouts = {layout.size: layout for layout in known}

    def memory(self, given: Any) -> Any:
        if not isinstance(given, FakeBytes):
            return given
        return RecordMemory(self._layouts[len(given.data)], given.data)

    def describe(self) -> str:
        found: Any = description(self.game, net_of(self.game))
        found["sizes"]["state"] = self.game.state_layout.size  # in either mode of the rules
        return json.dumps(found)

    def newBytes(self, size: int) -> FakeBytes:  # noqa: N802
        self.arrays.append(FakeBytes(bytes(size)))
        return self.arrays[-1]

    def newTree(self, settings: str) -> Any:  # noqa: N802
        self.trees.append(FakeTree(self, json.loads(settings)))
        return self.trees[-1]

    def json(self, name: str, *given: Any) -> str:
        if name == "choose":
            player, facts, state, key = given
            rng = SplitMix64(key)
            action = self.game.native.choose(player, self.memory(facts), self.memory(state), rng)
            return json.dumps({"action": action, "rng": str(rng.rng)})
        if name == "proveWin":
            facts, hidden, seat, key, answers, depth, steps, open_cards = given
            given = facts, hidden, seat, key, depth, steps, answers, open_cards
        found = getattr(self, name)(*given)
        return json.dumps(AS_JSON[name](found) if name in AS_JSON else found)

    def observe(self, *given: Any) -> FakeBytes:
        found = self.game.native.observe(*map(self.memory, given))
        return FakeBytes(array("h", found).tobytes())

    def __getattr__(self, name: str) -> Callable[..., Any]:
        native: Any = self.game.native
        method = getattr(
            native if hasattr(native, python_name(name)) else self.search, python_name(name)
        )
        return lambda *given: method(*map(self.memory, given))


class FakeTree:
    def __init__(self, engine: FakeEngine, settings: dict[str, Any]) -> None:
        self._engine = engine
        self.settings = settings
        self.freed = False
        game, loaded = engine.game, net_of(engine.game)
        with_net = settings["net"] is not None
        wanted = TreeSettings(
            style=NetStyle.of(game) if with_net else Style.of(game),
            net=loaded.nets[loaded.card.settings.index(settings["net"])]
            if with_net and loaded
            else None,
            memory=32 * settings["nodes"],
            traced=settings["traced"],
            open_cards=bool(settings["fields"]["open_cards"]),
        )
        assert settings["fields"] == search_fields(wanted, hasattr(game.rules, "ordered"))
        self._tree = engine.search.new_tree(wanted)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tree, name)

    def setRoot(self, *given: Any) -> None:  # noqa: N802
        self._tree.set_root(*map(self._engine.memory, given))

    def grow(self, iterations: int) -> FakeBytes:
        rows = self._tree.grow(iterations)
        return FakeBytes(b"".join(array("d", row).tobytes() for row in rows))

    def childrenAsJson(self, parent: int) -> str:  # noqa: N802
        return json.dumps(self._tree.children(parent))

    def free(self) -> None:
        self.freed = True
