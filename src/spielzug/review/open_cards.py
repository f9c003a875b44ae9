"""Positions with all cards open, for reviews of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

from spielzug.core import jit
from spielzug.core.game import Game
from spielzug.core.jit import entry
from spielzug.core.position import Position, Seen
from spielzug.core.record_types import Facts, Number, State


def keep(facts: Facts, state: State, seat: Number, key: int) -> None:
    """A `guess` where nothing is hidden: only the luck to come changes."""
    state.rng = key


_games: dict[int, Game] = {}


def perfect_information_game(game: Game) -> Game:
    """The same game with perfect information: nothing is left to guess."""
    if id(game.rules) not in _games:
        rules = SimpleNamespace(**vars(game.rules))
        rules.guess = _keep_for(game)
        _games[id(game.rules)] = replace(game, rules=rules)
    return _games[id(game.rules)]


@cache
def _made(file: str, name: str) -> Any:
    """`keep`, as if it were defined in this file.

    Loops are compiled and cached by the file of the first rule they get.
    """
    made = FunctionType(keep.__code__.replace(co_filename=file), keep.__globals__, name)
    made.__module__, made.__qualname__ = keep.__module__, name
    return entry(made)


def _keep_for(game: Game) -> Any:
    if jit.PLAIN:
        return keep
    from spielzug.core import compiler as c

    guess: Any = game.rules.guess
    made = _made(guess.py_func.__code__.co_filename, f"keep_{game.name}")
    arguments = (game.types["facts"], game.types["state"], c.INT, c.UINT)
    c.compile_entry(made, c.VOID, *arguments)
    return made


def reveal_all(position: Position, seat: int, names: Sequence[str] = ()) -> Seen:
    """A whole position, as if this seat might know all of it."""
    whole = position.copy()
    whole.state.rng = 0
    game = perfect_information_game(position.game)
    return Seen(game, whole.options, whole.facts_memory, whole.state, seat, names)
