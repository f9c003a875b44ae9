"""What no run can play, told before it begins."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.bots import PROGRAM, get_bot
from spielzug.bots.net import is_net
from spielzug.bots.net.find import Stand
from spielzug.bots.net.player import net_for
from spielzug.bots.outside import refuse_missing
from spielzug.bots.search.levels import SEARCH, searcher
from spielzug.core.errors import UsageError
from spielzug.core.rng import new_rng

MOST_GAMES = 10**12  # of one seed: a machine that plays a million a second needs eleven days


def refuse_games(games: int, first: int = 0) -> None:
    if games < 1:
        raise UsageError(f"--games {games}: ask for at least 1")
    if first < 0:
        raise UsageError(f"--first-game {first}: games are counted from 0")
    if first + games > MOST_GAMES:
        raise UsageError(
            f"{first + games} games are too many: ask for at most {MOST_GAMES} of one seed, and "
            "for more with other seeds"
        )


def refuse_seed(seed: str) -> None:
    """Any text is a seed, but text it must be."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UsageError(f"the seed {seed!r} is not valid text: half a character") from None


def refuse_nets(bots: Sequence[str], stand: Stand) -> None:
    """Refuse a net that does not fit what will be played."""
    for name in bots:
        if is_net(name):
            net_for(name, stand)
        elif name.startswith(SEARCH):
            searcher(name, new_rng(0)).net(stand)


def refuse_bot(name: str) -> None:
    """Refuse a bot that does not exist, and a program that is not there."""
    get_bot(name)
    if name.startswith(PROGRAM):
        refuse_missing(name.removeprefix(PROGRAM))
