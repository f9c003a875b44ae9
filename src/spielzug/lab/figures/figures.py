"""The figures of a game: what wins how often in games of strong bots.

Of each number of seats two runs are played. In the first the bots choose all; from it come seats,
lengths, endings and what the things of the game are worth. What bots choose often is good already,
and they choose it when it fits: so in the second run the opening of one seat is drawn by lot
(`openings`), among those that were chosen often enough in the first, and nothing else differs.
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.rng import new_rng, seed_key, stream
from spielzug.lab.compare.comparison_result import MOST_GAMES, MOST_REDRAWS
from spielzug.lab.measure.association import Sums, sums_of
from spielzug.lab.measure.measures import NONE, REDRAWS, Opener, OpeningBoard, Rows, Watcher
from spielzug.lab.play.game_spec import Brief, refuse_games
from spielzug.lab.play.one_game import Forfeit, Forfeits, GameStopped, Seating, play_whole
from spielzug.lab.play.workers import STOP, Crew, Jobs, Range, Task, hired, until_ctrl_c

OPEN_TO = 0.25
"""An opening is drawn from if so many seats could choose it: a lot needs several at once."""
MOST_LOTS = 12
"""Openings that are drawn from: with more of them there would be too few games of each."""
OFTEN = 0.01
"""Where there are more openings than that, those are drawn from that seats choose so often."""


@dataclass(frozen=True)
class FiguresPlan:
    """What to play."""

    game: Game
    bots: tuple[str, ...]
    games: int
    """Of each number of seats."""
    lots: int
    """Games of each number of seats in which an opening is drawn by lot."""
    seats: tuple[int, ...]
    seed: str
    options: Options
    luck: int = REDRAWS

    @classmethod
    def make(
        cls,
        game: Game,
        bots: Sequence[str],
        games: int,
        lots: int,
        seats: Sequence[int],
        seed: str = "1",
        options: Options | None = None,
        luck: int = REDRAWS,
    ) -> FiguresPlan:
        """With the options that simulations use, unless others are given."""
        refuse_games(games)
        if lots < 0:
            raise UsageError(f"--lots {lots}: choose 0 or more")
        if games + lots > MOST_GAMES:
            raise UsageError(f"{games + lots} games are too many: ask for at most {MOST_GAMES}")
        if not 0 <= luck <= MOST_REDRAWS:
            raise UsageError(f"--luck {luck}: choose 0 to {MOST_REDRAWS} alternative outcomes")
        for count in seats:  # refuses bots and seats that cannot be played
            Seating.of(game, count, bots, seed, options)
        chosen = options if options is not None else game.options(**game.simulation)
        return cls(game, tuple(bots), games, lots, tuple(seats), seed, chosen, luck)

    @property
    def planned(self) -> int:
        return (self.games + self.lots) * len(self.seats)

    @property
    def line(self) -> str:
        """The command that does the same."""
        words = ["spielzug", "figures", self.game.name, "--bots", ",".join(self.bots)]
        words += ["--games", str(self.games), "--lots", str(self.lots)]
        words += ["--seats", ",".join(map(str, self.seats)), "--seed", self.seed]
        words += ["--luck", str(self.luck)] * (self.luck != REDRAWS)
        usual = self.game.options(**self.game.simulation).named()
        for name, value in self.options.named().items():
            words += ["-o", f"{name}={value}"] * (value != usual[name])
        return shlex.join(words)


# -- games -----------------------------------------------------------------------------------------


@dataclass
class FiguresPart:
    """Some games with one number of seats."""

    rows: Rows
    """One a game, as `Watched` has them."""
    firsts: NDArray[np.int64]
    """Which seat decided first."""
    openings: NDArray[np.int64]
    """An array (game, seat): the place of the board."""
    drawn: NDArray[np.int64]
    """The seat whose opening was by lot, -1 if none was."""
    possible: Counter[int]
    """How many seats could choose each opening."""
    sums: list[Sums]
    """For each of the game's things, see `worth`."""
    seconds: float = 0.0
    forfeits: tuple[Forfeit, ...] = ()


