"""How hard `check_game` looks in the first tier of the tests; in the second it looks in full."""

from __future__ import annotations

from typing import Any

import pytest

from spielzug.core.check import CHECKS

QUICK: dict[str, Any] = {
    # Checking bounds compiles all rules of the game once more.
    "checks": [name for name in CHECKS if name != "bounds"],
    "newest_only": True,
    "games": 3,
    "samples": 150,
}

JUDGED = 100
"""Random games that an independent reference judges in the first tier."""


def parts_to_judge(games: int, quick: int, slow: int) -> list[Any]:
    """Games as pytest's parameters: the first hundred in parts of one size, the rest of another."""
    first = [range(n, n + quick) for n in range(0, JUDGED, quick)]
    rest = [range(n, min(n + slow, games)) for n in range(JUDGED, games, slow)]
    return [
        *(pytest.param(part, id=f"{part[0]}-{part[-1]}") for part in first),
        *(pytest.param(part, id=f"{part[0]}-{part[-1]}", marks=pytest.mark.slow) for part in rest),
    ]
