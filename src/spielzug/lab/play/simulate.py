"""Simulates many games on all cores."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NotRequired

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.bots.names import PROGRAM_SECONDS
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.lab.play.game_spec import GameSpec, check_bot, check_games
from spielzug.lab.play.loops import (
    MAX_DECISIONS,
    POLICIES,
    Keys,
    Loops,
    PlayedGames,
    VerificationCounts,
)
from spielzug.lab.play.one_game import Forfeit, Forfeits, Seating, WholeGame
from spielzug.lab.play.run_files import (
    SIMULATE,
    FolderWriter,
    RecordCount,
    RecordWriter,
    RunHead,
    head_of,
)
from spielzug.lab.play.totals import Sums, SumsFigures, SumsJson, measured
from spielzug.lab.play.workers import (
    Jobs,
    Range,
    Task,
    WorkerPool,
    pool_for_run,
    stop_on_signals,
)

CHUNK = 50  # games of the first jobs of compiled players


class VerificationFailed(SpielzugError):
    """A check failed in a game: an error of the engine, not of the user."""


@dataclass(frozen=True)
class SimulationPlan(Seating):
    """What to simulate."""

    games: int = 1
    verify: bool = False
    records: Path | None = None
    first: int = 0
    """The number of the first game."""
    program_seconds: float = PROGRAM_SECONDS
    """An external program's time for each decision."""

    @classmethod
    def make(
        cls,
        game: Game,
        seats: int,
        bots: Sequence[str],
        games: int,
        seed: str,
        options: Options | None = None,
        verify: bool = False,
        records: Path | None = None,
        first: int = 0,
        program_seconds: float = PROGRAM_SECONDS,
    ) -> SimulationPlan:
        seating = Seating.of(game, seats, bots, seed, options)
        if verify and not seating.compiled:
            odd = next(bot for bot in bots if bot not in POLICIES)
            raise UsageError(
                f"--verify only works with {', '.join(POLICIES)}, not with "
                f"{odd!r}: leave it out, or choose one of these"
            )
        for bot in bots:
            if bot not in POLICIES:
                check_bot(bot, program_seconds)
        check_games(games, first)
        return cls(
            game, seats, seating.bots, seed, seating.options, None, games, verify, records, first,
            program_seconds,
        )  # fmt: skip

    @property
    def end(self) -> int:
        """The number after the last game's."""
        return self.first + self.games

    @property
    def writer(self) -> FolderWriter:
        return FolderWriter(self.game, self.options, self.seed)

    @property
    def record_writer(self) -> RecordWriter | None:
        return RecordWriter.into(self.records, self.file(self.end))

    def file(self, game: int) -> str:
        return self.writer.name(self.seats, f"{game:06d}")


@dataclass
class Piece:
    """The result of a job."""

    sums: Sums
    seconds: float = 0.0
    """Of the workers, added up, without compiling."""
    records: dict[str, str] = field(default_factory=dict)
    """By file name."""
    forfeits: list[Forfeit | None] = field(default_factory=list)
    """Of each game that was played one by one."""


class SimulationHead(RunHead, RecordCount):
    """The figures of a run that do not depend on its games."""

    verify: bool
    first_game: int
    planned: int
    seconds: NotRequired[float]


class SimulationFigures(SimulationHead, SumsFigures):
    """All figures of a run."""

    games: int
    stopped: bool
    sums: SumsJson