class Follower:
    """Plays games, and follows each of them from the deal to the end."""

    def __init__(self, plan: FiguresPlan, seats: int, lots: Sequence[int] = ()) -> None:
        self.plan, self.seats, self.lots = plan, seats, tuple(lots)
        self.watcher = Watcher(
            plan.game, plan.options, None, seats, plan.bots, plan.seed, plan.luck
        )
        self._lot_key = seed_key("lots", plan.seed)

    @property
    def elsewhere(self) -> FollowElsewhere | None:
        plan = self.plan
        brief = Brief.of(plan.game, plan.options)
        if brief is None:
            return None
        return FollowElsewhere(brief, plan.bots, self.seats, plan.seed, plan.luck, self.lots)

    def warm_up(self) -> None:
        self.watcher.warm_up()

    def blank(self) -> FiguresPart:
        none = np.zeros(0, np.int64)
        blank = self.watcher.blank()
        sums = [sums_of(deeds, self.seats, 0) for deeds in blank.deeds]
        return FiguresPart(
            blank.rows, none, np.zeros((0, self.seats), np.int64), none, Counter(), sums
        )

    def play(self, games: Range, stop: Stop) -> FiguresPart:
        """These games, or those of them that were finished when it was stopped."""
        parts, begin = [self.blank()], time.perf_counter()
        for number in range(*games):
            try:
                parts.append(self._one(number, stop))
            except GameStopped:
                break
        whole = added(parts)
        whole.seconds = time.perf_counter() - begin
        return whole

    def _one(self, number: int, stop: Stop) -> FiguresPart:
        watcher, seating, game = self.watcher, self.watcher.seating, self.plan.game
        at, board = np.uint64(number), OpeningBoard(game)
        luck = new_rng(stream(watcher.keys.bots, at))
        lot = new_rng(stream(self._lot_key, at))
        position, _ = game.deal(self.seats, stream(watcher.keys.games, at), seating.options)
        first, wanted = position.actor, number % self.seats if self.lots else NONE
        bots = [
            Opener(get_bot(name, luck), board, lot, self.lots if seat == wanted else ())
            for seat, name in enumerate(seating.bots_at(number))
        ]
        whole = play_whole(position, bots, stop)
        if whole.forfeit is not None:
            lost = self.blank()
            lost.forfeits = (whole.forfeit,)
            return lost
        watched = watcher.follow(number, np.array(whole.actions, np.int32))
        shares = [int(watched.rows[0][f"share_{seat + 1}"]) for seat in range(self.seats)]
        most = max(shares)
        winners = shares.count(most) if most > min(shares) else 0
        drawn = next((seat for seat, bot in enumerate(bots) if bot.by_lot), NONE)
        return FiguresPart(
            watched.rows,
            np.array([first], np.int64),
            np.array([[bot.opening for bot in bots]], np.int64),
            np.array([drawn], np.int64),
            Counter(item for bot in bots for item in bot.possible),
            [sums_of(deeds, self.seats, winners) for deeds in watched.deeds],
        )


def added(parts: Sequence[FiguresPart]) -> FiguresPart:
    """What several parts came to, in the order of the games' numbers."""
    rows = np.concatenate([part.rows for part in parts])
    order = np.argsort(rows["number"], kind="stable")
    return FiguresPart(
        rows[order],
        np.concatenate([part.firsts for part in parts])[order],
        np.concatenate([part.openings for part in parts])[order],
        np.concatenate([part.drawn for part in parts])[order],
        Counter(dict(sorted(sum((part.possible for part in parts), Counter()).items()))),
        [np.sum(same, axis=0) for same in zip(*(part.sums for part in parts), strict=True)],
        sum(part.seconds for part in parts),
        tuple(forfeit for part in parts for forfeit in part.forfeits),
    )


@dataclass(frozen=True)
class FollowElsewhere:
    """Follows games in a process that knows nothing of them but this."""

    brief: Brief
    bots: tuple[str, ...]
    seats: int
    seed: str
    luck: int
    lots: tuple[int, ...]

    def __call__(self, games: Range) -> FiguresPart:
        return _follower(self).play(games, STOP)


@lru_cache(maxsize=32)
def _follower(about: FollowElsewhere) -> Follower:
    """Made once: the games of a run come in many jobs."""
    game, options = about.brief.open()
    plan = FiguresPlan(game, about.bots, 1, 0, (about.seats,), about.seed, options, about.luck)
    follower = Follower(plan, about.seats, about.lots)
    follower.warm_up()
    return follower


