"""The rules Z1 to Z11, each with whole positions before and after."""

from __future__ import annotations

import pytest

from games.zwergenzugfahrt.typed_position import (
    COLOURS,
    GAME,
    NARROW,
    after,
    content,
    legal,
    play,
    position,
    refused,
    start,
    why_not,
)
from raw_records import deal_with_facts, plain_record, wrap_records
from spielzug.core.errors import NotAllowed
from spielzug.core.native_records import read_facts
from spielzug.games.zwergenzugfahrt.state import MISSED, PENALTY, SENT_HOME

START = """
    turn red
        a b c d e f g h i j k
    5   . . . r r r r r . . .
    4   . . . . . . . . . . .
    3   . . . . . . . . . . .
    2   . . . . . . . . . . .
    1   . . . g g g g g . . .
"""
MIDDLE = """
    turn red  turns 22
        a b c d e f g h i j k
    5   . . r . . . . . . . .
    4   . R r . r . . . g . .
    3   . . g r . . r . . . .
    2   . G . . . . . . . g .
    1   . . . g g . . . . . .
"""


# -- Z1 to Z3: the board and the beginning -------------------------------------------------------


def test_z3_every_dwarf_begins_at_home_and_all_signs_are_in_stock() -> None:
    assert content(start()) == content(position(START))
    assert start().state.stock.tolist() == [5, 5]


def test_z3_who_begins_is_drawn_by_lot_or_named() -> None:
    firsts = {int(deal_with_facts(GAME, GAME.facts(), 2, key)[0].first) for key in range(20)}
    assert firsts == {0, 1}
    for colour in COLOURS:
        table = start(first=colour)
        assert COLOURS[int(table.state.first)] == COLOURS[int(table.state.turn)] == colour


def test_z1_only_neighbours_in_straight_lines_and_never_through_a_wall() -> None:
    # From the homes: aside to c5 and i5, and through the door f4. Never d5-d4 or e5-c5.
    assert legal(start()) == ["d5-c5", "f5-f4", "h5-i5"]
    assert refused(start(), "d5-d4") == (
        "The wall of the train is between d5 and d4 (Z1): use a door."
    )


def test_z3_the_clans_take_turns() -> None:
    table = start()
    turns = [int(table.state.turn)]
    for action in ("f5-f4", "f1-f2", "f4-f3", "d1-c1"):
        table = after(table, action)
        turns.append(int(table.state.turn))
    assert turns == [0, 1, 0, 1, 0]


def test_z2_a_home_is_entered_only_by_its_own_clan() -> None:
    table = position("""
        turn red  turns 22
            a b c d e f g h i j k
        5   . . . r r r r . . . .
        4   . . . . . . . . . . .
        3   . . . . . . . . . . .
        2   . . . . . . . . . . .
        1   . . r . . g g g g g .
    """)
    assert refused(table, "c1-d1") == "d1 is a home of Green (Z2): only that clan may go there."
    assert "g5-h5" in legal(table)


# -- Z4, Z5: moving and sitting ------------------------------------------------------------------


def test_z4_a_move_changes_one_dwarf_and_the_turn_and_nothing_else() -> None:
    assert content(after(start(), "d5-c5")) == content(
        position("""
            turn green  turns 1
                a b c d e f g h i j k
            5   . . r . r r r r . . .
            4   . . . . . . . . . . .
            3   . . . . . . . . . . .
            2   . . . . . . . . . . .
            1   . . . g g g g g . . .
        """)
    )


def test_z4_the_number_of_a_dwarf_stays() -> None:
    table = start()
    later = after(table, "f5-f4")
    assert later.state.field.tolist() == [
        table.number("f4") if field == table.number("f5") else field
        for field in table.state.field.tolist()
    ]


def test_z5_moving_onto_a_seat_is_one_action_listed_once() -> None:
    table = position(MIDDLE)
    assert [a for a in legal(table) if a.startswith("e4-")] == ["e4-d4", "e4-f4", "e4-e3"]
    later, events = play(table, "e4-d4")
    assert [GAME.words.EVENTS[e.kind].name for e in events] == ["sat"]
    assert content(later) == content(
        position("""
            turn green  turns 23
                a b c d e f g h i j k
            5   . . r . . . . . . . .
            4   . R r r . . . . g . .
            3   . . g r . . r . . . .
            2   . G . . . . . . . g .
            1   . . . g g . . . . . .
        """)
    )


