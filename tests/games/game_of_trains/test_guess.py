"""`guess` on positions with few unseen cards: every deal that fits is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    hidden,
    in_words,
    pile,
    position,
    same_bytes,
)
from raw_records import seen_as
from spielzug.core.jit import PLAIN
from spielzug.core.rng import seed_key, stream

EACH = 12 if PLAIN else 60  # guesses for each possible deal

SETTLED = """
    seats 3  first 1  turn 2  turns 4
    1: 81 17 56 41 24 73 3
    2: 82 72 62 52 42 32 22  rejects 5
    3: 83 71 61 51 43 31 21  rejects 6 7
    open: 9
    draw: 8 11 12
    discard: rest
"""
DRAWN = """
    seats 2  first 2  turn 1  phase place  card 5  turns 4
    1: 81 17 56 41 24 73 3   rejects 6
    2: 82 72 62 52 42 32 22
    draw: 8 11 12
    discard: rest
"""
CHOOSING = """
    seats 2  first 2  turn 2  phase keep
    1: 81 72 56 41 24 17 3   hand 5 6
    2: 82 73 62 52 42 32 22  hand 7
    draw: 8 11
    discard: rest
"""
KEPT = """
    seats 2  first 2  turn 1  phase setup_place  card 5
    1: 81 72 56 41 24 17 3   rejects 6
    2: 82 73 62 52 42 32 22
    open: 71
    draw: 8 11
    discard: rest
"""


def guesses(table: TypedPosition, seat: int, count: int) -> list[TypedPosition]:
    seen = hidden(table, seat)
    base = seed_key("test", "guess")
    keys = [stream(base, number) for number in range(count)]
    made = [seen_as(GAME, table.facts, seen.state, seat - 1).guess(key).state for key in keys]
    return [TypedPosition(GAME, table.facts, state) for state in made]


def slots(table: TypedPosition, names: list[str]) -> tuple[int, ...]:
    """The cards guessed into the blanks, in the order they are stored."""
    found: list[int] = []
    for name in names:
        field, _, seat = name.partition(" ")
        cell = table.state[field][int(seat) - 1] if seat else [table.state[field]]
        found += [int(card) for card in cell if card]
    return tuple(found)


def chi_square_limit(freedom: int) -> float:
    """What chi-square exceeds once in about 3,000 (Wilson and Hilferty), z = 3.4."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.4 * part**0.5) ** 3)


@pytest.mark.parametrize(
    ("text", "seat", "blanks", "unseen"),
    [
        # Seat 2 knows 5: two rejects of seat 3 out of five unseen cards, 20 deals.
        (SETTLED, 2, ["rejects 3"], [6, 7, 8, 11, 12]),
        # Seat 3 knows 6 and 7: one reject of seat 2 out of four.
        (SETTLED, 3, ["rejects 2"], [5, 8, 11, 12]),
        # Seat 1 knows none: three rejects out of six, 120 deals; the spectator the same.
        (SETTLED, 1, ["rejects 2", "rejects 3"], [5, 6, 7, 8, 11, 12]),
        (SETTLED, 0, ["rejects 2", "rejects 3"], [5, 6, 7, 8, 11, 12]),
        # Seat 2 knows neither the drawn car nor the reject of seat 1.
        (DRAWN, 2, ["card", "rejects 1"], [5, 6, 8, 11, 12]),
        # Seats that have drawn for the setup and not chosen yet.
        (CHOOSING, 2, ["hand 1"], [5, 6, 8, 11]),
        (CHOOSING, 1, ["hand 2"], [7, 8, 11]),
        (CHOOSING, 0, ["hand 1", "hand 2"], [5, 6, 7, 8, 11]),
        (KEPT, 2, ["card", "rejects 1"], [5, 6, 8, 11]),
    ],
)
def test_every_deal_that_fits_is_guessed_equally_often(
    text: str, seat: int, blanks: list[str], unseen: list[int]
) -> None:
    table = position(text)
    size = len(slots(table, blanks))
    deals = list(permutations(unseen, size))
    made = guesses(table, seat, EACH * len(deals))
    counts = Counter(slots(guess, blanks) for guess in made)
    assert set(counts) <= set(deals)
    spread = sum((counts[deal] - EACH) ** 2 / EACH for deal in deals)
    assert spread < chi_square_limit(len(deals) - 1)
    for guess in made[:50]:
        assert pile(guess, "draw") == set(unseen) - set(slots(guess, blanks))


@pytest.mark.parametrize("text", [SETTLED, DRAWN, CHOOSING, KEPT])
def test_a_guess_changes_nothing_but_the_blanks(text: str) -> None:
    table = position(text)
    for seat in range(int(table.state.seats) + 1):
        seen = hidden(table, seat)
        told = in_words(seen)
        known = {
            name: value for name, value in told.items() if not {"?", "255"} & set(value.split())
        }
        for guess in guesses(table, seat, 10):
            assert {name: in_words(guess)[name] for name in known} == known
            assert same_bytes(hidden(guess, seat), seen)


def test_a_drawer_guesses_nothing_about_the_own_cards() -> None:
    for guess in guesses(position(DRAWN), 1, 20):
        assert (in_words(guess)["card"], in_words(guess)["rejects 1"]) == ("5", "6")
        assert pile(guess, "draw") == {8, 11, 12}


def test_the_luck_to_come_is_guessed_too() -> None:
    """The next card drawn is any of the draw pile, whatever the true one would be."""
    table = position(SETTLED)
    drawn = Counter[int]()
    for guess in guesses(table, 2, EACH * 20):
        GAME.rules.step_quiet(table.facts, guess.state, GAME.words.parse("+"))
        drawn[int(guess.state.card)] += 1
    expected = EACH * 4
    assert set(drawn) == {6, 7, 8, 11, 12}
    spread = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert spread < chi_square_limit(4)


def test_the_same_key_gives_the_same_guess() -> None:
    table = position(SETTLED)
    one, other = (guesses(table, 1, 5) for _ in range(2))
    assert all(same_bytes(a, b) for a, b in zip(one, other, strict=True))
