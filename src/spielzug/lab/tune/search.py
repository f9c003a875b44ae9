"""Tuning: trials drawn by Optuna race over the same deals until the aims are met.

All candidates play the same deals, so two of them are compared deal by deal, and most luck cancels
out. A score need not be a mean: the error of a difference comes from leaving out one block of deals
at a time (the jackknife), the same block for both. A trial that is clearly behind the best so far
is given up early, so that the games go to better ones. The best trial was selected on those deals
and looks better there than it is, so the final figures are measured on fresh deals.

Trials are kept in the run's folder. One process at a time works in it, and may be killed at any
moment: finished trials are kept.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, IntDistribution
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, Trial, TrialState

from spielzug.bots.clock import Stop
from spielzug.core.errors import DataError, OptionError, UsageError
from spielzug.lab.play.workers import Range
from spielzug.lab.tune.knobs import Knob, KnobSetting

S = TypeVar("S")

BLOCKS = 8
"""Blocks of deals that are left out, one at a time."""
GROWTH = 3
"""The ratio of games from one leg to the next."""
LEGS = 3
BEHIND = 1.0
"""Standard errors: less behind the best is no reason to give up a candidate."""


def legs(games: int) -> list[int]:
    """The number of games after each leg of the race; the last leg ends with all of them."""
    if games < BLOCKS:
        raise UsageError(f"{games} games are too few for a trial: ask for at least {BLOCKS}")
    ends = [math.ceil(games / GROWTH**left) for left in reversed(range(LEGS))]
    return [end for end in ends if end >= BLOCKS]


def blocks(first: int, end: int) -> list[Range]:
    """The games of a leg, cut into `BLOCKS` parts; in a short leg some may be empty."""
    cuts = [first + (end - first) * block // BLOCKS for block in range(BLOCKS + 1)]
    return list(itertools.pairwise(cuts))


@dataclass(frozen=True)
class RaceScore:
    """A candidate's score, lower is better: with all deals, and without each block."""

    whole: float
    without: tuple[float, ...]

    @classmethod
    def of(
        cls, parts: Sequence[S], add: Callable[[Sequence[S]], S], judge: Callable[[S], float]
    ) -> RaceScore:
        """From the results of each block."""
        left_out = [add([*parts[:i], *parts[i + 1 :]]) for i in range(len(parts))]
        return cls(judge(add(parts)), tuple(judge(rest) for rest in left_out))

    def behind(self, other: RaceScore) -> tuple[float, float]:
        """How much worse this one is than another on the same deals, and its standard error."""
        differences = [a - b for a, b in zip(self.without, other.without, strict=True)]
        count = len(differences)
        middle = math.fsum(differences) / count
        spread = math.fsum((d - middle) ** 2 for d in differences)
        return self.whole - other.whole, math.sqrt((count - 1) / count * spread)

    def is_clearly_behind(self, other: RaceScore) -> bool:
        difference, error = self.behind(other)
        return difference > BEHIND * error


class Runner(Generic[S]):
    """A candidate in the race: the games it has played, block by block."""

    def __init__(
        self, games: int, play: Callable[[Sequence[Range]], Sequence[S]],
        add: Callable[[Sequence[S]], S], judge: Callable[[S], float],
    ) -> None:  # fmt: skip
        self._ends = legs(games)
        self._play, self._add, self._judge = play, add, judge
        self._parts: list[list[S]] = [[] for _ in range(BLOCKS)]
        self.leg = 0
        """Legs completed."""

    @property
    def done(self) -> bool:
        return self.leg == len(self._ends)

    def run(self) -> RaceScore:
        """Play the next leg; the score covers all games so far."""
        first = self._ends[self.leg - 1] if self.leg else 0
        cut = blocks(first, self._ends[self.leg])
        for part, played in zip(self._parts, self._play(cut), strict=True):
            part.append(played)
        self.leg += 1
        return RaceScore.of([self._add(part) for part in self._parts], self._add, self._judge)


