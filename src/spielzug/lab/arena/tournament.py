"""Tournaments of bots: pairs, permuted seats, the same deals for both sides."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.bots.names import PROGRAM_SECONDS, GameTerms
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.rng import new_rng, stream
from spielzug.lab.arena.standings import (
    ArenaFigures,
    ArenaScore,
    ArenaStanding,
    arena_figures,
)
from spielzug.lab.play.game_spec import GameSpec, check_bot, check_games, check_nets, check_seed
from spielzug.lab.play.loops import Keys
from spielzug.lab.play.one_game import Forfeits, GameStopped, play_whole
from spielzug.lab.play.run_files import ARENA, FolderWriter, RecordCount, RecordWriter, head_of
from spielzug.lab.play.workers import Jobs, Task, WorkerPool, pool_for_run, stop_on_signals

BATCH = 8  # rounds between two tests; fixed, so that any number of workers stops at the same game

Job = tuple[int, int, int]
"""A game to play: the pair, the deal, the order of seats."""


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
    """Only neighbours in the list meet, as on a ladder."""
    until_decided: bool = False
    records: Path | None = None
    first: int = 0
    """The number of each pair's first game; must start a round."""
    program_seconds: float = PROGRAM_SECONDS
    """An external program's time for each decision."""

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
        first: int = 0,
        program_seconds: float = PROGRAM_SECONDS,
    ) -> Arena:
        """A bot that is named twice plays itself, as two entries."""
        count = seats if seats is not None else game.seats[0]
        game.check_seats(count)
        check_seed(seed)
        for bot in bots:
            check_bot(bot, program_seconds)
        if len(bots) < 2:
            raise UsageError("a single bot has nobody to play: name at least two, with a comma")
        check_games(games, first)
        _check_first_game(first, len(seat_orders(count)), until_decided)
        chosen = options if options is not None else game.options(**game.simulation)
        chosen.check_for_seats(count)
        if game.clock(chosen) is not None:
            raise UsageError(
                "with these options a clock ends the game, and an arena has no clock: "
                "choose another mode"
            )
        check_nets(bots, GameTerms(game, chosen, count, game.rules_version))
        return cls(
            game, count, tuple(bots), games, seed, chosen, neighbours, until_decided, records,
            first, program_seconds,
        )  # fmt: skip

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, by index in the list."""
        if self.neighbours:
            return list(itertools.pairwise(range(len(self.bots))))
        return list(itertools.combinations(range(len(self.bots)), 2))

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """How two bots (0 and 1) can share the seats, evenly over all orders together."""
        return seat_orders(self.seats)

    @property
    def deals(self) -> range:
        """The deals to play, each in one round."""
        orders = len(self.orders)
        return range(self.first // orders, (self.first + self.games - 1) // orders + 1)

    @property
    def planned(self) -> int:
        """The number of games of all pairs together."""
        return len(self.pairs) * len(self.deals) * len(self.orders)

    def bots_at(self, job: Job) -> list[str]:
        """The bot at each seat of a game."""
        number, _, order = job
        pair = self.pairs[number]
        return [self.bots[pair[who]] for who in self.orders[order]]

    @property
    def writer(self) -> FolderWriter:
        return FolderWriter(self.game, self.options, self.seed)

    @property
    def record_writer(self) -> RecordWriter | None:
        longest = self.file((len(self.pairs), self.deals.stop, len(self.orders)))
        return RecordWriter.into(self.records, longest)

    def file(self, job: Job) -> str:
        """Pairs and orders are counted from 1, deals from 0 as everywhere."""
        number, deal, order = job
        words = f"pair{number + 1}", f"{deal:06d}", f"order{order + 1}"
        return self.writer.name(self.seats, *words)


def _check_first_game(first: int, orders: int, until_decided: bool) -> None:
    if first and until_decided:
        raise UsageError(
            "when a pair stops depends on all its earlier games: with --until-decided, play from "
            "game 0 on, without --first-game"
        )
    if first % orders:
        below = first - first % orders
        raise UsageError(
            f"a deal is played in {orders} games, one for each order of seats, so no round can "
            f"begin with game {first}: choose {below} or {below + orders} for --first-game"
        )


def seat_orders(seats: int) -> list[tuple[int, ...]]:
    """Every way to seat both bots equally often; of an odd number each has the extra seat in turn.

    With more than four seats only the rotations of the alternating order: they are fair too, and
    fewer.
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
class Result:
    """The result of an arena; `to_json` is part of the interface."""

    arena: Arena
    standing: ArenaStanding
    files: list[Path] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False

    def to_json(self) -> ArenaFigures:
        arena = self.arena
        records: RecordCount = {"records": len(self.files)} if arena.records is not None else {}
        return arena_figures(
            {
                **head_of(
                    ARENA, arena.game, arena.seats, arena.bots, arena.seed, arena.options
                ),
                "neighbours": arena.neighbours,
                "until_decided": arena.until_decided,
                "first_game": arena.first,
                "planned": arena.planned,
                "stopped": self.stopped,
                "seconds": round(self.seconds, 3),
                **records,
            },
            self.standing,
        )  # fmt: skip


