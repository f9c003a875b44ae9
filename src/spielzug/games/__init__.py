"""The registry of games. A game that ships with Spielzug is a folder here.

Games from outside are found in two ways: their folders are listed in the environment variable
`SPIELZUG_GAMES`, or an installed package names its game's package as an entry point of the group
`spielzug.games`. Both are imported as `spielzug.games.NAME` like the rest. A game is code: it may
do whatever the program may that loads it.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from spielzug.core.engine import Engine
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.game_folders import other_games, place_of

if TYPE_CHECKING:
    from spielzug.core.sets import LoadedSet

FIRST = ["game_of_trains", "trains", "zwergenzugfahrt", "zugraub"]
NAMES = FIRST + sorted({m.name for m in iter_modules(__path__) if m.ispkg} - {*FIRST})
"""The games that can be played, in the order in which they are offered."""
GAME_FOLDERS_VARIABLE = "SPIELZUG_GAMES"
ENTRY_POINTS = "spielzug.games"


class OtherGamesFinder:
    """Lets Python import the games from outside as modules of this package."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        package, _dot, game = name.rpartition(".")
        if package != __name__ or game not in other_games:
            return None
        folder = other_games[game]
        return spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )


sys.meta_path.append(OtherGamesFinder)


def add_folder(folder: Path) -> str:
    """Register the game in this folder; returns its name, which is the folder's."""
    folder = folder.absolute()
    name = folder.name
    if other_games.get(name) == folder:
        return name
    if not name.isidentifier():
        raise UsageError(
            f"{folder}: the folder of a game is named like a Python module: letters, digits and "
            "underscores; give it another name"
        )
    if not (folder / "__init__.py").is_file():
        raise UsageError(f"{folder}: there is no game here: an __init__.py with GAME is missing")
    if name in NAMES or find_spec(f"{__name__}.{name}") is not None:
        known = other_games.get(name, "Spielzug itself")
        raise UsageError(
            f"{folder}: there is a game {name!r} already, from {known}; give the folder a new name"
        )
    NAMES.append(name)
    other_games[name] = folder
    known_folders = [f for f in os.environ.get(GAME_FOLDERS_VARIABLE, "").split(os.pathsep) if f]
    if str(folder) not in map(os.path.abspath, known_folders):  # for bot and check processes
        os.environ[GAME_FOLDERS_VARIABLE] = os.pathsep.join([*known_folders, str(folder)])
    return name


def _names_games(folder: Path) -> bool:
    """Whether a package that is installed in this folder names a game."""
    files = folder.glob("*.dist-info/entry_points.txt")
    return any(f"[{ENTRY_POINTS}]" in file.read_text("utf-8", "replace") for file in files)


def _add_installed_games() -> None:
    """Register the games that installed packages name."""
    if not any(_names_games(Path(folder)) for folder in sys.path):
        return
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group=ENTRY_POINTS):
        spec = find_spec(point.value)
        if spec is None or not spec.submodule_search_locations:
            raise UsageError(
                f"the installed game {point.name!r} is not there: its package names "
                f"{point.value!r}, which is no package; reinstall or uninstall it"
            )
        add_folder(Path(spec.submodule_search_locations[0]))


def get_game(name: str) -> Game:
    """The game of that name; its rules are compiled only when `ready()` is called."""
    if not isinstance(name, str) or name not in NAMES:
        raise UsageError(
            f"there is no game {name!r}; the games are: {', '.join(NAMES)}; one from outside has "
            f"to be installed, or its folder listed in {GAME_FOLDERS_VARIABLE}"
        )
    try:
        module = import_module(f"{__name__}.{name}")
    except Exception as error:
        if name not in other_games or isinstance(error, UsageError):
            raise
        raise UsageError(f"{place_of(error, other_games[name])}: {error}") from error
    game: Game | None = getattr(module, "GAME", None)
    if game is None:
        raise UsageError(f"{module.__file__}: there is no game here: GAME is missing")
    if game.name != name:
        raise UsageError(
            f"{module.__file__}: the game calls itself {game.name!r}, but its folder is {name!r}; "
            "give both the same name"
        )
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
    return game, game.require_sets().add(found)


def all_games() -> list[Game]:
    return [get_game(name) for name in NAMES]


for _folder in filter(None, os.environ.get(GAME_FOLDERS_VARIABLE, "").split(os.pathsep)):
    add_folder(Path(_folder))
_add_installed_games()
