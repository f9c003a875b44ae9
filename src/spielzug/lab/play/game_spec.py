"""What a run is played with: a game spec for other processes, checks of bots, short bot names."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from spielzug.bots import PROGRAM, get_bot
from spielzug.bots.external import check_command, parse_command, program_name
from spielzug.bots.names import PROGRAM_SECONDS, SEARCH, HasGameTerms
from spielzug.bots.net import NET_FILE, is_net
from spielzug.bots.net.player import net_for
from spielzug.bots.search.levels import WITH_NET, searcher
from spielzug.core.cache import PACKAGE, SOURCE_SUFFIXES
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.players import OUTSIDE as OUTSIDE
from spielzug.core.players import OWN_NET as OWN_NET
from spielzug.core.rng import new_rng
from spielzug.games import NAMES, add_set, get_game

SOURCE_PACKAGES = ("core", "bots", "lab")
"""Beside the game's own folder: what decides how a game is played and counted."""
SUFFIXES = (*SOURCE_SUFFIXES, ".safetensors")
"""Files included in the hash; nets too, because levels use the shipped net."""


class CodeMismatch(SpielzugError):
    """Two machines, or two files, with different sources: their games would differ."""


@dataclass(frozen=True)
class GameSpec:
    """A game and its options as text, to be sent to another process or kept in a file."""

    game: str
    options: tuple[tuple[str, str], ...]
    code: str
    """The hash of the sources with which all games of the run are played."""
    set_text: str | None = None
    """The text of the set file that the options name, if they name one."""

    @classmethod
    def of(cls, game: Game, options: Options) -> GameSpec | None:
        """None for a game that is not installed: other processes do not know it."""
        if game.name not in NAMES or get_game(game.name) is not game:
            return None
        named = tuple(options.named().items())
        return cls(game.name, named, source_code(game), game.set_text(options))

    def open(self) -> tuple[Game, Options]:
        """The game and the options; raises `CodeMismatch` if the sources here differ."""
        game = get_game(self.game)
        own = source_code(game)
        if own != self.code:
            raise CodeMismatch(
                f"the run uses other sources ({self.code}) than those installed here ({own}): "
                "install the same version on every machine"
            )
        if self.set_text is not None:
            add_set(self.set_text, "set")
        return game, game.options.parse(dict(self.options))


def source_code(game: Game) -> str:
    """A short hash of all sources and data that the games of a run depend on.

    The same on every installation, unlike the stamps of compiled code.
    """
    return _hashed(game.name)


@lru_cache(maxsize=16)
def _hashed(name: str) -> str:
    digest = hashlib.sha256()
    folders = [PACKAGE / package for package in SOURCE_PACKAGES]
    if name in NAMES:  # not a game defined by a program
        found = find_spec(f"spielzug.games.{name}")
        assert found is not None and found.origin is not None
        folders.append(Path(found.origin).parent)
    for folder in folders:
        for path in sorted(f for f in folder.rglob("*") if f.suffix in SUFFIXES):
            place = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            digest.update(place.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


MOST_GAMES = 10**12  # per seed: at a million games a second that takes eleven days


def check_games(games: int, first: int = 0) -> None:
    if games < 1:
        raise UsageError(f"--games {games}: ask for at least 1")
    if first < 0:
        raise UsageError(f"--first-game {first}: games are counted from 0")
    if first + games > MOST_GAMES:
        raise UsageError(
            f"{first + games} games are too many: ask for at most {MOST_GAMES} of one seed, and "
            "for more with other seeds"
        )


def check_seed(seed: str) -> None:
    """Any valid Unicode text is a seed."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UsageError(f"the seed {seed!r} is not valid text: half a character") from None


def check_nets(bots: Sequence[str], stand: HasGameTerms) -> None:
    """Raise `UsageError` for a net that does not fit what will be played."""
    for name in bots:
        if is_net(name):
            net_for(name, stand)
        elif name.startswith(SEARCH):
            searcher(name, new_rng(0)).net(stand)


def check_bot(name: str, program_seconds: float = PROGRAM_SECONDS) -> None:
    """Raise `UsageError` for a bot that does not exist, or a program that cannot be found."""
    get_bot(name, None, program_seconds)
    if name.startswith(PROGRAM):
        check_command(name.removeprefix(PROGRAM))


MOST = 16  # characters: the width of a column, and of a name in the ladder's picture
NAMED = f"+{WITH_NET}="


def player_of(bot: str) -> str:
    """A record's name for this player."""
    if bot.startswith(NET_FILE):
        return OWN_NET
    words, named, _ = bot.partition(NAMED)
    if bot.startswith(SEARCH) and named:
        return f"{words}+{OWN_NET}"
    return OUTSIDE if bot.startswith(PROGRAM) else bot


def aliases(bots: Sequence[str]) -> dict[str, str]:
    """A unique short name for each bot: of a program or a net the file name, perhaps numbered."""
    different = list(dict.fromkeys(bots))
    return dict(zip(different, number_aliases(different), strict=True))


def number_aliases(bots: Sequence[str]) -> list[str]:
    """The same for a list that may name a bot twice: each entry has its own."""
    found: list[str] = []
    for bot in bots:
        whole, number = _short(bot), 1
        name = _cut(whole, MOST)
        while name in found:
            number += 1
            name = f"{_cut(whole, MOST - len(str(number)) - 1)} {number}"
        found.append(name)
    return found


def _short(bot: str) -> str:
    if bot.startswith(NET_FILE):
        return Path(bot.removeprefix(NET_FILE)).stem
    words, named, file = bot.partition(NAMED)
    if bot.startswith(SEARCH) and named:
        return f"{words}+{Path(file).stem}"
    if not bot.startswith(PROGRAM):
        return bot
    return program_name(parse_command(bot.removeprefix(PROGRAM)))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
