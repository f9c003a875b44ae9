"""Every check that runs inside simulations is able to fail."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from games.zugraub.typed_position import GAME, TypedPosition, play, position
from raw_records import wrap_records
from spielzug.core.record_types import State
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.audit.steps import CHECKS

TEXT = """
    active 1  phase {phase}  reach 6
    train: caboose circus
    1: 2c2  points 9  head Jacob  hand Uther Nesbith
    2: 2c3  points 2  head 44  hand Vanity
    3: 1c1
"""
FIGHT = """
    active 1  actor 2  phase spoils  champion 2
    train: caboose circus
    1: 2c3  head Jacob  hand Uther+2  total 3
    2: 2c3  head 44  hand Vanity  total 8
    3: 1c1
"""
Change = Callable[[State], None]


def failed(before: TypedPosition, action: int, later: TypedPosition) -> str:
    counts = np.zeros(len(CHECKS), np.int64)
    code = int(GAME.rules.audit(later.facts, before.state, action, later.state, counts))
    return CHECKS[code - 1].split()[0] if code else ""


def copy_of(table: TypedPosition, change: Change) -> TypedPosition:
    state = wrap_records(GAME, None, table.state).copy().state
    change(state)
    return TypedPosition(table.facts, state)


def double_card(state: State) -> None:
    state.head[2] = state.head[0]


def lost_card(state: State) -> None:
    state.cards[0], state.hand[0, 1] = 1, 0


def odd_card(state: State) -> None:
    state.hand[0, 0] = 60


def gap(state: State) -> None:
    state.hand[0, 4] = 9


def gap_in_pile(state: State) -> None:
    state.pile[0] = 0


def piece_twice(state: State) -> None:
    state.unused |= 1 << 4


def piece_away(state: State) -> None:
    state.unused = 0


def caboose_in_front(state: State) -> None:
    state.train[0], state.train[1] = int(state.train[1]), int(state.train[0])


def engine_at_the_rear(state: State) -> None:
    state.train[0] = 15


def no_train(state: State) -> None:
    state.length = 0


def ghost_car(state: State) -> None:
    state.markers[5] = 1


def nobody(state: State) -> None:
    state.turn = -1


def other_actor(state: State) -> None:
    state.turn = 1


def other_active(state: State) -> None:
    state.active, state.turn = 1, 1


def over_but_playing(state: State) -> None:
    state.reason = 1


def off_the_train(state: State) -> None:
    state.pawn[2] = 40


def marker_anywhere(state: State) -> None:
    state.markers[1] |= 1 << 1


def fighters_at_peace(state: State) -> None:
    state.fighters = 3


def champion_at_peace(state: State) -> None:
    state.champion = 0


def three_cards(state: State) -> None:
    state.hand[2, :3] = state.pile[int(state.draw_pile) - 3 : int(state.draw_pile)]
    state.seen[2, :3] = 4
    state.pile[int(state.draw_pile) - 3 : int(state.draw_pile)] = 0
    state.draw_pile -= 3
    state.cards[2] = 3


def behind_without_reach(state: State) -> None:
    state.pawn[0], state.reach = s.BEHIND, 0


def winner_too_early(state: State) -> None:
    state.winners = 1


def unknown_own_card(state: State) -> None:
    state.seen[0, 0] = 0


def wrong_shuffle(state: State) -> None:
    state.batch[int(state.hand[0, 0])] = 3


def wrong_pile(state: State) -> None:
    state.batch[int(state.pile[0])] = 3


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (double_card, "B1"), (lost_card, "B1"), (odd_card, "B1"), (gap, "B1"),
        (gap_in_pile, "B1"), (piece_twice, "B4"), (piece_away, "B4"), (caboose_in_front, "B4"),
        (engine_at_the_rear, "B4"), (no_train, "B4"), (ghost_car, "B4"), (nobody, "B5"),
        (other_actor, "B5"), (other_active, "B5"), (over_but_playing, "B5"),
        (off_the_train, "B7"), (marker_anywhere, "B10"), (fighters_at_peace, "B11"),
        (champion_at_peace, "B12"), (three_cards, "B15"), (behind_without_reach, "B19"),
        (winner_too_early, "B20"), (unknown_own_card, "every"), (wrong_shuffle, "every"),
        (wrong_pile, "every"),
    ],
)  # fmt: skip
def test_a_broken_position_is_found(change: Change, rule: str) -> None:
    table = position(TEXT.format(phase="move"))
    assert failed(table, -1, table) == ""
    assert failed(table, -1, copy_of(table, change)) == rule


def card_for_another(state: State) -> None:
    state.pile[0] = state.pile[1]


@pytest.mark.parametrize("bonus", [0, 1])
def test_a_card_that_stands_for_another_is_found_in_every_set(bonus: int) -> None:
    """With all 64 cards every bit of the set is used: none is left to say that it is spoiled."""
    table = position(TEXT.format(phase="move"), bonus=bonus)
    assert failed(table, -1, table) == ""
    assert failed(table, -1, copy_of(table, card_for_another)) == "B1"


def weaker_champion(state: State) -> None:
    state.total[0] = 9


def absent_fighter(state: State) -> None:
    state.pawn[0] = 0


def no_champion(state: State) -> None:
    state.champion = -1


def outsider(state: State) -> None:
    state.turn = 2


@pytest.mark.parametrize(
    ("change", "rule"),
    [(weaker_champion, "B12"), (absent_fighter, "B11"), (no_champion, "B12"), (outsider, "B11")],
)
def test_a_broken_fight_is_found(change: Change, rule: str) -> None:
    table = position(FIGHT)
    assert failed(table, -1, table) == ""
    assert failed(table, -1, copy_of(table, change)) == rule


OVER = """
    active 1  actor 0  phase over  reason {reason}  winners {winners}
    train: engine
    1: 1e1  head {one}
    2: 1b1  head {two}
    3: 1c1
