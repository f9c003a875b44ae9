"""Exact numbers of decision sequences; every car that can be drawn is a branch.

Some are argued by hand, some pinned, and an independent implementation counts them again."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

from games.game_of_trains.test_reference import as_position
from games.game_of_trains.typed_position import GAME, TypedPosition, facts_for, position
from raw_records import deal_with_facts
from reference.game_of_trains import PROTECTABLE, Disagreement, Reference
from spielzug.core.jit import PLAIN
from spielzug.core.rng import seed_key
from spielzug.games.game_of_trains.facts import ABILITIES, CARS
from spielzug.lab.measure.bench import perft
from spielzug.lab.play.loops import Loops

LOOPS = Loops(GAME)


def counts(table: TypedPosition, depth: int) -> list[int]:
    return [LOOPS.perft(table.facts, table.state, d)[0] for d in range(1, depth + 1)]


# -- by hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        # G3, G4: one card drawn, seven places; then two and seven; three and seven; four and seven.
        (2, [1, 1 * 7, 7 * 2, 14 * 7]),
        (3, [1, 1 * 7, 7 * 2, 14 * 7, 98 * 3]),
        (4, [1, 1 * 7, 7 * 2, 14 * 7, 98 * 3]),
    ],
)
def test_g3_g4_the_decisions_of_the_set_up(seats: int, expected: list[int]) -> None:
    assert perft(GAME, len(expected), seats) == expected


def test_g5_g7_the_first_turn_after_the_set_up_of_two() -> None:
    """Two cars lie open (three choices), or they cancelled each other (one: to draw)."""
    facts = facts_for()
    state, _ = deal_with_facts(GAME, facts, 2, seed_key("perft", "1"))
    first, second = (state.row[(int(state.first) + i) % 2] for i in (0, 1))
    ability = facts.ability
    # The second player chooses among two cards before the place: every pair occurs twice.
    expected = sum(2 * (1 if ability[a] == ability[b] else 3) for a in first for b in second)
    assert perft(GAME, 5, 2)[-1] == expected


BY_HAND = """
    seats 2  turn 1
    1: 77 68 59 58 50 41 33  locks 4:10
    2: 82 72 62 52 45 32 22  locks 4:18
    open: {open}
    draw: rest
