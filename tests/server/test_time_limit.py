"""The arithmetic of time limits, from given times."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielzug.tables.time_limit import (
    BRIEF,
    BUDGET,
    DAY,
    HOUR,
    MAX_CONFIRMATIONS,
    RETURN_SECONDS,
    TURN,
    ClockStep,
    TimeLimit,
    Times,
    marks_from_text,
    marks_to_text,
)

A, B, BOT = 0, 1, 2
PEOPLE = [True, True, False]
A_DAY = TimeLimit.chosen(TURN, DAY)
TEN_MINUTES = TimeLimit.chosen(BUDGET, 600, 5)


def times(time: TimeLimit, *steps: ClockStep) -> Times:
    made = Times(time, PEOPLE, 3)
    made.follow_all(steps)
    return made


def shown(made: Times, at: float) -> list[float | None]:
    return [made.left(seat, at) for seat in (A, B, BOT)]


# -- what is chosen ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "grace"),
    [
        (TimeLimit.chosen(TURN, HOUR), 360),
        (TimeLimit.chosen(TURN, 3 * DAY), 3 * DAY // 10),
        (TimeLimit.chosen(TURN, 100), 60),
        (TimeLimit.chosen(BUDGET, 60), 30),
        (TimeLimit.chosen(BUDGET, 600), 60),
        (TimeLimit.chosen(BUDGET, 60, least=1), 6),
    ],
)
def test_the_grace_is_a_tenth_and_never_too_short(time: TimeLimit, grace: int) -> None:
    assert time.grace == grace
    assert TimeLimit.from_text(time.to_text()) == time


# -- a turn --------------------------------------------------------------------------------------


def test_a_turn_has_its_time_and_the_next_one_has_it_anew() -> None:
    made = times(A_DAY, ClockStep(0, A))
    assert shown(made, 1000) == [DAY - 1000, None, None]
    assert made.deadline == DAY
    made.follow(ClockStep(5000, B))
    assert shown(made, 5000) == [None, DAY, None]
    assert made.deadline == 5000 + DAY
    made.follow(ClockStep(6000, A))
    assert made.left(A, 6000) == DAY


def test_all_decisions_of_a_turn_share_its_time() -> None:
    made = times(A_DAY, ClockStep(0, A), ClockStep(1000, A), ClockStep(3000, A))
    assert made.left(A, 4000) == DAY - 4000
    assert made.deadline == DAY


def test_bots_and_the_end_have_no_time() -> None:
    made = times(A_DAY, ClockStep(0, A), ClockStep(10, BOT))
    assert shown(made, 99) == [None, None, None]
    assert made.deadline is None
    made.follow(ClockStep(99, -1))
    assert made.deadline is None


def test_time_is_over_once_and_never_less_than_nothing() -> None:
    made = times(A_DAY, ClockStep(0, A))
    assert made.left(A, 10 * DAY) == 0
    assert made.asked is None  # nobody was there to ask
    made.ask(10 * DAY)
    assert made.asked == 10 * DAY
    assert made.deadline == 10 * DAY + A_DAY.grace
    made.follow(ClockStep(10 * DAY + 5, B))
    assert made.asked is None
    assert made.left(B, 10 * DAY + 5) == DAY


# -- a budget ------------------------------------------------------------------------------------


def test_a_budget_is_used_up_over_the_turns_and_gains_with_each() -> None:
    made = times(TEN_MINUTES, ClockStep(0, A), ClockStep(100, B))
    assert shown(made, 100) == [505, 600, None]
    assert shown(made, 150) == [505, 550, None]
    made.follow(ClockStep(200, BOT))
    made.follow(ClockStep(900, A))  # a bot's time is nobody's
    assert shown(made, 905) == [500, 505, None]
    assert made.deadline == 1405


def test_the_grace_of_a_budget_is_had_once_in_a_game() -> None:
    made = times(TEN_MINUTES, ClockStep(0, A))
    made.ask(600)
    assert made.deadline == 660
    made.follow(ClockStep(650, B))
    made.follow(ClockStep(651, A))
    assert made.left(A, 651) == 5  # the increment
    made.ask(656)
    assert made.deadline == 666  # ten seconds were left of the sixty


def test_whoever_says_here_has_the_grace_again() -> None:
    made = times(TEN_MINUTES, ClockStep(0, A))
    made.ask(600)
    assert made.confirmations_left(A) == MAX_CONFIRMATIONS
    made.confirm_presence(655)
    assert made.deadline == 715
    assert made.confirmations_left(A) == MAX_CONFIRMATIONS - 1
    made.follow(ClockStep(700, B))
    made.follow(ClockStep(700, A))
    assert made.confirmations_left(A) == MAX_CONFIRMATIONS - 1  # of a game
    daily = times(A_DAY, ClockStep(0, A))
    daily.ask(DAY)
    daily.confirm_presence(DAY)
    daily.follow(ClockStep(DAY, B))
    daily.follow(ClockStep(DAY, A))
    assert daily.confirmations_left(A) == MAX_CONFIRMATIONS  # of a turn


# -- taking back ---------------------------------------------------------------------------------


def test_taking_back_gives_the_turn_its_time_as_it_stood_less_what_passed() -> None:
    made = times(A_DAY, ClockStep(0, A), ClockStep(1000, B))
    made.follow(ClockStep(1300, A, back_to=1))
    assert made.left(A, 1300) == DAY - 1300
    made.follow(ClockStep(1400, B))
    assert made.left(B, 1400) == DAY  # and the other has lost nothing


def test_taking_back_gives_an_increment_back() -> None:
    made = times(TEN_MINUTES, ClockStep(0, A), ClockStep(100, B))
    assert made.left(A, 100) == 505
    made.follow(ClockStep(130, A, back_to=1))
    assert shown(made, 130) == [470, 600, None]


def test_what_bots_thought_meanwhile_is_nobodys_loss() -> None:
    made = times(TEN_MINUTES, ClockStep(0, A), ClockStep(100, BOT), ClockStep(300, A))
    made.follow(ClockStep(310, A, back_to=1))
    assert made.left(A, 310) == 600 - 110


def test_who_was_asked_before_a_decision_is_so_after_taking_it_back() -> None:
    made = times(A_DAY, ClockStep(0, A))
    made.ask(DAY)
    made.confirm_presence(DAY + 100)
    made.follow(ClockStep(DAY + 200, B))
    made.follow(ClockStep(DAY + 300, A, back_to=1))
    assert made.asked == DAY
    assert made.deadline == DAY + 100 + A_DAY.grace
    assert made.confirmations_left(A) == MAX_CONFIRMATIONS - 1


# -- a bot in the seat ---------------------------------------------------------------------------


def late(time: TimeLimit) -> Times:
    """A's time and grace are over, and a bot sits there."""
    made = times(time, ClockStep(0, A))
    made.ask(time.seconds)
    made.leave(A, time.seconds + time.grace)
    assert made.deadline is None
    assert made.left(A, 2 * DAY) is None
    return made