@dataclass
class SimulationReport:
    """The result of a run; `to_json` is part of the interface."""

    plan: SimulationPlan
    sums: Sums
    seconds: float = 0.0
    stopped: bool = False
    out: frozenset[str] = frozenset()
    """The program that ended the run, because it forfeited too many games in a row."""
    files: list[Path] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of finished games: a run can be stopped."""
        return len(self.sums.games)

    def to_json(self) -> SimulationFigures:
        plan = self.plan
        records: RecordCount = {"records": len(self.files)} if plan.records is not None else {}
        return simulation_figures(
            {
                **head_of(SIMULATE, plan.game, plan.seats, plan.bots, plan.seed, plan.options),
                "verify": plan.verify,
                "first_game": plan.first,
                "planned": plan.games,
                "seconds": round(self.seconds, 3),
                **records,
            },
            self.sums,
            self.out,
        )


def simulation_figures(head: SimulationHead, sums: Sums, out: Collection[str]) -> SimulationFigures:
    """All figures of a run, or of several merged: the header, then the results."""
    records: RecordCount = {"records": head.pop("records")} if "records" in head else {}
    games = len(sums.games)
    return {
        **head,
        "games": games,
        "stopped": games < head["planned"],
        **sums.figures(head["bots"], out),
        **records,
        "sums": sums.to_json(),
    }


def simulate(
    plan: SimulationPlan,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
    pool: WorkerPool | None = None,
) -> SimulationReport:
    """Play the plan; `progress` gets the number of further games done, `tell` errors.

    Without a pool all cores of this machine play. Ctrl-C ends it: the report then holds the
    finished games.
    """
    record_writer, stop, player = plan.record_writer, Stop(), SimulatedPlayer(plan)
    report, forfeits = SimulationReport(plan, player.blank()), Forfeits(tell)
    jobs = Jobs.between(plan.first, plan.end, CHUNK if plan.compiled else 1)
    with pool_for_run(pool, plan.compiled) as workers:
        if plan.compiled and not workers.is_remote:
            player.warm_up()
        begin = time.perf_counter()
        with stop_on_signals(stop):
            for piece in workers.each(player.task, jobs, stop):
                games = len(piece.sums.games)
                jobs.learn(games, piece.seconds)
                if record_writer is not None:
                    record_writer.save(piece.records)
                for forfeit in piece.forfeits:
                    loser = forfeit.bot if forfeit is not None else None
                    if forfeits.is_out(plan.bots, loser, forfeit) and forfeit is not None:
                        report.out = frozenset((forfeit.bot,))
                        stop.set()  # without this bot there is nothing to simulate
                report.sums.add(piece.sums)
                progress(games)
        report.seconds = time.perf_counter() - begin
    report.stopped = stop.is_set() and not report.out
    report.files = sorted(record_writer.files) if record_writer is not None else []
    return report


LONG_RUN = 100_000
"""Games from which on it pays to compile the rules into the loop."""


class SimulatedPlayer:
    """Plays any games of a plan. Safe to use from several threads."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.game = plan.game.ready()
        self.facts = plan.game.facts(plan.options)
        self.keys = Keys.of(plan.seed)
        self._spare: list[tuple[Loops, VerificationCounts]] = []

    def blank(self) -> Sums:
        return Sums.blank(self.game.rules.REASONS, self.plan.bots)

    @property
    def task(self) -> Task[Range, Piece]:
        plan = self.plan
        spec, keep = GameSpec.of(plan.game, plan.options), plan.records is not None
        return Task.of(
            self.play, _prepare, spec, plan.seats, plan.bots, plan.seed, plan.verify, keep,
            plan.program_seconds,
        )  # fmt: skip

    def play(self, games: Range, stop: Stop) -> Piece:
        """Play these games; when stopped, returns the finished ones."""
        if self.plan.compiled:
            return self._play_compiled(*games)
        return self._play_whole(*games, stop)

    def warm_up(self) -> None:
        """Compile outside the measured time and before any thread starts."""
        loops, room = self._take()[0], PlayedGames.allocate(0)
        if self.plan.verify:
            found = VerificationCounts.allocate(self.game)
            loops.verify(self.facts, self.plan.policies, 0, self.keys, room, found)
        else:
            loops.play(self.facts, self.plan.policies, 0, self.keys, room)

    def _take(self) -> tuple[Loops, VerificationCounts]:
        """Loops that no other thread uses."""
        try:
            return self._spare.pop()
        except IndexError:
            long_run = self.plan.games >= LONG_RUN
            return Loops(self.game, long_run), VerificationCounts.allocate(self.game)

    # -- compiled players --------------------------------------------------------------------------

    def _play_compiled(self, first: int, end: int) -> Piece:
        plan, piece = self.plan, Piece(self.blank())
        loops, found = self._take()
        begin = time.perf_counter()
        out = PlayedGames.allocate(end - first)
        if plan.verify:
            self._verify(loops, first, out, found)
            _count_checks(piece.sums, self.game, found)
        else:
            finals = self.game.blank(end - first if self.game.measures else 0)
            loops.play(self.facts, plan.policies, first, self.keys, out, finals)
            if self.game.measures:
                piece.sums.measures = measured(self.game, self.facts, finals)
        numbers = np.arange(first, end)
        piece.sums.count(numbers, out.reasons, out.lengths, out.shares, plan.bots)
        if plan.records is not None:
            for number in range(first, end):
                actions = self._repeated(loops, number, int(out.lengths[number - first]))
                self._write(piece, number, actions)
        self._spare.append((loops, found))
        piece.seconds = time.perf_counter() - begin
        return piece

    def _verify(
        self, loops: Loops, first: int, out: PlayedGames, found: VerificationCounts
    ) -> None:
        found.clear()
        code = loops.verify(self.facts, self.plan.policies, first, self.keys, out, found)
        if code:
            game, decision = map(int, found.where)
            raise VerificationFailed(
                f"game {game}, decision {decision}: violated: {loops.failure(code)}"
            )

    def _repeated(self, loops: Loops, number: int, length: int) -> Sequence[int]:
        """The decisions of game `number`, by playing it again."""
        out = PlayedGames.allocate(1, log=min(length, MAX_DECISIONS))
        loops.play(self.facts, self.plan.policies, number, self.keys, out)
        return [int(action) for action in out.log]

    # -- players of all kinds ----------------------------------------------------------------------

    def _play_whole(self, first: int, end: int, stop: Stop) -> Piece:
        """Games of bots that think; each is a function of its number here too."""
        plan, piece, begin = self.plan, Piece(self.blank()), time.perf_counter()
        played: list[tuple[int, WholeGame]] = []
        for number, whole in plan.whole_games(first, end, stop, plan.program_seconds):
            played.append((number, whole))
            if plan.records is not None:
                self._write(piece, number, whole.actions)
        if played:
            self._count_whole(piece, played)
        piece.seconds = time.perf_counter() - begin
        return piece

    def _count_whole(self, piece: Piece, played: Sequence[tuple[int, WholeGame]]) -> None:
        games = [whole for _, whole in played]
        piece.sums.count(
            np.array([number for number, _ in played]),
            [whole.reason for whole in games],
            [len(whole.actions) for whole in games],
            np.array([whole.shares for whole in games]),
            self.plan.bots,
        )
        piece.forfeits = [whole.forfeit for whole in games]
        piece.sums.forfeits.update(each.bot for each in piece.forfeits if each is not None)
        over = [whole.final for whole in games if whole.forfeit is None]
        if self.game.measures and over:
            finals = self.game.blank(len(over))
            for i, final in enumerate(over):
                finals[i] = final
            piece.sums.measures = measured(self.game, self.facts, finals)

    def _write(self, piece: Piece, number: int, actions: Sequence[int]) -> None:
        text = self.plan.writer.write(self.plan.bots_at(number), number, actions)
        piece.records[self.plan.file(number)] = text


def _count_checks(sums: Sums, game: Game, found: VerificationCounts) -> None:
    sums.checks = Counter(dict(zip(game.rules.CHECKS, map(int, found.checks), strict=True)))
    sums.uses = Counter({
        name: int(found.uses[kind].sum() if value is None else found.uses[kind, value])
        for name, (kind, value) in game.uses.items()
    })  # fmt: skip


def _prepare(
    spec: GameSpec, seats: int, bots: Sequence[str], seed: str, verify: bool, keep: bool,
    program_seconds: float,
) -> Callable[[Range, Stop], Piece]:  # fmt: skip
    """How another process plays any games of a plan."""
    game, options = spec.open()
    records = Path() if keep else None
    plan = SimulationPlan.make(
        game, seats, bots, 1, seed, options, verify, records, program_seconds=program_seconds
    )
    player = SimulatedPlayer(plan)
    if plan.compiled:
        player.warm_up()
    return player.play
