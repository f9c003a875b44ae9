"""How thoroughly `check_game` runs in the first tier of tests; in the second it runs in full."""

from __future__ import annotations

from typing import Any

import pytest

from spielzug.core.check import CHECKS

QUICK: dict[str, Any] = {
    # Checking bounds compiles all rules of the game once more.
    "checks": [name for name in CHECKS if name != "bounds"],
    "newest_only": True,
    "games": 2,
    "samples": 60,
}


def parts_to_judge(games: int, quick: int, slow: int) -> list[Any]:
    """Random games that a reference judges, as pytest's parameters.

    The first part is for the first tier; the rest, in parts of another size, for the second.
    """
    parts = [range(quick)] + [range(n, min(n + slow, games)) for n in range(quick, games, slow)]
    return [
        pytest.param(part, id=f"{part[0]}-{part[-1]}", marks=pytest.mark.slow if part[0] else ())
        for part in parts
    ]
