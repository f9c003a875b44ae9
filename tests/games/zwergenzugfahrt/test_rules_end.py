"""The conductor (Z12) and the end (Z13 to Z15), with whole positions before and after."""

from __future__ import annotations

import pytest

from games.zwergenzugfahrt.typed_position import (
    COLOURS,
    GAME,
    after,
    content,
    legal,
    play,
    position,
    refused,
)
from raw_records import wrap_records
from spielzug.core.errors import NotAllowed
from spielzug.games.zwergenzugfahrt.facts import MODE_SEATS, MODE_TIME
from spielzug.games.zwergenzugfahrt.state import ABANDONED, ENDED, LOST_SIGN, OVER, RESIGNED

BEFORE_TOSS = """
    turn red  turns 20
        a b c d e f g h i j k
    5   . . . r r . r r . . .
    4   {signs} . . . . . . . . .
    3   . . . . . r . . . . .
    2   {green} . . . . . . . . .
    1   . . . g g g g g . . .
"""
AFTER_TOSS = """
    turn {turn}  turns 21  {more}
        a b c d e f g h i j k
    5   . . . r r . r r . . .
    4   {signs} . . . . . . . . .
    3   . . . . . . r . . . .
    2   {green} . . . . . . . . .
    1   . . . g g g g g . . .
"""


def kinds(events: list) -> list[str]:  # type: ignore[type-arg]
    return [GAME.words.EVENTS[e.kind].name for e in events]


# -- Z12 -------------------------------------------------------------------------------------------


def test_z12_the_coin_is_tossed_after_every_seventh_turn_and_at_no_other() -> None:
    for turns in range(50):
        table = position(BEFORE_TOSS.format(signs=". .", green=". .").replace("20", str(turns)))
        _, events = play(table, "f3-g3")
        assert ("tossed" in kinds(events)) == ((turns + 1) % 7 == 0)


def test_z12_a_colour_without_a_sign_loses_nothing() -> None:
    table = position(BEFORE_TOSS.format(signs=". .", green="G G"))
    later, events = play(table, "f3-g3", coin="red")
    assert [(k, e.seat, e.a) for k, e in zip(kinds(events), events, strict=True)][1:] == [
        ("tossed", -1, 0),
        ("no_sign", 0, 0),
    ]
    wanted = AFTER_TOSS.format(turn="green", signs=". .", green="G G", more="")
    assert content(later) == content(position(wanted))


def test_z12_a_single_sign_goes_without_a_question() -> None:
    table = position(BEFORE_TOSS.format(signs="R .", green="G G"))
    later, events = play(table, "f3-g3", coin="red")
    lost = next(e for e in events if e.kind == LOST_SIGN)
    assert (lost.seat, lost.a, lost.b) == (0, table.number("a4"), -1)
    wanted = AFTER_TOSS.format(turn="green", signs=". .", green="G G", more="")
    assert content(later) == content(position(wanted))


@pytest.mark.parametrize("coin", COLOURS)
def test_z12_the_rival_chooses_among_several_signs(coin: str) -> None:
    rival = COLOURS[1 - COLOURS.index(coin)]
    table = position(BEFORE_TOSS.format(signs="R R", green="G G"))
    waiting, _ = play(table, "f3-g3", coin=coin)
    more = f"phase conductor  coin {coin}  next green"
    wanted = AFTER_TOSS.format(turn=rival, signs="R R", green="G G", more=more)
    assert content(waiting) == content(position(wanted))
    row = "4" if coin == "red" else "2"
    assert legal(waiting) == [f"~a{row}", f"~b{row}"]
    later, events = play(waiting, f"~b{row}")
    assert kinds(events) == ["lost_sign"]
    assert events[0].b == COLOURS.index(rival)
    left = {"signs": "R R", "green": "G G"}
    left["signs" if coin == "red" else "green"] = "R ." if coin == "red" else "G ."
    assert content(later) == content(position(AFTER_TOSS.format(turn="green", more="", **left)))
    assert later.state.stock.sum() == table.state.stock.sum() + 1


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("~c4", "Red has no sign on c4 (Z12): choose one of their signs in the train."),
        ("~a2", "Red has no sign on a2 (Z12): choose one of their signs in the train."),
        ("~p8", "p8 is not on this board (Z2)."),
        ("d1-c1", "The conductor is waiting (Z12): first choose which sign he takes away."),
        ("pass", "The conductor is waiting (Z12): first choose which sign he takes away."),
    ],
)
def test_z12_while_the_conductor_waits_only_his_choice_is_possible(
    action: str, reason: str
) -> None:
    table = after(position(BEFORE_TOSS.format(signs="R R", green="G G")), "f3-g3", coin="red")
    assert refused(table, action) == reason


