"""Many games fast, on all cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.rng import new_rng, stream
from spielzug.lab.crew import work
from spielzug.lab.keeping import Keeper
from spielzug.lab.loops import MAX_DECISIONS, POLICIES, Keys, Loops, Played, Verified
from spielzug.lab.names import aliases
from spielzug.lab.played import Forfeits, Stopped, WholeGame, play_whole
from spielzug.lab.refusals import refuse_bot, refuse_games, refuse_seed
from spielzug.lab.statistics import spread, tally

CHUNK = 50  # games between two ticks of the progress bar
ENOUGH = 1000  # uses of an ability: what is used less often was hardly checked
FORFEITED = "forfeited"
"""Beside a game's own reasons: a program broke it off."""
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
        refuse_seed(seed)
        for bot in bots:
            if bot not in POLICIES:
                refuse_bot(bot)
                if verify:
                    raise UsageError(
                        f"every rule is checked in games of {', '.join(POLICIES)} only, not of "
                        f"{bot!r}: leave out --verify, or choose one of these"
                    )
        if len(bots) not in (1, seats):
            raise UsageError(
                f"{len(bots)} bots for {seats} seats: give one name for all, or one for each seat"
            )
        refuse_games(games)
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

    def bots_at(self, game: int) -> list[str]:
        """Who sits where in game number `game`."""
        return [self.bots[(seat + game) % self.seats] for seat in range(self.seats)]

    @property
    def keeper(self) -> Keeper | None:
        """Where the records go; refused if they cannot."""
        if self.records is None:
            return None
        keeper = Keeper(self.game, self.options, self.seed, self.records)
        keeper.refuse(self.file(keeper, self.games))
        return keeper

    def file(self, keeper: Keeper, game: int) -> str:
        return keeper.name(self.seats, f"{game:06d}")


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
    done: Any
    """Of each game whether it was finished: a run can be stopped."""
    seconds: float = 0.0
    stopped: bool = False
    verified: Verified | None = None
    files: list[Path] = field(default_factory=list)
    measured: dict[str, Any] = field(default_factory=dict)
    """What the game measures of its last positions, an array with a value a game each."""
    forfeits: dict[str, int] = field(default_factory=dict)
    """How many games each program broke off."""

    @classmethod
    def of(cls, plan: Plan) -> Report:
        return cls(plan, Played.room(plan.games), np.zeros(plan.games, np.bool_))

    def to_json(self) -> dict[str, Any]:
        plan, done = self.plan, self.done
        numbers = np.flatnonzero(done)
        lengths = self.played.lengths[done]
        short = aliases(plan.bots)
        figures: dict[str, Any] = {
            "game": plan.game.name,
            "seats": plan.seats,
            "games": len(numbers),
            "planned": plan.games,
            "stopped": self.stopped,
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
            "reasons": self._reasons(),
            "by_seat": [
                {"seat": seat + 1, **tally(self.played.shares[done, seat])}
                for seat in range(plan.seats)
            ],
            "by_bot": [
                {
                    "bot": name,
                    "alias": short[name],
                    **tally(self._shares_of(name, numbers)),
                    "forfeits": self.forfeits.get(name, 0),
                }
                for name in short
            ],
        }
        if self.measured:
            figures["measures"] = {name: spread(all_) for name, all_ in self.measured.items()}
        if self.verified is not None:
            figures |= self._checked(self.verified, len(numbers))
        if plan.records is not None:
            figures["records"] = len(self.files)
        return figures

    def _reasons(self) -> dict[str, int]:
        names = self.plan.game.rules.REASONS
        counts = np.bincount(self.played.reasons[self.done], minlength=len(names))
        told = {name: int(count) for name, count in zip(names, counts, strict=True) if count}
        broken_off = told.pop("", 0)
        return {**told, FORFEITED: broken_off} if broken_off else told

    def _shares_of(self, name: str, numbers: Any) -> Any:
        """What the bot of this name got: a row a game, in it each seat that it had."""
        seats = self.plan.seats
        places = [i for i, bot in enumerate(self.plan.bots) if bot == name]
        at = (np.array(places)[None, :] - numbers[:, None]) % seats
        return self.played.shares[numbers[:, None], at]

    def _checked(self, verified: Verified, games: int) -> dict[str, Any]:
        game, enough = self.plan.game, enough_uses(games)
        uses = {
            name: int(verified.uses[kind].sum() if value is None else verified.uses[kind, value])
            for name, (kind, value) in game.uses.items()
        }
        return {
            "checks": dict(zip(game.rules.CHECKS, map(int, verified.checks), strict=True)),
            "uses": uses,
            "enough_uses": enough,
            "hardly_used": hardly_used(uses, enough),
            "violations": 0,
        }