JOURNAL, BEST = "trials.journal", "best.yaml"
STUDY = "tune"
FIRST = 10
"""Random trials before the sampler uses results."""
REFUSED = "refused"


class _NoLock:
    """The journal needs no lock: the folder's lock is released even if the process is killed."""

    def acquire(self) -> bool:
        return True

    def release(self) -> None:
        pass


def _drop_partial_line(journal: Path) -> None:
    """Remove a partial last line, left by a kill during writing."""
    if not journal.exists():
        return
    with journal.open("rb+") as file:
        text = file.read()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            file.truncate(whole)
            file.flush()
            os.fsync(file.fileno())


class Trials:
    """All trials of a run, kept in its folder (or in memory); draws the next one.

    The draw depends only on the seed and the finished trials: a resumed run tries the same as one
    that was not interrupted.
    """

    def __init__(self, knobs: Sequence[Knob], seed: str, folder: Path | None = None) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.knobs, self.seed, self.folder = list(knobs), seed, folder
        storage = None
        if folder is not None:
            journal = folder / JOURNAL
            _drop_partial_line(journal)
            lock: Any = _NoLock()
            storage = JournalStorage(JournalFileBackend(str(journal), lock_obj=lock))
        self.study = optuna.create_study(storage=storage, study_name=STUDY, load_if_exists=True)
        for trial in self.study.get_trials(deepcopy=False):
            if trial.state is TrialState.RUNNING:  # its process was killed
                self.study.tell(trial.number, state=TrialState.FAIL)

    @property
    def finished(self) -> list[FrozenTrial]:
        states = (TrialState.COMPLETE, TrialState.PRUNED)
        return self.study.get_trials(deepcopy=False, states=states)

    @property
    def best(self) -> FrozenTrial | None:
        """The lowest penalty among trials that played all games."""
        whole = [t for t in self.finished if t.state is TrialState.COMPLETE]
        return min(whole, key=lambda t: (t.value, t.number), default=None)

    @property
    def size(self) -> int:
        """The number of different trials."""
        size = 1
        for knob in self.knobs:
            size *= len(knob.settings)
        return size

    @property
    def exhausted(self) -> bool:
        return len({self.key(t.params) for t in self.finished}) >= self.size

    def key(self, params: Mapping[str, int]) -> tuple[int, ...]:
        """The settings of a trial by their indices."""
        return tuple(int(params[knob.name]) for knob in self.knobs)

    def ask(self) -> Trial:
        done = self.finished
        if not done:  # the present values come first, as the one to beat
            base = {knob.name: knob.base or 0 for knob in self.knobs}
            self.study.enqueue_trial(base)
        number = hashlib.sha256(f"{self.seed} {len(done)}".encode()).digest()[:4]
        self.study.sampler = optuna.samplers.TPESampler(
            seed=int.from_bytes(number), n_startup_trials=FIRST
        )
        return self.study.ask({knob.name: _distribution(knob) for knob in self.knobs})

    def known(self, params: Mapping[str, int]) -> FrozenTrial | None:
        """A finished trial with the same settings, which would give the same result."""
        key = self.key(params)
        return next((t for t in self.finished if self.key(t.params) == key), None)

    def report(self, trial: Trial, leg: int, score: RaceScore) -> None:
        trial.set_user_attr(str(leg), asdict(score))
        trial.report(score.whole, leg)

    def score(self, trial: FrozenTrial, leg: int) -> RaceScore | None:
        found = trial.user_attrs.get(str(leg))
        return RaceScore(found["whole"], tuple(found["without"])) if found is not None else None

    def tell(self, trial: Trial, value: float | None, state: TrialState) -> None:
        self.study.tell(trial, value, state=state)


def _distribution(knob: Knob) -> BaseDistribution:
    last = len(knob.settings) - 1
    return IntDistribution(0, last) if knob.ordered else CategoricalDistribution(range(last + 1))


