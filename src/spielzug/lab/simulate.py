"""Many games fast, on all cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.options import Options
from spielzug.core.records import SUFFIX, save_record
from spielzug.core.rng import new_rng, stream
from spielzug.lab.loops import MAX_DECISIONS, POLICIES, Keys, Loops, Played, Verified
from spielzug.lab.played import WholeGame, play_whole
from spielzug.lab.statistics import spread, tally

CHUNK = 50  # games between two ticks of the progress bar
ENOUGH = 1000  # uses of an ability: what is used less often was hardly checked
LONG_RUN = 10_000  # games from which on one may ask for that; of fewer, for as much less


class VerificationFailed(SpielzugError):
    """A game in which a check failed: the engine is wrong, not the user."""


@dataclass(frozen=True)
class Plan:
    """What to simulate. Bots rotate: in game g seat s is played by bot (s + g) mod seats."""

    game: Game
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: str
    options: Options
    verify: bool = False
    records: Path | None = None

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
    ) -> Plan:
        game.refuse_seats(seats)
        for bot in bots:
            if bot not in POLICIES:
                get_bot(bot)
                if verify:
                    raise UsageError(
                        f"every rule is checked in games of {', '.join(POLICIES)} only, not of "
                        f"{bot!r}: leave out --verify, or choose one of these"
                    )
        if len(bots) not in (1, seats):
            raise UsageError(
                f"{len(bots)} bots for {seats} seats: give one name for all, or one for each seat"
            )
        if games < 1:
            raise UsageError(f"{games} games cannot be played: ask for at least 1")
        names = tuple(bots) if len(bots) == seats else tuple(bots) * seats
        chosen = options if options is not None else game.options(**game.simulation)
        chosen.refuse_for(seats)
        if game.clock(chosen) is not None:
            raise UsageError(
                "these options let a clock end the game, and a simulation has none: "
                "choose another mode"
            )
        return cls(game, seats, names, games, seed, chosen, verify, records)

    @property
    def compiled(self) -> bool:
        """Whether whole games run compiled; those of bots that think are played one by one."""
        return all(name in POLICIES for name in self.bots)

    @property
    def policies(self) -> list[int]:
        return [POLICIES.index(name) for name in self.bots]

    def bot_at(self, seat: int, game: int) -> int:
        return (seat + game) % self.seats


def enough_uses(games: int) -> int:
    """From how many uses on an ability has been checked in a run of so many games."""
    return max(1, ENOUGH * min(games, LONG_RUN) // LONG_RUN)


def hardly_used(uses: Mapping[str, int], enough: int) -> dict[str, int]:
    """What was used less often than that, or never: the rarest first."""
    rare = {name: count for name, count in uses.items() if count < enough}
    return dict(sorted(rare.items(), key=lambda use: use[1]))


@dataclass
class Report:
    """The figures of a run; `to_json` is part of the interface."""

    plan: Plan
    played: Played
    seconds: float
    verified: Verified | None = None
    files: list[Path] = field(default_factory=list)
    measured: dict[str, Any] = field(default_factory=dict)
    """What the game measures of its last positions, an array with a value a game each."""
    logs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The decisions of games that cannot be repeated fast."""

    def to_json(self) -> dict[str, Any]:
        plan, lengths = self.plan, self.played.lengths
        shares = self.played.shares[:, : plan.seats]
        rounds = np.arange(plan.games)
        by_bot = [np.zeros(plan.games) for _ in range(plan.seats)]
        for seat in range(plan.seats):
            for bot in range(plan.seats):
                here = (seat + rounds) % plan.seats == bot
                by_bot[bot][here] = shares[here, seat]
        names = list(dict.fromkeys(plan.bots))
        gathered = {
            name: np.concatenate([by_bot[i] for i, n in enumerate(plan.bots) if n == name])
            for name in names
        }
        figures: dict[str, Any] = {
            "game": plan.game.name,
            "seats": plan.seats,
            "games": plan.games,
            "decisions": int(lengths.sum()),
            "seconds": round(self.seconds, 3),
            "seed": plan.seed,
            "options": plan.options.named(),
            "lengths": {
                "min": int(lengths.min()),
                "median": float(np.median(lengths)),
                "mean": round(float(lengths.mean()), 3),
                "p95": float(np.percentile(lengths, 95)),
                "max": int(lengths.max()),
            },
            "reasons": {
                name: int(count)
                for name, count in zip(
                    plan.game.rules.REASONS,
                    np.bincount(self.played.reasons, minlength=len(plan.game.rules.REASONS)),
                    strict=True,
                )
                if count
            },
            "by_seat": [
                {"seat": seat + 1, **tally(shares[:, seat].tolist())} for seat in range(plan.seats)
            ],
            "by_bot": [{"bot": name, **tally(gathered[name].tolist())} for name in names],
        }
        if self.measured:
            figures["measures"] = {name: spread(all_) for name, all_ in self.measured.items()}
        if self.verified is not None:
            figures["checks"] = dict(
                zip(plan.game.rules.CHECKS, map(int, self.verified.checks), strict=True)
            )
            figures["uses"] = {
                name: int(
                    self.verified.uses[kind].sum()
                    if value is None
                    else self.verified.uses[kind, value]
                )
                for name, (kind, value) in plan.game.uses.items()
            }
            figures["enough_uses"] = enough_uses(plan.games)
            figures["hardly_used"] = hardly_used(figures["uses"], figures["enough_uses"])
            figures["violations"] = 0
        if plan.records is not None:
            figures["records"] = len(self.files)
        return figures


