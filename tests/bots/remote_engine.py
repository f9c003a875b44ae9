"""An engine that asks another process: what a page does with a WebAssembly module.

Run as a program it is that process: it carries out calls with the rules of its own.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

TREE = "tree"
"""Stands for a tree in an answer, with its number."""


class RemoteObject:
    """An engine or a tree of the other process: every call of a method is sent there."""

    def __init__(self, send: Callable[..., Any], number: int) -> None:
        self._send, self._number = send, number

    def __getattr__(self, name: str) -> Any:
        if name in ("bytes", "used", "depth"):
            return self._call(name)
        return lambda *given, **named: self._call(name, *given, **named)

    def _call(self, name: str, *given: Any, **named: Any) -> Any:
        memories = [one for one in given if hasattr(one, "data")]
        sent = [("memory", bytes(a.data)) if hasattr(a, "data") else ("value", a) for a in given]
        changed, found = self._send(self._number, name, sent, named)
        for memory, data in zip(memories, changed, strict=True):
            memory.data[:] = data
        return found


class RemoteEngine(RemoteObject):
    """The engine of a game and its search, see `core.engine` and `bots.search.engine`."""

    def __init__(self, game: str) -> None:
        environment = {**os.environ, "SPIELZUG_PLAIN": "1"}
        self._process = subprocess.Popen(
            [sys.executable, __file__, game],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
        )  # fmt: skip
        super().__init__(self._ask, 0)

    def _ask(self, *message: Any) -> Any:
        to, answers = self._process.stdin, self._process.stdout
        assert to is not None and answers is not None
        pickle.dump(message, to)
        to.flush()
        changed, found = pickle.load(answers)
        if isinstance(found, tuple) and found[0] == TREE:
            found = RemoteObject(self._ask, found[1])
        return changed, found

    # `search_engine` looks for these.
    def ready_to_search(self, net: bool = False) -> None:
        self._call("ready_to_search", net)

    def new_tree(self, settings: Any) -> Any:
        return self._call("new_tree", settings)

    def prove_win(self, *given: Any, **named: Any) -> Any:
        return self._call("prove_win", *given, **named)

    def shipped_net(self, terms: Any) -> None:
        """It has no nets."""


def main(name: str) -> None:
    from spielzug.bots.search.engine import search_engine
    from spielzug.core.declaration import layout_of
    from spielzug.core.keys import GeneratorRecord
    from spielzug.core.memory import RecordMemory
    from spielzug.games import get_game

    game = get_game(name).ready()
    objects: list[Any] = [game.native]
    known = game.facts_layout, game.state_layout, layout_of(GeneratorRecord)
    layouts = {layout.size: layout for layout in known}
    while True:
        try:
            number, method, sent, named = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        given = [
            RecordMemory(layouts[len(a)], bytearray(a)) if kind == "memory" else a
            for kind, a in sent
        ]
        holder = objects[number]
        if number == 0 and not hasattr(holder, method):
            holder = search_engine(game)
        found = getattr(holder, method)
        if callable(found):
            found = found(*given, **named)
        if method == "new_tree":
            objects.append(found)
            found = TREE, len(objects) - 1
        changed = [bytes(a.data) for a in given if isinstance(a, RecordMemory)]
        pickle.dump((changed, found), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
