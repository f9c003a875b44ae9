"""G1 to G5: the set-up and the open row."""

from __future__ import annotations

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    after,
    changes,
    facts_for,
    in_words,
    legal,
    pile,
    play,
    position,
)
from raw_records import deal_with_facts, shown
from spielzug.core.errors import OptionError
from spielzug.core.jit import PLAIN
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.games.game_of_trains.facts import GameOfTrainsOptions

PLACES = [f"@{place}" for place in range(1, 8)]


def dealt(seats: int, key: int, first: int = 0) -> TypedPosition:
    facts = facts_for(first)
    return TypedPosition(GAME, facts, deal_with_facts(GAME, facts, seats, key)[0])


def cars_of(table: TypedPosition, seat: int) -> list[int]:
    return [int(car) for car in table.state.row[seat - 1]]


# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g1_everyone_gets_seven_cars_sorted_descending(seats: int) -> None:
    for key in range(20):
        table = dealt(seats, key)
        for seat in range(1, seats + 1):
            row = cars_of(table, seat)
            assert row == sorted(set(row), reverse=True)
            assert 0 not in row
        in_hands = seats * (seats + 1) // 2
        assert len(pile(table, "draw")) == 84 - 7 * seats - in_hands
        assert pile(table, "discard") == frozenset()
        assert in_words(table)["open"] == ""


def test_g1_every_car_is_dealt_to_a_seat_equally_often() -> None:
    games = 480 if PLAIN else 2400
    counts = dict.fromkeys(range(1, 85), 0)
    for key in range(games):
        for car in cars_of(dealt(3, key), 2):
            counts[car] += 1
    expected = games / 12
    # Seven cars come out of each deal without repeat, hence the factor 83/77 of a chi-square.
    spread = sum((n - expected) ** 2 / expected for n in counts.values()) * 83 / 77
    assert spread < 128  # 83 degrees of freedom, one in a thousand


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g2_the_first_player_is_drawn_by_lot(seats: int) -> None:
    games = 240 if PLAIN else 600
    firsts = [int(dealt(seats, key).state.first) for key in range(games)]
    counts = [firsts.count(seat) for seat in range(seats)]
    assert sum(counts) == games
    spread = sum((n - games / seats) ** 2 / (games / seats) for n in counts)
    assert spread < 16  # three degrees of freedom, one in a thousand


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_g2_the_option_first_names_the_seat_that_begins(first: int) -> None:
    for key in range(10):
        told = in_words(dealt(4, key, first))
        assert (told["first"], told["turn"]) == (str(first), str(first))


def test_g2_the_option_first_cannot_name_a_seat_that_is_not_there() -> None:
    seats = [Seat("Anna"), Seat("Ben")]
    with pytest.raises(OptionError, match="first=3 names a seat that is not there"):
        Match(GAME, seats, SeedLuck("1"), GameOfTrainsOptions(first=3))
    with pytest.raises(OptionError, match="first=5 is out of range"):
        GameOfTrainsOptions(first=5)


def test_g2_play_goes_clockwise_and_the_first_player_takes_the_first_turn() -> None:
    table = dealt(3, 1, first=2)
    order: list[str] = []
    while len(order) < 7:
        order.append(in_words(table)["phase"] + in_words(table)["turn"])
        table, _ = play(table, "k1 @1" if "keep" in order[-1] else "+ @1")
    assert order == ["keep2", "keep3", "keep1", "turn2", "turn3", "turn1", "turn2"]


def test_g3_players_draw_one_two_three_four_in_turn_order_before_anyone_chooses() -> None:
    table = dealt(4, 7, first=3)
    sizes = [len(in_words(table)[f"hand {seat}"].split()) for seat in (3, 4, 1, 2)]
    assert sizes == [1, 2, 3, 4]
    assert in_words(table)["phase"] == "keep"
    assert legal(table) == ["k1"]


SETUP = """
    seats 3  first 2  turn {turn}  phase {phase}  {extra}
    1: 70 60 50 40 30 20 10  hand 3 11 19
    2: 71 61 51 41 31 21 12  {hand2}
    3: 72 62 52 42 32 22 13  hand 5 6
    draw: rest
"""


def test_g4_a_player_keeps_exactly_one_drawn_card() -> None:
    before = position(SETUP.format(turn=1, phase="keep", hand2="hand 4", extra=""))
    assert legal(before) == ["k1", "k2", "k3"]
    assert changes(before, after(before, "k2")) == {
        "phase": ("keep", "setup_place"),
        "card": ("", "11"),
        "hand 1": ("3 11 19", ""),
        "rejects 1": ("", "3 19"),
    }


