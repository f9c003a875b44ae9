"""Reviews of a tiny game whose true chances can be computed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from spielzug.bots.clock import Stop
from spielzug.core.chance import chances
from spielzug.core.errors import UsageError
from spielzug.core.keys import SplitMix64
from spielzug.core.luck import SeedLuck
from spielzug.core.match import AGREED, Match, Seat
from spielzug.core.position import Position
from spielzug.core.table_values import ReviewView
from spielzug.review import ReviewStopped, ReviewWork, Scale, accuracy, budget_of, review
from spielzug.review.choice_value import batch_variance, finish, interval
from spielzug.review.luck import (
    REDRAWN,
    Gain,
    Judge,
    chances_after_turn,
    luck_in_steps,
    outcomes_in_steps,
)
from spielzug.review.records import POOR, WORDS, GameReview, review_from_text, review_to_text
from toys.toy import KEEP, SOUND_TOY, SWAP, UNKNOWN

BUDGET = budget_of(SOUND_TOY, iterations=120)


def toy_match(seed: str, actions: list[int]) -> Match:
    match = Match(SOUND_TOY, [Seat("Ada"), Seat("Ben")], SeedLuck(seed))
    for action in actions:
        match.play(action)
    return match


def reviewed(match: Match, view: ReviewView = "known") -> GameReview:
    return review(match, view=view, budget=BUDGET)


def last_chance(position: Position, action: int) -> Fraction:
    """Of the seat with the last decision, by what it knows: all deals are equally likely."""
    seen = position.seen(position.actor).hidden
    own = int(seen.card[position.actor])
    gone = {int(card) for card in seen.gone}
    unseen = [card for card in range(1, 7) if card != own and card not in gone]
    assert seen.card[1 - position.actor] == UNKNOWN
    deals = list(permutations(unseen, 2))  # what the other holds, and what comes next
    wins = sum((own if action == KEEP else drawn) > other for other, drawn in deals)
    return Fraction(wins, len(deals))


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
@pytest.mark.parametrize("last", [KEEP, SWAP])
def test_the_last_decision_costs_what_can_be_counted(seed: str, last: int) -> None:
    match = toy_match(seed, [KEEP, KEEP, KEEP, last])
    position = match.position_after(3)
    truth = {action: float(last_chance(position, action)) for action in (KEEP, SWAP)}
    (found,) = [d for d in reviewed(match).decisions if d.entry == 4]
    cost = max(truth.values()) - truth[last]
    assert found.chance == pytest.approx(truth[last], abs=0.08)
    assert abs(found.cost - cost) <= found.error + 0.08
    if cost > 0.2:
        assert found.word in POOR
        assert found.best != last
    if cost == 0:
        assert found.word == "best"


def test_with_open_cards_the_last_decision_is_sure() -> None:
    for seed in "12345":
        match = toy_match(seed, [KEEP, KEEP, KEEP, KEEP])
        cards = match.position.state.card
        (found,) = [d for d in reviewed(match, "open").decisions if d.entry == 4]
        if cards[1] > cards[0]:
            assert found.certain and found.chance == 1.0 and found.cost == 0.0
        else:  # it was lost by keeping
            assert found.chance == pytest.approx(0.0)


def test_what_a_seat_cannot_know_makes_no_difference() -> None:
    """Two games that look the same to the second seat until its decision."""
    looks: dict[bytes, set[bytes]] = {}
    found: dict[bytes, list[Match]] = {}
    for seed in map(str, range(40)):
        match = toy_match(seed, [KEEP, KEEP, KEEP, KEEP])
        position = match.position_after(1)
        hidden = bytes(position.seen(1).hidden.tobytes())
        worlds = looks.setdefault(hidden, set())
        if len(worlds) < 2:
            worlds.add(bytes(position.state.card.tobytes()))
            found.setdefault(hidden, []).append(match)
    two = next(matches for hidden, matches in found.items() if len(looks[hidden]) == 2)
    first, *others = (next(d for d in reviewed(match).decisions if d.entry == 2) for match in two)
    assert all(other == first for other in others)
    opened = [next(d for d in reviewed(m, "open").decisions if d.entry == 2) for m in two]
    assert any(other != opened[0] for other in opened)


def test_what_happened_adds_up_to_the_result() -> None:
    match = toy_match("3", [SWAP, SWAP, SWAP, KEEP])
    made = reviewed(match)
    assert [point.entry for point in made.graph] == [0, 1, 2, 3, 4]
    assert made.graph[-1].chances == made.result
    for seat in made.by_seat:
        parts = seat.start - seat.play + seat.given + seat.luck + seat.rest
        assert parts == pytest.approx(seat.result)
        own = [d for d in made.decisions if d.seat == seat.seat]
        assert seat.play == pytest.approx(sum(d.cost for d in own))
        assert sum(seat.counts.values()) == len(own) and set(seat.counts) == set(WORDS)
        assert [d for d in seat.worst if d not in {o.entry for o in own}] == []
    for one in made.luck:
        assert sum(one.by_seat) == pytest.approx(0.0)
    assert review_from_text(review_to_text(made)) == made


def luck_of(
    before: Position, after: Position, rng: SplitMix64, judge: Judge = chances_after_turn
) -> Gain:
    return finish(luck_in_steps(before, SWAP, after, rng, 1, judge, REDRAWN))


def exact(world: Position, mover: int, rng: SplitMix64) -> list[float]:
    """A judgement without any chance in it."""
    del mover, rng
    return [float(world.state.card[0]) / 6, float(world.state.card[1]) / 6]


def test_luck_is_nothing_on_average_over_all_that_can_come() -> None:
    position = toy_match("5", [KEEP]).position
    total = np.zeros(2)
    every = chances(position, SWAP)
    assert len(every) == 4
    for chance, _, after in every:
        gain = luck_of(position, after, SplitMix64(1), judge=exact)
        assert gain.error == 0.0
        total += float(chance) * np.array(gain.by_seat)
    assert total == pytest.approx([0.0, 0.0])
    gain = luck_of(position, every[0][2], SplitMix64(1), judge=exact)
    assert max(map(abs, gain.by_seat)) > 0


def test_luck_is_counted_as_measurements_always_did() -> None:
    """What might have come first, each in order, then what came, all with luck from one row."""
    position = toy_match("5", [KEEP]).position
    after = position.copy()
    after.step(SWAP)
    rng = SplitMix64(8)

    def judged(world: Position) -> float:
        world.set_rng(rng.next())
        return chances_after_turn(world, position.actor, rng)[0]

    worlds = finish(outcomes_in_steps(position, SWAP, rng, REDRAWN)).worlds
    others = sum(chance * judged(world) for chance, world in worlds)
    gain = judged(after.copy()) - others
    assert luck_of(position, after, SplitMix64(8)).by_seat[0] == pytest.approx(gain, abs=1e-12)


def test_what_was_taken_back_is_not_reviewed() -> None:
    match = toy_match("6", [SWAP])
    match.take_back(0, 1, AGREED)
    for action in (KEEP, KEEP, KEEP, KEEP):
        match.play(action)
    made = reviewed(match)
    assert [d.entry for d in made.decisions] == [3, 4, 5, 6]
    assert [d.action for d in made.decisions] == [KEEP] * 4
    assert [point.entry for point in made.graph] == [0, 3, 4, 5, 6]
    assert {one.entry for one in made.luck} == {0}
    assert made.entries == len(match.log) == 7


def test_a_game_that_is_not_over_is_refused_with_the_way_out() -> None:
    with pytest.raises(UsageError, match="play it to the end first"):
        reviewed(toy_match("1", [KEEP]))
    with pytest.raises(UsageError, match="no seat 3"):
        review(toy_match("1", [KEEP] * 4), seat=2)


def test_only_one_seat_is_reviewed_if_that_is_wanted() -> None:
    made = review(toy_match("1", [KEEP] * 4), budget=BUDGET, seat=1)
    assert {d.seat for d in made.decisions} == {1}
    assert [seat.seat for seat in made.by_seat] == [1]


def test_the_same_seed_gives_the_same_review_and_progress_comes_to_its_end() -> None:
    match = toy_match("2", [SWAP, KEEP, KEEP, KEEP])
    heard: list[tuple[int, int]] = []
    first = review(match, budget=BUDGET, progress=lambda *told: heard.append(told))
    again = reviewed(match)
    assert replace(first, seconds=0.0) == replace(again, seconds=0.0)
    assert heard == sorted(heard) and heard[-1][0] == heard[-1][1]
    other = review(match, budget=budget_of(SOUND_TOY, 120, seed=2))
    assert [d.chance for d in other.decisions] != [d.chance for d in first.decisions]


def test_it_is_made_in_many_short_steps_with_the_same_result() -> None:
    match = toy_match("2", [SWAP, KEEP, KEEP, KEEP])
    works = [ReviewWork(match, budget=BUDGET) for _ in range(2)]
    heard, steps = [(0, 0)], 0
    while any(work.result is None for work in works):
        for work in works:
            assert work.result is None and work.advance() == (work.result is not None)
        steps += 1
        heard.append((works[0].done, works[0].total))
    assert steps > 300  # 120 deals, and the searches of four decisions
    assert heard == sorted(heard) and heard[-1][0] == heard[-1][1] > 0
    at_once = replace(reviewed(match), seconds=0.0)
    for work in works:
        assert work.result is not None and work.result.seconds > 0
        assert replace(work.result, seconds=0.0) == at_once


def test_it_ends_when_nobody_waits() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(ReviewStopped):
        review(toy_match("2", [KEEP] * 4), stop=stop)


def test_a_game_from_a_position_has_no_luck_of_the_deal() -> None:
    start = toy_match("4", [KEEP, KEEP]).position
    match = Match(SOUND_TOY, [Seat("Ada"), Seat("Ben")], SeedLuck("9"), start=start)
    for action in (KEEP, SWAP):
        match.play(action)
    made = reviewed(match)
    assert [one.entry for one in made.luck] == [2]
    assert made.start == made.graph[0].chances


def test_words_begin_beyond_the_noise() -> None:
    scale = Scale(inaccuracy=0.02, mistake=0.05, blunder=0.12)
    least = (-0.1, 0.01, 0.03, 0.06, 0.13)
    words = ["good", "good", "inaccuracy", "mistake", "blunder"]
    assert [scale.word(one) for one in least] == words


def test_accuracy_falls_with_what_was_lost() -> None:
    assert accuracy(0.0, 0.0) == accuracy(0.0, 3.0) == 100.0
    assert accuracy(2.0, 2.0) == pytest.approx(20, abs=0.5)
    assert accuracy(0.1, 3.0) == pytest.approx(95, abs=0.5)
    assert accuracy(6.0, 2.0) < 1
    assert accuracy(0.01, 0.0) == accuracy(0.01, -0.2) == accuracy(0.01, 0.01)


def test_intervals_hold_what_they_say() -> None:
    """Of a hundred means of three values at least 90 are inside: no one knows their spread."""
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        mean, error = interval(rng.normal(1.0, 0.2, 3).tolist(), 0.04, 4.0)
        inside += abs(mean - 1.0) < error
    assert 0.93 < inside / 400 < 0.99
    assert batch_variance(rng.normal(0, 1, 800).tolist(), 8) == pytest.approx(1 / 800, rel=0.9)
