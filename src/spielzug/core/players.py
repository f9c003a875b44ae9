"""Who plays a seat, as records name it: a person, a bot, or a program or net of somebody's own."""

from __future__ import annotations

import re
from typing import Final

from spielzug.core.errors import UsageError

HUMAN: Final = "human"
RANDOM, GREEDY, POLICY = "random", "greedy", "policy"
LEVELS = ("beginner", "casual", "club", "strong", "master", "expert")
NET = "net"
"""The net that ships with the game, without search."""
OWN_NET = "net-file"
"""A net from a file. Records leave out the path, and for `OUTSIDE` the command: they mean nothing
on another machine, and nobody should run something because a file says so."""
OUTSIDE = "program"
"""An external program."""
SEARCH = "search:"
"""A custom search, such as `search:2s+threads=2+net-file`."""
PLAYERS: tuple[str, ...] = (HUMAN, RANDOM, GREEDY, POLICY, *LEVELS, NET, OWN_NET, OUTSIDE)
"""All players but custom searches. A name that was ever written stays, so that old records can be
read."""
_PART = r"(?:(?:threads|memory)=)?[0-9]{1,9}|[0-9]{1,9}m?s|net"
_SEARCH = re.compile(rf"{SEARCH}(?:{_PART})(?:\+(?:{_PART}))*(?:\+{OWN_NET})?")


def check_player(name: str) -> None:
    """Raise unless a seat in a record can be played by `name`."""
    if not isinstance(name, str) or (name not in PLAYERS and not _SEARCH.fullmatch(name)):
        raise UsageError(
            f"there is no player {name!r}: a seat is played by one of {', '.join(PLAYERS)}, "
            f"or by a search such as {SEARCH}5000"
        )
