"""G14 to G17: removals and refills."""

from __future__ import annotations

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    after,
    broken_check,
    cards,
    changes,
    in_words,
    legal,
    passed_on,
    pile,
    play,
    position,
)
from spielzug.core.events import Outcome


def outcome(table: TypedPosition) -> Outcome | None:
    return table.position.outcome


# -- removals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("used", "action", "opened", "rows"),
    [
        ("7", "-1", "61 63 84", ["30 17 56 41 24 73 3", "34 79 62 52 42 32 22",
                                 "38 71 80 51 43 31 21"]),
        ("5", "-4", "41 51 52", ["84 17 56 30 24 73 3", "63 79 62 34 42 32 22",
                                 "61 71 80 38 43 31 21"]),
        ("6", "-7", "3 21 22", ["84 17 56 41 24 73 30", "63 79 62 52 42 32 34",
                                "61 71 80 51 43 31 38"]),
    ],
)  # fmt: skip
def test_g14_g15_g16_everyone_removes_the_car_at_1_4_or_7_and_draws_into_the_gap(
    used: str, action: str, opened: str, rows: list[str]
) -> None:
    before = position(f"""
        seats 3  turn 2  turns 6
        1: 84 17 56 41 24 73 3
        2: 63 79 62 52 42 32 22
        3: 61 71 80 51 43 31 21
        open: {used}
        draw: 30 34 38 44
        discard: rest
    """)
    found = changes(before, after(before, action, draws=[34, 38, 30]))
    assert passed_on(found, ("2", "3"), ("6", "7")) == {
        "row 1": ("84 17 56 41 24 73 3", rows[0]),
        "row 2": ("63 79 62 52 42 32 22", rows[1]),
        "row 3": ("61 71 80 51 43 31 21", rows[2]),
        "open": (used, opened),
        "discard": ("", used),
        "draw": ("30 34 38", ""),
    }


SAME_ABILITY = """
    seats 3  turn 2  turns 6
    1: 81 17 56 41 24 73 3
    2: 72 79 62 52 42 32 22
    3: 63 71 61 51 43 31 21
    open: {open}
    draw: 30 34 38 44
    discard: rest
"""
ALL_LEFT = {
    "row 1": ("81 17 56 41 24 73 3", "38 17 56 41 24 73 3"),
    "row 2": ("72 79 62 52 42 32 22", "30 79 62 52 42 32 22"),
    "row 3": ("63 71 61 51 43 31 21", "34 71 61 51 43 31 21"),
    "draw": ("30 34 38", ""),
}


def test_g14_three_equal_abilities_two_cancel_and_the_latest_stays_open() -> None:
    """Worked case. 72, 63, 81 arrive in this order: clockwise from the active player (G5)."""
    before = position(SAME_ABILITY.format(open="7"))
    found = changes(before, after(before, "-1", draws=[30, 34, 38]))
    assert passed_on(found, ("2", "3"), ("6", "7")) == {
        **ALL_LEFT,
        "open": ("7", "81"),
        "discard": ("", "7 63 72"),
    }


def test_g14_three_equal_abilities_with_one_open_before_all_four_cancel() -> None:
    """Worked case."""
    before = position(SAME_ABILITY.format(open="5 7 20"))
    found = changes(before, after(before, "-1", draws=[30, 34, 38]))
    assert passed_on(found, ("2", "3"), ("6", "7")) == {
        **ALL_LEFT,
        "open": ("5 7", ""),
        "discard": ("", "5 7 63 72 81"),
    }


def test_g7_a_used_removal_and_an_opened_car_with_its_ability_do_not_cancel() -> None:
    """Worked case: 7 and 15 both show "remove left"."""
    before = position("""
        seats 2  turn 1
        1: 15 17 56 41 24 73 3
        2: 72 79 62 52 42 32 22
        open: 7
        draw: 30 34 38
        discard: rest
    """)
    found = changes(before, after(before, "-1", draws=[30, 34]))
    assert passed_on(found, ("1", "2"), ("0", "1")) == {
        "row 1": ("15 17 56 41 24 73 3", "30 17 56 41 24 73 3"),
        "row 2": ("72 79 62 52 42 32 22", "34 79 62 52 42 32 22"),
        "open": ("7", "15 72"),
        "discard": ("", "7"),
        "draw": ("30 34", ""),
    }


def test_g17_the_active_players_refill_wins_at_once_and_later_players_keep_their_gap() -> None:
    """Worked case."""
    before = position("""
        seats 3  turn 3  turns 8
        1: 72 79 62 52 42 32 22
        2: 61 71 63 51 43 31 21
        3: 81 12 24 41 56 73 80
        open: 7
        draw: 4 30 34 38
        discard: rest
    """)
    later = after(before, "-1", draws=[4])
    assert changes(before, later) == {
        "turn": ("3", "nobody"),
        "turns": ("8", "9"),
        "phase": ("turn", "over"),
        "winner": ("nobody", "3"),
        "reason": ("", "own_turn"),
        "row 1": ("72 79 62 52 42 32 22", ". 79 62 52 42 32 22"),
        "row 2": ("61 71 63 51 43 31 21", ". 71 63 51 43 31 21"),
        "row 3": ("81 12 24 41 56 73 80", "4 12 24 41 56 73 80"),
        "open": ("7", "61"),
        "discard": ("", "7 72 81"),
        "draw": ("4", ""),
    }
    assert legal(later) == []
    assert broken_check(later) == ""