def test_who_is_back_after_the_bot_decided_has_a_new_turn() -> None:
    made = late(A_DAY)
    end = DAY + A_DAY.grace
    made.follow(ClockStep(end + 5, A))  # one of several decisions of this turn
    made.come_back(A, end + 10)
    assert made.left(A, end + 10) == DAY
    assert made.asked is None


def test_who_is_back_when_it_is_not_their_turn_has_the_next_one() -> None:
    made = late(A_DAY)
    end = DAY + A_DAY.grace
    made.follow(ClockStep(end, B))
    made.come_back(A, end + 10)
    assert made.left(B, end + 10) == DAY - 10
    made.follow(ClockStep(end + 20, A))
    assert made.left(A, end + 20) == DAY


def test_who_is_back_with_an_empty_budget_has_the_grace() -> None:
    made = late(TEN_MINUTES)
    made.follow(ClockStep(665, B))
    made.come_back(A, 670)
    assert made.left(A, 670) == TEN_MINUTES.grace
    assert made.left(B, 670) == 595


def test_a_bots_turns_bring_no_increment() -> None:
    made = times(TEN_MINUTES, ClockStep(0, B))
    made.leave(A, 1)
    made.follow(ClockStep(10, A))
    made.follow(ClockStep(50, B))
    made.follow(ClockStep(60, A))
    made.follow(ClockStep(99, B))
    made.come_back(A, 100)
    assert made.left(A, 100) == 600


