"""What a run was, and how its figures are written down: for people, and to be put together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import spielzug
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.lab.play.game_spec import source_code

TIMES = ("seconds", "seconds_per_turn")
"""What is another figure each time: all others are a function of what was asked for."""

SIMULATE, ARENA = "simulate", "arena"

SAME = (
    "command", "game", "rules_version", "seats", "bots", "seed", "options", "verify", "neighbours",
    "until_decided", "version", "code",
)  # fmt: skip
"""What all parts of a run have in common, if its command knows it."""


def head_of(
    command: str, game: Game, seats: int, bots: Sequence[str], seed: str, options: Options
) -> dict[str, Any]:
    return {
        "command": command,
        "version": spielzug.__version__,
        "code": source_code(game),
        "game": game.name,
        "rules_version": game.rules_version,
        "seats": seats,
        "bots": list(bots),
        "seed": seed,
        "options": options.named(),
    }


def untimed(figures: dict[str, Any]) -> dict[str, Any]:
    """Without how long it took: the same run gives the same, to the byte."""
    by_bot = [{k: v for k, v in row.items() if k not in TIMES} for row in figures["by_bot"]]
    return {
        name: by_bot if name == "by_bot" else value
        for name, value in figures.items()
        if name not in TIMES
    }


def written(figures: dict[str, Any]) -> str:
    """As JSON for people and for `spielzug merge`; the sums, which are long, on one line."""
    told = {name: value for name, value in figures.items() if name != "sums"}
    sums = json.dumps(figures["sums"], separators=(",", ":"))
    return f'{json.dumps(told, indent=2)[:-2]},\n  "sums": {sums}\n}}'
