"""The six levels as they were before there were nets: a fixed yardstick for later bots.

Only benches know them, as `frozen:expert`. Their numbers never change, whatever becomes of the
levels themselves.
"""

from __future__ import annotations

from spielzug.bots.names import LEVELS
from spielzug.core.errors import UsageError

FROZEN = "frozen:"
EFFORTS = {
    "game_of_trains": ((16, 37), (20, 31), (24, 22), (40, 12), (80, 5), (6_000, 0)),
    "trains": ((24, 16), (24, 12), (32, 8), (64, 5), (128, 2), (400, 0)),
    "zugraub": ((8, 40), (12, 28), (20, 18), (32, 9), (80, 3), (2_000, 0)),
    "zwergenzugfahrt": ((16, 28), (30, 16), (55, 7), (130, 0), (450, 0), (6_000, 0)),
}
"""Iterations per decision, and how many of 64 decisions are random."""


def frozen_effort(game: str, bot: str) -> tuple[int, int]:
    """The iterations and slips of `frozen:expert` in a game."""
    level = bot.removeprefix(FROZEN)
    if game not in EFFORTS or level not in LEVELS:
        raise UsageError(f"{bot!r}: there are {', '.join(FROZEN + one for one in LEVELS)}")
    return EFFORTS[game][LEVELS.index(level)]