# -- a run -----------------------------------------------------------------------------------------


@dataclass
class FiguresTable:
    """Both runs with one number of seats."""

    seats: int
    chosen: FiguresPart
    """Games in which bots choose all."""
    lots: tuple[int, ...]
    """The openings that were drawn from."""
    drawn: FiguresPart
    """Games in which a seat opened by lot."""


@dataclass
class FiguresFound:
    """What came of a plan."""

    plan: FiguresPlan
    tables: list[FiguresTable]
    seconds: float = 0.0
    stopped: bool = False

    @property
    def games(self) -> int:
        return sum(len(t.chosen.rows) + len(t.drawn.rows) for t in self.tables)


def drawn_from(part: FiguresPart) -> tuple[int, ...]:
    """All openings, if they are few, or those that are chosen often; the most frequent first."""
    chosen = Counter(item for item in part.openings.ravel().tolist() if item != NONE)
    seats = sum(chosen.values())
    there = [item for item, times in part.possible.items() if times >= OPEN_TO * seats]
    least = OFTEN * seats if len(there) > MOST_LOTS else 0
    order = sorted(there, key=lambda item: (-chosen[item], item))
    return tuple(item for item in order if chosen[item] >= least)[:MOST_LOTS]


_Piece = tuple[int, Callable[[Range], FiguresPart] | None, Range]
"""The number of a follower, how another process plays games of it, and which."""


def follow_all(
    followers: Sequence[Follower], games: Range, crew: Crew, stop: Stop, tick: Callable[[int], None]
) -> list[FiguresPart]:
    """What came of these games of each follower, one game at a time."""
    numbers = range(games[0], games[1] if followers else games[0])
    there = [follower.elsewhere for follower in followers]
    pieces = [(n, there[n], (at, at + 1)) for at in numbers for n in range(len(followers))]
    parts = [[follower.blank()] for follower in followers]
    jobs = Jobs.of(pieces, len(pieces))

    def here(job: Sequence[_Piece], stop: Stop) -> list[tuple[int, FiguresPart]]:
        return [(n, followers[n].play(which, stop)) for n, _, which in job]

    if not crew.far:
        for follower in followers:
            follower.warm_up()
    away = _elsewhere if all(one is not None for one in there) else None
    task: Task[tuple[_Piece, ...], list[tuple[int, FiguresPart]]] = Task(here, away)
    for done in crew.each(task, jobs, stop):
        jobs.learn(len(done), sum(part.seconds for _, part in done))
        for number, part in done:
            parts[number].append(part)
            tick(len(part.rows) + len(part.forfeits))
    return [added(its) for its in parts]


def _elsewhere(job: Sequence[_Piece]) -> list[tuple[int, FiguresPart]]:
    found = []
    for number, there, games in job:
        assert there is not None
        found.append((number, there(games)))
    return found


def make_figures(
    plan: FiguresPlan,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
    crew: Crew | None = None,
    stop: Stop | None = None,
) -> FiguresFound:
    """Play the plan; `progress` hears of every game done, `tell` of what failed.

    Ctrl-C, or `stop`, ends it: what was finished by then is found.
    """
    ends, forfeits, begin = stop or Stop(), Forfeits(tell), time.perf_counter()
    with hired(crew, compiled=False) as workers, until_ctrl_c(ends):
        first = [Follower(plan, seats) for seats in plan.seats]
        chosen = follow_all(first, (0, plan.games), workers, ends, progress)
        lots = [drawn_from(part) for part in chosen]
        second = [
            Follower(plan, seats, its) for seats, its in zip(plan.seats, lots, strict=True)
        ]  # fmt: skip
        with_lots = [follower for follower in second if len(follower.lots) > 1]
        end = plan.games + plan.lots
        played = iter(follow_all(with_lots, (plan.games, end), workers, ends, progress))
        drawn = [next(played) if follower in with_lots else follower.blank() for follower in second]
    for part in (*chosen, *drawn):
        for forfeit in part.forfeits:
            forfeits.add(forfeit)
    tables = [
        FiguresTable(*each) for each in zip(plan.seats, chosen, lots, drawn, strict=True)
    ]  # fmt: skip
    return FiguresFound(plan, tables, time.perf_counter() - begin, ends.is_set())
