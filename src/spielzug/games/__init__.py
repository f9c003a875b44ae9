"""The games, by name. A new game is a folder beside the others and one line here.

A game may also lie elsewhere while it is being made: `add_folder`, or `SPIELZUG_GAMES` in the
environment, a list of such folders. It is then a module like those here, `spielzug.games.NAME`.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import yaml

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game

NAMES = ["game_of_trains", "trains", "zwergenzugfahrt", "zugraub"]
ELSEWHERE = "SPIELZUG_GAMES"
_SET_TEXTS: dict[tuple[str, int], str] = {}
"""What stood in the files of the loaded sets, by game and value of the option `set`."""


def add_folder(folder: Path) -> str:
    """Add the game in this folder; gives its name, which is the folder's."""
    name = folder.name
    if not (folder / "__init__.py").is_file():
        raise UsageError(f"{folder}: there is no game here: an __init__.py with GAME is missing")
    if name in NAMES and str(folder.parent) not in __path__:
        raise UsageError(f"{folder}: there is a game {name!r} already; give the folder a new name")
    if name not in NAMES:
        __path__.append(str(folder.parent))
        NAMES.append(name)
        known = [f for f in os.environ.get(ELSEWHERE, "").split(os.pathsep) if f]
        if str(folder) not in known:  # processes that think and check must find it, too
            os.environ[ELSEWHERE] = os.pathsep.join([*known, str(folder)])
    return name


def get_game(name: str) -> Game:
    """The game of that name; its rules are compiled only when `ready()` is called."""
    if name not in NAMES:
        raise UsageError(f"there is no game {name!r}; the games are: {', '.join(NAMES)}")
    game: Game = import_module(f"spielzug.games.{name}").GAME
    return game


def load_set(path: Path) -> tuple[Game, int]:
    """Load a file with other cards or boards; gives its game and its value of the option `set`."""
    try:
        text = path.read_text(encoding="utf-8")
        data = yaml.safe_load(text)
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
    number = game.load_set(path)
    _SET_TEXTS[name, number] = text
    return game, number


def set_text(game: str, number: int) -> str | None:
    """What stood in the file of a loaded set, to tell it to another process."""
    return _SET_TEXTS.get((game, number))


def all_games() -> list[Game]:
    return [get_game(name) for name in NAMES]


for _folder in filter(None, os.environ.get(ELSEWHERE, "").split(os.pathsep)):
    add_folder(Path(_folder))