def test_getting_up_and_sitting_down_again_wins_nothing() -> None:
    made = times(A_DAY, ClockStep(0, A))
    for at in range(1000, 1300, 10):
        made.leave(A, at)
        made.come_back(A, at + 5)
    assert made.marks == []
    assert made.left(A, 2000) == DAY - 2000
    budget = times(TEN_MINUTES, ClockStep(0, A), ClockStep(590, B))
    budget.leave(A, 600)
    budget.follow(ClockStep(610, B))
    budget.come_back(A, 620)  # no bot decided for A meanwhile
    assert budget.left(A, 620) == 15


def test_who_catches_the_bot_before_it_decides_has_only_a_moment() -> None:
    made = late(A_DAY)
    end = DAY + A_DAY.grace
    made.come_back(A, end + 2)
    assert made.deadline == end + 2 + BRIEF
    assert made.asked is not None


def test_where_the_game_waited_for_somebody_the_turn_is_new() -> None:
    made = late(A_DAY)
    back = DAY + A_DAY.grace + RETURN_SECONDS + 3600
    made.come_back(A, back)
    assert made.left(A, back) == DAY
    assert made.asked is None


# -- whatever happens ----------------------------------------------------------------------------

SOME_TIME = st.sampled_from([TimeLimit.chosen(TURN, 100, least=10), TEN_MINUTES, A_DAY])
DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["decide", "decide", "decide", "undo", "wait", "leave", "back", "here"]),
        st.integers(0, 2),
        st.floats(0, 400, allow_nan=False),
    ),
    max_size=40,
)


def play(time: TimeLimit, deeds: list[tuple[str, int, float]], look: Callable[..., None]) -> Times:
    """A game as the server would lead it; `look` sees the times before and after each undo."""
    made = Times(time, PEOPLE, 3)
    made.follow(ClockStep(0.0, A))
    line, actors, at, bots = [0], [A], 0.0, set[int]()

    def process_deadline() -> None:
        while (due := made.deadline) is not None and due <= at:
            if made.asked is None:
                made.ask(at)
            else:
                bots.add(actors[-1])
                made.leave(actors[-1], at)

    for what, seat, passed in deeds:
        at += passed
        process_deadline()
        actor = actors[-1]
        if what == "decide":
            line.append(len(actors))
            actors.append(seat)
            made.follow(ClockStep(at, seat))
        elif what == "undo" and len(line) > 1:
            to = line[-1]
            by = actors[line[-2]]
            if by == BOT or by in bots:
                continue
            before, others = made._before[to], [n for n in (A, B) if n != by]
            del line[-1]
            actors.append(by)
            made.follow(ClockStep(at, by, back_to=to))
            look(made, by, at, before, others)
        elif what == "leave" and seat != BOT:
            bots.add(seat)
            made.leave(seat, at)
        elif what == "back":
            bots.discard(seat)
            made.come_back(seat, at)
        elif what == "here" and made.asked is not None and made.confirmations_left(actor):
            made.confirm_presence(at)
    return made


@given(SOME_TIME, DEEDS)
def test_taking_back_never_wins_time_and_nobody_has_less_than_none(
    time: TimeLimit, deeds: list[tuple[str, int, float]]
) -> None:
    def look(made: Times, by: int, at: float, before: object, others: list[int]) -> None:
        then = made._remains(before, by)  # type: ignore[arg-type]
        left = made.left(by, at)
        assert left is not None
        assert 0 <= left <= then + 1e-6
        for other in others:
            stood = before.left[other]  # type: ignore[attr-defined]
            assert made._now.left[other] == stood

    made = play(time, deeds, look)
    for seat in (A, B):
        left = made.left(seat, made._now.at + 1)
        assert left is None or left >= 0


@given(SOME_TIME, DEEDS)
def test_the_same_is_found_again_from_what_is_stored(
    time: TimeLimit, deeds: list[tuple[str, int, float]]
) -> None:
    made = play(time, deeds, lambda *_: None)
    marks = marks_from_text(marks_to_text(made.marks))
    again = Times(TimeLimit.from_text(time.to_text()), PEOPLE, 3, marks)
    again.follow_all(made._steps)
    assert again._now == made._now
    assert (again.deadline, again.asked) == (made.deadline, made.asked)