"""


@pytest.mark.parametrize(
    ("one", "two", "reason", "winners", "rule"),
    [
        ("Jacob", "44", "won", "1", ""),
        ("Jacob", "44", "won", "2", "B20"),
        ("Jacob", "44", "shared", "1", "B20"),
        ("45", "44", "all_lose", ",", ""),
        ("45", "44", "won", ",", "B20"),
        ("Dumpling", "Snip", "shared", "1,2", ""),
        ("Jacob", "44", "turn_limit", "1", "B20"),
        ("Jacob", "44", "abandoned", "1", "B20"),
    ],
)
def test_a_wrong_end_is_found(one: str, two: str, reason: str, winners: str, rule: str) -> None:
    table = position(OVER.format(one=one, two=two, reason=reason, winners=winners))
    assert failed(table, -1, table) == rule


def test_a_game_does_not_end_with_cars_behind_the_engine() -> None:
    text = OVER.format(one="Jacob", two="44", reason="won", winners="1")
    table = position(text.replace("train: engine", "train: parlour engine"))
    assert failed(table, -1, table) == "B20"


def more_reach(state: State) -> None:
    state.reach += 1


def point_for_nothing(state: State) -> None:
    state.points[2] += 1


def moved_pawn(state: State) -> None:
    state.pawn[2] += 1


def lost_marker(state: State) -> None:
    state.markers[1] &= 1


def free_brain(state: State) -> None:
    state.head[2] = int(state.pile[int(state.draw_pile) - 1])
    state.draw_pile -= 1
    state.pile[int(state.draw_pile)] = 0


def free_card(state: State) -> None:
    free_brain(state)
    state.hand[2, 0], state.seen[2, 0], state.cards[2] = int(state.head[2]), 4, 1
    state.head[2] = 0


def car_for_nothing(state: State) -> None:
    state.train[2], state.length = 0, 3
    state.unused ^= 1


def turn_for_nothing(state: State) -> None:
    state.turns += 3


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (more_reach, "B6"), (point_for_nothing, "B13"), (moved_pawn, "B7"), (lost_marker, "B10"),
        (free_brain, "B14"), (free_card, "B19"), (car_for_nothing, "B8"),
        (turn_for_nothing, "B5"),
    ],
)  # fmt: skip
def test_a_broken_step_is_found(change: Change, rule: str) -> None:
    before = position(TEXT.format(phase="move"))
    later = play(before, "+1")
    action = GAME.words.parse("+1")
    assert failed(before, action, later) == ""
    assert failed(before, action, copy_of(later, change)) == rule


def test_a_walk_beyond_the_reach_is_found() -> None:
    before = position(TEXT.format(phase="move"))
    later = play(before, "2f2")
    short = copy_of(before, lambda state: setattr(state, "reach", 1))
    assert failed(short, GAME.words.parse("2f2"), later) == "B7"


def test_a_brake_that_loses_no_car_is_found() -> None:
    before = position("""
        active 1  phase move  reach 3
        train: parlour engine
        1: 2e1
        2: 2b1
        3: 2c1
    """)
    action = GAME.words.parse("2e1")
    later = play(before, "2e1")
    assert failed(before, action, later) == ""
    rest = position("""
        active 2  phase discard  turns 1
        train: parlour engine
        1: 2e1
        2: 2b1
        3: 2c1
    """)
    assert failed(before, action, rest) == "B17"


def test_a_brain_installed_that_cannot_be_paid_is_found() -> None:
    before = position(TEXT.format(phase="end"))
    action = GAME.words.parse("^1")
    later = play(before, "^1")
    assert failed(before, action, later) == ""
    twice = copy_of(before, lambda state: setattr(state, "installed", 1))
    assert failed(twice, action, later) == "B16"
