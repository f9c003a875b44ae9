"""What a bot is called where there is little room: short, and no two alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spielzug.bots import PROGRAM
from spielzug.bots.net import NET_FILE
from spielzug.bots.outside import command_of, program_name
from spielzug.bots.search.levels import SEARCH, WITH_NET

MOST = 16  # characters: what a column and the picture of the ladder have room for
OUTSIDE = PROGRAM.removesuffix(":")
"""How a record calls a player that is a program of somebody else: without its command, which says
nothing on another machine, and which nobody should run because a file says so."""
OWN_NET = "net-file"
"""The same for a net from a file of somebody's own."""
NAMED = f"+{WITH_NET}="


def player_of(bot: str) -> str:
    """How a record calls this player."""
    if bot.startswith(NET_FILE):
        return OWN_NET
    words, named, _ = bot.partition(NAMED)
    if bot.startswith(SEARCH) and named:
        return f"{words}+{OWN_NET}"
    return OUTSIDE if bot.startswith(PROGRAM) else bot


def aliases(bots: Sequence[str]) -> dict[str, str]:
    """A short name for each bot: of a program or a net the name of its file, numbered if twice."""
    found: dict[str, str] = {}
    for bot in dict.fromkeys(bots):
        whole, number = _short(bot), 1
        name = _cut(whole, MOST)
        while name in found.values():
            number += 1
            name = f"{_cut(whole, MOST - len(str(number)) - 1)} {number}"
        found[bot] = name
    return found


def _short(bot: str) -> str:
    if bot.startswith(NET_FILE):
        return Path(bot.removeprefix(NET_FILE)).stem
    words, named, file = bot.partition(NAMED)
    if bot.startswith(SEARCH) and named:
        return f"{words}+{Path(file).stem}"
    if not bot.startswith(PROGRAM):
        return bot
    return program_name(command_of(bot.removeprefix(PROGRAM)))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
