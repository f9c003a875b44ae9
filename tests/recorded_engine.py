"""An engine that answers from a file, and the one that wrote the file. Neither needs NumPy."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from spielzug.core.engine import Engine, InMemory
from spielzug.core.events import Event

CHANGING = ("start", "step", "advance", "hide", "guess")
"""Methods that change the state, their second argument."""
ANSWERING = (
    *CHANGING, "actor", "over", "legal", "outside", "result", "nobody_can_win", "failed_check",
    "has",
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
            after = bytes(arguments[1].data).hex() if method in CHANGING else None
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
            arguments[1].data[:] = bytes.fromhex(after)
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