def test_z12_a_clan_that_owes_turns_chooses_first_and_misses_then() -> None:
    text = BEFORE_TOSS.format(signs="R R", green=". .") + "\ngreen: kicks 1  owes 1"
    waiting = after(position(text), "f3-g3", coin="red")
    assert (int(waiting.state.turn), waiting.state.owes.tolist()) == (1, [0, 1])
    later, events = play(waiting, "~a4")
    assert kinds(events) == ["lost_sign", "missed"]
    wanted = AFTER_TOSS.format(turn="red", signs=". R", green=". .", more="each 11+10")
    assert content(later) == content(position(wanted + "\ngreen: kicks 1"))


def test_z12_missed_turns_do_not_count() -> None:
    """The sixth turn is followed by a missed one; the coin comes after the next turn taken."""
    text = BEFORE_TOSS.format(signs=". .", green=". .").replace("20", "5 each 3+2")
    table = position(text + "\ngreen: kicks 1  owes 1")
    later, events = play(table, "f3-g3")
    assert kinds(events) == ["moved", "missed"]
    text = AFTER_TOSS.format(turn="red", signs=". .", green=". .", more="each 4+2")
    assert content(later) == content(position(text.replace("21", "6") + "\ngreen: kicks 1"))
    _, events = play(later, "g3-h3")
    assert kinds(events)[:2] == ["moved", "tossed"]


# -- Z13 -------------------------------------------------------------------------------------------

NINE = """
    turn {turn}  turns {turns}
        a b c d e f g h i j k
    5   . . . . . . . . . . .
    4   R R . r r . r r . R R
    3   . . . . {e3} . . . . . .
    2   G . . . {e2} . . . . {j2} .
    1   . . . g g g g g . . .
"""


def nine(turns: int) -> str:
    """Red lacks one seat: its last dwarf stands before it."""
    return NINE.format(turn="red", turns=turns, e3="r", e2=".", j2="R")


def won(turns: int, each: str) -> str:
    """And here it has sat down."""
    over = f"nobody  phase over  winner red  reason ten_seats  each {each}"
    return NINE.format(turn=over, turns=turns, e3=".", e2="r", j2="R")


@pytest.mark.parametrize("mode", [0, MODE_SEATS, MODE_TIME])
def test_z13_ten_seats_win_at_once_in_every_mode(mode: int) -> None:
    table = position(nine(21), mode=mode)
    later, events = play(table, "e3-e2")
    assert [(GAME.words.EVENTS[e.kind].name, e.seat, e.a) for e in events][1:] == [("won", 0, 10)]
    assert content(later) == content(position(won(22, "12+10"), mode=mode))
    outcome = later.position.outcome
    assert outcome is not None
    assert (outcome.shares, outcome.reason) == ((1.0, 0.0), "ten_seats")


def test_z13_ten_seats_on_the_seventh_turn_win_before_the_toss() -> None:
    later, events = play(position(nine(20)), "e3-e2")
    assert kinds(events) == ["sat", "won"]
    assert content(later) == content(position(won(21, "11+10")))


def test_z13_ten_seats_on_the_last_turn_are_a_win_by_ten_seats() -> None:
    later = after(position(nine(59)), "e3-e2")
    assert content(later) == content(position(won(60, "31+29")))


def test_z13_the_last_sign_wins_too() -> None:
    later = after(position(NINE.format(turn="red", turns=21, e3=".", e2="r", j2=".")), "+d2")
    wanted = won(22, "12+10").replace("2   G . . . r . . . . R .", "2   G . . R r . . . . . .")
    assert content(later) == content(position(wanted))


def test_z13_nine_seats_win_nothing() -> None:
    wanted = NINE.format(turn="green", turns=22, e3=". r", e2=".", j2="R")
    wanted = wanted.replace(". r . . . . . .", ". r . . . . .")
    assert content(after(position(nine(21)), "e3-f3")) == content(position(wanted + "\neach 12+10"))


# -- Z14, Z15 --------------------------------------------------------------------------------------

LAST = """
    turn red  turns {turns}
        a b c d e f g h i j k
    5   . . . r r . r r . . .
    4   R {red} . . . . . . . . .
    3   . . . . . r . . . . .
    2   G {green} . . . . . . . . .
    1   . . . g g g g g . . .
"""


def ended(how: str, turns: int, each: str, red: str = ".", green: str = ".") -> str:
    """The same after f3-g3, the last turn."""
    text = LAST.format(turns=turns, red=red, green=green)
    text = text.replace("turn red", f"turn nobody  phase over  {how}  each {each}")
    return text.replace("3   . . . . . r .", "3   . . . . . . r")


