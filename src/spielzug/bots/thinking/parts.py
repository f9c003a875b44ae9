"""What is compiled of a game, in parts that can be made side by side: `python -m … GAME PART`.

Such a process has the lowest priority, writes a line for each bit of progress (a number from 0 to
1), and leaves its code in the cache, marked as being there.
"""

from __future__ import annotations

import os
import sys

from spielzug.bots.search import thinker
from spielzug.core.cache import JUDGEMENT, RULES, TABLE, is_prepared, mark_prepared
from spielzug.core.game import PLAYING, Compiled, Game
from spielzug.core.progress import Tell, compiling, inner_functions
from spielzug.games import get_game

TO_THINK = (RULES, JUDGEMENT)
"""With these two a game can be thought about; the third is for a table's own process."""
AT_TABLE = (*PLAYING, "greedy")
JUDGING = ("greedy", "value", "policy", "ordered")
LOWEST_PRIORITY = 19


def can_be_thought_about(game: str) -> bool:
    """Whether all that is needed for it lies in the cache."""
    return all(is_prepared(game, part) for part in TO_THINK)


def names_of(game: Game, part: str) -> tuple[str, ...]:
    thinking = thinker.thinking(game)
    if part == TABLE:
        return AT_TABLE
    return tuple(name for name in thinking if (name in JUDGING) == (part == JUDGEMENT))


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
    loops = thinker.loops_of(game) if part == JUDGEMENT else {}
    outers = [*(function for function, _, _ in entries.values()), *loops]
    with compiling(f"{game.title['en']} ({part})", outers, tell) as finished:
        game.compile(entries, finished)
        for loop, compile_loop in loops.items():
            compile_loop()
            finished(loop)
    mark_prepared(game.name, part)


def main(game: str, part: str) -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    prepare(get_game(game), part, lambda share: print(f"{share:.3f}", flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
