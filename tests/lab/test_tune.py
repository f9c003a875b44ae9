"""Tuning: candidates race on the same deals, a run can be resumed, and figures use fresh deals."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.lab.play.run_files import begin, load_request, lock_run_folder
from spielzug.lab.play.workers import Range
from spielzug.lab.tune.knobs import Knob, KnobSetting
from spielzug.lab.tune.search import (
    BLOCKS,
    JOURNAL,
    RaceScore,
    Trials,
    Tuning,
    TuningStopped,
    blocks,
    legs,
)

Hits = tuple[int, int]
"""Games in which something happened, and all games."""


def knob(name: str, count: int, base: int = 0) -> Knob:
    return Knob(name, tuple(KnobSetting(str(i), ((name, i),)) for i in range(count)), True, base)


@dataclass
class Coins:
    """A game of coins: something happens in `rate` of the games, whatever the settings are if they
    have no `slope`. The same game of the same settings gives the same each time."""

    rate: float = 0.3
    slope: float = 0.0
    played: int = 0
    stop_after: int | None = None
    tries: list[tuple[int, ...]] = field(default_factory=list)

    def chance(self, key: Sequence[int]) -> float:
        return self.rate + self.slope * sum(key)

    def hits(self, key: Sequence[int], first: int, end: int) -> Hits:
        draws = np.random.default_rng([7, *key, first]).random(end - first)
        return int((draws < self.chance(key)).sum()), end - first

    def play(
        self, settings: Sequence[KnobSetting], games: Sequence[Range], stop: Stop
    ) -> list[Hits]:
        key = tuple(int(setting.label) for setting in settings)
        if not games[0][0]:
            self.tries.append(key)
        self.played += games[-1][1] - games[0][0]
        if self.stop_after is not None and len(self.tries) > self.stop_after:
            raise TuningStopped
        return [self.hits(key, *each) for each in games]

    def add(self, parts: Sequence[Hits]) -> Hits:
        return sum(p[0] for p in parts), sum(p[1] for p in parts)

    def penalty(self, played: Hits) -> float:
        return played[0] / max(1, played[1])


def test_the_legs_of_a_race_grow_and_end_with_all_games() -> None:
    assert legs(270) == [30, 90, 270]
    assert legs(20) == [20]
    with pytest.raises(UsageError, match="at least 8"):
        legs(7)
    for first, end in ((0, 30), (30, 90), (3, 5)):
        cut = blocks(first, end)
        assert len(cut) == BLOCKS
        assert [g for each in cut for g in range(*each)] == list(range(first, end))


def test_the_error_of_a_difference_on_the_same_deals_is_that_of_the_differences() -> None:
    draws = np.random.default_rng(1)
    luck = draws.normal(size=800)
    a, b = luck + 0.1 * draws.normal(size=800), luck + 0.1 * draws.normal(size=800) + 0.05

    def score(values: Any) -> RaceScore:
        return RaceScore.of(
            np.split(values, BLOCKS), lambda parts: np.concatenate(list(parts)),
            lambda all_: float(all_.mean()),
        )  # fmt: skip

    difference, error = score(b).behind(score(a))
    assert difference == pytest.approx(float((b - a).mean()))
    assert error == pytest.approx(float((b - a).std() / math.sqrt(800)), rel=0.6)
    assert error < 0.2 * float(a.std() / math.sqrt(800)) * math.sqrt(2)
    assert score(b).is_clearly_behind(score(a))
    assert not score(a).is_clearly_behind(score(b))


def test_what_is_clearly_behind_is_given_up_early_and_the_best_is_found() -> None:
    trial_player = Coins(rate=0.1, slope=0.08)
    tuning = Tuning(Trials([knob("a", 5, 4), knob("b", 5, 4)], "1"), trial_player, 270)
    tuning.run(most=24)
    best = tuning.trials.best
    assert best is not None
    assert tuning.trials.key(best.params) == (0, 0)
    step = tuning.step()
    assert step.trials == 24
    assert step.given_up > 8
    assert trial_player.played < 0.7 * 270 * len(trial_player.tries)


@pytest.mark.slow
def test_who_was_chosen_looks_better_on_the_deals_it_was_chosen_by_and_not_on_fresh_ones() -> None:
    """Nothing that is turned here changes anything: every trial is as good as every other."""
    tuned, fresh = [], []
    for run in range(24):
        trial_player = Coins(rate=0.3)
        tuning = Tuning(
            Trials([knob("a", 100, 50), knob("b", 100, 50)], f"{run}"), trial_player, 90
        )
        tuning.run(most=20)
        best = tuning.trials.best
        assert best is not None and best.value is not None
        tuned.append(best.value)
        key = tuning.trials.key(best.params)
        fresh.append(trial_player.penalty(trial_player.hits(key, 1_000_000 + run, 1_000_090 + run)))
    error = stdev(fresh) / math.sqrt(len(fresh))
    assert mean(tuned) < 0.3 - 4 * error
    assert abs(mean(fresh) - 0.3) < 3 * error


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    knobs = [knob("a", 9, 4), knob("b", 9, 4)]
    whole = Coins(slope=0.02)
    Tuning(Trials(knobs, "1"), whole, 90).run(most=16)
    first, second = Coins(slope=0.02, stop_after=7), Coins(slope=0.02)
    Tuning(Trials(knobs, "1", tmp_path), first, 90).run(most=16)
    again = Tuning(Trials(knobs, "1", tmp_path), second, 90)
    assert 0 < again.step().trials < 16
    again.run(most=16)
    assert first.tries[:-1] + second.tries == whole.tries
    assert again.step().trials == 16


def test_half_a_line_of_the_journal_is_no_harm(tmp_path: Path) -> None:
    knobs = [knob("a", 9, 4)]
    Tuning(Trials(knobs, "1", tmp_path), Coins(slope=0.02), 90).run(most=3)
    with (tmp_path / JOURNAL).open("a", encoding="utf-8") as file:
        file.write('{"op_code": 5, "worker')
    tuning = Tuning(Trials(knobs, "1", tmp_path), Coins(slope=0.02), 90)
    tuning.run(most=5)
    assert tuning.step().trials == 5
    assert Tuning(Trials(knobs, "1", tmp_path), Coins(), 90).step().trials == 5


def test_when_everything_was_tried_the_run_is_over_and_nothing_is_played_twice() -> None:
    trial_player = Coins(slope=0.02)
    tuning = Tuning(Trials([knob("a", 2), knob("b", 2)], "1"), trial_player, 90)
    tuning.run(most=1000)
    assert sorted(trial_player.tries) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_run_for_a_time_ends_after_it() -> None:
    now = iter(range(1000))
    tuning = Tuning(Trials([knob("a", 50)], "1"), Coins(), 8, clock=lambda: float(next(now)))
    tuning.run(seconds=5)
    assert tuning.step().trials == 4


def test_two_processes_do_not_work_in_one_folder(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from spielzug.lab.play.run_files import lock_run_folder\n"
        "with lock_run_folder(Path(sys.argv[1])): print('mine', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "mine\n"
        with pytest.raises(UsageError, match="another process is using"), lock_run_folder(tmp_path):
            pass
    finally:
        other.kill()
        other.communicate()
    with lock_run_folder(tmp_path):  # a lock that nobody holds any more is none
        pass


def test_a_folder_that_is_in_use_is_not_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    begin(folder, {"game": "toy"})
    assert load_request(folder) == {"game": "toy"}
    with pytest.raises(UsageError, match="--resume"):
        begin(folder, {"game": "toy"})
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("keep")
    with pytest.raises(UsageError, match="is not empty"):
        begin(tmp_path / "other", {})
