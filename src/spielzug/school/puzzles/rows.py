"""Wins that are certain: which choices keep one, and the rows of choices that make it."""

from __future__ import annotations

from collections.abc import Iterator

from spielzug.bots.search.proof import certain_line, hides_nothing
from spielzug.core.game import Game
from spielzug.core.kinds import Rng
from spielzug.core.position import Position, Seen
from spielzug.core.rng import next_random

WORLDS = 4  # deals in which a choice must keep the win while it is looked for
LONGEST = 6  # own choices in a row
MOST_ROWS = 24
MOST_TEXT = 600  # characters of all rows: more than anybody could look through

Tree = dict[int, "Tree"]
"""The choices that keep a win, and what keeps it after each."""


def keeps_win(seen: Seen, action: int, rng: Rng, worlds: int = WORLDS) -> bool:
    """Whether the seat wins for sure also after this choice, without luck.

    By further choices of its own, or, where nothing is hidden, whatever the others answer.
    """
    for _ in range(worlds):
        world = seen.guess(next_random(rng))
        before = world.state.rng
        world.advance(action)
        if world.state.rng != before:
            return False  # chance had a say
        outcome = world.outcome
        if outcome is not None:
            if outcome.shares[seen.seat] < 1.0:
                return False
        elif world.actor != seen.seat and not hides_nothing(seen):
            return False
        elif not certain_line(world.seen(seen.seat), next_random(rng)):
            return False
    return True


def own_row(position: Position, rng: Rng) -> int:
    """How many choices in a row the seat to act needs, as far as others have no say; 0: no win."""
    seat, world = position.actor, position.copy()
    for count in range(LONGEST):
        line = certain_line(world.seen(seat), next_random(rng))
        if not line:
            return count
        if len(line) > 1:
            return min(LONGEST, count + len(line))
        world.advance(line[0])
        if world.over or world.actor != seat:
            return count + 1
    return LONGEST


def winning_tree(position: Position, depth: int, rng: Rng, worlds: int = WORLDS) -> Tree:
    """Every choice of the seat to act that keeps the win, so many choices deep."""
    seat = position.actor
    seen = position.seen(seat)
    found: Tree = {}
    for action in position.legal:
        if keeps_win(seen, action, rng, worlds):
            after = position.copy()
            after.advance(action)
            ends = after.over or after.actor != seat or depth == 1
            found[action] = {} if ends else winning_tree(after, depth - 1, rng, worlds)
    return found


def written_rows(game: Game, position: Position, tree: Tree) -> list[str]:
    """The same as in a lesson: ``a|b c``, and ``[c]`` where there is nothing to choose."""
    return list(_rows(game, position, tree))


def _rows(game: Game, position: Position, tree: Tree) -> Iterator[str]:
    alike: dict[tuple[str, ...], list[str]] = {}
    for action, below in tree.items():
        rests: tuple[str, ...] = ("",)
        if below:
            after = position.copy()
            after.advance(action)
            rests = tuple(f" {rest}" for rest in _rows(game, after, below))
        alike.setdefault(rests, []).append(game.words.notation(action))
    forced = len(position.legal) == 1
    for rests, signs in alike.items():
        told = f"[{signs[0]}]" if forced else "|".join(signs)
        yield from (f"{told}{rest}" for rest in rests)


def cut(tree: Tree, depth: int) -> Tree:
    """No more than so many choices of it."""
    return {action: cut(below, depth - 1) if depth > 1 else {} for action, below in tree.items()}


def winning_rows(game: Game, position: Position, depth: int, rng: Rng) -> list[str]:
    """The rows that win, as deep as they are few enough to be written down."""
    tree = winning_tree(position, depth, rng)
    for most in range(depth, 0, -1):
        rows = written_rows(game, position, cut(tree, most))
        if most == 1 or (len(rows) <= MOST_ROWS and sum(map(len, rows)) <= MOST_TEXT):
            return rows
    return []


__all__ = ["keeps_win", "own_row", "winning_rows", "winning_tree", "written_rows"]