def test_g17_another_players_refill_wins_in_the_active_players_turn() -> None:
    """Worked case."""
    before = position("""
        seats 3  turn 3  turns 8
        1: 4 12 24 74 56 73 80
        2: 61 71 63 51 43 31 21
        3: 81 79 62 52 42 32 22
        open: 5
        draw: 30 34 38 44
        discard: rest
    """)
    later = after(before, "-4", draws=[30, 44])
    assert changes(before, later) == {
        "turn": ("3", "nobody"),
        "turns": ("8", "9"),
        "phase": ("turn", "over"),
        "winner": ("nobody", "1"),
        "reason": ("", "other_turn"),
        "row 1": ("4 12 24 74 56 73 80", "4 12 24 44 56 73 80"),
        "row 2": ("61 71 63 51 43 31 21", "61 71 63 . 43 31 21"),
        "row 3": ("81 79 62 52 42 32 22", "81 79 62 30 42 32 22"),
        "open": ("5", "51 52 74"),
        "discard": ("", "5"),
        "draw": ("30 44", ""),
    }
    assert outcome(later) == Outcome((1.0, 0.0, 0.0), "other_turn")
    assert broken_check(later) == ""


GAPPED = """
    seats 2  turn 1  turns 8
    1: {row1}
    2: 81 12 24 41 57 73 80
    open: 7
    draw: 4 70 82
    discard: rest
"""


def test_g17_a_row_with_a_gap_is_never_tested() -> None:
    before = position(GAPPED.format(row1="72 79 62 52 42 32 22"))
    found = changes(before, after(before, "-1", draws=[4, 82]))
    assert passed_on(found, ("1", "2"), ("8", "9")) == {
        "row 1": ("72 79 62 52 42 32 22", "4 79 62 52 42 32 22"),
        "row 2": ("81 12 24 41 57 73 80", "82 12 24 41 57 73 80"),
        "open": ("7", ""),
        "discard": ("", "7 72 81"),
        "draw": ("4 82", ""),
    }


def test_g17_a_row_that_ascends_but_for_its_gap_has_not_won() -> None:
    before = position(GAPPED.format(row1="72 5 9 20 33 40 50"))
    later = after(before, "-1", draws=[4])
    assert in_words(later)["row 2"] == ". 12 24 41 57 73 80"
    assert (in_words(later)["winner"], in_words(later)["reason"]) == ("1", "own_turn")
    assert outcome(later) == Outcome((1.0, 0.0), "own_turn")


def test_g17_the_games_own_check_accepts_a_win_beside_a_row_that_ascends_but_for_its_gap() -> None:
    before = position(GAPPED.format(row1="72 5 9 20 33 40 50"))
    assert broken_check(after(before, "-1", draws=[4])) == ""


@pytest.mark.parametrize("second", [7, 72, 6, 20])
def test_g9_the_last_card_is_taken_in_the_middle_of_a_refill(second: int) -> None:
    """Worked case: the new pile has the used card (7), a cancelled pair (72, 81), rejects (6)."""
    before = position("""
        seats 2  first 2  turn 2
        1: 81 17 56 41 24 73 3  rejects 6
        2: 72 79 62 52 42 32 22
        open: 7
        draw: 30
        discard: rest
    """)
    discarded = pile(before, "discard")
    found = changes(before, after(before, "-1", draws=[30, second]))
    assert passed_on(found, ("2", "1"), ("0", "1")) == {
        "row 1": ("81 17 56 41 24 73 3", f"{second} 17 56 41 24 73 3"),
        "row 2": ("72 79 62 52 42 32 22", "30 79 62 52 42 32 22"),
        "rejects 1": ("6", ""),
        "open": ("7", ""),
        "discard": (cards(discarded), ""),
        "draw": ("30", cards((discarded | {6, 7, 72, 81}) - {second})),
    }


def test_g9_the_last_card_is_taken_by_the_last_refill() -> None:
    before = position("""
        seats 2  first 2  turn 2
        1: 81 17 56 41 24 73 3
        2: 72 79 62 52 42 32 22
        open: 7
        draw: 30 34
        discard: rest
    """)
    discarded = pile(before, "discard")
    found = changes(before, after(before, "-1", draws=[30, 34]))
    assert passed_on(found, ("2", "1"), ("0", "1")) == {
        "row 1": ("81 17 56 41 24 73 3", "34 17 56 41 24 73 3"),
        "row 2": ("72 79 62 52 42 32 22", "30 79 62 52 42 32 22"),
        "open": ("7", ""),
        "discard": (cards(discarded), ""),
        "draw": ("30 34", cards(discarded | {7, 72, 81})),
    }


def test_g14_to_g17_a_removal_is_told_in_the_order_in_which_it_happens() -> None:
    before = position(SAME_ABILITY.format(open="5 7").replace("3: 63", "3: 74"))
    later, events = play(before, "-1")
    new = [int(later.state.row[seat, 0]) for seat in (1, 2, 0)]
    told = [(GAME.words.EVENTS[e.kind].name, e.seat + 1, e.a) for e in events]
    assert told == [
        ("used", 2, 7),
        ("removed", 2, 72),
        ("cancelled", 0, 5),
        ("removed", 3, 74),
        ("removed", 1, 81),
        ("refilled", 2, new[0]),
        ("refilled", 3, new[1]),
        ("refilled", 1, new[2]),
    ]