def compete(
    arena: Arena,
    progress: Callable[[int], None] = lambda _: None,
    stop: Stop | None = None,
    tell: Callable[[str], None] = lambda _: None,
    pool: WorkerPool | None = None,
) -> Result:
    """Play; `progress` gets the number of further games done, `tell` errors.

    Without a pool all cores of this machine play. When stopped, finished games count.
    """
    ending, record_writer = stop or Stop(), arena.record_writer
    standing = ArenaStanding.blank(arena.bots, arena.pairs, len(arena.orders))
    result, player = Result(arena, standing), ArenaPlayer(arena, standing.out)
    forfeits, begin = Forfeits(tell), time.perf_counter()
    with pool_for_run(pool, compiled=False) as workers, stop_on_signals(ending):
        for jobs in _batches(arena, standing):
            for scores in workers.each(player.task, jobs, ending):
                jobs.learn(len(scores), sum(sum(game.seconds) for game in scores))
                for game in scores:
                    pair = arena.pairs[game.pair]
                    if not standing.out.isdisjoint(pair):
                        continue  # it was under way when the bot was taken out
                    if record_writer is not None and game.record is not None:
                        record_writer.save(dict([game.record]))
                    standing.count(game)
                    loser = pair[game.loser] if game.loser is not None else None
                    if forfeits.is_out(pair, loser, game.forfeit) and loser is not None:
                        standing.out.add(loser)
                progress(len(scores))
            if ending.is_set():
                break
    result.files = sorted(record_writer.files) if record_writer is not None else []
    result.stopped = ending.is_set()
    result.seconds = time.perf_counter() - begin
    return result


def _batches(arena: Arena, standing: ArenaStanding) -> Iterator[Jobs[tuple[Job, ...]]]:
    """The games to play next; pairs that are decided play no more, nor do bots that are out."""
    size = BATCH if arena.until_decided else len(arena.deals)
    for at in range(0, len(arena.deals), size):
        deals = arena.deals[at : at + size]
        playing = [
            number
            for number, meeting in enumerate(standing.meetings)
            if not (arena.until_decided and meeting.decided())
        ]
        orders = range(len(arena.orders))
        games = (
            (pair, deal, order)
            for deal in deals
            for pair in playing
            for order in orders
            if standing.out.isdisjoint(arena.pairs[pair])
        )
        yield Jobs.of(games, len(deals) * len(playing) * len(orders))


class ArenaPlayer:
    """Plays any games of an arena, except those of bots that are out."""

    def __init__(self, arena: Arena, out: Set[int] = frozenset()) -> None:
        self.arena, self.out = arena, out
        self.game = arena.game.ready()
        self.keys = Keys.of(arena.seed)

    @property
    def task(self) -> Task[tuple[Job, ...], list[ArenaScore]]:
        arena = self.arena
        spec, keep = GameSpec.of(arena.game, arena.options), arena.records is not None
        return Task.of(
            self.play, _prepare, spec, arena.seats, arena.bots, arena.seed, arena.neighbours, keep,
            arena.program_seconds,
        )  # fmt: skip

    def play(self, jobs: Sequence[Job], stop: Stop) -> list[ArenaScore]:
        """Play these games; when stopped, returns the finished ones."""
        played: list[ArenaScore] = []
        for job in jobs:
            if not self.out.isdisjoint(self.arena.pairs[job[0]]):
                continue
            try:
                played.append(self._play(job, stop))
            except GameStopped:
                break
        return played

    def _play(self, job: Job, stop: Stop) -> ArenaScore:
        arena, (pair, deal, order) = self.arena, job
        number = deal * len(arena.orders) + order
        rng = new_rng(stream(self.keys.bots, np.uint64(number * 4096 + pair)))
        names = arena.bots_at(job)
        bots = [get_bot(name, rng, arena.program_seconds) for name in names]
        key = stream(self.keys.games, np.uint64(deal))
        position, _ = self.game.deal(arena.seats, key, arena.options)
        sides = arena.orders[order]
        whole = play_whole(position, bots, stop, sides)
        shares, turns, seconds = [0.0, 0.0], [0, 0], [0.0, 0.0]
        for seat, who in enumerate(sides):
            shares[who] += whole.shares[seat]
            turns[who] += whole.turns[seat]
            seconds[who] += whole.seconds[seat]
        record = None
        if arena.records is not None:
            record = arena.file(job), arena.writer.write(names, deal, whole.actions)
        return ArenaScore(
            pair, number, 0.5 + (shares[0] - shares[1]) / 2,
            (turns[0], turns[1]), (seconds[0], seconds[1]), whole.forfeit,
            None if whole.forfeit is None else sides[whole.forfeit.seat], record,
        )  # fmt: skip


def _prepare(
    spec: GameSpec, seats: int, bots: Sequence[str], seed: str, neighbours: bool, keep: bool,
    program_seconds: float,
) -> Callable[[Sequence[Job], Stop], list[ArenaScore]]:  # fmt: skip
    """How another process plays any games of an arena."""
    game, options = spec.open()
    records = Path() if keep else None
    return ArenaPlayer(
        Arena.make(
            game,
            bots,
            1,
            seed,
            seats,
            options,
            neighbours,
            records=records,
            program_seconds=program_seconds,
        )
    ).play
