"""One whole game between any bots, in Python: for those that think, where a loop gains nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spielzug.bots import Bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Facts, Game, State
from spielzug.core.rng import new_rng


class Stopped(SpielzugError):
    """Somebody asked for the end before the game was over."""


@dataclass(frozen=True)
class WholeGame:
    """What a game leaves behind."""

    reason: int
    shares: tuple[float, ...]
    actions: tuple[int, ...]
    final: State
    turns: tuple[int, ...]
    """For each seat: its rows of decisions with nobody else's between."""
    seconds: tuple[float, ...]
    """For each seat: how long it thought."""


def play_whole(
    game: Game, facts: Facts, bots: Sequence[Bot], key: Any, bot_key: Any, stop: Stop
) -> WholeGame:
    """A function of the two keys alone, unless a bot looks at the clock."""
    seats = len(bots)
    state, _ = game.start(facts, seats, key)
    rng = new_rng(bot_key)
    actions: list[int] = []
    turns, seconds, last = [0] * seats, [0.0] * seats, -1
    while not game.over(state):
        if stop.is_set():
            raise Stopped("stopped before the end of the game")
        seat = game.actor(state)
        turns[seat] += seat != last
        last = seat
        begin = time.perf_counter()
        action = bots[seat].choose(game, facts, game.hidden(facts, state, seat), rng, None, stop)
        seconds[seat] += time.perf_counter() - begin
        game.step(facts, state, action)
        actions.append(action)
    outcome = game.outcome(facts, state)
    assert outcome is not None
    reason = game.rules.REASONS.index(outcome.reason)
    return WholeGame(reason, outcome.shares, tuple(actions), state, tuple(turns), tuple(seconds))
