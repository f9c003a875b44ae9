"""A game and its options as they are told to another process, which may be on another machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from spielzug.core.cache import PACKAGE, SOURCE_SUFFIXES
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.games import NAMES, add_set, get_game

ROOMS = ("core", "bots", "lab")
"""Beside the game's own folder: what decides how a game goes and what is counted of it."""
SUFFIXES = (*SOURCE_SUFFIXES, ".safetensors")
"""Of what is looked at; levels think with the net that ships."""


class OtherCode(SpielzugError):
    """Two machines, or two files, of which each would play games in its own way."""


@dataclass(frozen=True)
class Brief:
    """All in it are words, so that it can be sent, and kept in a file."""

    game: str
    options: tuple[tuple[str, str], ...]
    code: str
    """Of the sources with which all games of the run are to be played."""
    set_text: str | None = None
    """What stands in the file of the set that the options name, if they name one."""

    @classmethod
    def of(cls, game: Game, options: Options) -> Brief | None:
        """None if nobody else can know this game: it was made up by the program that asks."""
        if game.name not in NAMES or get_game(game.name) is not game:
            return None
        named = tuple(options.named().items())
        return cls(game.name, named, source_code(game), game.set_text(options))

    def open(self) -> tuple[Game, Options]:
        """The game and the options, if this is a place where they mean the same."""
        game = get_game(self.game)
        own = source_code(game)
        if own != self.code:
            raise OtherCode(
                f"the run uses other sources ({self.code}) than those installed here ({own}): "
                "install the same version on every machine"
            )
        if self.set_text is not None:
            add_set(self.set_text, "set")
        return game, game.options.parse(dict(self.options))


def source_code(game: Game) -> str:
    """A short hash of all sources and data that the games of a run depend on.

    The same wherever they are installed, unlike the stamps of compiled code.
    """
    return _hashed(game.name)


@lru_cache(maxsize=16)
def _hashed(name: str) -> str:
    digest = hashlib.sha256()
    folders = [PACKAGE / room for room in ROOMS]
    if name in NAMES:  # not so a game that a program has made up
        found = find_spec(f"spielzug.games.{name}")
        assert found is not None and found.origin is not None
        folders.append(Path(found.origin).parent)
    for folder in folders:
        for path in sorted(f for f in folder.rglob("*") if f.suffix in SUFFIXES):
            place = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            digest.update(place.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]
