"""The registry of games. A new game is a folder in this package and an entry in `NAMES`.

During development a game may live in any folder: pass it to `add_folder`, or list it in the
environment variable `SPIELZUG_GAMES`. It is then imported as `spielzug.games.NAME` like the rest.
"""

from __future__ import annotations

import copyreg
import os
import pickle
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from spielzug.core.engine import Engine
from spielzug.core.errors import UsageError
from spielzug.core.game import Game

if TYPE_CHECKING:
    from spielzug.core.sets import LoadedSet

NAMES = ["game_of_trains", "trains", "zwergenzugfahrt", "zugraub"]
GAME_FOLDERS_VARIABLE = "SPIELZUG_GAMES"


def add_folder(folder: Path) -> str:
    """Register the game in this folder; returns its name, which is the folder's."""
    name = folder.name
    if not (folder / "__init__.py").is_file():
        raise UsageError(f"{folder}: there is no game here: an __init__.py with GAME is missing")
    if name in NAMES and str(folder.parent) not in __path__:
        raise UsageError(f"{folder}: there is a game {name!r} already; give the folder a new name")
    if name not in NAMES:
        __path__.append(str(folder.parent))
        NAMES.append(name)
        known = [f for f in os.environ.get(GAME_FOLDERS_VARIABLE, "").split(os.pathsep) if f]
        if str(folder) not in known:  # so that bot and check processes find it, too
            os.environ[GAME_FOLDERS_VARIABLE] = os.pathsep.join([*known, str(folder)])
    return name


def get_game(name: str) -> Game:
    """The game of that name; its rules are compiled only when `ready()` is called."""
    if name not in NAMES:
        raise UsageError(f"there is no game {name!r}; the games are: {', '.join(NAMES)}")
    game: Game = import_module(f"spielzug.games.{name}").GAME
    return game


def engine_of(name: str) -> Engine:
    """What carries out the rules of that game, for its words."""
    return get_game(name).engine


def _reduce_game(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Pickle a game as its name: the receiving process imports its own copy."""
    if game.name not in NAMES or get_game(game.name) is not game:
        raise pickle.PicklingError(
            f"the game {game.name!r} is known to this program alone: put it into a folder and add "
            "that (`add_folder`), so that other processes find it"
        )
    return get_game, (game.name,)


copyreg.pickle(Game, _reduce_game)


def load_set(path: Path) -> tuple[Game, LoadedSet[object]]:
    """Load a set file (other cards, boards or numbers); returns its game as well."""
    from spielzug.core.sets import read_text

    return add_set(read_text(path), path.name)


def add_set(text: str, source: str) -> tuple[Game, LoadedSet[object]]:
    """Load a set from the text of its file; `source` names the file in messages."""
    from spielzug.core.sets import parse

    found = parse(text, source)
    name = found.data.get("game") if isinstance(found.data, dict) else None
    if not isinstance(name, str) or name not in NAMES:
        raise found.error_at(
            ("game",) if name is not None else (),
            f"a set has the entry 'game: NAME', one of: {', '.join(NAMES)}",
        )
    game = get_game(name)
    if game.sets is None:
        raise UsageError(f"{source}: {game.title['en']} has no other sets")
    return game, game.sets.add(found)


def all_games() -> list[Game]:
    return [get_game(name) for name in NAMES]


for _folder in filter(None, os.environ.get(GAME_FOLDERS_VARIABLE, "").split(os.pathsep)):
    add_folder(Path(_folder))
