"""The worked cases of the rules, each with whole positions before and after."""

from __future__ import annotations

from games.zugraub.typed_position import car, check, content, legal, play, position, step, why_not
from spielzug.games.zugraub import state as s


def same(left: object, right: object) -> None:
    one, other = content(left), content(right)  # type: ignore[arg-type]
    assert {k: v for k, v in one.items() if v != other[k]} == {
        k: v for k, v in other.items() if v != one[k]
    }


def test_b6_no_dice_with_two_cards_and_no_brain_then_moving_on_a_played_card_alone() -> None:
    before = position("""
        active 1  phase discard
        train: caboose parlour
        1: 1a2  hand Zephyr Vanity
        2: 1b1
        3: 1d1
    """)
    rolled, events = step(before, "*")
    assert [(e.kind, e.a, e.b) for e in events] == [(s.ROLLED, 0, 0)]
    assert legal(rolled) == ["+3", "+35", "1a2"]
    same(
        play(rolled, "+35", "1f2"),
        position("""
            active 1  phase end
            train: caboose parlour
            1: 1f2  hand Vanity
            2: 1b1
            3: 1d1
            discard: Zephyr
        """),
    )


def test_b8_a_card_played_in_mid_move_after_a_new_car_came_up() -> None:
    before = position("""
        active 1  phase move  reach 2
        train: caboose parlour
        1: 2f2  hand Zephyr
        2: 1b1
        3: 1d1
    """)
    out = play(before, (">", [car("mail")]))
    same(
        out,
        position("""
            active 1  phase move  reach 1  added 1
            train: caboose parlour mail
            1: 3a2  hand Zephyr
            2: 1b1
            3: 1d1
        """),
    )
    assert "3a1" not in legal(out)
    assert "3a1 is 3 steps away, but your reach is 1" in why_not(out, "3a1")
    same(
        play(out, "+35", ("3a1", [("card", 2)])),
        position("""
            active 1  phase end  added 1
            train: caboose parlour mail[a3 d3]
            1: 3a1  points 1  hand Uther
            2: 1b1
            3: 1d1
            discard: Zephyr
        """),
    )


def test_b17_two_cars_added_in_one_turn_and_one_check() -> None:
    before = position("""
        active 1  phase move  reach 12
        train: caboose parlour
        1: 2f2
        2: 1b1
        3: 1d1
    """)
    two = play(before, (">", [car("bath")]), (">", [car("mail")]))
    same(
        two,
        position("""
            active 1  phase move  reach 3  added 2
            train: caboose parlour bath mail
            1: 4a2
            2: 1b1
            3: 1d1
        """),
    )
    later, events = step(two, "4a2", [4])
    assert [e.kind for e in events].count(s.CHECKED) == 1
    same(
        later,
        position("""
            active 2  phase discard  turns 1
            train: caboose parlour bath mail
            1: 4a2
            2: 1b1
            3: 1d1
        """),
    )


def test_b17_the_check_that_loses_three_cars_and_who_stood_on_them() -> None:
    before = position("""
        active 1  phase move  reach 0  added 1
        train: caboose parlour sleeping cattle kitchen circus
        1: 6a2
        2: 2b2  points 3  head Jacob  hand Uther Vanity
        3: 3c2  points 1  head Rusty  hand Nesbith
        4: 5b3  hand Dash
    """)
    later, events = step(before, "6a2", [5, 4, 3, 3])
    assert [e.seat for e in events if e.kind == s.FELL] == [1, 2]
    same(
        later,
        position("""
            active 2  phase discard  turns 1
            train: cattle kitchen circus
            1: 3a2
            2: behind  points 3  head Jacob
            3: behind  points 1  head Rusty  hand Nesbith
            4: 2b3  hand Dash
            discard: Uther Vanity
            lost: parlour sleeping
        """),
    )
    check(later)


def test_b19_who_is_behind_must_move_onto_the_rear_door_space_at_least() -> None:
    before = position("""
        active 1  phase discard
        train: parlour dining
        1: behind
        2: 1b1
        3: 2d1
    """)
    rolled = play(before, ("*", [1, 1]))
    assert legal(rolled) == ["1a1", "1a2", "1a3", "1b2"]
    same(
        play(rolled, "1a2"),
        position("""
            active 2  phase discard  turns 1
            train: parlour dining
            1: 1a2
            2: 1b1
            3: 2d1
        """),
    )


def test_b8_the_caboose_that_was_lost_comes_again_as_the_engine() -> None:
    before = position("""
        active 1  phase move  reach 9
        train: parlour dining
        1: 2f2
        2: 1b1
        3: 2d1
    """)
    later = play(before, (">", [("car", 7, 1)]))
    same(
        later,
        position("""
            active 1  phase move  reach 8  added 1
            train: parlour dining engine
            1: 3a2
            2: 1b1
            3: 2d1
        """),
    )
    assert ">" not in legal(later)
    assert "The Engine is at the front" in why_not(later, ">")


def test_b12_a_tie_of_two_defenders_is_won_by_the_attacker() -> None:
    before = position("""
        active 1  phase attack
        train: caboose parlour
        1: 2c1
        2: 2c1
        3: 2c1
    """)
    later = play(before, ("x", [1, 1, 4, 4, 5, 3]))
    same(
        later,
        position("""
            active 1  phase spoils  champion 1
            train: caboose parlour
            1: 2c1  total 2
            2: 2c1  total 8  points 1
            3: 2c1  total 8  points 1
        """),
    )
    assert legal(later) == ["/"]


