"""How hard `check_game` looks in the first tier of the tests; in the second it looks in full."""

from __future__ import annotations

from typing import Any

import pytest

from spielzug.core.check import CHECKS

QUICK: dict[str, Any] = {
    # Checking bounds compiles all rules of the game once more.
    "checks": [name for name in CHECKS if name != "bounds"],
    "games": 3,
    "samples": 150,
}

JUDGED = 100
"""Random games that an independent reference judges in the first tier."""


def parts_to_judge(games: int, size: int) -> list[Any]:
    """Games in parts of a size, as pytest's parameters: the first hundred games are not slow."""
    parts = [range(first, first + size) for first in range(0, games, size)]
    return [
        pytest.param(part, id=f"{part[0]}-", marks=pytest.mark.slow if part[0] >= JUDGED else ())
        for part in parts
    ]
