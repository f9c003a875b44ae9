"""The puzzle model, puzzle files, difficulties, and the puzzle of the day.

A puzzle holds no position but the key of a deal and the moves since, like a record. So it stays
readable when positions get new fields. Files are JSON lines and are read once. The puzzle of the
day is the same on every machine, and none repeats before all others were shown.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, ClassVar, Literal, get_args

from spielzug.bots.names import LEVELS
from spielzug.core.errors import CannotRead, DataError, NotAllowed, SpielzugError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.json_objects import Pattern, ValueLimits, read_object, write_object
from spielzug.core.position import Position
from spielzug.games import get_game
from spielzug.school.lessons import Move, read_row

Kind = Literal["win", "gap"]
Share = Annotated[float, ValueLimits(0, 1)]
AtLeast0 = Annotated[int, ValueLimits(0)]
RulesVersion = Annotated[int, ValueLimits(1, 99)]


@dataclass(frozen=True, kw_only=True)
class PuzzleOrigin:
    """How a puzzle was found: enough to find it again."""

    bot: str
    """Who played the game."""
    seed: str
    """The luck of the search for puzzles."""
    number: AtLeast0
    """The number of the game in it."""
    iterations: Annotated[int, ValueLimits(1)]
    """Of one look at what comes of a choice."""


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A position with one clearly best choice."""

    WHAT: ClassVar[str] = "a puzzle"

    id: Annotated[str, Pattern("[0-9a-f]{8}")]
    """A digest of where it begins."""
    game: str
    rules: RulesVersion
    seats: Annotated[int, ValueLimits(1, 9)]
    options: str
    """As records write them."""
    key: Annotated[str, Pattern("[0-9a-f]{16}")]
    """The luck of the deal."""
    moves: str
    """From the deal to the position."""
    seat: Annotated[int, ValueLimits(0, 8)]
    """Who is asked."""
    kind: Kind
    """A win that is certain, or a gap to all other choices."""
    rows: Annotated[list[str], ValueLimits(1)]
    """What is right, as in a lesson."""
    chances: Annotated[dict[str, Share], ValueLimits(2)]
    """The seat's share of the win, for every choice."""
    exact: bool
    """Whether the chances were solved to the end, not estimated."""
    line: list[tuple[int, str]]
    """What likely follows the best choice."""
    missed: list[str]
    """The levels that do not find it, in most tries."""
    made: PuzzleOrigin

    @cached_property
    def ways(self) -> tuple[tuple[Move, ...], ...]:
        """The sequences of moves that solve it."""
        return tuple(map(read_row, self.rows))

    @cached_property
    def right(self) -> frozenset[str]:
        """The first choices that are right."""
        return frozenset(sign for way in self.ways for sign in way[0].signs)

    @property
    def best(self) -> float:
        """The chance after the best choice."""
        return max(self.chances[sign] for sign in self.right)

    @property
    def grade(self) -> int:
        """How many of the six levels miss it."""
        return len(self.missed)

    @property
    def where(self) -> dict[str, str | int]:
        """The values that its id is made of: where it begins."""
        return {
            "game": self.game, "rules": self.rules, "seats": self.seats,
            "options": self.options, "key": self.key, "moves": self.moves,
        }  # fmt: skip

    def faults(self) -> list[str]:
        """Errors that can be found without its game."""
        found = []
        if self.id != puzzle_id(self.where):
            found.append(f"id: {self.id} does not fit key and moves: {puzzle_id(self.where)} would")
        if self.seat >= self.seats:
            found.append(f"seat: there is no seat {self.seat}, only 0 to {self.seats - 1}")
        if not all(way and way[0].own for way in self.ways):
            found.append("rows: each begins with a choice of who is asked")
        elif not self.right <= set(self.chances):
            odd = sorted(self.right - set(self.chances))
            found.append(f"chances: {odd[0]!r} is right, but has no chance")
        elif self.right == set(self.chances):
            found.append("rows: every choice is right, so there is nothing to find")
        unknown = [level for level in self.missed if level not in LEVELS]
        if unknown:
            found.append(
                f"missed: {unknown[0]!r} is not a level; the levels are {', '.join(LEVELS)}"
            )
        return found