@pytest.mark.parametrize(
    ("red", "green", "winner", "shares"),
    [("R", ".", "red", (1, 0)), (".", "G", "green", (0, 1)), (".", ".", "nobody", (0.5, 0.5))],
)
@pytest.mark.parametrize("turns", [20, 40, 60, 100])
def test_z14_after_the_last_turn_more_seats_win(
    turns: int, red: str, green: str, winner: str, shares: tuple[float, float]
) -> None:
    table = position(LAST.format(turns=turns - 1, red=red, green=green), turns=turns)
    later, events = play(table, "f3-g3")
    counts = (1 + (red == "R"), 1 + (green == "G"))
    last = next(e for e in events if e.kind == ENDED)
    assert (last.a, last.b) == counts
    assert kinds(events) == ["moved", "ended"] + ["won"] * (winner != "nobody")
    green_turns = (turns - 1) // 2
    each = f"{turns - green_turns}+{green_turns}"
    text = ended(f"reason turns  winner {winner}", turns, each, red, green)
    assert content(later) == content(position(text, turns=turns))
    outcome = later.position.outcome
    assert outcome is not None
    assert outcome.shares == shares


def test_z14_the_last_turn_is_not_followed_by_a_toss() -> None:
    table = position(LAST.format(turns=69, red=".", green="."), turns=70)
    assert "tossed" not in kinds(play(table, "f3-g3")[1])


def test_z14_the_turns_may_be_counted_for_each_clan() -> None:
    text = LAST.replace("turns {turns}", "turns 38 each {each}").format
    ends = {"19+19": False, "18+20": False, "19+20": True}
    for each, over in ends.items():
        turns = sum(map(int, each.split("+")))
        table = position(
            text(each=each, red=".", green=".").replace("turns 38", f"turns {turns}"),
            turns=20, each=1,
        )  # fmt: skip
        later = after(table, "f3-g3", coin="red")
        assert later.position.over == over
    assert content(later) == content(position(ended("reason turns", 40, "20+20"), turns=20, each=1))


def test_z15_a_game_to_ten_seats_ends_after_400_turns() -> None:
    for turns, over in ((398, False), (399, True)):
        table = position(LAST.format(turns=turns, red="R", green="."), mode=MODE_SEATS, turns=20)
        later = after(table, "f3-g3", coin="red")
        assert later.position.over == over
    text = ended("reason turns  winner red", 400, "201+199", red="R")
    assert content(later) == content(position(text, mode=MODE_SEATS))


def test_z14_only_the_clock_of_mode_time_ends_a_game_by_time() -> None:
    for mode in (0, MODE_SEATS):
        table = position(LAST.format(turns=10, red="R", green="."), mode=mode)
        with pytest.raises(NotAllowed, match="Z14"):
            play(table, "!time")
    table = position(LAST.format(turns=5000, red="R", green="."), mode=MODE_TIME)
    assert not wrap_records(GAME, None, after(table, "f3-g3", coin="red").state).over
    assert "!time" not in legal(table)
    later, events = play(table, "!time")
    assert kinds(events) == ["ended", "won"]
    text = LAST.format(turns=5000, red="R", green=".")
    text = text.replace("turn red", "turn nobody  phase over  reason time  winner red")
    assert content(later) == content(position(text, mode=MODE_TIME))


def test_z14_a_pending_choice_lapses_when_the_time_is_over() -> None:
    table = position(BEFORE_TOSS.format(signs="R R", green="G G"), mode=MODE_TIME)
    waiting = after(table, "f3-g3", coin="red")
    later = after(waiting, "!time")
    wanted = AFTER_TOSS.format(
        turn="nobody", signs="R R", green="G G", more="phase over  reason time"
    )
    assert content(later) == content(position(wanted, mode=MODE_TIME))


@pytest.mark.parametrize(("action", "winner"), [("!resign1", 1), ("!resign2", 0), ("!abandon", -1)])
def test_the_table_can_end_a_game_at_any_time(action: str, winner: int) -> None:
    table = position(BEFORE_TOSS.format(signs="R R", green="G G"))
    for before in (table, after(table, "f3-g3", coin="red")):
        later = after(before, action)
        wanted = content(before) | {
            "turn": -1, "phase": OVER, "coin": -1, "next": -1, "winner": winner,
            "reason": ABANDONED if winner < 0 else RESIGNED,
        }  # fmt: skip
        assert content(later) == wanted
        for again in ("!resign1", "!abandon", "f3-g3"):
            assert refused(later, again) == "The game is over (Z13, Z14)."