"""


REST = 84 - 7 - 7 - 2  # cars in the draw pile, besides the open ones


def test_g6_only_drawing_and_placing_is_possible_without_an_open_card() -> None:
    """+ brings any car, then seven places; each opens a ">>" card: the next draws or uses it."""
    table = position(BY_HAND.format(open=""))
    # The fourth: after each of the 7 placings, + leads to 7 places and >> to 5 targets.
    fourth = REST * 7 * ((REST - 1) * 7 + 5)
    depth = 3 if PLAIN else 4  # plain runs take too long for the last
    assert counts(table, depth) == [1, REST * 7, REST * 7 * 2, fourth][:depth]


def test_g7_two_and_three_decisions_with_a_swap_and_a_removal_open() -> None:
    table = position(BY_HAND.format(open="20 5"))
    drawn = REST - 2
    # First: + <> -4. Second: 7 places, 6 pairs, and after -4 (all protected, G20) + or <>.
    two = drawn * 7 + 6 + 2
    # Third: each place opens one of seven ">>" cars, then + <> -4 >>; each pair leaves + -4;
    # after "-4 +" seven places, after "-4 <>" six pairs.
    three = drawn * 7 * 4 + 6 * 2 + (drawn * 7 + 6)
    assert counts(table, 3) == [3, two, three]


def test_g18_protections_are_counted_by_the_free_places() -> None:
    table = position(BY_HAND.format(open="26"))
    drawn = REST - 1
    # + or #: seven places, or the two places 1 and 7 that are free.
    assert counts(table, 2) == [2, drawn * 7 + 2]
    # After each placing (one opens its ">>" beside 26) + >> #; after # only + is left.
    assert counts(table, 3)[-1] == drawn * 7 * 3 + 2 * 1


def test_g14_a_removal_that_nobody_is_protected_from_draws_for_each_seat() -> None:
    table = position(
        BY_HAND.replace("  locks 4:10", "").replace("  locks 4:18", "").format(open="5")
    )
    drawn = REST + 1
    # + and seven places; or two cars, each any of the pile, and then + or what lies open now: 58
    # and 52, which were removed and are of different abilities (G5).
    assert table.facts.ability[58] != table.facts.ability[52]
    assert counts(table, 2) == [2, drawn * 7 + drawn * (drawn - 1) * 3]


def test_g21_a_sequence_ends_with_the_game() -> None:
    table = position("""
        seats 2  turn 1
        1: 4 24 12 41 56 73 80
        2: 82 72 62 52 45 32 22
        open: 20
        draw: 81 83 84
        discard: rest
    """)
    # + or <>; three cars and seven places, six pairs, one of which (2<>3) wins.
    assert counts(table, 2) == [2, 3 * 7 + 6]
    # The five other pairs leave only +; the finished game counts once. After a placing (none of
    # 81, 83, 84 wins) + and <> stay, but a replaced 4, 12 or 80 takes <> away with it (G5) and
    # each of the other four cars opens a third choice.
    assert counts(table, 3)[-1] == (5 * 1 + 1) + 3 * (3 * 1 + 4 * 3)


# -- by the reference ------------------------------------------------------------------------------


def reference_of(table: TypedPosition) -> Reference:
    """The same position in the independent implementation."""
    told: Any = as_position(table.state)
    judge = Reference.__new__(Reference)
    judge.ability = {car: ABILITIES[int(table.facts.ability[car])] for car in range(1, CARS + 1)}
    judge.seats, judge.first = told["seats"], int(table.state.first)
    judge.turn_limit = int(table.facts.turn_limit)
    judge.phase, judge.actor, judge.turns = told["phase"], told["actor"], told["turns"]
    judge.winner, judge.reason = told["winner"], told["reason"]
    judge.rows = [list(row) for row in told["rows"]]
    judge.protections = [
        {place: card for place, card in zip(PROTECTABLE, row, strict=True) if card}
        for row in told["protections"]
    ]
    judge.hands = [list(hand) for hand in told["hands"]]
    judge.open_row = sorted(told["open"])
    judge.draw_pile, judge.discard_pile = set(told["draw_pile"]), set(told["discard_pile"])
    judge.told = []
    assert judge.position() == told
    return judge


def counted(judge: Reference, depth: int) -> int:
    if judge.phase == "over":
        return 1
    if depth == 1:
        return len(judge.legal())
    return sum(counted(a, depth - 1) for choice in judge.legal() for a in after(judge, choice))


def after(judge: Reference, choice: str, drawn: tuple[int, ...] = ()) -> Iterator[Reference]:
    """All that can come of a choice: each car that can be drawn is told in its turn."""
    tried = copied(judge)
    try:
        tried.step(choice, list(drawn))
    except Disagreement as error:
        if str(error) != "too few cars drawn":
            raise
        for car in sorted(tried.draw_pile):
            yield from after(judge, choice, (*drawn, car))
    else:
        yield tried


def copied(judge: Reference) -> Reference:
    """Its lists and sets are its own; quicker than `deepcopy`."""
    twin = copy(judge)
    twin.rows, twin.hands = [[*row] for row in judge.rows], [[*hand] for hand in judge.hands]
    twin.protections = [{**under} for under in judge.protections]
    twin.open_row = [*judge.open_row]
    twin.draw_pile, twin.discard_pile = {*judge.draw_pile}, {*judge.discard_pile}
    return twin


# -- pinned ----------------------------------------------------------------------------------------

SET_UP = """
    seats 3  first 2  turn 3  phase keep  rng 1
    1: 70 60 50 40 30 20 10  hand 3 11 19
    2: 71 61 4 41 31 21 12
    3: 72 62 52 42 32 22 13  hand 5 6
    open: 51
    draw: rest
"""
EVERYTHING_OPEN = """
    seats 2  turn 2  turns 17  rng 2
    1: 81 17 56 41 24 73 3   locks 4:10
    2: 82 72 62 52 42 32 22  locks 1:18 7:26  rejects 1
    open: 4 8 9 11 7 5 6 2
    draw: rest
"""
RESHUFFLE = """
    seats 4  turn 4  turns 30  rng 3
    1: 81 17 56 41 24 73 3   locks 7:10
    2: 82 72 62 52 42 32 22
    3: 83 71 61 51 43 31 21  rejects 6
    4: 84 70 60 50 40 30 20
    open: 7 5 14
    draw: 33 34
    discard: rest
"""
CLOSE = """
    seats 3  turn 1  turns 55  rng 4
    1: 4 24 12 41 56 73 80
    2: 13 9 27 39 48 75 84
    3: 2 6 11 61 50 57 79    locks 1:10
    open: 20 8 17 19 81
    draw: 29 30 31
    discard: rest
"""
JUDGED = 2  # decisions that the reference counts, too; it takes minutes for RESHUFFLE with one more
PINNED = [
    (SET_UP, [2, 14, 42, 294, 900]),
    (EVERYTHING_OPEN, [9, 1646, 178758]),
    (RESHUFFLE, [4, 45818]),
    (CLOSE, [6, 48, 212, 2587]),
]


@pytest.mark.parametrize(("text", "expected"), PINNED)
def test_the_numbers_of_decision_sequences_stay_as_they_are(text: str, expected: list[int]) -> None:
    wanted = [n for n in expected if n < 5000 or not PLAIN]  # plain runs take too long for others
    assert counts(position(text), len(wanted)) == wanted


@pytest.mark.parametrize(("text", "expected"), PINNED)
def test_the_reference_counts_as_many(text: str, expected: list[int]) -> None:
    assert counted(reference_of(position(text)), JUDGED) == expected[JUDGED - 1]
