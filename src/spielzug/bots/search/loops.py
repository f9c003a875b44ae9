"""The compiled loops that think, each with the rules of a game that it needs and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from spielzug.core import jit
from spielzug.core.game import Compiled, Game
from spielzug.core.progress import compiling

ALWAYS = ("hide", "nobody_can_win")
"""Rules that no loop calls and every player that thinks needs; the last one if a game has it."""


@dataclass(frozen=True)
class Loop:
    """A kernel, and what it takes for one game."""

    kernel: Any
    rules: Callable[[Game], tuple[Any, ...]]
    arguments: Callable[[Game], tuple[Any, ...]]
    """Of the kind that it takes after the rules, to compile it for."""

    def of(self, game: Game) -> Callable[..., Any]:
        """The loop, compiled for this game."""
        return self.kernel.bind(self.rules(game), lambda: self.arguments(game))  # type: ignore[no-any-return]

    def entries(self, game: Game) -> dict[str, Compiled]:
        """The rules to compile for it."""
        wanted = self.rules(game)
        every = game.entries()
        return {name: made for name, made in every.items() if name in ALWAYS or made[0] in wanted}


def entries_of(game: Game, *loops: Loop) -> dict[str, Compiled]:
    """The rules to compile for all of these, callers last."""
    wanted = {name for loop in loops for name in loop.entries(game)}
    return {name: made for name, made in game.entries().items() if name in wanted}


def loops_of(game: Game, *loops: Loop) -> dict[Any, Callable[[], None]]:
    """These loops for a game, each with a way to compile it without the rules."""
    from spielzug.core import compiler as c

    signature = {made[0]: c.function_type(*made[1:]) for made in game.entries().values()}
    found: dict[Any, Callable[[], None]] = {}
    for loop in loops:
        rules: Any = loop.rules(game)
        types = type(rules)(*(signature[rule] for rule in rules))
        made = loop.kernel.made_for(rules)
        found[made] = partial(c.compile_entry, made, c.INT, types, *loop.arguments(game))
    return found


_ready: set[tuple[Loop, tuple[Any, ...]]] = set()
"""With the rules they were compiled for: a game with open cards has another `guess`."""


def make_ready(game: Game, *loops: Loop) -> None:
    """Compile these loops and the rules they need, or load them from the cache."""
    wanted = {(loop, loop.rules(game)) for loop in loops}
    if jit.PLAIN or wanted <= _ready:  # nobody waits here while another game is compiled
        return
    entries, made = entries_of(game, *loops), loops_of(game, *loops)
    outers = [*(function for function, _, _ in entries.values()), *made]
    with compiling(f"the search for {game.title['en']}", outers) as finished:
        game.compile(entries, finished)
        for loop, compile_loop in made.items():
            compile_loop()
            finished(loop)
    _ready.update(wanted)
