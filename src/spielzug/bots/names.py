"""The names of bots, and what can be told of a bot without loading it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol

from spielzug.bots.net import is_net
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.players import LEVELS as LEVELS
from spielzug.core.players import SEARCH as SEARCH
from spielzug.games import NAMES

LOWEST = LEVELS[0]
WAYS = (
    "`search:5000` (iterations), `search:2s` or `search:500ms` (time per turn), and after a `+` "
    "`threads=2` or `memory=64` (megabytes); `+net` adds the game's net, `+net=FILE` (at the end) "
    "a net of your own"
)
NET_DATA = "net.safetensors"
"""The file of a game's net, among its data."""
PROGRAM_SECONDS = 30.0
"""An external program's default time limit: for its first `ready`, and for each decision."""
MOST_PROGRAM_SECONDS = 86_400.0
PREPARING, FAILED = "preparing", "failed"
"""Why the quick player decided: the bot is not compiled yet, or it gave no answer."""


def is_thinking_bot(name: str) -> bool:
    """Whether this bot searches or uses a net, and so needs compiled code."""
    return name in LEVELS or name.startswith(SEARCH) or is_net(name)


def shipped_path(game: str) -> Path | None:
    """Where the game's net would be; None for a game that is not a package of its own."""
    found = find_spec(f"spielzug.games.{game}") if game in NAMES else None
    if found is None or found.origin is None:
        return None
    return Path(found.origin).parent / "data" / NET_DATA


def has_shipped_net(game: str) -> bool:
    """Whether a net ships with this game; does not open the file."""
    path = shipped_path(game)
    return path is not None and path.is_file()


def net_levels(game: Game) -> Mapping[str, tuple[int, int]]:
    """The levels that search with this game's net, with their iterations and slips in 64 decisions.

    Its setting ``NET_LEVELS``: only levels that get stronger by it. The lower levels are weak
    because they think little; with a net they would need more random slips, and play less like a
    person.
    """
    found: Mapping[str, tuple[int, int]] = game.setting("NET_LEVELS", {})
    return found if has_shipped_net(game.name) else {}


class HasGameTerms(Protocol):
    """What decides whether a net fits: a position, a `Seen`, or `GameTerms`."""

    @property
    def game(self) -> Game: ...
    @property
    def options(self) -> Options: ...
    @property
    def seats(self) -> int: ...
    @property
    def version(self) -> int: ...


class GameTerms(NamedTuple):
    """A game's rules version, options and number of seats, before there is a position."""

    game: Game
    options: Options
    seats: int
    version: int
