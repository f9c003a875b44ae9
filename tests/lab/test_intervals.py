"""Confidence intervals and verdicts of comparisons, on made-up games with known results."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from spielzug.lab.compare import intervals
from spielzug.lab.compare.intervals import (
    ALIKE,
    DIFFERS,
    KINDS,
    OPEN,
    Interval,
    alpha_spent,
    counted_rate,
    counted_rates,
    critical_value,
    games_more,
    holm,
    judge_differences,
    linearize_ratio,
    p_value,
    round_for_json,
    student_quantile,
    two_digits,
)  # fmt: skip

RUNS = 300
Sides = tuple[Any, Any]
Maker = Callable[[Any, int], Sides]


# -- made-up games -------------------------------------------------------------------------------


def lengths(more: float = 0.0) -> Maker:
    """Whole numbers with a long tail, and a deal that both sides share."""

    def made(rng: Any, games: int) -> Sides:
        deal = rng.gamma(4, 3, games)
        return rng.poisson(deal), rng.poisson(deal + more)

    return made


def endings(a: float, b: float, same: float = 0.5) -> Maker:
    """Yes or no; a part of the deals decides for both sides alike."""

    def made(rng: Any, games: int) -> Sides:
        one = rng.random(games)
        other = np.where(rng.random(games) < same, one, rng.random(games))
        return (one < a).astype(int), (other < b).astype(int)

    return made


def ratios(more: float = 0.0) -> Maker:
    def made(rng: Any, games: int) -> Sides:
        def side(share: float) -> Any:
            below = rng.gamma(9, 1, games)
            return np.stack([below * (share + rng.normal(0, 0.2, games)), below], axis=1)

        return side(0.4), side(0.4 + more)

    return made


def missed(kind: str, make: Maker, truth: float, games: int, alpha: float) -> float:
    """How often an interval did not contain the true value."""
    rng, z, out = np.random.default_rng(5), critical_value(alpha), 0
    for _ in range(RUNS):
        found = KINDS[kind].two(*make(rng, games))(z)
        out += not found.low <= truth <= found.high
    return out / RUNS


def at_most(alpha: float) -> float:
    """What `alpha` may look like in so many runs: four standard errors more."""
    return alpha + 4 * math.sqrt(alpha / RUNS)


CASES = [
    ("mean", lengths(), 0.0), ("mean", lengths(2.0), 2.0),
    ("rate", endings(0.03, 0.03), 0.0), ("rate", endings(0.03, 0.06), 0.03),
    ("rate", endings(0.4, 0.6, 0.8), 0.2), ("rate", endings(0.5, 0.5, 0.0), 0.0),
    ("median", lengths(), 0.0), ("p95", lengths(), 0.0),
    ("share", ratios(), 0.0), ("share", ratios(0.1), 0.1),
]  # fmt: skip


@pytest.mark.parametrize("games", [40, 200])
@pytest.mark.parametrize(("kind", "make", "truth"), CASES)
def test_an_interval_of_95_percent_holds_the_truth_so_often(
    kind: str, make: Maker, truth: float, games: int
) -> None:
    assert missed(kind, make, truth, games, 0.05) <= at_most(0.05)


@pytest.mark.parametrize(("kind", "make", "truth"), CASES)
def test_so_does_one_that_is_wide_enough_for_many(kind: str, make: Maker, truth: float) -> None:
    assert missed(kind, make, truth, 100, 0.004) <= at_most(0.004)


@pytest.mark.parametrize(("kind", "make", "truth"), CASES)
def test_intervals_are_no_wider_than_makes_sense(kind: str, make: Maker, truth: float) -> None:
    """Ten times as wide would hold the truth as well: half of 3,000 games are enough for these."""
    rng = np.random.default_rng(6)
    small, large = (KINDS[kind].two(*make(rng, games))(2.0).half for games in (300, 3000))
    assert large < small * 0.75 or large <= 1.5  # a median jumps by whole numbers
    assert KINDS[kind].one(make(rng, 3000)[0], 2.0).half <= {"p95": 3.0, "median": 2.0}.get(kind, 1)


def test_an_interval_that_is_too_narrow_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals, "student_quantile", lambda z, _: z * 0.7)
    assert missed("mean", lengths(), 0.0, 200, 0.05) > at_most(0.05)


def test_pairing_by_deals_makes_intervals_narrower() -> None:
    a, b = lengths()(np.random.default_rng(1), 2000)
    paired, mixed = KINDS["mean"].two(a, b), KINDS["mean"].two(a, np.roll(b, 1))
    assert paired.correlation is not None and paired.correlation > 0.6
    assert paired(2.0).half < 0.7 * mixed(2.0).half
    a, b = endings(0.4, 0.5, 0.9)(np.random.default_rng(1), 2000)
    assert KINDS["rate"].two(a, b)(2.0).half < 0.6 * KINDS["rate"].two(a, np.roll(b, 1))(2.0).half


# -- what cannot be known --------------------------------------------------------------------------


def test_what_never_happened_may_still_happen() -> None:
    never = np.zeros(100, int)
    found = KINDS["rate"].two(never, never)(2.0)
    assert found.value == 0.0
    assert found.low < -0.03 and found.high > 0.03


def test_sides_that_never_differed_may_still_differ() -> None:
    a = np.random.default_rng(1).poisson(9, 50)
    found = KINDS["mean"].two(a, a)(2.0)
    assert found.value == 0.0 and 0.0 < found.high < 1.0
    assert p_value(KINDS["mean"].two(a, a)) == 1.0
    for two in (a[:2], a[2:4]):  # two games are not enough, however alike they are
        assert p_value(KINDS["mean"].two(two, two + 1)) > 0.05
    assert p_value(KINDS["mean"].two(a, a + 1)) < 0.001


@pytest.mark.parametrize("kind", ["mean", "median", "p95"])
def test_one_game_tells_nothing(kind: str) -> None:
    one = np.array([7])
    found = KINDS[kind].two(one, one + 5)(2.0)
    assert (found.value, found.low, found.high) == (5.0, -math.inf, math.inf)
    assert found.to_json() == {"value": 5.0, "low": None, "high": None}
    alone = KINDS[kind].one(one, 2.0)
    assert (alone.value, alone.low, alone.high) == (7.0, -math.inf, math.inf)


def test_the_longest_games_need_many_games() -> None:
    assert math.isinf(KINDS["p95"].one(np.arange(40), 2.0).high)
    assert math.isfinite(KINDS["p95"].one(np.arange(400), 2.0).high)


@pytest.mark.parametrize("games", [1, 2, 5, 40, 1000])
@pytest.mark.parametrize("kind", ["median", "p95"])
def test_who_wants_to_be_surer_gets_a_wider_interval(kind: str, games: int) -> None:
    values = np.random.default_rng(1).poisson(9, games)
    found = [KINDS[kind].one(values, z) for z in np.linspace(0, 38, 77)]
    for narrow, wide in itertools.pairwise(found):
        assert wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high
    assert math.isinf(found[-1].high)


def test_a_ratio_of_nothing_is_nothing() -> None:
    assert list(linearize_ratio(np.zeros((3, 2)))) == [0.0, 0.0, 0.0]


def test_a_ratio_is_that_of_the_sums() -> None:
    values = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 20.0]])
    assert KINDS["share"].one(values, 2.0).value == pytest.approx(9 / 26)


# -- standard errors -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("z", "freedom", "table"), [(1.959964, 9, 2.262), (1.959964, 30, 2.042), (2.575829, 10, 3.169)]
)
def test_students_numbers_are_those_of_the_tables(z: float, freedom: int, table: float) -> None:
    assert student_quantile(z, freedom) == pytest.approx(table, rel=0.005)
    assert student_quantile(z, 10**9) == pytest.approx(z, rel=1e-6)


def test_all_looks_together_spend_what_one_may() -> None:
    assert sum(alpha_spent(0.05, look) for look in range(1, 5000)) == pytest.approx(0.05, rel=1e-3)
    assert sum(alpha_spent(0.05, look) for look in range(1, 5000)) < 0.05


def test_the_chance_is_the_one_at_which_an_interval_ends_at_0() -> None:
    pair = KINDS["mean"].two(*lengths(1.0)(np.random.default_rng(2), 80))
    found = pair(critical_value(p_value(pair)))
    assert min(abs(found.low), abs(found.high)) < 1e-6


# -- many differences ----------------------------------------------------------------------------


def test_holms_order() -> None:
    assert holm([0.01, 0.04, 0.03], 0.05) == [True, False, False]  # 0.05/3, then 0.05/2
    assert holm([0.01, 0.024, 0.03], 0.05) == [True, True, True]
    assert holm([0.02, 0.02, 0.02], 0.05) == [False, False, False]
    assert holm([], 0.05) == []


def family(rng: Any, games: int, more: float = 0.0) -> list[str]:
    """Twelve measures of the same games, two of which have a difference if `more` is one."""
    pairs = [KINDS["mean"].two(*lengths(more if i < 2 else 0.0)(rng, games)) for i in range(4)]
    pairs += [KINDS["rate"].two(*endings(0.2, 0.2)(rng, games)) for _ in range(4)]
    pairs += [KINDS["median"].two(*lengths()(rng, games)) for _ in range(2)]
    pairs += [KINDS["share"].two(*ratios()(rng, games)) for _ in range(2)]
    return [verdict.word for verdict in judge_differences(pairs, [0.0] * 12, [games] * 12)]


@pytest.mark.slow
def test_of_sides_that_are_the_same_nothing_is_decided_but_by_a_rare_accident() -> None:
    rng = np.random.default_rng(8)
    wrong = sum(DIFFERS in family(rng, 60) for _ in range(RUNS)) / RUNS
    assert wrong <= at_most(0.05)


@pytest.mark.slow
def test_without_a_correction_there_would_be_many_accidents(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        intervals, "holm", lambda chances, alpha: [chance <= alpha for chance in chances]
    )
    rng = np.random.default_rng(8)
    wrong = sum(DIFFERS in family(rng, 60) for _ in range(RUNS)) / RUNS
    assert wrong > 2 * at_most(0.05)


def test_a_difference_that_is_there_is_found() -> None:
    rng = np.random.default_rng(9)
    found = [family(rng, 400, more=2.0)[:2] == [DIFFERS, DIFFERS] for _ in range(20)]
    assert all(found)


def test_looking_again_and_again_does_not_lie() -> None:
    """Ten looks at growing numbers of games; one that does not pay for its looks would lie."""
    rng = np.random.default_rng(10)
    honest = careless = 0
    for _ in range(RUNS):
        a, b = lengths()(rng, 50 * 10)
        looks = [(look, KINDS["mean"].two(a[: 50 * look], b[: 50 * look])) for look in range(1, 11)]
        chances = [(look, p_value(pair)) for look, pair in looks]
        honest += any(chance <= alpha_spent(0.05, look) for look, chance in chances)
        careless += any(chance <= 0.05 for _, chance in chances)
    assert honest / RUNS <= at_most(0.05)
    assert careless / RUNS > 2 * 0.05


def test_a_difference_too_small_to_matter_is_none() -> None:
    rng = np.random.default_rng(3)
    pair = KINDS["mean"].two(*lengths()(rng, 5000))
    [alike] = judge_differences([pair], [1.0], [5000])
    [not_yet] = judge_differences([pair], [0.01], [5000])
    assert (alike.word, alike.games_more) == (ALIKE, None)
    assert not_yet.word == OPEN
    assert not_yet.games_more is not None and not_yet.games_more > 5000


def test_as_many_games_more_as_are_told_are_about_enough() -> None:
    rng = np.random.default_rng(4)
    [first] = judge_differences([KINDS["mean"].two(*lengths(0.4)(rng, 150))], [0.05], [150])
    assert first.word == OPEN and first.games_more is not None
    games = 150 + 2 * first.games_more
    [later] = judge_differences([KINDS["mean"].two(*lengths(0.4)(rng, games))], [0.05], [games])
    assert later.word == DIFFERS


def test_how_many_games_more() -> None:
    assert games_more(Interval(1.0, -1.0, 3.0), 0.0, 100) == 300  # a half as wide
    assert games_more(Interval(0.0, -2.0, 2.0), 1.0, 100) == 300  # within what matters
    assert games_more(Interval(0.5, -1.5, 2.5), 1.0, 100) == 1500  # as far from both as can be
    assert games_more(Interval(0.0, -2.0, 2.0), 0.0, 100) == 100  # nothing is known
    assert games_more(Interval(3.0, -math.inf, math.inf), 1.0, 100) == 400
    assert [two_digits(n) for n in (1.2, 99.5, 1234, 98765)] == [2, 100, 1300, 99000]


def test_intervals_of_what_is_decided_are_on_one_side_of_0() -> None:
    rng = np.random.default_rng(11)
    for _ in range(100):
        pairs = [KINDS["mean"].two(*lengths(0.9)(rng, 100)) for _ in range(6)]
        for verdict in judge_differences(pairs, [0.0] * 6, [100] * 6):
            assert verdict.alone.half <= verdict.difference.half or verdict.word == DIFFERS
            if verdict.word == DIFFERS:
                assert verdict.difference.low >= 0 or verdict.difference.high <= 0
            else:
                assert verdict.difference.low <= 0 <= verdict.difference.high


def test_nothing_to_judge() -> None:
    assert judge_differences([], [], []) == []


# -- counts ----------------------------------------------------------------------------------------


def test_seats_of_one_game_do_not_make_a_rate_surer() -> None:
    assert counted_rate(20, 400, 100, 2.0) == counted_rate(5, 100, 100, 2.0)
    assert counted_rate(5, 100, 400, 2.0) == counted_rate(5, 100, 100, 2.0)
    assert math.isnan(counted_rate(0, 0, 100, 2.0).value)


def test_two_counted_rates() -> None:
    assert counted_rates((0, 0, 9), (1, 9, 9)) is None
    pair = counted_rates((10, 400, 400), (60, 400, 400))
    assert pair is not None
    assert pair(2.0).value == pytest.approx(0.125)
    assert p_value(pair) < 1e-6


def test_figures_are_tidy() -> None:
    assert [round_for_json(n) for n in (1 / 3, -0.0, math.inf, math.nan)] == [
        0.333333,
        0.0,
        None,
        None,
    ]


# -- what is always the same ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["mean", "share"])
@pytest.mark.parametrize("always", [0.0, 0.3, 40.0])
def test_few_games_that_are_all_alike_leave_it_open_and_many_do_not(
    kind: str, always: float
) -> None:
    def side(games: int) -> Any:
        below = np.linspace(3.0, 7.0, games)  # so that rounding leaves something
        return np.stack([always * below, below], 1) if kind == "share" else np.full(games, always)

    close = 0.05 * always or 0.02
    words = [
        judge_differences([KINDS[kind].two(side(games), side(games))], [close], [games])[0].word
        for games in (2, 10, 400)
    ]
    assert words == [OPEN, OPEN, ALIKE]