def test_b11_a_fight_of_three_with_cards_answered_by_cards() -> None:
    before = position("""
        active 1  phase attack
        train: caboose parlour
        1: 2c1  head 44  hand Lefty
        2: 2c1  head 46  hand Jacob
        3: 2c1  head 50  hand Cinder
        4: 1b1  hand Uther
    """)
    dice = play(before, ("x", [1, 1, 3, 3, 2, 2]))
    same(
        dice,
        position("""
            active 1  actor 2  phase brawl
            train: caboose parlour
            1: 2c1  head 44  hand Lefty  total 2
            2: 2c1  head 46  hand Jacob  total 6
            3: 2c1  head 50  hand Cinder  total 4
            4: 1b1  hand Uther
        """),
    )
    assert legal(dice) == ["+4", "/"]
    answered = play(dice, "/", "+21", "+11")
    same(
        answered,
        position("""
            active 1  actor 2  phase brawl
            train: caboose parlour
            1: 2c1  head 44  total 8
            2: 2c1  head 46  hand Jacob  total 6
            3: 2c1  head 50  total 8
            4: 1b1  hand Uther
            discard: Cinder Lefty
        """),
    )
    same(
        play(answered, "+4"),
        position("""
            active 1  actor 2  phase spoils  champion 2
            train: caboose parlour
            1: 2c1  head 44  total 8  points 1
            2: 2c1  head 46  total 11
            3: 2c1  head 50  total 8  points 1
            4: 1b1  hand Uther
            discard: Cinder Lefty Jacob
        """),
    )


SPOILS = """
    active 1  phase spoils  champion 1
    train: caboose parlour
    1: 2c1  hand Jacob  total 12
    2: 2c1  head Dale  hand Uther+1 Vanity+1 Nesbith+1  total 3
    3: 2c1  head Gertrude  hand Cinder+1 Snip+1  total 4
    4: 2c1  head Regina  total 5
"""


def test_b14_spoils_take_a_head_leave_a_head_throw_a_head_away() -> None:
    before = position(SPOILS)
    crowded = play(before, "1.1>3")  # a defender above the limit: the spoils cannot end so
    assert "/" not in legal(crowded)
    assert "A hand has too many cards" in why_not(crowded, "/")
    assert "/" in legal(play(crowded, "3.1x"))
    taken = play(before, "2h>1", "4hx")
    same(
        taken,
        position("""
            active 1  phase spoils  champion 1
            train: caboose parlour
            1: 2c1  hand Jacob Dale+*  total 12  moved 1
            2: 2c1  hand Uther+1 Vanity+1 Nesbith+1  total 3
            3: 2c1  head Gertrude  hand Cinder+1 Snip+1  total 4
            4: 2c1  total 5
            discard: Regina
        """),
    )
    assert "1.2x" not in legal(taken)
    assert "already moved this card" in why_not(taken, "1.2x")


def test_b15_who_loses_the_third_hand_discards_to_two_at_once() -> None:
    left = play(position(SPOILS), "2h>1", "/")
    same(
        left,
        position("""
            active 1  actor 2  phase limit  champion 1
            train: caboose parlour
            1: 2c1  hand Jacob Dale+*  total 12
            2: 2c1  hand Uther+1 Vanity+1 Nesbith+1  total 3
            3: 2c1  head Gertrude  hand Cinder+1 Snip+1  total 4
            4: 2c1  head Regina  total 5
        """),
    )
    assert legal(left) == ["-1", "-2", "-3"]
    same(
        play(left, "-1"),
        position("""
            active 1  phase end
            train: caboose parlour
            1: 2c1  hand Jacob Dale+*
            2: 2c1  hand Uther+1 Vanity+1
            3: 2c1  head Gertrude  hand Cinder+1 Snip+1
            4: 2c1  head Regina
            discard: Nesbith
        """),
    )


def test_b18_staying_on_a_brake_brakes_again() -> None:
    before = position("""
        active 1  phase move  reach 3
        train: parlour dining engine
        1: 3e1
        2: 1b1  head Jacob  hand Uther
        3: 2d1
    """)
    same(
        play(before, "3e1"),
        position("""
            active 2  phase discard  turns 1
            train: dining engine
            1: 2e1
            2: behind  head Jacob
            3: 1d1
            discard: Uther
            lost: parlour
        """),
    )


LAST_BRAKE = """
    active 1  phase move  reach 3
    train: engine
    1: 1d1  points 10  head {one}  hand Hypatius
    2: 1b1  head {two}
    3: 1c1
"""
STANDS = """
    active 1  actor 0  phase over  reason {reason}  winners {winners}
    train: engine
    1: 1e1  points 10  head {one}  hand Hypatius
    2: 1b1  head {two}
    3: 1c1
"""


def ends(one: str, two: str, reason: str, winners: str) -> None:
    later = play(position(LAST_BRAKE.format(one=one, two=two)), "1e1")
    same(later, position(STANDS.format(one=one, two=two, reason=reason, winners=winners or ",")))
    check(later)


def test_b18_the_brake_that_ends_the_game_leaves_the_better_brain_in_the_hand() -> None:
    ends("Nesbith", "Jacob", "won", "2")


def test_b20_all_lose_with_cheese_and_empty_heads() -> None:
    ends("44", "45", "all_lose", "")


def test_b20_equal_highest_iq_share_the_win() -> None:
    ends("Dumpling", "Snip", "shared", "1,2")
