"""One whole game between any bots, in Python: for those that think, where a loop gains nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from spielzug.bots import Bot
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.outside import ProgramError
from spielzug.core.errors import SpielzugError
from spielzug.core.kinds import State
from spielzug.core.position import Position


class Stopped(SpielzugError):
    """Somebody asked for the end before the game was over."""


@dataclass(frozen=True)
class Forfeit:
    """A program that did not go on playing, and so lost the game with all its seats."""

    bot: str
    why: str


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
    forfeit: Forfeit | None = None
    """Why it was broken off: `final` is the position in which that happened."""


def play_whole(position: Position, bots: Sequence[Bot], stop: Stop) -> WholeGame:
    """Play on to the end; without a clock a function of the position and of the bots' luck."""
    seats = len(bots)
    actions: list[int] = []
    turns, seconds, last = [0] * seats, [0.0] * seats, -1
    forfeit = None
    while not position.over and forfeit is None:
        if stop.is_set():
            raise Stopped("stopped before the end of the game")
        seat = position.actor
        turns[seat] += seat != last
        last = seat
        begin = time.perf_counter()
        try:
            action = bots[seat].choose(position.seen(seat), Clock(stop=stop))
        except ProgramError as error:
            forfeit = Forfeit(bots[seat].name, str(error))
            continue
        finally:
            seconds[seat] += time.perf_counter() - begin
        position.step(action)
        actions.append(action)
    if forfeit is not None:
        reason, shares = 0, forfeited([bot.name for bot in bots], forfeit.bot)
    else:
        outcome = position.outcome
        assert outcome is not None
        reason = position.game.rules.REASONS.index(outcome.reason)
        shares = outcome.shares
    return WholeGame(
        reason, shares, tuple(actions), position.state, tuple(turns), tuple(seconds), forfeit
    )


def forfeited(names: Sequence[str], loser: str) -> tuple[float, ...]:
    """Everybody else shares the win; if there is nobody else, nobody wins."""
    others = sum(name != loser for name in names)
    return tuple(0.0 if name == loser else 1 / others for name in names)


@dataclass
class Forfeits:
    """How often each program forfeited a game; of the first time everybody is told why."""

    tell: Callable[[str], None]
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, forfeit: Forfeit) -> None:
        self.counts[forfeit.bot] = self.counts.get(forfeit.bot, 0) + 1
        if self.counts[forfeit.bot] == 1:
            self.tell(
                f"{forfeit.bot} forfeits a game, and the run goes on (more of its forfeits are "
                f"only counted): {forfeit.why}"
            )
