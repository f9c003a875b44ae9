"""The learning curve: scores, points and the drawing. Needs no torch."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spielzug.core.errors import CannotRead, SpielzugError, UsageError
from spielzug.lab.measure.measure_loop import MILLION
from spielzug.learn.plan import TrainingPlan
from spielzug.learn.strength import FIGURES, PICTURE, Curve, Point, StrengthScore, score_of


def rows(shares: Sequence[Sequence[int]], luck: Sequence[Sequence[int]] = ()) -> Any:
    """Games by number, with what each seat won (of 1) and its luck (in millionths)."""
    seats = len(shares[0])
    names = [f"{what}_{seat + 1}" for what in ("share", "luck") for seat in range(seats)]
    made = np.zeros(len(shares), [(name, np.int64) for name in ("number", *names)])
    made["number"] = range(len(shares))
    for number, won in enumerate(shares):
        for seat in range(seats):
            made[f"share_{seat + 1}"][number] = won[seat] * MILLION
            if luck:
                made[f"luck_{seat + 1}"][number] = luck[number][seat]
    return made


def score(rate: float, against: str = "greedy", half: float = 0.05) -> StrengthScore:
    return StrengthScore(against, 200, 2, rate, max(0.0, rate - half), min(1.0, rate + half))


def point(updates: int, *scores: StrengthScore) -> Point:
    name = f"nets/{updates:03}.safetensors"
    return Point(updates / 2, updates * 1_000_000, updates * 100, updates, name, scores)


def test_a_net_is_found_where_it_sat() -> None:
    """The seating turns: seat 1 in game 0, the last in game 1, and so on; here it always wins."""
    won = [(1, 0, 0), (0, 0, 1), (0, 1, 0)] * 8
    found = score_of("greedy", rows(won))
    assert (found.rate, found.games, found.seats) == (1.0, 24, 3)
    assert 0.8 < found.low < 1 == found.high  # games that are all alike leave it open
    other = score_of("greedy", rows([(0, 1, 0), (1, 0, 0), (0, 0, 1)] * 8))
    assert (other.rate, other.low) == (0.0, 0.0)


def test_luck_is_taken_off() -> None:
    """What was won by luck alone leaves nothing uncertain; half of the games are won either way."""
    chance = np.random.default_rng(1).integers(0, 2, 400).tolist()
    won = [(c, 1 - c) for c in chance]
    half = MILLION // 2
    lucky = [(half if c else -half, -half if c else half) for c in chance]
    plain, sure = score_of("x", rows(won)), score_of("x", rows(won, lucky))
    assert plain.high - plain.low > 0.08
    assert sure.rate == pytest.approx(0.5, abs=0.03)
    assert sure.high - sure.low < (plain.high - plain.low) / 5


def test_a_curve_is_kept_and_read_again_up_to_the_last_checkpoint(tmp_path: Path) -> None:
    curve = Curve("trains", "Trains")
    curve.points = [point(n, score(0.1 * n), score(0.05 * n, "policy")) for n in range(1, 6)]
    curve.save(tmp_path)
    again = Curve("trains", "Trains")
    again.load(tmp_path, decisions=3_000_000)
    assert again.points == curve.points[:3]
    root = ET.fromstring((tmp_path / PICTURE).read_text(encoding="utf-8"))
    said = " ".join(root.itertext())
    assert "Trains, 2 seats" in said
    assert "50% against greedy, 25% against policy" in said
    assert "minutes" in said and "decisions" in said
    curve.points.append(point(6))  # whose measuring was broken off
    curve.save(tmp_path)
    assert "50% against greedy" in (tmp_path / PICTURE).read_text(encoding="utf-8")
    Curve("trains", "Trains", [point(1)]).save(tmp_path)  # nothing to draw yet
    (tmp_path / FIGURES).write_text('{"points": [{"minutes": 1}]}')
    with pytest.raises(CannotRead, match=f"{FIGURES}: cannot be read"):
        again.load(tmp_path, decisions=3_000_000)


def test_an_earlier_net_is_better_only_beyond_doubt() -> None:
    last = point(9, score(0.6), score(0.5, "policy"))
    assert point(5, score(0.75), score(0.5, "policy")).clearly_better(last)
    assert not point(5, score(0.65), score(0.5, "policy")).clearly_better(last)
    assert not point(5, score(0.75), score(0.4, "policy")).clearly_better(last)
    assert not point(5).clearly_better(last)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": (9,)}, "9"),
        ({"device": "tpu"}, "--device is one of cpu, cuda"),
        ({"minutes": 0.0}, "--minutes 0: give more"),
        ({"minutes": float("nan")}, "--minutes nan: give more"),
        ({"decisions": -1}, "--decisions -1: choose"),
        ({"seed": -1}, "give a whole number"),
        ({"size": -5}, "--size -5: choose"),
        ({"games": 3}, "--games 3: choose 20"),
    ],
)
def test_what_cannot_be_learned_is_refused(said: dict[str, object], why: str) -> None:
    given: dict[str, object] = {"game": "trains", **said}
    with pytest.raises(UsageError, match=why):
        TrainingPlan(**given).require_valid().found  # type: ignore[arg-type]  # noqa: B018


def test_a_plan_is_kept_and_read_again(tmp_path: Path) -> None:
    plan = TrainingPlan("trains", (2, 3), "cpu", 12.5, 7, 64, 50, False, "spielzug train", 9)
    kept = json.loads(json.dumps(plan.to_json()))
    assert TrainingPlan.from_json(kept, tmp_path) == plan
    del kept["decisions"]  # a run from before they were counted
    assert TrainingPlan.from_json(kept, tmp_path).decisions == 0
    with pytest.raises(SpielzugError, match="not a run of `train`: 'device' is missing"):
        TrainingPlan.from_json({"game": "trains", "seats": []}, tmp_path)
