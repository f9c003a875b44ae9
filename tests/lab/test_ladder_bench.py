"""The search for the levels' settings needs few games: here with players of known strength."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from lab.bench_modules import import_bench
from spielzug.games import get_game

against, duels, finder = import_bench("duel_game"), import_bench("duels"), import_bench("ladder")
SPEED = 0.001  # seconds an iteration


def test_a_chain_gets_weaker_from_point_to_point() -> None:
    for top in (20, 100, 5000):
        points = finder.chain(top)
        assert points[0] == (top, 0)
        for (more, few), (less, many) in pairwise(points):
            assert less <= more
            assert many >= few
            assert (less, many) != (more, few)


def test_numbers_are_tidy() -> None:
    assert [finder.tidy(n) for n in (7.4, 55, 447, 5949)] == [7, 55, 450, 5900]


def test_without_games_the_guess_stands_and_with_many_the_games_decide() -> None:
    points = finder.chain(64)
    blank = finder.strengths(points, [])
    assert blank[-1] == pytest.approx(-finder.GUESS[True] * 56 - finder.GUESS[False] * 4, rel=0.1)
    seen = [finder.PairResult(10, 20, 0.9, 1e-5), finder.PairResult(0, 10, 0.6, 1e-5)]
    found = finder.strengths(points, seen)
    assert finder.win_rate_between(found, 10, 20) == pytest.approx(0.9, abs=0.01)
    assert finder.win_rate_between(found, 0, 10) == pytest.approx(0.6, abs=0.01)
    assert all(high > low for high, low in pairwise(found))


class World:
    """Players of known strength: the true value of an iteration and a slip."""

    def __init__(self, doubling: float, slip: float, once: float, seed: int) -> None:
        self.doubling, self.slip, self.once = doubling, slip, once
        self.lot = np.random.default_rng(seed)

    def strength(self, bot: str) -> float:
        if bot == "frozen:expert":
            return self.once
        iterations, slips = map(int, bot.removeprefix("effort:").split("/"))
        return self.doubling * math.log2(iterations) - self.slip * slips

    def rate(self, a: str, b: str) -> float:
        return 1 / (1 + math.exp(self.strength(b) - self.strength(a)))

    def play(self, job: Any) -> Any:
        won = float(self.lot.random() < self.rate(job.duel.a, job.duel.b))
        thought = 1000 if job.duel.a == "frozen:expert" else int(job.duel.a[7:].split("/")[0])
        return against.GameResult(won, 0.0, (10, 10), (10 * thought * SPEED, 10 * 1000 * SPEED))


@pytest.mark.slow
@pytest.mark.parametrize(("doubling", "slip"), [(0.3, 0.12), (0.05, 0.25), (0.6, 0.4)])
def test_the_ladder_is_found_with_few_games(
    doubling: float, slip: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(duels.time, "perf_counter", lambda: now[0])
    world, game = World(doubling, slip, 0.0, 7), get_game("zwergenzugfahrt")
    climb = finder.LadderSearch(game, "", 0.76, 4.0, 125)
    ascent = finder.LadderSchedule([climb], 600.0)
    for job in ascent:
        now[0] += 1.0
        played = world.play(job) if isinstance(job, duels.Play) else None
        ascent.note(duels.JobResult(job, played, 1.0))
    assert 900 <= climb.top <= 1000  # as much time as frozen:expert, and no more
    assert now[0] <= 602
    at = [climb.bot(climb.points[level]) for level in climb.levels]
    rates = [world.rate(high, low) for high, low in pairwise(at)]
    assert all(0.6 <= rate <= 0.9 for rate in rates), rates
    assert "NET_LEVELS = {" in climb.summary()
