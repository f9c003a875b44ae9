"""The trials of a tuning run, in its folder: every one of them, and the best set so far.

One process at a time works in it, and may be killed at any moment: what was finished is there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, IntDistribution
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, Trial, TrialState

from spielzug.lab.tune.knobs import Knob
from spielzug.lab.tune.race import RaceScore

JOURNAL, BEST = "trials.journal", "best.yaml"
STUDY = "tune"
FIRST = 10
"""Trials that are drawn at random before any is drawn from what was learnt."""
REFUSED = "refused"


class _Alone:
    """The journal needs no lock of its own: the folder has one, which no kill leaves behind."""

    def acquire(self) -> bool:
        return True

    def release(self) -> None:
        pass


def _mend(journal: Path) -> None:
    """Take off half a line, which a kill in the middle of writing leaves."""
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
    """All trials of a run, kept in its folder (or nowhere); draws the next one.

    Which one is drawn depends on the seed and on the finished trials alone: a run that was broken
    off and resumed tries the same as one that was not.
    """

    def __init__(self, knobs: Sequence[Knob], seed: str, folder: Path | None = None) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.knobs, self.seed, self.folder = list(knobs), seed, folder
        storage: Any = None
        if folder is not None:
            journal = folder / JOURNAL
            _mend(journal)
            lock: Any = _Alone()
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
        """The one with the least penalty of those that played all games."""
        whole = [t for t in self.finished if t.state is TrialState.COMPLETE]
        return min(whole, key=lambda t: (t.value, t.number), default=None)

    @property
    def size(self) -> int:
        """How many different ones there are."""
        size = 1
        for knob in self.knobs:
            size *= len(knob.settings)
        return size

    @property
    def exhausted(self) -> bool:
        return len({self.key(t.params) for t in self.finished}) >= self.size

    def key(self, params: Mapping[str, Any]) -> tuple[int, ...]:
        """The settings of a trial by their numbers."""
        return tuple(int(params[knob.name]) for knob in self.knobs)

    def ask(self) -> Trial:
        done = self.finished
        if not done:  # what is there comes first: the others must be better than that
            base = {knob.name: knob.base or 0 for knob in self.knobs}
            self.study.enqueue_trial(base)
        number = hashlib.sha256(f"{self.seed} {len(done)}".encode()).digest()[:4]
        self.study.sampler = optuna.samplers.TPESampler(
            seed=int.from_bytes(number), n_startup_trials=FIRST
        )
        return self.study.ask({knob.name: _distribution(knob) for knob in self.knobs})

    def known(self, params: Mapping[str, Any]) -> FrozenTrial | None:
        """A finished trial with the same settings: it would give the same."""
        key = self.key(params)
        return next((t for t in self.finished if self.key(t.params) == key), None)

    def report(self, trial: Trial, leg: int, score: RaceScore) -> None:
        trial.set_user_attr(str(leg), score.to_json())
        trial.report(score.whole, leg)

    def score(self, trial: FrozenTrial, leg: int) -> RaceScore | None:
        found = trial.user_attrs.get(str(leg))
        return RaceScore.from_json(found) if found is not None else None

    def tell(self, trial: Trial, value: float | None, state: TrialState) -> None:
        self.study.tell(trial, value, state=state)


def _distribution(knob: Knob) -> BaseDistribution:
    last = len(knob.settings) - 1
    return IntDistribution(0, last) if knob.ordered else CategoricalDistribution(range(last + 1))
