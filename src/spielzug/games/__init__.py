"""The games, by name. A new game is a folder beside the others and one line here."""

from __future__ import annotations

from importlib import import_module

from spielzug.core.errors import UsageError
from spielzug.core.game import Game

NAMES = ("game_of_trains", "zwergenzugfahrt")


def get_game(name: str) -> Game:
    """The game of that name; its rules are compiled only when `ready()` is called."""
    if name not in NAMES:
        raise UsageError(f"there is no game {name!r}; the games are: {', '.join(NAMES)}")
    game: Game = import_module(f"spielzug.games.{name}").GAME
    return game


def all_games() -> list[Game]:
    return [get_game(name) for name in NAMES]


UPCOMING = {
    "trains": dict.fromkeys(("de", "en", "fr", "nl"), "Trains – Die Bahn kommt!"),
    "zugraub": dict.fromkeys(("de", "en", "fr", "nl"), "Der große Zugraub"),
}
"""Games that are announced but cannot be played yet."""
