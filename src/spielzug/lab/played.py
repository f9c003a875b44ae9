"""One whole game between any bots, in Python: for those that think, where a loop gains nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.bots import Bot
from spielzug.bots.clock import Clock, Stop
from spielzug.core.errors import SpielzugError
from spielzug.core.kinds import State
from spielzug.core.position import Position


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


def play_whole(position: Position, bots: Sequence[Bot], stop: Stop) -> WholeGame:
    """Play on to the end; without a clock a function of the position and of the bots' luck."""
    seats = len(bots)
    actions: list[int] = []
    turns, seconds, last = [0] * seats, [0.0] * seats, -1
    while not position.over:
        if stop.is_set():
            raise Stopped("stopped before the end of the game")
        seat = position.actor
        turns[seat] += seat != last
        last = seat
        begin = time.perf_counter()
        action = bots[seat].choose(position.seen(seat), Clock(stop=stop))
        seconds[seat] += time.perf_counter() - begin
        position.step(action)
        actions.append(action)
    outcome = position.outcome
    assert outcome is not None
    reason = position.game.rules.REASONS.index(outcome.reason)
    return WholeGame(
        reason, outcome.shares, tuple(actions), position.state, tuple(turns), tuple(seconds)
    )
