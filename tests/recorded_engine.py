"""An engine that answers from a file, and the one that wrote the file. Neither needs NumPy."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from spielzug.bots.search.engine import SearchEngine, SearchTree, TreeNode, TreeSettings
from spielzug.core.engine import Engine, InMemory
from spielzug.core.events import Event

CHANGING = {
    "start": 1, "step": 1, "advance": 1, "hide": 1, "guess": 1, "step_with_digits": 1, "choose": 3,
}  # fmt: skip
"""Methods that change one of their arguments, and which: the state, or the generator."""
ANSWERING = (
    *CHANGING, "actor", "over", "legal", "outside", "result", "nobody_can_win", "failed_check",
    "has", "value",
)  # fmt: skip


def question(method: str, arguments: Sequence[Any]) -> str:
    """A method and its arguments as one short key."""
    digest = hashlib.sha256(method.encode())
    for argument in arguments:
        data = getattr(argument, "data", None)
        digest.update(b"\0" + (bytes(data) if data is not None else repr(argument).encode()))
    return digest.hexdigest()[:24]


class RecordingEngine:
    """Asks another engine and keeps its answers."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.answers: dict[str, Any] = {}

    def __getattr__(self, method: str) -> Callable[..., Any]:
        ask = getattr(self._engine, method)
        if method not in ANSWERING:
            found: Callable[..., Any] = ask
            return found

        def answer(*arguments: Any) -> Any:
            key = question(method, arguments)
            returned = ask(*arguments)
            changed = CHANGING.get(method)
            after = None if changed is None else bytes(arguments[changed].data).hex()
            self.answers[key] = [returned, after]
            return returned

        return answer

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.answers), "utf-8")


class RecordedEngine:
    """Gives the answers that were recorded, and fails at any other question."""

    def __init__(self, path: Path) -> None:
        self._answers: dict[str, Any] = json.loads(path.read_text("utf-8"))

    def ready(self, functions: Sequence[str] = ()) -> None:
        pass

    def _ask(self, method: str, *arguments: Any) -> Any:
        returned, after = self._answers[question(method, arguments)]
        if after is not None:
            arguments[CHANGING[method]].data[:] = bytes.fromhex(after)
        return returned

    def start(self, facts: InMemory, state: InMemory, seats: int, key: int) -> list[Event]:
        return [Event(*event) for event in self._ask("start", facts, state, seats, key)]

    def step(self, facts: InMemory, state: InMemory, action: int) -> list[Event]:
        return [Event(*event) for event in self._ask("step", facts, state, action)]

    def result(self, facts: InMemory, state: InMemory) -> tuple[int, list[float]]:
        reason, shares = self._ask("result", facts, state)
        return reason, shares

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method not in ANSWERING:
            raise AttributeError(f"nothing was recorded about {method!r}")

        def answer(*arguments: Any) -> Any:
            return self._ask(method, *arguments)

        return answer


# -- with searches ---------------------------------------------------------------------------------


def tree_question(tree: int, number: int, method: str, arguments: Sequence[Any]) -> str:
    """A tree's answers depend on what came before, so its calls are counted."""
    return f"{tree}.{number} {question(method, arguments)}"


class RecordingSearch(RecordingEngine):
    """The same for an engine that also searches."""

    def __init__(self, engine: Engine, search: SearchEngine) -> None:
        super().__init__(engine)
        self._search = search
        self._trees = 0

    def ready_to_search(self, net: bool = False) -> None:
        self._search.ready_to_search(net)

    def new_tree(self, settings: TreeSettings) -> Any:
        self._trees += 1
        return RecordingTree(self._search.new_tree(settings), self._trees, self.answers)

    def prove_win(self, *arguments: Any) -> list[int]:
        key = question("prove_win", arguments)
        found = self.answers[key] = self._search.prove_win(*arguments)
        return found

    def shipped_net(self, terms: Any) -> object:
        net = self._search.shipped_net(terms)
        self.answers["shipped_net"] = net is not None
        return net


class RecordingTree:
    def __init__(self, tree: SearchTree, number: int, answers: dict[str, Any]) -> None:
        self._tree, self._number, self._answers, self._calls = tree, number, answers, 0

    def _ask(self, method: str, *arguments: Any) -> Any:
        found = getattr(self._tree, method)
        if callable(found):
            found = found(*arguments)
        self._calls += 1
        self._answers[tree_question(self._number, self._calls, method, arguments)] = found
        return found

    def set_root(self, *arguments: Any) -> None:
        self._ask("set_root", *arguments)

    def grow(self, iterations: int) -> Any:
        return self._ask("grow", iterations)

    def children(self, parent: int = 0) -> Any:
        return self._ask("children", parent)

    @property
    def used(self) -> Any:
        return self._ask("used")

    @property
    def depth(self) -> Any:
        return self._ask("depth")


class RecordedSearch(RecordedEngine):
    """Gives the recorded answers of an engine that also searches."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._trees = 0

    def ready_to_search(self, net: bool = False) -> None:
        pass

    def new_tree(self, settings: TreeSettings) -> Any:
        self._trees += 1
        return RecordedTree(self._answers, self._trees)

    def prove_win(self, *arguments: Any) -> Any:
        return self._answers[question("prove_win", arguments)]

    def shipped_net(self, terms: Any) -> object:
        return object() if self._answers["shipped_net"] else None


class RecordedTree(RecordingTree):
    def __init__(self, answers: dict[str, Any], number: int) -> None:
        self._number, self._answers, self._calls = number, answers, 0

    def _ask(self, method: str, *arguments: Any) -> Any:
        self._calls += 1
        return self._answers[tree_question(self._number, self._calls, method, arguments)]

    def children(self, parent: int = 0) -> list[TreeNode]:
        return [TreeNode(*node) for node in super().children(parent)]