def test_z5_a_dwarf_may_leave_its_seat_later() -> None:
    assert "e4-e3" in legal(position(MIDDLE))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("c4-b4", "There is a sign on b4 (Z11)"),
        ("c4-c5", "One of your own dwarves is already on c5 (Z4)"),
        ("c4-c3", "Green has a dwarf on c3 (Z4): you can only get there with a kick (c4*c3)"),
        ("a3-b3", "There is nobody on a3 (Z4)"),
        ("c3-c2", "The dwarf on c3 belongs to Green (Z4)"),
        ("e4-e5", "The wall of the train is between e4 and e5 (Z1)"),
        ("c5-c6", "The board ends there, next to c5 (Z1)"),
        ("l5-l4", "l5 is not on this board (Z2)"),
        ("pass", "You may only pass if your clan cannot do anything else (Z3, Z10)"),
        ("~b2", "The conductor is not here now (Z12)"),
        ("!resign1", "That is not part of a turn"),
        ("!time", "This game has no clock (Z14)"),
    ],
)
def test_a_move_that_is_not_possible_has_its_own_reason(action: str, reason: str) -> None:
    table = position(MIDDLE)
    assert action not in legal(table)
    assert why_not(table, action).startswith(reason)


def test_z5_nobody_moves_onto_a_taken_seat() -> None:
    table = position("""
        turn red  turns 22
            a b c d e f g h i j k
        5   . . . r r r . . . . .
        4   . g r . . . . . . . .
        3   . . . . . . . . . . r
        2   . . . . . . . . . . .
        1   . . . g g g g . . . .
    """)
    assert refused(table, "c4-b4") == (
        "Somebody is already sitting on b4 (Z4, Z5): a seated dwarf is safe."
    )
    assert refused(table, "c4*b4") == "b4 is a seat (Z5, Z8): a seated dwarf is safe."


# -- Z6, Z11: reserving --------------------------------------------------------------------------


def test_z6_a_sign_goes_from_the_stock_to_a_seat_beside_a_dwarf() -> None:
    assert content(after(position(MIDDLE), "+d4")) == content(
        position("""
            turn green  turns 23
                a b c d e f g h i j k
            5   . . r . . . . . . . .
            4   . R r R r . . . g . .
            3   . . g r . . r . . . .
            2   . G . . . . . . . g .
            1   . . . g g . . . . . .
        """)
    )


def test_z6_a_seat_is_named_once_whichever_dwarf_stands_beside_it() -> None:
    """c4, d3 and e4 all stand beside d4."""
    assert legal(position(MIDDLE)).count("+d4") == 1


RESERVING = """
    turn red  turns 22
        a b c d e f g h i j k
    5   r . . . r . . . . . .
    4   . R r g . . . . . . .
    3   . . . . . . r . . . .
    2   . . . . . . G . . . .
    1   . . r g g g g . . . .
"""


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("+d4", "Somebody is already sitting on d4 (Z6)."),
        ("+b4", "There is already a sign on b4 (Z6)."),
        ("+g2", "There is already a sign on g2 (Z6)."),
        ("+k2", "None of your dwarves is next to k2 (Z1, Z6): go there first."),
        (
            "+a4",
            "a4 is behind the wall of the train (Z1, Z6): you can only reserve it from inside.",
        ),
        (
            "+e4",
            "e4 is behind the wall of the train (Z1, Z6): you can only reserve it from inside.",
        ),
        ("+c3", "c3 is not a seat (Z6): signs only go on seats."),
        ("+c4", "c4 is not a seat (Z6): signs only go on seats."),
        ("+p8", "p8 is not on this board (Z2)."),
    ],
)
def test_z6_a_sign_on_a_wrong_seat_is_refused_with_its_own_reason(action: str, reason: str) -> None:
    table = position(RESERVING)
    assert refused(table, action) == reason


def test_z6_without_a_sign_in_stock_nothing_is_reserved() -> None:
    table = position("""
        turn red  turns 22
            a b c d e f g h i j k
        5   . . . r r r r . . . .
        4   R R . . R r . . . R R
        3   . . . . . . . . . . .
        2   . . . . . . . . . . .
        1   . . . g g g g g . . .
    """)
    assert not [a for a in legal(table) if a.startswith("+")]
    assert refused(table, "+g4") == "Your clan has no signs left in stock (Z6)."


