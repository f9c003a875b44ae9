"""The rules of Trains one by one (T1 to T17), from typed positions; the cards are in test_cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.trains.typed_position import GAME, changes, facts, legal, play, table, why_not
from raw_records import acting, deal_with_facts, plain_record, shown, wrap_records
from spielzug.core.errors import OptionClash, OptionError
from spielzug.core.native_records import read_facts
from spielzug.core.records import load_record
from spielzug.games import get_game
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import TrainsOptions
from spielzug.games.trains.facts.boards import SEA, SPACE_NAMES
from spielzug.games.trains.facts.sets import CODES, FIXED, KINDS, SETS

GOLDEN = Path(__file__).parents[2] / "golden" / "endings" / "trains"

# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rails", "stations"), [(2, 16, 18), (3, 14, 17), (4, 12, 16)])
def test_t1_the_supply_has_what_the_starting_decks_leave(
    seats: int, rails: int, stations: int
) -> None:
    state, _ = deal_with_facts(GAME, GAME.facts(), seats, 1)
    told = facts(state)["supply"].split()
    assert told[:8] == [
        "20EX", "10LE", f"{rails}LR", f"{stations}SE", "10AP", "10TO", "10SK", "70WA",
    ]  # fmt: skip
    assert told[8:] == ["10SB", "10AM", "10CS", "10DS", "10HT", "10LF", "10MF", "10PS"]


def test_t1_a_lot_gives_every_kind_the_same_chance() -> None:
    facts = GAME.facts(TrainsOptions(supply=0))
    met = np.zeros(KINDS, int)
    for key in range(3000):
        state, _ = deal_with_facts(GAME, facts, 2, key)
        kinds = state.kind.tolist()
        assert kinds == sorted(set(kinds))
        met[kinds] += 1
    assert met[:FIXED].tolist() == [3000] * FIXED
    assert abs(met[FIXED:] - 800).max() < 120  # five standard deviations


def test_t2_everyone_has_seven_trains_two_rails_and_a_station_and_draws_five() -> None:
    for seats in GAME.seats:
        state, events = deal_with_facts(GAME, GAME.facts(), seats, 7)
        for seat in range(seats):
            deck = state.hand[seat] + state.draw[seat]
            assert deck.tolist() == [7, 0, 0, 2, 1] + [0] * 12
            assert state.hand_size[seat] == state.hand[seat].sum() == 5
            assert sum(e.kind == s.DEALT and e.seat == seat for e in events) == 5


def test_t2_the_first_player_is_named_or_by_lot() -> None:
    named = GAME.facts(TrainsOptions(first=3))
    assert all(deal_with_facts(GAME, named, 4, key)[0].first == 2 for key in range(20))
    lots = {int(deal_with_facts(GAME, GAME.facts(), 4, key)[0].first) for key in range(60)}
    assert lots == {0, 1, 2, 3}


def test_t3_a_first_cube_goes_to_any_free_land_that_is_not_remote() -> None:
    facts = GAME.facts(TrainsOptions(first=1))
    state, _ = deal_with_facts(GAME, facts, 2, 1)
    spaces = SETS.get(0).boards["tokyo"].spaces
    free = {f"@{SPACE_NAMES[i]}" for i, space in enumerate(spaces) if space.terrain < SEA - 1}
    told = {GAME.words.notation(a) for a in wrap_records(GAME, facts, state).legal}
    assert told == free
    wrap_records(GAME, facts, state).step(GAME.words.parse("@c5"))
    assert int(state.turn) == 1
    assert "T3" in acting(wrap_records(GAME, facts, state)).why_not(GAME.words.parse("@c5"))
    told = {GAME.words.notation(a) for a in wrap_records(GAME, facts, state).legal}
    assert told == free - {"@c5"}
    wrap_records(GAME, facts, state).step(GAME.words.parse("@c6"))
    assert s.PHASES[state.phase] == "turn"
    assert state.stock.tolist() == [19, 19, 0, 0]
    assert state.money == 0


# -- a turn ----------------------------------------------------------------------------------------


def test_t4_cards_are_played_and_bought_in_any_order() -> None:
    found = table("hand 1: 3NT EX\nmoney: 1")
    later, _ = play(found, "EX", "$LR", "NT", "NT", "NT", "$EX")
    assert facts(later.state)["aside"] == "EX LR"
    assert facts(later.state)["money"] == "0"


def test_t4_an_ability_is_finished_before_anything_else() -> None:
    found = table("hand 1: LR NT\ncubes 1: c5\nmoney: 5")
    waiting, _ = play(found, "LR+")
    assert all(text.startswith("=") for text in legal(waiting))
    for text in ("NT", "$EX", "."):
        assert "T4" in why_not(waiting, text)


def test_t5_an_empty_waste_pile_stops_nothing() -> None:
    found = table("hand 1: LR\ncubes 1: c5\ndiscard 2: 70WA")
    assert changes(found, "LR+", "=c4") == {
        "hand 1": "", "play": "LR", "cubes 1": "c4 c5", "acted": "1",
    }  # fmt: skip


def test_t5_drawing_from_nothing_is_no_failure() -> None:
    assert changes(table("hand 1: CR\ndraw 1: EX"), "CR+")["hand 1"] == "EX"
    assert changes(table("hand 1: IC"), "IC+")["play"] == "IC"
    assert "phase" not in changes(table("hand 1: CC"), "CC+")


def test_t6_bought_cards_wait_aside_until_clean_up() -> None:
    found = table("money: 3\ndraw 1: 5NT\nplay: NT")
    assert changes(found, "$EX", ".") == {
        "money": "0", "play": "", "acted": "0", "hand 1": "5NT", "draw 1": "",
        "discard 1": "NT EX", "supply": "EX-1", "turn": "2", "turns": "1",
    }  # fmt: skip


def test_t8_the_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    found = table("hand 1: 2NT\ndraw 1: 5EX")
    assert changes(found, ".") == {
        "hand 1": "5EX", "draw 1": "", "discard 1": "2NT", "turn": "2", "turns": "1",
    }  # fmt: skip
    found = table("hand 1: 2NT\ndraw 1: 4EX")
    assert changes(found, ".") == {
        "hand 1": "NT 4EX", "known 1": "4EX", "draw 1": "NT", "turn": "2", "turns": "1",
    }  # fmt: skip


def test_t9_money_and_effects_end_with_the_turn() -> None:
    found = table("money: 7\neffects: tunnel dump_site\nironworks: 2\ndraw 1: 9EX")
    told = changes(found, ".")
    assert (told["money"], told["effects"], told["ironworks"]) == ("0", "", "0")


# -- the board -------------------------------------------------------------------------------------


def test_t10_rails_do_not_cross_barriers_nor_the_sea() -> None:
    found = table("hand 1: LR\ncubes 1: e7\nmoney: 9")  # Shinagawa-Meguro
    waiting, _ = play(found, "LR+")
    assert "=d6" not in legal(waiting)  # Shinjuku-Shibuya is next to it, behind a barrier
    assert "barrier" in why_not(waiting, "=d6")
    assert {"=e6", "=e8", "=f6", "=f7"} == set(legal(waiting))
    assert "sea" in why_not(waiting, "=e9")


@pytest.mark.parametrize(
    ("position", "space", "cost", "waste"),
    [
        ("cubes 1: b5", "b6", 1, 0),  # the rulebook's river
        ("cubes 1: c6\nstations: c7 c7\ncubes 2: c7", "c7", 4, 1),  # its city: 1 + 2 + 1
        ("cubes 1: c5", "c4", 0, 0),
        ("cubes 1: b1", "b2", 2, 0),
        ("cubes 1: a2", "a1", 4, 0),
        ("cubes 1: c5\ncubes 2: c4\ncubes 3: c4\ncubes 4: c4\nseats: 4", "c4", 3, 1),
    ],
)
def test_t11_a_rail_costs_what_the_table_says(
    position: str, space: str, cost: int, waste: int
) -> None:
    found = table(position + "\nhand 1: LR\nmoney: 7")
    waiting, _ = play(found, "LR+")
    about = GAME.words.target(
        read_facts(waiting.facts), plain_record(waiting.state), GAME.words.parse(f"={space}")
    )
    assert about == {"kind": "rail", "space": space, "cost": cost, "waste": waste}
    later, _ = play(waiting, f"={space}")
    assert int(later.state.money) == 7 - cost
    assert facts(later.state)["aside"] == ("2WA" if waste else "WA")


def test_t11_a_rail_that_cannot_be_paid_is_refused() -> None:
    waiting, _ = play(table("hand 1: LR\ncubes 1: b5\nmoney: 0"), "LR+")
    assert "costs 1, but you have 0 (T11)" in why_not(waiting, "=b6")


def test_t12_waivers_of_different_cards_add_up() -> None:
    found = table("hand 1: SB TU\ncubes 1: b5\ncubes 2: b6")
    later, events = play(found, "TU+", "=b4", "SB+")
    assert facts(later.state)["effects"] == "steel_bridge tunnel"
    order = [e.kind for e in events if e.kind in (s.WASTED, s.EFFECT, s.LAID)]
    assert order == [s.WASTED, s.EFFECT, s.LAID, s.WASTED, s.EFFECT]


def test_t13_a_city_takes_as_many_stations_as_it_has_room() -> None:
    found = table("hand 1: 2SE\nstations: c1 c1")
    later, _ = play(found, "SE+", "^c1", "SE+")
    assert "^c1" not in legal(later)
    assert "no room" in why_not(later, "^c1")


# -- the end ---------------------------------------------------------------------------------------


def test_t15_four_empty_piles_end_the_game_at_the_end_of_the_turn() -> None:
    found = table("empty: AP TO SK\ndiscard 2: 19EX\nmoney: 3\ndraw 1: 5NT")
    later, _ = play(found, "$EX")
    assert not later.position.over
    later, _ = play(later, ".")
    assert facts(later.state)["reason"] == "four_piles"


def test_t15_an_empty_waste_pile_does_not_count() -> None:
    found = table("empty: AP TO SK\ndiscard 2: 70WA\ndraw 1: 5NT")
    later, _ = play(found, ".")
    assert not later.position.over


NINETEEN = "b4 b5 b6 c4 c5 c6 c8 c9 d2 d3 d4 d5 d8 e3 e4 e6 f4 f6 f7"


def test_t15_the_last_cube_ends_the_game() -> None:
    found = table(f"hand 1: LR\ncubes 1: {NINETEEN}\ndraw 1: 5NT\nmoney: 1")
    later, _ = play(found, "LR+", "=b8")
    assert int(later.state.stock[0]) == 0
    assert not later.position.over
    assert facts(play(later, ".")[0].state)["reason"] == "cubes"


STATIONS = "a5 a5 a7 a7 b3 b3 b7 b9 c1 c1 c1 c3 c3 c5 c7 c7 d1 d6 d6 d7 d7 d9 d9 e2 e2 e5 e7 e7 f3"


def test_t15_the_last_station_ends_the_game() -> None:
    found = table(f"hand 1: SE\nstations: {STATIONS}\ndraw 1: 5NT")
    later, _ = play(found, "SE+", "^f3", ".")
    assert facts(later.state)["reason"] == "stations"


def test_t16_points_are_track_cities_remote_places_and_cards() -> None:
    found = table(
        "cubes 1: a1 a5 c1 c5 d1\nstations: a5 c1 c1 c1 c5\ntrack 1: 3\nlimit: 1\n"
        "discard 1: SK AP\nhand 1: TO\ndraw 1: 2AP 3NT"
    )
    later, events = play(found, ".")
    parts = {e.b: e.a for e in events if e.kind == s.SCORED and e.seat == 0}
    assert parts == {0: 3, 1: 2 + 8 + 2 + 0, 2: 4, 3: 4 + 1 + 2 + 2}
    view = shown(later.position.seen(0))
    assert view["final"][0]["total"] == view["points"][0] == 28
    assert facts(later.state)["winners"] == "1"


def test_t16_a_tie_goes_to_more_cubes_and_is_shared_after_that() -> None:
    found = table("limit: 1\ncubes 1: c4 c6\ncubes 2: d4\ndraw 1: 5NT")
    later, _ = play(found, ".")
    assert facts(later.state)["winners"] == "1"
    found = table("seats: 3\nlimit: 1\ncubes 1: c4\ncubes 2: d4\ntrack 3: 0\ndraw 1: 5NT")
    later, _ = play(found, ".")
    assert facts(later.state)["winners"] == "1 2"
    outcome = later.position.outcome
    assert outcome is not None
    assert outcome.shares == (0.5, 0.5, 0.0)


def test_t17_the_turn_limit_ends_the_game() -> None:
    found = table("limit: 5\nturns: 4\ndraw 1: 5NT")
    assert facts(play(found, ".")[0].state)["reason"] == "turn_limit"


# -- the rulebook's long example -------------------------------------------------------------------


def test_the_rulebooks_long_example_is_replayed_move_for_move() -> None:
    match = load_record(GOLDEN / "3-abandoned-rulebook.zug", get_game)
    told = facts(match.position_after(len(match.decisions) - 1).state)
    assert told["turn"] == "1"
    assert told["stations"] == "c3=1 c7=1 d6=1"
    assert (told["cubes 1"], told["cubes 2"], told["cubes 3"]) == (
        "d6 e6 e7", "c5 c6 c7", "c3 c4 d4",
    )  # fmt: skip
    players: Any = match.seen(-1).view["players"]
    owned = [player["owned"] for player in players]
    start = {"NT": 7, "LR": 2, "SE": 1}
    assert owned == [
        start | {"WA": 3, "LF": 1},
        start | {"WA": 3, "AM": 1, "CS": 1},
        start | {"WA": 3, "EX": 1, "SB": 1},
    ]


# -- options and data ------------------------------------------------------------------------------


def test_the_kinds_of_a_chosen_supply_are_exactly_eight() -> None:
    chosen = TrainsOptions.from_text("supply=chosen kinds=BT-ET-CO-AM-CC-IC-SI-WF")
    assert TrainsOptions.from_text(chosen.to_text()) == chosen
    state, _ = deal_with_facts(GAME, GAME.facts(chosen), 2, 1)
    kinds = [CODES[k] for k in state.kind.tolist()[FIXED:]]
    assert "-".join(kinds) == chosen.named()["kinds"]
    for text, words in (
        ("supply=chosen", "needs 8 kinds"),
        ("kinds=BT-ET-CO-AM-CC-IC-SI-WF", "only for supply=chosen"),
    ):
        with pytest.raises(OptionClash, match=words):
            TrainsOptions.from_text(text)
    for text, words in (
        ("supply=chosen kinds=BT-ET", "names 2 of the list"),
        ("supply=chosen kinds=BT-ET-CO-AM-CC-IC-SI-XX", "no 'XX' in the list"),
        ("supply=chosen kinds=BT-BT-CO-AM-CC-IC-SI-WF", "names BT twice"),
    ):
        with pytest.raises(OptionError, match=words):
            TrainsOptions.from_text(text)


def test_the_box_has_500_cards_of_39_kinds() -> None:
    cards = SETS.get(0).cards
    assert len(cards) == 39
    assert sum(card.count for card in cards) == 500


@pytest.mark.parametrize(
    ("board", "ground", "room", "numbers"),
    [
        (0, {"plain": 12, "river": 16, "mountain": 10, "city": 22, "remote": 6, "sea": 10}, 39, 18),
        (1, {"plain": 9, "river": 10, "mountain": 15, "city": 24, "remote": 8, "sea": 10}, 35, 24),
    ],
)
def test_a_board_has_these_spaces(
    board: int, ground: dict[str, int], room: int, numbers: int
) -> None:
    position, _ = GAME.deal(2, 1, TrainsOptions(board=board))
    shown: Any = position.seen(-1).facts_view["board"]
    spaces = shown["spaces"]
    found = [space["terrain"] for space in spaces]
    assert {name: found.count(name) for name in ground} == ground
    assert sum(space["capacity"] for space in spaces) == room
    assert sum(space["value"] for space in spaces) == numbers
