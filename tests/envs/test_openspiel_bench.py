"""The benchmark against OpenSpiel's own search plays whole games."""

from __future__ import annotations

import pytest

from lab.bench_modules import import_bench

pytestmark = pytest.mark.slow

mcts = import_bench("openspiel_mcts")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_against_its_search_is_played_to_the_end(seat: int) -> None:
    job = mcts.Job("greedy", 1.4, mcts.QUICK, 0, deal=3, seat=seat)
    played = mcts.one_game(job)
    assert played.won in (0.0, 0.5, 1.0)
    assert played.ours[0] > 5
    assert played.theirs[0] > 5
    assert played.theirs[1] >= mcts.QUICK * played.theirs[0] * 0.5
    assert "of 1 games" in mcts.summary([played])


def test_its_search_gets_the_time_that_ours_takes() -> None:
    played = mcts.one_game(mcts.Job("search:4000", 1.4, mcts.QUICK, 3, deal=3, seat=0))
    ours, theirs = (spent / moves for moves, spent in (played.ours, played.theirs))
    assert theirs > 1.5 * ours


def test_every_deal_is_played_from_both_seats() -> None:
    jobs = mcts.pairs("expert", 1.4, 0.1, 6)
    assert [(job.deal, job.seat) for job in jobs] == [(d, s) for d in range(3) for s in range(2)]
