"""Bots against each other until one knows who is better: pairs, permuted seats, paired seeds."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.rng import new_rng, stream
from spielzug.lab.crew import work
from spielzug.lab.keeping import Keeper
from spielzug.lab.loops import Keys
from spielzug.lab.names import aliases
from spielzug.lab.played import Forfeits, Stopped, WholeGame, play_whole
from spielzug.lab.ratings import rated
from spielzug.lab.refusals import refuse_bot, refuse_games, refuse_seed
from spielzug.lab.statistics import tally, wilson

SURE = 3.0  # standard deviations: one looks often, so a lucky streak must not decide
BATCH = 8  # rounds between two looks
LONG_BATCH = 1000  # where nobody looks: as many as there is room to plan

Job = tuple[int, int, int]
"""A game to play: which pair, which deal, which order of seats."""


@dataclass(frozen=True)
class Arena:
    """What to play: every pair meets in rounds. A round is one deal in every order of seats."""

    game: Game
    seats: int
    bots: tuple[str, ...]
    games: int
    """For each pair, rounded up to whole rounds."""
    seed: str
    options: Options
    neighbours: bool = False
    """Only those that stand next to each other in the list meet, as on a ladder."""
    until_decided: bool = False
    records: Path | None = None

    @classmethod
    def make(
        cls,
        game: Game,
        bots: Sequence[str],
        games: int,
        seed: str,
        seats: int | None = None,
        options: Options | None = None,
        neighbours: bool = False,
        until_decided: bool = False,
        records: Path | None = None,
    ) -> Arena:
        count = seats if seats is not None else game.seats[0]
        game.refuse_seats(count)
        refuse_seed(seed)
        for bot in bots:
            refuse_bot(bot)
        if len(bots) < 2:
            raise UsageError("one bot alone has nobody to play: name at least two, with a comma")
        if len(set(bots)) < len(bots):
            twice = next(bot for bot in bots if bots.count(bot) > 1)
            raise UsageError(f"{twice!r} is named twice: a bot does not play against itself")
        refuse_games(games)
        chosen = options if options is not None else game.options(**game.simulation)
        chosen.refuse_for(count)
        if game.clock(chosen) is not None:
            raise UsageError(
                "these options let a clock end the game, and an arena has none: choose another mode"
            )
        return cls(
            game, count, tuple(bots), games, seed, chosen, neighbours, until_decided, records
        )  # fmt: skip

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, by their places in the list."""
        if self.neighbours:
            return list(itertools.pairwise(range(len(self.bots))))
        return list(itertools.combinations(range(len(self.bots)), 2))

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """How two bots (0 and 1) can share the seats evenly, over all orders together."""
        return seat_orders(self.seats)

    @property
    def rounds(self) -> int:
        return -(-self.games // len(self.orders))

    def bots_at(self, job: Job) -> list[str]:
        """Who sits where in a game."""
        number, _, order = job
        pair = self.pairs[number]
        return [self.bots[pair[who]] for who in self.orders[order]]

    @property
    def keeper(self) -> Keeper | None:
        """Where the records go; refused if they cannot."""
        if self.records is None:
            return None
        keeper = Keeper(self.game, self.options, self.seed, self.records)
        keeper.refuse(self.file(keeper, (len(self.pairs), self.rounds, len(self.orders))))
        return keeper

    def file(self, keeper: Keeper, job: Job) -> str:
        """Pairs and orders are counted from 1, deals from 0 as everywhere."""
        number, deal, order = job
        return keeper.name(self.seats, f"pair{number + 1}", f"{deal:06d}", f"order{order + 1}")


def seat_orders(seats: int) -> list[tuple[int, ...]]:
    """Every way to seat as many of one bot as of the other; with an odd seat each has it in turn.

    With many seats only the turns of the alternating order: they are fair as well, and fewer.
    """
    few = seats // 2
    if seats <= 4:
        halves = {few, seats - few}
        every = itertools.product((0, 1), repeat=seats)
        return [order for order in every if sum(order) in halves]
    first = tuple(i % 2 for i in range(seats))
    turned = [first[i:] + first[:i] for i in range(seats)]
    return sorted({*turned, *(tuple(1 - bot for bot in order) for order in turned)})


@dataclass
class Meeting:
    """Two bots and how their games went, from the first one's side."""

    first: int
    second: int
    scores: list[float] = field(default_factory=list)
    """1 for a win, 0 for a loss; a win that is shared, or that nobody gets, is a draw."""

    def decided(self) -> bool:
        """Whether it is clear who is better, however often one has looked."""
        low, high = wilson(sum(self.scores), len(self.scores), SURE)
        return bool(self.scores) and not low <= 0.5 <= high


@dataclass
class Standing:
    """The figures of an arena; `to_json` is part of the interface."""

    arena: Arena
    meetings: list[Meeting]
    turns: list[int]
    thought: list[float]
    forfeits: dict[str, int] = field(default_factory=dict)
    """How many games each program broke off."""
    files: list[Path] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False

    def to_json(self) -> dict[str, Any]:
        arena, short = self.arena, aliases(self.arena.bots)
        scores: list[list[float]] = [[] for _ in arena.bots]
        results: list[tuple[int, int, float]] = []
        for meeting in self.meetings:
            for score in meeting.scores:
                scores[meeting.first].append(score)
                scores[meeting.second].append(1.0 - score)
                results.append((meeting.first, meeting.second, 2 * score - 1.0))
        ratings = rated(len(arena.bots), results)
        return {
            "game": arena.game.name,
            "seats": arena.seats,
            "games": len(results),
            "planned": len(arena.pairs) * arena.rounds * len(arena.orders),
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "seed": arena.seed,
            "options": arena.options.named(),
            "by_bot": [
                {
                    "bot": name,
                    "alias": short[name],
                    **tally(scores[i]),
                    "forfeits": self.forfeits.get(name, 0),
                    "rating": round(ratings[i].rating, 1),
                    "rating_low": round(ratings[i].low, 1),
                    "rating_high": round(ratings[i].high, 1),
                    "seconds_per_turn": round(self.thought[i] / max(1, self.turns[i]), 4),
                }
                for i, name in enumerate(arena.bots)
            ],
            "pairs": [
                {
                    "bot": arena.bots[m.first],
                    "rival": arena.bots[m.second],
                    **tally(m.scores),
                    "decided": m.decided(),
                }
                for m in self.meetings
            ],
            **({"records": len(self.files)} if arena.records is not None else {}),
        }


def compete(
    arena: Arena,
    progress: Callable[[int], None] = lambda _: None,
    stop: Stop | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Standing:
    """Play; `progress` is told how many more games are done, `tell` what went wrong.

    When stopped, what is done counts.
    """
    ending, lock, keeper = stop or Stop(), Lock(), arena.keeper
    game = arena.game.ready()
    meetings = [Meeting(a, b) for a, b in arena.pairs]
    standing = Standing(arena, meetings, [0] * len(arena.bots), [0.0] * len(arena.bots))
    forfeits = Forfeits(tell)
    keys = Keys.of(arena.seed)
    done: dict[Job, WholeGame] = {}
    begin = time.perf_counter()

    def run(job: Job) -> None:
        number, deal, order = job
        count = np.uint64((deal * len(arena.orders) + order) * 4096 + number)
        rng = new_rng(stream(keys.bots, count))
        bots = [get_bot(name, rng) for name in arena.bots_at(job)]
        key = stream(keys.games, np.uint64(deal))
        try:
            whole = play_whole(game.deal(len(bots), key, arena.options)[0], bots, ending)
        except Stopped:
            return
        with lock:
            done[job] = whole
            if whole.forfeit is not None:
                forfeits.add(whole.forfeit)
            if keeper is not None:
                keeper.save(arena.file(keeper, job), arena.bots_at(job), deal, whole.actions)
            progress(1)

    try:
        for batch in _batches(arena, meetings):
            work(run, batch, max(1, os.cpu_count() or 1), ending)
            _count_all(standing, done)
    except KeyboardInterrupt:
        ending.set()
    _count_all(standing, done)
    standing.forfeits = forfeits.counts
    standing.files = sorted(keeper.files) if keeper is not None else []
    standing.stopped = ending.is_set()
    standing.seconds = time.perf_counter() - begin
    return standing


def _batches(arena: Arena, meetings: Sequence[Meeting]) -> Iterator[list[Job]]:
    """The games to play next; pairs that are decided play no more."""
    size = BATCH if arena.until_decided else LONG_BATCH
    for first in range(0, arena.rounds, size):
        deals = range(first, min(first + size, arena.rounds))
        playing = [
            number
            for number, meeting in enumerate(meetings)
            if not (arena.until_decided and meeting.decided())
        ]
        yield list(itertools.product(playing, deals, range(len(arena.orders))))


def _count_all(standing: Standing, done: dict[Job, WholeGame]) -> None:
    """In the order of the plan, whichever was finished first: ratings depend a little on it."""
    for job in sorted(done):
        number, _, order = job
        _count(standing, standing.meetings[number], standing.arena.orders[order], done[job])
    done.clear()


def _count(standing: Standing, meeting: Meeting, order: Sequence[int], played: WholeGame) -> None:
    sums = [0.0, 0.0]
    for seat, who in enumerate(order):
        sums[who] += played.shares[seat]
        bot = (meeting.first, meeting.second)[who]
        standing.turns[bot] += played.turns[seat]
        standing.thought[bot] += played.seconds[seat]
    meeting.scores.append(0.5 + (sums[0] - sums[1]) / 2)
