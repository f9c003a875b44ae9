"""Six players of one search. A level is a number of iterations, so it is the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spielzug.bots.search.thinker import Budget, Candidate, Stop, Thinker, Thought
from spielzug.core.chance import below, next_random
from spielzug.core.game import Game, State, Tables

LEAST_SECONDS = 0.05  # for one more decision, even if the time of the turn is used up
SHARE_OF_TURN = 0.4  # of the time left that one decision may take: more may follow in this turn


@dataclass(frozen=True)
class Level:
    """How hard a bot thinks."""

    name: str
    iterations: int
    """For one decision."""
    seconds: float
    """At most, for all decisions of a turn together."""
    slips_in_64: int = 0
    """How many of 64 decisions are not thought about at all."""


LEVELS = (
    Level("beginner", 24, 2.0, slips_in_64=24),
    Level("casual", 48, 2.0, slips_in_64=8),
    Level("club", 160, 3.0),
    Level("strong", 700, 4.0),
    Level("master", 3_000, 6.0),
    Level("expert", 12_000, 10.0),
)


class TurnTime:
    """What a seat has used of the time for its turn; one for each table."""

    def __init__(self) -> None:
        self._seat = -1
        self._spent = 0.0

    def left(self, seat: int, seconds: float) -> float:
        """For the next decision of this seat, out of `seconds` for the whole turn."""
        if seat != self._seat:
            self._seat, self._spent = seat, 0.0
        return max(LEAST_SECONDS, SHARE_OF_TURN * (seconds - self._spent))

    def spend(self, seconds: float) -> None:
        self._spent += seconds


class SearchBot:
    """A level, as a player."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.name = level.name

    def choose(
        self,
        game: Game,
        tables: Tables,
        hidden: State,
        generator: Any,
        turn: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        legal = game.legal(tables, hidden)
        if len(legal) == 1:
            return legal[0]
        if int(below(generator, 64)) < self.level.slips_in_64:
            return legal[int(below(generator, len(legal)))]
        return self.consider(game, tables, hidden, generator, turn, stop).action

    def consider(
        self,
        game: Game,
        tables: Tables,
        hidden: State,
        generator: Any,
        turn: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> Thought:
        """The candidates, best first, as far as this level sees."""
        thinker = Thinker(game, Budget(iterations=self.level.iterations))
        clock = turn if turn is not None else TurnTime()
        seconds = clock.left(game.actor(hidden), self.level.seconds)
        thought = thinker.think(tables, hidden, next_random(generator), seconds, stop)
        clock.spend(thought.seconds)
        return thought


def best(thought: Thought, count: int) -> list[Candidate]:
    return thought.candidates[:count]
