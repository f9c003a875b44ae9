"""Exact numbers of decision sequences: some argued by hand, some pinned."""

from __future__ import annotations

import pytest

from games.game_of_trains.table import GAME, Table, facts_for, position
from loose import deal_by
from spielzug.core.jit import PLAIN
from spielzug.core.rng import seed_key
from spielzug.lab.loops import Loops
from spielzug.lab.perft import perft

LOOPS = Loops(GAME)


def counts(table: Table, depth: int) -> list[int]:
    return [LOOPS.perft(table.facts, table.state, d) for d in range(1, depth + 1)]


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
    state, _ = deal_by(GAME, facts, 2, seed_key("perft", "1"))
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


def test_g6_only_drawing_and_placing_is_possible_without_an_open_card() -> None:
    """+ then seven places; each opens a ">>" card, so the next player draws or uses it."""
    table = position(BY_HAND.format(open=""))
    # The fourth: after each of the 7 placings, + leads to 7 places and >> to 5 targets.
    assert counts(table, 4) == [1, 7, 7 * 2, 7 * (7 + 5)]


def test_g7_two_and_three_decisions_with_a_swap_and_a_removal_open() -> None:
    table = position(BY_HAND.format(open="20 5"))
    # First: + <> -4. Second: 7 places, 6 pairs, and after -4 (all protected, G20) + or <>.
    two = 7 + 6 + 2
    # Third: each place opens one of seven ">>" cars, then + <> -4 >>; each pair leaves + -4;
    # after "-4 +" seven places, after "-4 <>" six pairs.
    three = 7 * 4 + 6 * 2 + (7 + 6)
    assert counts(table, 3) == [3, two, three]


def test_g18_protections_are_counted_by_the_free_places() -> None:
    table = position(BY_HAND.format(open="26"))
    # + or #: seven places, or the two places 1 and 7 that are free.
    assert counts(table, 2) == [2, 7 + 2]
    # After each placing (one opens its ">>" beside 26) + >> #; after # only + is left.
    assert counts(table, 3)[-1] == 7 * 3 + 2 * 1


def test_g21_a_sequence_ends_with_the_game() -> None:
    table = position("""
        seats 2  turn 1
        1: 4 24 12 41 56 73 80
        2: 82 72 62 52 45 32 22
        open: 20
        draw: 81 83 84
        discard: rest
    """)
    # + or <>; seven places, six pairs, one of which (2<>3) wins.
    assert counts(table, 2) == [2, 7 + 6]
    # The five other pairs leave only +; the finished game counts once. After a placing (none of
    # 81, 83, 84 wins) + and <> stay, but a replaced 4, 12 or 80 takes <> away with it (G5) and
    # each of the other four cars opens a third choice.
    assert counts(table, 3)[-1] == (5 * 1 + 1) + (3 * 1 + 4 * 3)


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
# Counted with the reference implementation too (depth 6) when they were pinned.
PINNED = [
    (SET_UP, [2, 14, 42, 294, 900, 4554]),
    (EVERYTHING_OPEN, [9, 50, 343, 1913, 11141, 58759]),
    (RESHUFFLE, [4, 19, 98, 450, 2313, 10946]),
    (CLOSE, [6, 29, 137, 637, 2629, 12044]),
]


@pytest.mark.parametrize(("text", "expected"), PINNED)
def test_the_numbers_of_decision_sequences_stay_as_they_are(text: str, expected: list[int]) -> None:
    depth = 5 if PLAIN else 6  # plain runs take too long for the last
    assert counts(position(text), depth) == expected[:depth]