@pytest.mark.parametrize("sign", ["R", "G"])
def test_z11_a_seat_with_a_sign_is_entered_by_nobody_not_even_its_own_clan(sign: str) -> None:
    table = position(RESERVING.replace("R", sign))
    assert refused(table, "c4-b4").startswith("There is a sign on b4 (Z11)")
    # The same seat without the sign can be sat on.
    assert "c4-b4" in legal(position(RESERVING.replace("R", ".")))


# -- Z7: taking a sign away ----------------------------------------------------------------------

TAKING = """
    turn red  turns 22
        a b c d e f g h i j k
    5   . . . . r r r r . . .
    4   . R r G . . . . . . .
    3   . . . . . . . . . . .
    2   . . . . . . . . . G .
    1   . . . g g g g g . . .
    red: taken {taken}
"""


def test_z7_a_rival_sign_goes_back_to_its_owners_stock() -> None:
    table = position(TAKING.format(taken=4))
    assert content(after(table, "-d4")) == content(
        position("""
            turn green  turns 23
                a b c d e f g h i j k
            5   . . . . r r r r . . .
            4   . R r . . . . . . . .
            3   . . . . . . . . . . .
            2   . . . . . . . . . G .
            1   . . . g g g g g . . .
            red: taken 5
        """)
    )
    assert after(table, "-d4").state.stock.tolist() == [4, 4]


def test_z7_the_sixth_taking_is_refused() -> None:
    table = position(TAKING.format(taken=5))
    assert refused(table, "-d4") == (
        "Your clan has already taken away 5 signs (Z7): that is the limit for one game."
    )


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("-b4", "The sign on b4 is your own (Z7): you can only take away your rival’s."),
        ("-e4", "There is no sign on e4 (Z7)."),
        (
            "-j2",
            "None of your dwarves is next to the sign on j2 (Z1, Z7): go there first.",
        ),
    ],
)
def test_z7_a_taking_that_is_not_possible_has_its_own_reason(action: str, reason: str) -> None:
    table = position(TAKING.format(taken=0))
    assert refused(table, action) == reason


def test_z7_a_sign_behind_the_wall_is_out_of_reach() -> None:
    table = position("""
        turn red  turns 22
            a b c d e f g h i j k
        5   . r . . r r r r . . .
        4   . G . . . . . . . . .
        3   . . . . . . . . . . .
        2   . . . . . . . . . . .
        1   . . . g g g g g . . .
    """)
    assert refused(table, "-b4") == (
        "The sign on b4 is behind the wall of the train (Z1, Z7): you can only take it "
        "away from inside."
    )


# -- Z8: kicking ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "kicker", "victim"),
    [("platform", "b5", "c5"), ("door", "c5", "c4"), ("aisle", "c4", "c3")],
)
def test_z8_a_kick_on_the_ground_sends_the_rival_home(kind: str, kicker: str, victim: str) -> None:
    rows = {row: ["."] * 11 for row in (5, 4, 3, 2, 1)}
    for name, piece in ((kicker, "r"), (victim, "g")):
        rows[int(name[1])]["abcdefghijk".index(name[0])] = piece
    rows[5][4:8] = list("rrrr")
    rows[1][3:7] = list("g.gg")
    rows[1][7] = "g"
    text = "\n".join(f"{row} {' '.join(line)}" for row, line in rows.items())
    table = position("turn red turns 22\n" + text)
    assert table.board.kinds[table.number(victim)] in (0, 1, 2)
    rows[int(kicker[1])]["abcdefghijk".index(kicker[0])] = "."
    rows[int(victim[1])]["abcdefghijk".index(victim[0])] = "r"
    rows[1][4] = "g"  # e1 is the leftmost free home
    text = "\n".join(f"{row} {' '.join(line)}" for row, line in rows.items())
    wanted = position("turn green turns 23\n" + text + "\nred: kicks 1 owes 1")
    assert content(after(table, f"{kicker}*{victim}")) == content(wanted)


