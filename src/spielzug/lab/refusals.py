"""What no run can play, told before it begins."""

from __future__ import annotations

from spielzug.bots import PROGRAM, get_bot
from spielzug.bots.outside import refuse_missing
from spielzug.core.errors import UsageError

MOST_GAMES = 100_000_000  # for whose figures there is room; hours for the fastest bots


def refuse_games(games: int) -> None:
    if games < 1:
        raise UsageError(f"{games} games cannot be played: ask for at least 1")
    if games > MOST_GAMES:
        raise UsageError(
            f"{games} games are too many: ask for at most {MOST_GAMES}, and for more in several "
            "runs with other seeds"
        )


def refuse_seed(seed: str) -> None:
    """Any text is a seed, but text it must be."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UsageError(f"the seed {seed!r} is no text: half a character stands in it") from None


def refuse_bot(name: str) -> None:
    """Refuse a bot that does not exist, and a program that is not there."""
    get_bot(name)
    if name.startswith(PROGRAM):
        refuse_missing(name.removeprefix(PROGRAM))
