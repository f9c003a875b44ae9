"""What the tests of all games need to know about each game.

Each game has ``tests/games/<game>/expectations.py`` with `EXPECTATIONS`. Two fields are required;
the rest is for games that ship more, or whose choices have been recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from spielzug.games import NAMES

SHIPPED = {
    "figures": "data/figures.json",
    "net": "data/net.safetensors",
    "puzzles": "puzzles/shipped.jsonl",
}
"""What a game may ship with, and where it lies in the game's folder."""


class Planted(NamedTuple):
    """After that many decisions of a golden game: a good choice, and a blunder."""

    record: str
    after: int
    good: str
    dear: str


@dataclass(frozen=True, kw_only=True)
class Expectations:
    rules: tuple[str, int]
    """The letter of its rules, and how many there are."""
    short_game: str
    """Options of games that end soon, as OpenSpiel takes them."""
    ships: frozenset[str] = frozenset()
    """Of `SHIPPED`, exactly what is there."""
    fewest_puzzles: int = 60
    single_draws: bool = False
    """Whether no step draws more than one number by lot."""
    thinks_deeply: bool = True
    """Whether the thoughts of the strongest level wait in the server's lane for deep ones."""
    planted: Planted | None = None
    luck_by_search: bool = False
    """Whether its review judges luck by a search with the net."""
    search_moves: tuple[tuple[int, int], ...] = ()
    """What 450 iterations look at most, and how often."""
    net_moves: tuple[tuple[int, int], ...] = ()
    """What 200 iterations with a net by lot look at most, and how often: whole numbers have one
    right answer, so it is the same everywhere."""


def expected_of(name: str) -> Expectations:
    found: Expectations = import_module(f"games.{name}.expectations").EXPECTATIONS
    return found


def games_shipping(what: str) -> list[str]:
    return [name for name in NAMES if what in expected_of(name).ships]
