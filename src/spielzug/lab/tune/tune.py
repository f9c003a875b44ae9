"""Tuning: turn the knobs of a game until it is as its aims say, as far as that goes.

Trials are drawn by Optuna. All of them play the same deals; one that is clearly behind the best so
far is given up early (see `race`), so that the games go to those that may be better. The best one
was chosen for how it did on those deals, so it looks better there than it is: what is told at the
end is measured on fresh ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from optuna.trial import FrozenTrial, TrialState

from spielzug.bots.clock import Stop
from spielzug.core.errors import DataError, OptionError
from spielzug.lab.play.ranges import Range
from spielzug.lab.tune.knobs import KnobSetting
from spielzug.lab.tune.race import Runner
from spielzug.lab.tune.trials import REFUSED, Trials

S = TypeVar("S")


class TuningStopped(Exception):
    """Somebody asked for the end in the middle of a trial."""


class TuningStage(Protocol[S]):
    """Where trials are played. What it gives can be added."""

    def play(self, settings: Sequence[KnobSetting], games: Sequence[Range], stop: Stop) -> list[S]:
        """What each of these ranges of games gave; raises `TuningStopped` if it was stopped."""

    def add(self, parts: Sequence[S]) -> S: ...

    def penalty(self, played: S) -> float:
        """By how much the aims are missed, 0 if by nothing."""


@dataclass(frozen=True)
class TuningStep:
    """How far a run is, for whoever watches it."""

    trials: int
    """That are finished."""
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
    stage: TuningStage[S]
    games: int
    """Of each trial that goes the whole way, for each number of seats."""
    stop: Stop = field(default_factory=Stop)
    clock: Callable[[], float] = time.monotonic

    def run(
        self, most: int | None = None, seconds: float | None = None,
        tell: Callable[[TuningStep], None] = lambda _: None,
    ) -> None:  # fmt: skip
        """So many trials in all, or for so long, or until `stop`."""
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

    def settings(self, params: Mapping[str, Any]) -> list[KnobSetting]:
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
            self.games, lambda ranges: self.stage.play(settings, ranges, self.stop),
            self.stage.add, self.stage.penalty,
        )  # fmt: skip
        try:
            while not runner.done:
                score = runner.run()
                trials.report(trial, runner.leg, score)
                best = trials.best
                rival = trials.score(best, runner.leg) if best is not None else None
                if rival is not None and not runner.done and score.clearly_behind(rival):
                    trials.tell(trial, None, TrialState.PRUNED)
                    return
        except (DataError, OptionError) as error:  # each value is possible, not all together
            trial.set_user_attr(REFUSED, str(error))
            trials.tell(trial, None, TrialState.PRUNED)
            return
        except BaseException:
            trials.tell(trial, None, TrialState.FAIL)
            raise
        trials.tell(trial, score.whole, TrialState.COMPLETE)

    def _repeat(self, trial: Any, known: FrozenTrial) -> None:
        """The same settings on the same deals give the same: nobody has to play them again."""
        for leg, value in known.intermediate_values.items():
            score = self.trials.score(known, leg)
            assert score is not None and score.whole == value
            self.trials.report(trial, leg, score)
        whole = known.state is TrialState.COMPLETE
        self.trials.tell(trial, known.value if whole else None, known.state)
