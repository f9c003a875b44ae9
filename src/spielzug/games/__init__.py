"""The games, by name. A new game is a folder beside the others and one line here."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import yaml

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game

NAMES = ("game_of_trains", "trains", "zwergenzugfahrt", "zugraub")


def get_game(name: str) -> Game:
    """The game of that name; its rules are compiled only when `ready()` is called."""
    if name not in NAMES:
        raise UsageError(f"there is no game {name!r}; the games are: {', '.join(NAMES)}")
    game: Game = import_module(f"spielzug.games.{name}").GAME
    return game


def load_set(path: Path) -> tuple[Game, int]:
    """Load a file with other cards or boards; gives its game and its value of the option `set`."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotRead(f"{path}: the set cannot be opened: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CannotRead(f"{path}: the set is not valid YAML: {error}") from None
    name = data.get("game") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in NAMES:
        raise CannotRead(f"{path}: a set begins with 'game: NAME', one of: {', '.join(NAMES)}")
    game = get_game(name)
    if game.load_set is None:
        raise UsageError(f"{path}: {game.title['en']} has no other sets")
    return game, game.load_set(path)


def all_games() -> list[Game]:
    return [get_game(name) for name in NAMES]
