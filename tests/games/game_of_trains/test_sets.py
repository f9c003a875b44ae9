"""Cars from a file: what they change, what is rejected with its line, what is shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.game_of_trains.decode import decode
from games.game_of_trains.other_set import NUMBER, OTHER, TEXT
from games.game_of_trains.test_reference import judge
from games.game_of_trains.typed_position import GAME
from spielzug.core import jit
from spielzug.core.check import check_game
from spielzug.core.errors import DataError
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.records import read_record, write_record
from spielzug.core.rng import below, new_rng
from spielzug.games import get_game
from spielzug.games.game_of_trains.facts import (
    PROTECT,
    SETS,
    CarSet,
    GameOfTrainsOptions,
    least_cars,
)

LABEL = SETS.names[NUMBER]
CARS: CarSet = SETS.get(NUMBER)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_changed_set_passes_every_check() -> None:
    check_game(OTHER, "games.game_of_trains.other_set:OTHER", decode=decode, games=9)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_reference_agrees_with_other_cars() -> None:
    endings = {judge(GAME, number, NUMBER) for number in range(150)}
    assert endings >= {"own_turn", "turn_limit"}


def test_the_reference_agrees_with_other_cars_in_a_few_games() -> None:
    for number in range(1, 9):
        judge(GAME, number, NUMBER)


def test_the_usual_set_stands_in_no_record() -> None:
    assert GameOfTrainsOptions().to_text() == "first=random turn_limit=off"
    assert GameOfTrainsOptions(set=NUMBER).to_text() == f"first=random turn_limit=off set={LABEL}"


def test_a_record_names_the_set_and_replays() -> None:
    options = GameOfTrainsOptions(turn_limit=6, set=NUMBER)
    seats = [Seat(f"Seat {i}", "random") for i in range(4)]
    match = Match(GAME, seats, SeedLuck("set"), options)
    rng = new_rng(4)
    while not match.over:
        match.play(match.legal[int(below(rng, len(match.legal)))])
    text = write_record(match)
    assert f"set={LABEL}\n" in text
    assert write_record(read_record(text, get_game)) == text


def test_g1_only_the_cars_of_the_set_are_dealt_and_shown() -> None:
    position = GAME.start(4, seed=2, set=LABEL)
    told: Any = position.seen(0).facts_view["abilities"]
    assert [car for car, ability in enumerate(told) if ability] == CARS.cars
    assert (told[84], told[85:]) == ("swap_adjacent", [])
    assert int(position.state.draw_pile) == len(CARS.cars) - 28 - 10
    dealt = set(position.state.row.ravel().tolist()) | set(position.state.hand.ravel().tolist())
    assert dealt - {0} <= set(CARS.cars)


def test_g3_who_draws_how_many_cards_is_what_the_set_says() -> None:
    position = GAME.start(4, seed=2, first=3, set=LABEL)
    assert [(hand != 0).sum() for hand in position.state.hand] == [3, 2, 4, 1]


def test_a_guess_has_only_cars_of_the_set_and_each_as_often() -> None:
    """In the set-up: what the three others drew, and the draw pile."""
    position = GAME.start(4, seed=2, first=1, set=LABEL)
    seen = position.seen(0)
    known = set(position.state.row.ravel().tolist()) | set(position.state.hand[0].tolist())
    unseen = sorted(set(CARS.cars) - known)
    counts: Counter[int] = Counter()
    rounds = 60 if jit.PLAIN else 3_000
    for key in range(rounds):
        guessed = seen.guess(key).state
        counts[int(guessed.hand[1, 0])] += 1
        pile = guessed.pile[: int(guessed.draw_pile)].tolist()
        others = guessed.hand[1:].ravel().tolist()
        assert sorted([*pile, *(card for card in others if card)]) == unseen
    assert set(counts) <= set(unseen)
    if rounds > 1000:
        expected = rounds / len(unseen)
        assert all(0.5 * expected < counts[car] < 1.6 * expected for car in unseen)


# -- how many cars there must be (G9) --------------------------------------------------------------


def test_g9_our_cars_are_far_more_than_are_needed() -> None:
    ours = SETS.get(0)
    assert (len(ours.cars), least_cars(ours.ability, ours.draws)) == (84, 47)


def test_g9_the_set_of_these_tests_has_just_enough() -> None:
    assert len(CARS.cars) == least_cars(CARS.ability, CARS.draws) == 48
    with pytest.raises(DataError) as refused:
        SETS.add(TEXT.replace(", 84]", "]"), "other.yaml")
    assert str(refused.value) == (
        "other.yaml:4: abilities: 47 cars are not enough: with these abilities four players need "
        "at least 48, or both piles could be empty when somebody draws (G9)"
    )


@pytest.mark.parametrize(
    ("protecting", "others", "draws", "least"),
    [
        (13, 7, [1, 2, 3, 4], 28 + 13 + 7 + 1 + 1),  # twelve padlocks lie, one is open
        (40, 7, [1, 2, 3, 4], 28 + 13 + 7 + 1 + 1),
        (4, 7, [1, 2, 3, 4], 28 + 4 + 7 + 1 + 1),
        (0, 2, [1, 2, 3, 4], 28 + 10 + 1),  # the hands before the game need more
        (0, 7, [4, 4, 4, 4], 28 + 16 + 1),
    ],
)
def test_g9_what_can_be_away_from_the_piles(
    protecting: int, others: int, draws: list[int], least: int
) -> None:
    ability = [0, *[PROTECT] * protecting, *[i % others for i in range(84 - protecting)]]
    assert least_cars(ability, draws) == least


def test_g9_a_pile_is_never_empty_with_the_fewest_cars() -> None:
    """All that can be away is away: the worst position there is, and then somebody draws."""
    position = GAME.start(4, seed=9, set=LABEL)
    state = position.state
    state.hand[:], state.rejects[:], state.pile[:] = 0, 0, 0
    state.phase, state.first, state.turn = 2, 0, 0
    by_ability = {a: [c for c in CARS.cars if CARS.ability[c] == a] for a in range(8)}
    for ability, own in by_ability.items():
        state.open[ability] = own.pop() if own else 0
    for seat in range(4):
        for place in (0, 3, 6):
            state.lock[seat, place] = by_ability[PROTECT].pop()
    rest = sorted((car for own in by_ability.values() for car in own), reverse=True)
    for seat in range(4):
        state.row[seat] = rest[7 * seat : 7 * seat + 7]
    state.draw_pile, state.discard_pile = 1, len(rest) - 29
    state.pile[0] = rest[28]
    state.pile[84 - int(state.discard_pile) :] = rest[29:]
    assert int(state.discard_pile) == 1
    position.step(GAME.words.parse("+"))
    assert (int(state.draw_pile), int(state.discard_pile)) == (1, 0)


# -- what is refused, and with which line ----------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ("[1, 2, 3", "[1, 2, 2", "other.yaml:5: abilities.swap_adjacent.3: car 2 is in swap_adja"),
        ("30, 31", "30, 40", "other.yaml:11: abilities.remove_right.1: car 40 is in remove_left "),
        ("30, 31", "30, 85", "other.yaml:9: abilities.remove_left.2: 85 is not possible; use 1 "),
        ("30, 31", "30, 0", "use 1 to 84"),
        ("30, 31", "30, true", "remove_left.2: True is not possible; use 1 to 84"),
        ("30, 31", "30, x", "other.yaml:9: abilities.remove_left.2: 'x' is not possible; use 1 to"),
        ("[4, 1, 3, 2]", "[5, 1, 3, 2]", "other.yaml:3: draws.1: 5 is not possible; use 1 to 4"),
        ("[4, 1, 3, 2]", "[0, 1, 3, 2]", "draws.1: 0 is not possible; use 1 to 4"),
        ("[4, 1, 3, 2]", "[4, 1, 3]", "draws: a number of 3 is not possible"),
        ("[4, 1, 3, 2]", "[4, 1, 3, 2, 1]", "use at most 4 entries"),
        ("  remove_middle: []\n", "", "other.yaml:4: abilities.remove_middle: it is missing"),
        ("  protect:", "  defend:", "other.yaml:12: abilities.defend: there is no entry 'defend'"),
        ("[30, 31, 32, 33]", "30", "other.yaml:9: abilities.remove_left: 30 is not possible; use "),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_refused_with_its_line_and_nothing_is_loaded(
    old: str, new: str, refusal: str
) -> None:
    known = dict(SETS.names)
    assert old in TEXT
    with pytest.raises(DataError) as refused:
        SETS.add(TEXT.replace(old, new), "other.yaml")
    assert refusal in str(refused.value)
    assert SETS.names == known


def test_an_ability_that_no_car_has_is_told() -> None:
    told: Any = SETS.loaded(NUMBER).warnings
    assert [one.partition(": no car has")[0] for one in told] == [
        "other.yaml:6: abilities.swap_over_one",
        "other.yaml:10: abilities.remove_middle",
    ]
    assert SETS.loaded(0).warnings == ()
