"""A position to be thought about, as it travels to another process: by value."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from spielzug.core.game import Facts, Game, State
from spielzug.core.options import Options
from spielzug.core.position import from_plain, plain
from spielzug.games import get_game


@dataclass(frozen=True)
class Question:
    """What the seat to act may know, and nothing more."""

    game: str
    options: str
    hidden: dict[str, Any]
    names: tuple[str, ...]
    key: int
    """Where the luck of the thought comes from."""

    @classmethod
    def about(
        cls,
        game: Game,
        options: Options,
        hidden: State,
        names: Sequence[str] = (),
        key: int | None = None,
    ) -> Question:
        """A question; without a `key` its thought is left to chance."""
        luck = secrets.randbits(64) if key is None else int(key)
        return cls(game.name, options.to_text(), plain(hidden), tuple(names), luck)

    def position(self) -> tuple[Game, Facts, State]:
        """The same in the records of this process."""
        game = get_game(self.game)
        return (
            game,
            game.facts(game.options.from_text(self.options)),
            from_plain(game, self.hidden),
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Question:
        return cls(**{**given, "names": tuple(given["names"])})

    def __str__(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False)