def simulate(plan: Plan, progress: Callable[[int], None] = lambda _: None) -> Report:
    """Play the plan; `progress` is told how many more games are done."""
    report = _simulate_fast(plan, progress) if plan.compiled else _simulate_whole(plan, progress)
    if plan.records is not None:
        report.files = list(_write_records(report))
    return report


def _simulate_whole(plan: Plan, progress: Callable[[int], None]) -> Report:
    """Games of bots that think, each of them a function of its number as ever."""
    keys, stop = Keys.of(plan.seed), Stop()
    facts = plan.game.ready().facts(plan.options)
    played, finals = Played.room(plan.games), plan.game.blank(plan.games)
    report = Report(plan, played, 0.0)
    begin = time.perf_counter()

    def run(number: int) -> tuple[int, WholeGame]:
        index = np.uint64(number)
        rng = new_rng(stream(keys.bots, index))
        names = [plan.bots[plan.bot_at(seat, number)] for seat in range(plan.seats)]
        bots = [get_bot(name, rng) for name in names]
        position, _ = plan.game.deal(plan.seats, stream(keys.games, index), plan.options)
        return number, play_whole(position, bots, stop)

    with ThreadPoolExecutor(max(1, os.cpu_count() or 1)) as pool:
        try:
            for number, game in pool.map(run, range(plan.games)):
                played.reasons[number] = game.reason
                played.lengths[number] = len(game.actions)
                played.shares[number, : plan.seats] = game.shares
                finals[number] = game.final
                if plan.records is not None:
                    report.logs[number] = game.actions
                progress(1)
        except BaseException:
            stop.set()
            raise
    report.seconds = time.perf_counter() - begin
    if plan.game.measure is not None:
        report.measured = plan.game.measure(facts, finals)
    return report


def _simulate_fast(plan: Plan, progress: Callable[[int], None]) -> Report:
    keys = Keys.of(plan.seed)
    facts = plan.game.facts(plan.options)
    played = Played.room(plan.games)
    found = Verified.room(plan.game)
    workers = max(1, min(os.cpu_count() or 1, plan.games // CHUNK))
    spare = [(Loops(plan.game), Verified.room(plan.game)) for _ in range(workers)]
    _warm_up(plan, spare[0][0], keys)
    measure = plan.game.measure
    parts: dict[int, dict[str, Any]] = {}
    begin = time.perf_counter()

    def run(first: int) -> int:
        loops, checked = spare.pop()
        try:
            end = min(first + CHUNK, plan.games)
            part = Played(
                played.reasons[first:end],
                played.lengths[first:end],
                played.shares[first:end],
                np.zeros(0, np.int32),
            )
            if plan.verify:
                code = loops.verify(facts, plan.policies, first, keys, part, checked)
                if code:
                    game, decision = map(int, checked.where)
                    raise VerificationFailed(
                        f"game {game}, decision {decision}: violated: {loops.failure(code)}"
                    )
            else:
                finals = plan.game.blank(end - first if measure is not None else 0)
                loops.play(facts, plan.policies, first, keys, part, finals)
                if measure is not None:
                    parts[first] = measure(facts, finals)
            return end - first
        finally:
            spare.append((loops, checked))

    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(run, range(0, plan.games, CHUNK)):
            progress(done)
    seconds = time.perf_counter() - begin
    for _, checked in spare:
        found.add(checked)
    report = Report(plan, played, seconds, found if plan.verify else None)
    for name in next(iter(parts.values()), {}):
        report.measured[name] = np.concatenate([parts[first][name] for first in sorted(parts)])
    return report


def _warm_up(plan: Plan, loops: Loops, keys: Keys) -> None:
    """Compile outside the measured time and before any thread starts."""
    facts, room = plan.game.facts(plan.options), Played.room(0)
    if plan.verify:
        loops.verify(facts, plan.policies, 0, keys, room, Verified.room(plan.game))
    else:
        loops.play(facts, plan.policies, 0, keys, room)


def _write_records(report: Report) -> Iterator[Path]:
    plan = report.plan
    assert plan.records is not None
    plan.records.mkdir(parents=True, exist_ok=True)
    loops, keys = Loops(plan.game), Keys.of(plan.seed)
    for number in range(plan.games):
        actions: Sequence[int] = report.logs.get(number, ())
        if not actions:
            actions = _repeated(plan, loops, keys, number, int(report.played.lengths[number]))
        name = f"{plan.game.name}-{plan.seats}-{plan.seed}-{number:06d}{SUFFIX}"
        path = plan.records / name.replace(os.sep, "_")
        save_record(_as_match(plan, number, actions), path)
        yield path


def _repeated(plan: Plan, loops: Loops, keys: Keys, number: int, length: int) -> Sequence[int]:
    """The decisions of game `number`, which is played once more."""
    out = Played.room(1, log=min(length, MAX_DECISIONS))
    loops.play(plan.game.facts(plan.options), plan.policies, number, keys, out)
    return [int(action) for action in out.log]


def _as_match(plan: Plan, number: int, actions: Sequence[int]) -> Match:
    bots = [plan.bots[plan.bot_at(seat, number)] for seat in range(plan.seats)]
    seats = [Seat(f"{bot} {seat + 1}", bot) for seat, bot in enumerate(bots)]
    match = Match(plan.game, seats, SeedLuck(plan.seed, number), plan.options)
    for action in actions:
        match.play(action)
    return match
