"""What is compiled of a game, in parts that can be made side by side: `python -m … GAME PART`.

Such a process has the lowest priority, writes a line for each bit of progress (a number from 0 to
1), and leaves its code in the cache, marked as being there.
"""

from __future__ import annotations

import os
import sys

from spielzug.bots.net.find import fitting, ships
from spielzug.bots.net.player import ready_to_ask
from spielzug.bots.search.levels import LEVELS, asks_a_net
from spielzug.bots.search.loops import Loop, entries_of, loops_of
from spielzug.bots.search.proof import PROOF
from spielzug.bots.search.thinker import loops_for
from spielzug.core.cache import JUDGEMENT, NET, RULES, TABLE, is_prepared, mark_prepared
from spielzug.core.game import PLAYING, Compiled, Game
from spielzug.core.position import Seen
from spielzug.core.progress import Tell, compiling, inner_functions
from spielzug.games import get_game

AT_TABLE = (*PLAYING, "greedy")
LOWEST_PRIORITY = 19


TO_THINK = (RULES, JUDGEMENT)
"""The parts with which a game can be thought about: by most bots, and by all where no net fits."""


def of_thought(game: str) -> tuple[str, ...]:
    """All parts that a thought may need, what most need first."""
    return (*TO_THINK, NET) if ships(game) else TO_THINK


def can_be_thought_about(game: str) -> bool:
    """Whether all that is usually needed for it lies in the cache."""
    return all(is_prepared(game, part) for part in TO_THINK)


def is_missing(bot: str, seen: Seen) -> bool:
    """Whether this bot asks a net here, and what that takes is not compiled yet."""
    if is_prepared(seen.game.name, NET) or not asks_a_net(bot, seen.game):
        return False
    return bot not in LEVELS or fitting(seen) is not None


def own_loops(game: Game, part: str) -> tuple[Loop, ...]:
    if part in (NET, JUDGEMENT):
        return tuple(loop for loop in loops_for(game, part == NET) if loop is not PROOF)
    return (PROOF,) if part == RULES else ()


def names_of(game: Game, part: str) -> tuple[str, ...]:
    if part == TABLE:
        return AT_TABLE
    rules = set(entries_of(game, PROOF))
    names = entries_of(game, *own_loops(game, part))
    return tuple(name for name in names if part == RULES or name not in rules)


def with_called(game: Game, names: tuple[str, ...]) -> dict[str, Compiled]:
    """These functions of a game, and those among the others that they call."""
    everything = game.entries()
    had = [everything[name][0] for name in names if name in everything]
    reached = {code for function in had for code in inner_functions(function)}
    return {n: made for n, made in everything.items() if made[0].py_func.__code__ in reached}


def prepare(game: Game, part: str, tell: Tell | None = None) -> None:
    """Compile a part of a game, unless that was done before."""
    if is_prepared(game.name, part):
        return
    entries = with_called(game, names_of(game, part))
    loops = loops_of(game, *own_loops(game, part))
    outers = [*(function for function, _, _ in entries.values()), *loops]
    with compiling(f"{game.title['en']} ({part})", outers, tell) as finished:
        game.compile(entries, finished)
        for loop, compile_loop in loops.items():
            compile_loop()
            finished(loop)
    if part == NET:
        ready_to_ask(game)
    mark_prepared(game.name, part)


def main(game: str, part: str) -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    prepare(get_game(game), part, lambda share: print(f"{share:.3f}", flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
