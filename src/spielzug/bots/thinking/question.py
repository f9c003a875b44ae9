"""Something to be thought about, as it travels to another process: by value."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any

from spielzug.core.position import Seen
from spielzug.games import get_game


@dataclass(frozen=True)
class ThinkingQuestion:
    """What the seat to act may know, and where the luck of the thought comes from."""

    seen: dict[str, Any]
    key: int

    @classmethod
    def about(cls, seen: Seen, key: int | None = None) -> ThinkingQuestion:
        """A question; without a `key` its thought is left to luck."""
        return cls(seen.to_json(), secrets.randbits(64) if key is None else key)

    @property
    def game(self) -> str:
        return str(self.seen["game"])

    def position(self) -> Seen:
        """The same in the records of this process."""
        return Seen.from_json(self.seen, get_game)

    def to_json(self) -> dict[str, Any]:
        return {"seen": self.seen, "key": self.key}

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> ThinkingQuestion:
        return cls(given["seen"], given["key"])

    def __str__(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False)