def test_g4_the_kept_card_takes_the_place_of_a_car_which_is_laid_open() -> None:
    before = position(SETUP.format(turn=2, phase="setup_place", hand2="", extra="card 4"))
    assert legal(before) == PLACES
    assert changes(before, after(before, "@3")) == {
        "phase": ("setup_place", "keep"),
        "turn": ("2", "3"),
        "card": ("4", ""),
        "row 2": ("71 61 51 41 31 21 12", "71 61 4 41 31 21 12"),
        "open": ("", "51"),
    }


def test_g4_the_cards_not_chosen_are_in_the_discard_pile_and_come_back_with_it() -> None:
    before = position("""
        seats 2  first 1  turn 1
        1: 70 60 50 40 30 20 10
        2: 71 61 51 41 31 21 12  rejects 5
        draw: 33
        discard: rest
    """)
    assert shown(before.position.seen(0))["discard_pile"] == 84 - 14 - 1
    later = after(before, "+", draws=[33])
    assert pile(later, "draw") == pile(before, "discard") | {5}
    assert in_words(later)["rejects 2"] == ""


def test_g4_after_the_last_choice_the_first_player_has_the_first_turn() -> None:
    before = position("""
        seats 2  first 2  turn 1  phase setup_place  card 4
        1: 70 60 50 40 30 20 10  rejects 3
        2: 71 61 51 41 31 21 12
        open: 11
        draw: rest
    """)
    assert changes(before, after(before, "@7")) == {
        "phase": ("setup_place", "turn"),
        "turn": ("1", "2"),
        "card": ("4", ""),
        "row 1": ("70 60 50 40 30 20 10", "70 60 50 40 30 20 4"),
        "open": ("", "10"),
    }


@pytest.mark.parametrize("card", [1, 15, 25, 35, 45, 55, 65, 84])
@pytest.mark.parametrize("place", range(1, 8))
def test_g4_a_setup_replacement_can_never_win(card: int, place: int) -> None:
    row = [70, 60, 50, 40, 30, 20, 10]
    before = position(f"""
        seats 2  first 1  turn 1  phase setup_place  card {card}
        1: {" ".join(map(str, row))}
        2: 71 61 51 41 31 21 12  hand 4 5
        draw: rest
    """)
    new = [*row[: place - 1], card, *row[place:]]
    assert changes(before, after(before, f"@{place}")) == {
        "phase": ("setup_place", "keep"),
        "turn": ("1", "2"),
        "card": (str(card), ""),
        "row 1": (" ".join(map(str, row)), " ".join(map(str, new))),
        "open": ("", str(row[place - 1])),
    }


def test_g5_a_car_that_finds_its_ability_open_leaves_with_that_card() -> None:
    before = position("""
        seats 2  turn 1  phase place  card 33  turns 6
        1: 81 17 56 41 24 73 3
        2: 82 72 62 52 42 32 22
        open: 9 20
        draw: rest
    """)
    assert changes(before, after(before, "@2")) == {  # 17 shows what 9 shows
        "phase": ("place", "turn"),
        "turn": ("1", "2"),
        "turns": ("6", "7"),
        "card": ("33", ""),
        "row 1": ("81 17 56 41 24 73 3", "81 33 56 41 24 73 3"),
        "open": ("9", ""),
        "discard": ("", "9 17"),
    }


def test_g5_a_car_with_another_ability_stays_open() -> None:
    before = position("""
        seats 2  turn 1
        1: 81 17 56 41 24 73 3
        2: 82 72 62 52 42 32 22
        open: 20
        draw: rest
    """)
    later = after(before, "+ @1", draws=[33])
    assert changes(before, later)["open"] == ("", "81")
    assert "discard" not in changes(before, later)


def test_g5_after_any_set_up_at_most_one_card_of_each_ability_is_open() -> None:
    for key in range(30):
        table, _ = play(dealt(4, key, first=1), "k1 @1 k1 @4 k1 @7 k1 @2")
        replaced = in_words(table)["open"].split()
        abilities = [int(table.facts.ability[int(card)]) for card in replaced]
        assert len(set(abilities)) == len(abilities)
        assert (4 - len(replaced)) % 2 == 0  # they leave in pairs
