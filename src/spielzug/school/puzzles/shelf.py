"""The puzzles that the games have: files of JSON, a line for each, read once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import numpy as np
from pydantic import ValidationError

from spielzug.core.errors import CannotRead, DataError, NotAllowed, SpielzugError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.position import Position
from spielzug.core.sets.model import SetEntries
from spielzug.games import get_game
from spielzug.school.puzzles.model import Head, Puzzle

FOLDER = "puzzles"
"""Of a game's folder."""
FILE = "shipped.jsonl"

E = TypeVar("E", bound=SetEntries)


def read_line(model: type[E], text: str, where: str) -> E:
    """One line; what is wrong is told with its place."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or model.WHAT
        raise DataError(f"{where}: {field}: {first['msg']}") from None


def read_puzzles(text: str, game: Game, source: str) -> tuple[Head, list[Puzzle]]:
    """What stands in a file of puzzles of this game."""
    lines = text.splitlines()
    if not lines:
        raise DataError(f"{source}: the file is empty; its first line must name the game")
    head = read_line(Head, lines[0], f"{source}, line 1")
    if head.puzzles != game.name:
        told = f"these are puzzles of {head.puzzles!r}, not of {game.name!r}"
        raise DataError(f"{source}, line 1: {told}")
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(lines[1:], start=2):
        where = f"{source}, line {number}"
        puzzle = read_line(Puzzle, line, where)
        for fault in _faults(puzzle, game):
            raise DataError(f"{where}: {fault}")
        if puzzle.id in found:
            raise DataError(f"{where}: id: the puzzle {puzzle.id} is already in an earlier line")
        found[puzzle.id] = puzzle
    return head, list(found.values())


def _faults(puzzle: Puzzle, game: Game) -> list[str]:
    if puzzle.game != game.name:
        return [f"game: this is a puzzle of {puzzle.game!r}, not of {game.name!r}"]
    if puzzle.rules not in game.versions:
        return [f"rules: the versions are {game.versions_text}, not {puzzle.rules}"]
    if puzzle.seats not in game.seats:
        return [f"seats: {game.seats[0]} to {game.seats[-1]} can sit there, not {puzzle.seats}"]
    try:
        game.options.from_text(puzzle.options)
    except SpielzugError as error:
        return [f"options: {error}"]
    return puzzle.faults()


def written(head: Head, puzzles: Sequence[Puzzle]) -> str:
    """As they stand in a file."""
    return "".join(f"{one.model_dump_json()}\n" for one in (head, *puzzles))


def file_of(game: Game) -> Path:
    """Where the puzzles that ship with a game stand."""
    module = import_module(f"spielzug.games.{game.name}")
    return Path(str(module.__file__)).parent / FOLDER / FILE


@lru_cache(maxsize=16)
def _read(path: Path, game: str) -> tuple[Head, list[Puzzle]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: cannot be read: {error}") from None
    return read_puzzles(text, get_game(game), path.name)


def head_of(game: Game) -> Head | None:
    """How the puzzles of a game were made, None if it has none."""
    path = file_of(game)
    return _read(path, game.name)[0] if path.exists() else None


def puzzles_of(game: Game) -> list[Puzzle]:
    """Those that ship with the game, from easy to hard."""
    path = file_of(game)
    return _read(path, game.name)[1] if path.exists() else []


def find_puzzle(game: Game, name: str) -> Puzzle:
    """The puzzle with this id."""
    for puzzle in puzzles_of(game):
        if puzzle.id == name:
            return puzzle
    count = len(puzzles_of(game))
    raise UsageError(f"{game.title['en']} has no puzzle {name!r} among its {count}")


# -- where a puzzle begins -----------------------------------------------------------------------


def opened(game: Game, puzzle: Puzzle) -> Position:
    """The position of a puzzle, to be played on by whoever asked."""
    return _opened(game.name, puzzle.id, *puzzle.where_key).copy()


@lru_cache(maxsize=256)
def _opened(
    name: str, puzzle: str, options: str, key: str, seats: int, rules: int, moves: str
) -> Position:
    game = get_game(name).ready(PLAYING)
    position = game.deal(seats, np.uint64(int(key, 16)), game.options.from_text(options), rules)[0]
    for number, sign in enumerate(moves.split(), start=1):
        try:
            position.advance(position.allowed(sign))
        except (CannotRead, NotAllowed) as error:
            told = f"puzzle {puzzle}: move {number}, {sign}: {error}"
            raise DataError(told) from None
    return position


__all__ = [
    "FILE", "FOLDER", "file_of", "find_puzzle", "head_of", "opened", "puzzles_of", "read_line",
    "read_puzzles", "written",
]  # fmt: skip