def simulate(
    plan: Plan,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Play the plan; `progress` is told how many more games are done, `tell` what went wrong.

    Ctrl-C ends it: what was finished by then is in the report.
    """
    keeper = plan.keeper
    if plan.compiled:
        report = _simulate_fast(plan, progress)
        if keeper is not None:
            _write_records(report, keeper)
    else:
        report = _simulate_whole(plan, progress, tell, keeper)
    report.files = sorted(keeper.files) if keeper is not None else []
    return report


@contextmanager
def _until_stopped(report: Report) -> Iterator[None]:
    """Ctrl-C is no error: what was done counts."""
    begin = time.perf_counter()
    try:
        yield
    except KeyboardInterrupt:
        report.stopped = True
    finally:
        report.seconds += time.perf_counter() - begin


def _simulate_whole(
    plan: Plan,
    progress: Callable[[int], None],
    tell: Callable[[str], None],
    keeper: Keeper | None,
) -> Report:
    """Games of bots that think, each of them a function of its number as ever."""
    keys, stop, lock = Keys.of(plan.seed), Stop(), Lock()
    game, measure = plan.game.ready(), plan.game.measure
    report, forfeits = Report.of(plan), Forfeits(tell)
    played, finals = report.played, game.blank(plan.games if measure is not None else 0)

    def run(number: int) -> None:
        index = np.uint64(number)
        rng = new_rng(stream(keys.bots, index))
        bots = [get_bot(name, rng) for name in plan.bots_at(number)]
        position, _ = game.deal(plan.seats, stream(keys.games, index), plan.options)
        try:
            whole = play_whole(position, bots, stop)
        except Stopped:
            return
        with lock:
            count(number, whole)

    def count(number: int, whole: WholeGame) -> None:
        played.reasons[number] = whole.reason
        played.lengths[number] = len(whole.actions)
        played.shares[number, : plan.seats] = whole.shares
        if measure is not None:
            finals[number] = whole.final
        if whole.forfeit is not None:
            forfeits.add(whole.forfeit)
        if keeper is not None:
            keeper.save(plan.file(keeper, number), plan.bots_at(number), number, whole.actions)
        report.done[number] = True
        progress(1)

    with _until_stopped(report):
        work(run, range(plan.games), max(1, os.cpu_count() or 1), stop)
    report.forfeits = forfeits.counts
    over = report.done & (played.reasons != 0)
    if measure is not None and over.any():
        report.measured = measure(game.facts(plan.options), finals[over])
    return report


def _simulate_fast(plan: Plan, progress: Callable[[int], None]) -> Report:
    keys = Keys.of(plan.seed)
    facts = plan.game.facts(plan.options)
    report = Report.of(plan)
    played, found = report.played, Verified.room(plan.game)
    workers = max(1, min(os.cpu_count() or 1, plan.games // CHUNK))
    spare = [(Loops(plan.game), Verified.room(plan.game)) for _ in range(workers)]
    _warm_up(plan, spare[0][0], keys)
    measure = plan.game.measure
    parts: dict[int, dict[str, Any]] = {}

    def run(first: int) -> None:
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
            report.done[first:end] = True
            progress(end - first)
        finally:
            spare.append((loops, checked))

    with _until_stopped(report):
        work(run, range(0, plan.games, CHUNK), workers)
    if plan.verify:
        for _, checked in spare:
            found.add(checked)
        report.verified = found
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


def _write_records(report: Report, keeper: Keeper) -> None:
    plan = report.plan
    loops, keys = Loops(plan.game), Keys.of(plan.seed)
    with suppress(KeyboardInterrupt):  # then it is as many as it is: the report tells
        for number in map(int, np.flatnonzero(report.done)):
            actions = _repeated(plan, loops, keys, number, int(report.played.lengths[number]))
            keeper.save(plan.file(keeper, number), plan.bots_at(number), number, actions)


def _repeated(plan: Plan, loops: Loops, keys: Keys, number: int, length: int) -> Sequence[int]:
    """The decisions of game `number`, which is played once more."""
    out = Played.room(1, log=min(length, MAX_DECISIONS))
    loops.play(plan.game.facts(plan.options), plan.policies, number, keys, out)
    return [int(action) for action in out.log]