@dataclass(frozen=True, kw_only=True)
class PuzzleFileHeader:
    """The first line of a puzzle file."""

    WHAT: ClassVar[str] = "the first line of a file of puzzles"

    puzzles: str
    """The game that they are of."""
    rules: RulesVersion
    command: str
    """The command that made them, or several lines of commands."""
    games: AtLeast0
    """How many games were searched."""
    found: AtLeast0
    """How many puzzles were found in them."""


def puzzle_id(where: dict[str, str | int]) -> str:
    """A short hash, the same for the same position of the same game."""
    text = json.dumps(where, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


Difficulty = Literal["easy", "medium", "hard", "very_hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
GRADES = 2
"""Per difficulty except the last: a puzzle that all six levels miss is very hard."""


def difficulty(puzzle: Puzzle) -> Difficulty:
    return DIFFICULTIES[puzzle.grade // GRADES]


def gain(puzzle: Puzzle) -> float:
    """The best choice's chance minus that of the best wrong one."""
    wrong = (chance for sign, chance in puzzle.chances.items() if sign not in puzzle.right)
    return puzzle.best - max(wrong)


FOLDER = "puzzles"
"""Within a game's folder."""
FILE = "shipped.jsonl"


def read_puzzle(text: str, where: str) -> Puzzle:
    """Parse one line; errors name its place."""
    return read_object(Puzzle, text, where, Puzzle.WHAT)


def read_puzzles(text: str, game: Game, source: str) -> tuple[PuzzleFileHeader, list[Puzzle]]:
    """The header and the puzzles of a file of this game."""
    lines = text.splitlines()
    if not lines:
        raise DataError(f"{source}: the file is empty; its first line must name the game")
    head = read_object(PuzzleFileHeader, lines[0], f"{source}, line 1", PuzzleFileHeader.WHAT)
    if head.puzzles != game.name:
        told = f"these are puzzles of {head.puzzles!r}, not of {game.name!r}"
        raise DataError(f"{source}, line 1: {told}")
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(lines[1:], start=2):
        where = f"{source}, line {number}"
        puzzle = read_puzzle(line, where)
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


def puzzle_file_text(head: PuzzleFileHeader, puzzles: Sequence[Puzzle]) -> str:
    """The text of a puzzle file."""
    lines = [write_object(head), *map(write_object, puzzles)]
    return "".join(f"{line}\n" for line in lines)


def file_of(game: Game) -> Path:
    """The file of a game's shipped puzzles."""
    module = import_module(f"spielzug.games.{game.name}")
    return Path(str(module.__file__)).parent / FOLDER / FILE


@lru_cache(maxsize=16)
def _read(path: Path, game: str) -> tuple[PuzzleFileHeader, list[Puzzle]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: cannot be read: {error}") from None
    return read_puzzles(text, get_game(game), path.name)


def head_of(game: Game) -> PuzzleFileHeader | None:
    """How the puzzles of a game were made, None if it has none."""
    path = file_of(game)
    return _read(path, game.name)[0] if path.exists() else None


def puzzles_of(game: Game) -> list[Puzzle]:
    """The shipped puzzles, from easy to hard."""
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


def puzzle_position(game: Game, puzzle: Puzzle) -> Position:
    """A copy of a puzzle's position."""
    p = puzzle
    return _opened(game.name, p.id, p.options, p.key, p.seats, p.rules, p.moves).copy()


@lru_cache(maxsize=256)
def _opened(
    name: str, puzzle: str, options: str, key: str, seats: int, rules: int, moves: str
) -> Position:
    game = get_game(name).ready(PLAYING)
    position = game.deal(seats, int(key, 16), game.options.from_text(options), rules)[0]
    for number, sign in enumerate(moves.split(), start=1):
        try:
            position.advance(position.require_legal(sign))
        except (CannotRead, NotAllowed) as error:
            told = f"puzzle {puzzle}: move {number}, {sign}: {error}"
            raise DataError(told) from None
    return position


def daily(day: date, game: Game) -> Puzzle:
    """The puzzle of this game on this day."""
    mixed = sorted(  # shuffled, so that difficulty varies
        puzzles_of(game), key=lambda p: hashlib.sha256(f"daily {p.id}".encode()).hexdigest()
    )
    if not mixed:
        raise UsageError(f"{game.title['en']} has no puzzles; find some with: spielzug puzzles")
    return mixed[day.toordinal() % len(mixed)]