def test_z8_the_leftmost_free_home_takes_the_dwarf() -> None:
    table = position("""
        turn red  turns 22
            a b c d e f g h i j k
        5   . . . . r r r r . . .
        4   . . r . . . . . . . .
        3   . . g . g . . . . . .
        2   . . . . . . . . . . .
        1   . . . g . . g g . . .
    """)
    later, events = play(table, "c4*c3")
    home = next(e for e in events if e.kind == SENT_HOME)
    assert (home.seat, home.a, home.b) == (1, table.number("c3"), table.number("e1"))
    assert later.state.field.tolist()[5:] == [
        table.number("e1") if f == table.number("c3") else f for f in table.state.field.tolist()[5:]
    ]


def test_z8_no_kick_on_a_seat_or_at_home() -> None:
    table = position("""
        turn red  turns 22
            a b c d e f g h i j k
        5   . . . . . r r r . . .
        4   . g r . . . . . . . .
        3   . . . . . . . . . . .
        2   . . . . . . . . . . .
        1   . . r g g g g . . . .
    """)
    assert not [a for a in legal(table) if "*" in a]
    assert refused(table, "c4*b4") == "b4 is a seat (Z5, Z8): a seated dwarf is safe."
    assert refused(table, "c1*d1") == "d1 is a home (Z8): nobody can be kicked there."
    assert refused(table, "f5*g5") == (
        "The dwarf on g5 is your own (Z8): you can only kick your rival’s."
    )
    assert refused(table, "c4*c3") == "There is nobody on c3 to kick (Z8)."


@pytest.mark.parametrize(
    ("kicks", "owed"), [(0, 1), (1, 2), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (40, 3)]
)
def test_z8_the_first_kick_costs_one_turn_the_next_four_two_the_others_three(
    kicks: int, owed: int
) -> None:
    table = position(KICK.format(red=f"kicks {kicks}", green="owes 0"))
    action = GAME.words.parse("c4*c3")
    hidden = table.position.seen(0).hidden
    assert GAME.words.target(read_facts(table.facts), plain_record(hidden), action)["price"] == owed
    later, events = play(table, "c4*c3")
    assert [(e.seat, e.a, e.b) for e in events if e.kind == PENALTY] == [(0, owed, kicks + 1)]
    assert content(later) == content(
        position(f"""
            turn green  turns 23
                a b c d e f g h i j k
            5   . . . . r r r r . . .
            4   . . . . . . . . . . .
            3   . . r . . . . . . . .
            2   . . . . . . . . . . .
            1   . . . g g g g g . . .
            red: kicks {kicks + 1}  owes {owed}
        """)
    )


# -- Z9: missing turns ---------------------------------------------------------------------------

KICK = """
    turn red  turns 22
        a b c d e f g h i j k
    5   . . . . r r r r . . .
    4   . . r . . . . . . . .
    3   . . g . . . . . . . .
    2   . . . . . . . . . . .
    1   . . . . g g g g . . .
    red: {red}
    green: {green}
"""


def test_z9_the_other_clan_moves_on_until_the_debt_is_paid() -> None:
    table = after(position(KICK.format(red="kicks 1", green="kicks 0")), "c4*c3")
    order, debts = [], []
    for action in ("d1-c1", "c1-b1", "b1-a1", "e5-d5"):
        order.append(COLOURS[int(table.state.turn)])
        table = after(table, action)
        debts.append(int(table.state.owes[0]))
    assert order == ["green", "green", "green", "red"]
    assert debts == [1, 0, 0, 0]
    assert content(table) == content(
        position("""
            turn green  turns 27  each 13+14
                a b c d e f g h i j k
            5   . . . r . r r r . . .
            4   . . . . . . . . . . .
            3   . . r . . . . . . . .
            2   . . . . . . . . . . .
            1   g . . . g g g g . . .
            red: kicks 2
        """)
    )


def test_z9_every_missed_turn_is_an_event_of_its_own() -> None:
    table = after(position(KICK.format(red="kicks 1", green="kicks 0")), "c4*c3")
    _, events = play(table, "d1-c1")
    missed = [(GAME.words.EVENTS[e.kind].name, e.seat, e.a) for e in events]
    assert ("missed", 0, 1) in missed


