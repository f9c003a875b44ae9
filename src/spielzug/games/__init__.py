"""The games, by name. A new game is a folder beside the others and one line here."""

from __future__ import annotations

from importlib import import_module

from spielzug.core.errors import UsageError
from spielzug.core.game import Game

NAMES = ("game_of_trains",)


def get_game(name: str) -> Game:
    """The game of that name; its rules are compiled only when `ready()` is called."""
    if name not in NAMES:
        raise UsageError(f"there is no game {name!r}; the games are: {', '.join(NAMES)}")
    game: Game = import_module(f"spielzug.games.{name}").GAME
    return game


def all_games() -> list[Game]:
    return [get_game(name) for name in NAMES]


UPCOMING = {
    "trains": {lang: "Trains – Die Bahn kommt!" for lang in ("de", "en", "fr", "nl")},
    "zwergenzugfahrt": {lang: "Die Zwergenzugfahrt" for lang in ("de", "en", "fr", "nl")},
    "zugraub": {lang: "Der große Zugraub" for lang in ("de", "en", "fr", "nl")},
}
"""Games that are announced but cannot be played yet."""