class TuningStopped(Exception):
    """Stopped in the middle of a trial."""


class TrialPlayer(Protocol[S]):
    """Plays trials; the results can be added."""

    def play(self, settings: Sequence[KnobSetting], games: Sequence[Range], stop: Stop) -> list[S]:
        """The result of each of these ranges of games; raises `TuningStopped`."""

    def add(self, parts: Sequence[S]) -> S: ...

    def penalty(self, played: S) -> float:
        """How far the aims are missed, 0 if they are met."""


@dataclass(frozen=True)
class TuningStep:
    """The progress of a run."""

    trials: int
    """Finished trials."""
    given_up: int
    refused: int
    """Those of them that could not be played at all."""
    best: float | None
    """The penalty of the best so far."""
    improved: bool = False


@dataclass
class Tuning(Generic[S]):
    """A run of trials."""

    trials: Trials
    trial_player: TrialPlayer[S]
    games: int
    """Of each trial that is not given up, for each number of seats."""
    stop: Stop = field(default_factory=Stop)
    clock: Callable[[], float] = time.monotonic

    def run(
        self, most: int | None = None, seconds: float | None = None,
        tell: Callable[[TuningStep], None] = lambda _: None,
    ) -> None:  # fmt: skip
        """Run until there are `most` trials, or for `seconds`, or until `stop`."""
        begin = self.clock()
        while not self.stop.is_set() and not self.trials.exhausted:
            if most is not None and len(self.trials.finished) >= most:
                return
            if seconds is not None and self.clock() - begin >= seconds:
                return
            before = self.trials.best
            try:
                self._try()
            except TuningStopped:
                return
            best = self.trials.best
            tell(self.step(improved=best is not None and best is not before))

    def step(self, improved: bool = False) -> TuningStep:
        return self.count(self.trials, improved)

    @staticmethod
    def count(trials: Trials, improved: bool = False) -> TuningStep:
        done, best = trials.finished, trials.best
        given_up = sum(t.state is TrialState.PRUNED for t in done)
        refused = sum(REFUSED in t.user_attrs for t in done)
        return TuningStep(len(done), given_up, refused, best.value if best else None, improved)

    def settings(self, params: Mapping[str, int]) -> list[KnobSetting]:
        return [knob.settings[int(params[knob.name])] for knob in self.trials.knobs]

    def _try(self) -> None:
        trials = self.trials
        trial = trials.ask()
        known = trials.known(trial.params)
        if known is not None:
            self._repeat(trial, known)
            return
        settings = self.settings(trial.params)
        runner = Runner(
            self.games, lambda ranges: self.trial_player.play(settings, ranges, self.stop),
            self.trial_player.add, self.trial_player.penalty,
        )  # fmt: skip
        try:
            while not runner.done:
                score = runner.run()
                trials.report(trial, runner.leg, score)
                best = trials.best
                rival = trials.score(best, runner.leg) if best is not None else None
                if rival is not None and not runner.done and score.is_clearly_behind(rival):
                    trials.tell(trial, None, TrialState.PRUNED)
                    return
        except (DataError, OptionError) as error:  # each value is valid, but not their combination
            trial.set_user_attr(REFUSED, str(error))
            trials.tell(trial, None, TrialState.PRUNED)
            return
        except BaseException:
            trials.tell(trial, None, TrialState.FAIL)
            raise
        trials.tell(trial, score.whole, TrialState.COMPLETE)

    def _repeat(self, trial: Trial, known: FrozenTrial) -> None:
        """Copy the result of the same settings on the same deals, instead of playing again."""
        for leg, value in known.intermediate_values.items():
            score = self.trials.score(known, leg)
            assert score is not None and score.whole == value
            self.trials.report(trial, leg, score)
        whole = known.state is TrialState.COMPLETE
        self.trials.tell(trial, known.value if whole else None, known.state)
