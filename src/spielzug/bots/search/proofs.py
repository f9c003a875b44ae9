"""Wins that need no luck, whatever is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spielzug.bots.search.engine import search_engine
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Position, Seen

if TYPE_CHECKING:
    from spielzug.core.record_types import Key

WIN_DEPTH, WIN_STEPS, WIN_WORLDS = 8, 20_000, 6


def find_winning_line(seen: Seen, key: Key) -> list[int]:
    """The seat's own decisions in a row that win without luck, whatever is hidden; empty if none.

    If nothing is hidden the others' answers are searched too, and the line holds the first decision
    only.
    """
    engine, seat, rng = search_engine(seen.game), seen.seat, SplitMix64(key)
    others = [seen.guess(rng.next()) for _ in range(WIN_WORLDS)]
    answers = _alike(others)
    found = engine.prove_win(
        seen.facts_memory, seen.hidden_memory, seat, rng.next(), WIN_DEPTH, WIN_STEPS, answers
    )
    if answers:
        return found[:1]
    return found if found and all(_wins(w, seat, found) for w in others) else []


def has_no_hidden_info(seen: Seen) -> bool:
    """Whether the seat knows everything but the luck to come: then all guesses are equal."""
    return seen.cached_value(
        "has_no_hidden_info", lambda: _alike(map(seen.guess, range(WIN_WORLDS)))
    )


def _alike(worlds: Iterable[Position]) -> bool:
    return len(set(map(_without_rng, worlds))) == 1


def _without_rng(world: Position) -> bytes:
    """The bytes of a position without its random state."""
    still = world.copy()
    still.set_rng(0)
    return still.bytes


def _wins(world: Position, seat: int, line: Sequence[int]) -> bool:
    for action in line:
        if world.over or action not in world.legal or not advances_without_luck(world, action):
            return False
    outcome = world.outcome
    return outcome is not None and outcome.shares[seat] == 1.0


def advances_without_luck(world: Position, action: int) -> bool:
    """Carry out an action; returns whether it drew no random number."""
    before = world.rng
    world.advance(action)
    return world.rng == before
