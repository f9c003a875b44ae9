"""What a puzzle is: a line of a file, checked when it is read.

A puzzle holds no position but the key of a deal and the moves since: what a record holds, too. So
it opens for ever, whatever fields positions may get.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from spielzug.bots.search.levels import LEVELS
from spielzug.core.sets.model import SetEntries
from spielzug.school.model import Move, read_row

Kind = Literal["win", "gap"]
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class PuzzleOrigin(SetEntries):
    """How a puzzle was found: the same again from these."""

    WHAT: ClassVar[str] = "how a puzzle was made"

    bot: str = Field(description="Who played the game.")
    seed: str = Field(description="The luck of the search for puzzles.")
    number: int = Field(ge=0, description="The number of the game in it.")
    iterations: int = Field(ge=1, description="Of one look at what comes of a choice.")


class Puzzle(SetEntries):
    """A position with one clearly best choice."""

    WHAT: ClassVar[str] = "a puzzle"

    id: str = Field(pattern=r"^[0-9a-f]{8}(?!\n)$", description="A digest of where it begins.")
    game: str = Field(description="The game.")
    rules: int = Field(ge=1, le=99, description="The version of the rules.")
    seats: int = Field(ge=1, le=9, description="How many sit there.")
    options: str = Field(description="Of the game, as records write them.")
    key: str = Field(pattern=r"^[0-9a-f]{16}(?!\n)$", description="The luck of the deal.")
    moves: str = Field(description="The moves from the deal to the position.")
    seat: int = Field(ge=0, le=8, description="Who is asked.")
    kind: Kind = Field(description="A win that is certain, or a gap to all other choices.")
    rows: list[str] = Field(min_length=1, description="What is right, as in a lesson.")
    chances: dict[str, Share] = Field(
        min_length=2, description="Of the seat's share of the win, for every choice."
    )
    exact: bool = Field(description="Whether the chances were solved to the end, not estimated.")
    line: list[tuple[int, str]] = Field(description="What likely follows the best choice.")
    missed: list[str] = Field(description="The levels that do not find it, in most tries.")
    made: PuzzleOrigin = Field(description="How it was found.")

    @cached_property
    def ways(self) -> tuple[tuple[Move, ...], ...]:
        """The rows of moves that solve it."""
        return tuple(map(read_row, self.rows))

    @cached_property
    def right(self) -> frozenset[str]:
        """The first choices that are right."""
        return frozenset(sign for way in self.ways for sign in way[0].signs)

    @property
    def best(self) -> float:
        """The chance with the best choice."""
        return max(self.chances[sign] for sign in self.right)

    @property
    def grade(self) -> int:
        """How hard it is: how many of the six levels miss it."""
        return len(self.missed)

    @property
    def where(self) -> dict[str, str | int]:
        """Where it begins: what its id is made of."""
        return {
            "game": self.game, "rules": self.rules, "seats": self.seats,
            "options": self.options, "key": self.key, "moves": self.moves,
        }  # fmt: skip

    @property
    def where_key(self) -> tuple[str, str, int, int, str]:
        """The same for a cache."""
        return self.options, self.key, self.seats, self.rules, self.moves

    def faults(self) -> list[str]:
        """What is wrong with it, as far as that can be told without its game."""
        found = []
        if self.id != identity(self.where):
            found.append(f"id: {self.id} does not fit key and moves: {identity(self.where)} would")
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


class Head(SetEntries):
    """The first line of a file of puzzles."""

    WHAT: ClassVar[str] = "the first line of a file of puzzles"

    puzzles: str = Field(description="The game that they are of.")
    rules: int = Field(ge=1, le=99, description="The version of its rules.")
    command: str = Field(description="The command that made them, or several lines of commands.")
    games: int = Field(ge=0, description="How many games were searched.")
    found: int = Field(ge=0, description="How many puzzles were found in them.")


def identity(where: dict[str, str | int]) -> str:
    """Short, and the same for the same position of the same game."""
    text = json.dumps(where, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


__all__ = ["Head", "Kind", "PuzzleOrigin", "Puzzle", "identity"]