def test_z9_both_clans_may_owe_turns_at_once() -> None:
    """Green owes two when red kicks for two: they are missed one by one, in turn."""
    table = position(KICK.format(red="kicks 1", green="kicks 2  owes 2"))
    later, events = play(table, "c4*c3")
    assert [(e.seat, e.a) for e in events if e.kind == MISSED] == [
        (1, 1), (0, 1), (1, 0), (0, 0),
    ]  # fmt: skip
    assert content(later) == content(
        position("""
            turn green  turns 23  each 12+11
                a b c d e f g h i j k
            5   . . . . r r r r . . .
            4   . . . . . . . . . . .
            3   . . r . . . . . . . .
            2   . . . . . . . . . . .
            1   . . . g g g g g . . .
            red: kicks 2
            green: kicks 2
        """)
    )


# -- Z10: being blocked --------------------------------------------------------------------------

BLOCKED = """
    turn red  turns 22  {passed}
        a b c d e f g h i j k l m
    2   r r r r r {f2} . . . . . . .
    1   {green} . . . . . . .
    red: taken 5
    green: taken 5
"""


def test_z10_a_blocked_clan_passes_and_the_other_moves_on() -> None:
    table = position(BLOCKED.format(passed="", f2="g", green=". g g g g ."), NARROW)
    assert legal(table) == ["pass"]
    assert refused(table, "e2-f2") == (
        "Somebody is already sitting on f2 (Z4, Z5): a seated dwarf is safe."
    )
    assert refused(table, "e2*f2") == "f2 is a seat (Z5, Z8): a seated dwarf is safe."
    later, events = play(table, "pass")
    assert [(GAME.words.EVENTS[e.kind].name, e.seat) for e in events] == [("passed", 0)]
    wanted = BLOCKED.format(passed="passed red", f2="g", green=". g g g g .")
    assert content(later) == content(position(wanted.replace("turn red", "turn green"), NARROW))


def test_z10_any_turn_between_breaks_the_succession() -> None:
    text = BLOCKED.format(passed="passed red", f2="g", green=". g g g g .")
    table = position(text.replace("turn red", "turn green"), NARROW)
    later = after(table, "b1-a1")
    wanted = BLOCKED.format(passed="each 11+12", f2="g", green="g . g g g .")
    assert content(later) == content(position(wanted.replace("turns 22", "turns 23"), NARROW))
    assert legal(later) == ["pass"]


@pytest.mark.parametrize(("more", "winner", "shares"), [(".", -1, (0.5, 0.5)), ("G", 1, (0, 1))])
def test_z10_two_blocked_clans_end_the_game_as_after_the_last_turn(
    more: str, winner: int, shares: tuple[float, float]
) -> None:
    text = f"""
        turn red  turns 22
            a b c d e f g h i j k l m
        2   r r r r r G {more} . . . . . .
        1   g g g g g R . . . . . . .
        red: taken 5
        green: taken 5
    """
    table = position(text, NARROW)
    later, events = play(table, "pass pass")
    kinds = [GAME.words.EVENTS[e.kind].name for e in events]
    assert kinds == ["passed", "passed", "ended"] + ["won"] * (winner >= 0)
    assert content(later) == content(
        position(
            text.replace("turn red", "turn nobody  phase over  reason blocked  passed red")
            + (f"\nwinner {COLOURS[winner]}" if winner >= 0 else ""),
            NARROW,
        )
    )
    outcome = wrap_records(GAME, table.facts, later.state).outcome
    assert outcome is not None
    assert (outcome.shares, outcome.reason) == (shares, "blocked")


def test_z10_one_clan_that_passes_twice_ends_nothing() -> None:
    table = position(BLOCKED.format(passed="passed red", f2="g", green=". g g g g ."), NARROW)
    later = after(table, "pass")
    wanted = BLOCKED.format(passed="passed red", f2="g", green=". g g g g .")
    assert content(later) == content(position(wanted.replace("turn red", "turn green"), NARROW))


@pytest.mark.parametrize("turns", [20, 21])
def test_z10_z12_a_pass_is_no_turn_and_calls_no_conductor(turns: int) -> None:
    text = BLOCKED.format(passed="", f2="g", green=". g g g g .").replace("22", str(turns))
    later, events = play(position(text, NARROW), "pass")
    assert [GAME.words.EVENTS[e.kind].name for e in events] == ["passed"]
    wanted = text.replace("turn red", "turn green  passed red")
    assert content(later) == content(position(wanted, NARROW))


def test_nothing_illegal_is_ever_carried_out() -> None:
    table = position(MIDDLE)
    with pytest.raises(NotAllowed, match="Z11"):
        play(table, "c4-b4")
