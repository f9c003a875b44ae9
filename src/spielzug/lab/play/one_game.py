"""Plays one whole game between any bots, in Python.

Bots that think gain nothing by a compiled loop.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from spielzug.bots import Bot, get_bot
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.external import ExternalBot, ProgramError
from spielzug.bots.names import PROGRAM_SECONDS, GameTerms
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.events import Outcome
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.record_types import State
from spielzug.core.rng import new_rng, stream
from spielzug.lab.play.game_spec import check_bot, check_nets, check_seed
from spielzug.lab.play.loops import POLICIES, Keys
from spielzug.wire import parts


class GameStopped(SpielzugError):
    """The game was stopped before it was over."""


@dataclass(frozen=True)
class Forfeit:
    """A program that stopped playing, and so lost the game with all its seats."""

    bot: str
    why: str
    seat: int = 0


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

    def whole_games(
        self, first: int, end: int, stop: Stop, program_seconds: float = PROGRAM_SECONDS
    ) -> Iterator[tuple[int, WholeGame]]:
        """Games of any bots with their numbers, until stopped."""
        keys = Keys.of(self.seed)
        for number in range(first, end):
            rng = new_rng(stream(keys.bots, np.uint64(number)))
            bots = [get_bot(name, rng, program_seconds) for name in self.bots_at(number)]
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


FORFEITED = "forfeited"
"""Beside a game's own reasons: a program forfeited it."""


def play_whole(
    position: Position,
    bots: Sequence[Bot],
    stop: Stop,
    sides: Sequence[Hashable] | None = None,
) -> WholeGame:
    """Play to the end.

    Reproducible from the position and the bots' rng, because there is no clock. Seats with the same
    side win and lose together if one of them forfeits; without `sides`, seats with the same bot.
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
            forfeit = Forfeit(bots[seat].name, str(error), seat)
            continue
        finally:
            seconds[seat] += time.perf_counter() - begin
        position.step(action)
        actions.append(action)
    if forfeit is not None:
        sides = sides if sides is not None else [bot.name for bot in bots]
        reason, shares = 0, forfeited(sides, sides[forfeit.seat])
        _tell_outcome(position, bots, Outcome(shares, FORFEITED), "a program forfeited the game")
    else:
        outcome = position.outcome
        assert outcome is not None
        reason = position.game.rules.REASONS.index(outcome.reason)
        shares = outcome.shares
        _tell_outcome(position, bots, outcome, position.game.reasons[outcome.reason]["en"])
    return WholeGame(
        reason, shares, tuple(actions), position.state, tuple(turns), tuple(seconds), forfeit
    )


def _tell_outcome(position: Position, bots: Sequence[Bot], outcome: Outcome, reason: str) -> None:
    told = parts.Outcome(
        shares=list(outcome.shares),
        reason=outcome.reason,
        reason_text=reason,
        winners=list(outcome.winners),
    )
    for seat, bot in enumerate(bots):
        if isinstance(bot, ExternalBot):
            bot.tell_outcome(position.seen(seat), told)


def forfeited(sides: Sequence[Hashable], loser: Hashable) -> tuple[float, ...]:
    """All other sides' seats share the win; if there are none, nobody wins."""
    others = sum(side != loser for side in sides)
    return tuple(0.0 if side == loser else 1 / others for side in sides)


MOST_FORFEITS = 3
"""In a row; then a bot is out of the run."""


@dataclass
class Forfeits:
    """Counts each program's forfeits; the first one is reported."""

    tell: Callable[[str], None]
    counts: Counter[str] = field(default_factory=Counter)
    in_a_row: Counter[Hashable] = field(default_factory=Counter)
    """Of each player, up to now."""

    def is_out(self, players: Iterable[Hashable], loser: Hashable, forfeit: Forfeit | None) -> bool:
        """Count a game of these players: whether its loser has forfeited too many in a row."""
        if forfeit is not None:
            self.add(forfeit)
            self.in_a_row[loser] += 1
        for player in players:
            if forfeit is None or player != loser:
                self.in_a_row[player] = 0
        return forfeit is not None and self.in_a_row[loser] >= MOST_FORFEITS

    def add(self, forfeit: Forfeit) -> None:
        self.counts[forfeit.bot] += 1
        if self.counts[forfeit.bot] == 1:
            self.tell(
                f"{forfeit.bot} forfeits a game and the run continues (further forfeits are "
                f"only counted): {forfeit.why}"
            )

    def add_all(self, forfeits: Iterable[Forfeit]) -> None:
        for forfeit in forfeits:
            self.add(forfeit)
