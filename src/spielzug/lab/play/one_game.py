"""Plays one whole game between any bots, in Python.

Bots that think gain nothing by a compiled loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from spielzug.bots import Bot, get_bot
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.external import ProgramError
from spielzug.bots.names import GameTerms
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.record_types import State
from spielzug.core.rng import new_rng, stream
from spielzug.lab.play.game_spec import check_bot, check_nets, check_seed
from spielzug.lab.play.loops import POLICIES, Keys


class GameStopped(SpielzugError):
    """The game was stopped before it was over."""


@dataclass(frozen=True)
class Forfeit:
    """A program that stopped playing, and so lost the game with all its seats."""

    bot: str
    why: str


@dataclass(frozen=True)
class Seating:
    """The bots, seats, seed and options of a run, so that a game is known by its number alone.

    Bots rotate: in game g seat s is played by bot (s + g) mod seats.
    """

    game: Game
    seats: int
    bots: tuple[str, ...]
    """One for each seat."""
    seed: str
    options: Options
    version: int | None = None
    """Of the rules; None is the newest."""

    @classmethod
    def of(
        cls,
        game: Game,
        seats: int,
        bots: Sequence[str],
        seed: str,
        options: Options | None = None,
        version: int | None = None,
    ) -> Seating:
        """With one bot for all seats or one for each; raises `UsageError` if not possible."""
        game.check_seats(seats)
        check_seed(seed)
        for bot in bots:
            if bot not in POLICIES:
                check_bot(bot)
        if len(bots) not in (1, seats):
            raise UsageError(
                f"{len(bots)} bots for {seats} seats: give one name for all, or one for each seat"
            )
        names = tuple(bots) if len(bots) == seats else tuple(bots) * seats
        chosen = options if options is not None else game.options(**game.simulation)
        chosen.check_for_seats(seats)
        if game.clock(chosen) is not None:
            raise UsageError(
                "with these options a clock ends the game, and a simulation has no clock: "
                "choose another mode"
            )
        check_nets(bots, GameTerms(game, chosen, seats, version or game.rules_version))
        return cls(game, seats, names, seed, chosen, version)

    @property
    def compiled(self) -> bool:
        """Whether whole games run compiled; games of bots that think are played one by one."""
        return all(name in POLICIES for name in self.bots)

    @property
    def policies(self) -> list[int]:
        return [POLICIES.index(name) for name in self.bots]

    def bots_at(self, game: int) -> list[str]:
        """The bot at each seat of game number `game`."""
        return [self.bots[(seat + game) % self.seats] for seat in range(self.seats)]

    def whole_games(self, first: int, end: int, stop: Stop) -> Iterator[tuple[int, WholeGame]]:
        """Games of any bots with their numbers, until stopped."""
        keys = Keys.of(self.seed)
        for number in range(first, end):
            rng = new_rng(stream(keys.bots, np.uint64(number)))
            bots = [get_bot(name, rng) for name in self.bots_at(number)]
            key = stream(keys.games, np.uint64(number))
            position, _ = self.game.deal(self.seats, key, self.options, self.version)
            try:
                whole = play_whole(position, bots, stop)
            except GameStopped:
                return
            yield number, whole


@dataclass(frozen=True)
class WholeGame:
    """The results of a game."""

    reason: int
    shares: tuple[float, ...]
    actions: tuple[int, ...]
    final: State
    turns: tuple[int, ...]
    """For each seat: its runs of decisions without another seat's between."""
    seconds: tuple[float, ...]
    """For each seat: its thinking time."""
    forfeit: Forfeit | None = None
    """Why the game was abandoned; `final` is then the position in which it was."""


def play_whole(position: Position, bots: Sequence[Bot], stop: Stop) -> WholeGame:
    """Play to the end.

    Reproducible from the position and the bots' rng, because there is no clock.
    """
    seats = len(bots)
    actions: list[int] = []
    turns, seconds, last = [0] * seats, [0.0] * seats, -1
    forfeit = None
    while not position.over and forfeit is None:
        if stop.is_set():
            raise GameStopped("stopped before the end of the game")
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
    """All other bots' seats share the win; if there are none, nobody wins."""
    others = sum(name != loser for name in names)
    return tuple(0.0 if name == loser else 1 / others for name in names)


@dataclass
class Forfeits:
    """Counts each program's forfeits; the first one is reported."""

    tell: Callable[[str], None]
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, forfeit: Forfeit) -> None:
        self.counts[forfeit.bot] = self.counts.get(forfeit.bot, 0) + 1
        if self.counts[forfeit.bot] == 1:
            self.tell(
                f"{forfeit.bot} forfeits a game and the run continues (further forfeits are "
                f"only counted): {forfeit.why}"
            )

    def add_all(self, forfeits: Iterable[Forfeit]) -> None:
        for forfeit in forfeits:
            self.add(forfeit)
