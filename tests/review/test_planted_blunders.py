"""A planted blunder is found, and the good choice beside it is not called a mistake.

Uses positions of golden games, a small budget and a fixed seed. How often it holds in games of
strong bots is measured by `bench/blunders.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from expectations import expected_of
from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.keys import SplitMix64
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Seen
from spielzug.core.records import load_record
from spielzug.core.rng import new_rng
from spielzug.games import NAMES, get_game
from spielzug.review import Scale, review
from spielzug.review.choice_value import net_for
from spielzug.review.decision import Reviewer
from spielzug.review.luck import ShortSearchJudge, chances_after_turn, judge_of
from spielzug.review.records import DecisionReview

GOLDEN = Path(__file__).parent.parent / "golden" / "tables"
ITERATIONS = 60


PLANTED = {name: found for name in NAMES if (found := expected_of(name).planted)}
BY_SEARCH = [name for name in PLANTED if expected_of(name).luck_by_search]


def golden(game: str) -> Match:
    return load_record(GOLDEN / game / PLANTED[game].record, get_game)


def seen_of(game: str) -> Seen:
    position = golden(game).position_after(PLANTED[game].after)
    return position.seen(position.actor)


def judged(seen: Seen, action: int, key: int) -> DecisionReview:
    reviewer = Reviewer(seen.game, Scale.of(seen.game), ITERATIONS, net_for(seen))
    return reviewer.decide(0, seen, action, key, Stop())


@pytest.mark.parametrize("game", PLANTED)
def test_a_planted_blunder_is_found_and_the_good_choice_is_none(game: str) -> None:
    seen = seen_of(game)
    good, dear = (seen.parse(text) for text in PLANTED[game][2:])
    for key in (1, 2):
        found = judged(seen, dear, key)
        assert found.word == "blunder"
        assert found.best != dear and found.cost - found.error > 0.12
        assert found.best_chance - found.chance == pytest.approx(found.cost)
        assert judged(seen, good, key).word in ("best", "good")


@pytest.mark.parametrize("game", PLANTED)
def test_luck_is_judged_by_a_search_where_a_net_judges_too(game: str) -> None:
    seen = seen_of(game)
    net = net_for(seen)
    judge = judge_of(seen.game, net, 400)
    assert isinstance(judge, ShortSearchJudge) == (game in BY_SEARCH)
    assert judge_of(seen.game, None, 400) is chances_after_turn


@pytest.mark.parametrize("game", BY_SEARCH)
def test_a_glance_judges_all_seats_and_knows_the_end(game: str) -> None:
    match, seen = golden(game), seen_of(game)
    judge = judge_of(seen.game, net_for(seen), 400)
    position = match.position_after(PLANTED[game].after)
    shares = judge(position.copy(), position.actor, SplitMix64(1))
    assert len(shares) == seen.seats and sum(shares) == pytest.approx(1.0, abs=0.2)
    assert list(shares) == list(judge(position.copy(), position.actor, SplitMix64(1)))
    assert match.outcome is not None
    end = match.position
    assert list(judge(end.copy(), 0, SplitMix64(1))) == list(match.outcome.shares)


# -- accuracy --------------------------------------------------------------------------------------


def accuracy_of(name: str, level: str, games: int) -> float:
    """Of the first seat in so many games against `club`, on average."""
    game = get_game(name).ready()
    found = []
    for number in range(games):
        bots = [level, *["club"] * (game.seats[0] - 1)]
        luck = SeedLuck(f"accuracy {number}")
        match = Match(game, [Seat(bot) for bot in bots], luck, game.options(**game.simulation))
        players = [get_bot(bot, new_rng(100 * number + n)) for n, bot in enumerate(bots)]
        while match.outcome is None:
            position = match.position
            match.play(players[position.actor].choose(position.seen(position.actor)))
        found.append(review(match, seat=0).by_seat[0].accuracy)
    return sum(found) / games


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", PLANTED)
def test_accuracy_tells_random_clicks_from_expert_play(name: str) -> None:
    assert 8 < accuracy_of(name, "random", 2) < 40
    assert accuracy_of(name, "expert", 1) > 70
