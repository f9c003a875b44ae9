"""Boards and numbers from a file: what they change, what is rejected with its line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.zwergenzugfahrt.decode import alike, decode
from games.zwergenzugfahrt.other_set import NUMBER, OTHER, TEXT
from games.zwergenzugfahrt.test_reference import judge
from games.zwergenzugfahrt.typed_position import GAME
from games.zwergenzugfahrt.typed_position import position as typed
from spielzug.core.check import check_game
from spielzug.core.errors import DataError, OptionClash
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position
from spielzug.core.records import read_record, write_record
from spielzug.core.rng import below, new_rng
from spielzug.core.sets import find
from spielzug.games import get_game
from spielzug.games.zwergenzugfahrt.facts import ZwergenOptions
from spielzug.games.zwergenzugfahrt.facts.sets import SETS
from spielzug.games.zwergenzugfahrt.state import MISSED, PENALTY, TOSSED

LABEL = SETS.names[NUMBER]


def start(**options: Any) -> Position:
    return GAME.start(seed=3, set=LABEL, **options)


# -- what a set changes ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.compiled
def test_a_changed_set_passes_every_check() -> None:
    check_game(OTHER, "games.zwergenzugfahrt.other_set:OTHER", decode=decode, alike=alike, games=12)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_reference_agrees_with_other_numbers() -> None:
    """On our boards and a narrow one: conductor, takings, kicks, last turn (Z7, Z8, Z12, Z15)."""
    endings = {judge(number, SETS.get(NUMBER)) for number in range(240)}
    assert endings >= {"turns", "time", "blocked"}


def test_the_reference_agrees_with_other_numbers_in_a_few_games() -> None:
    for number in range(1, 9):
        judge(number, SETS.get(NUMBER))


def test_without_a_board_the_first_of_the_file_is_played_and_named() -> None:
    options = ZwergenOptions.parse({"set": LABEL})
    assert options.to_text() == (
        f"first=random board=yard mode=turns turns=60 each=no minutes=30 set={LABEL}"
    )
    assert ZwergenOptions.from_text(options.to_text()) == options
    view: Any = start().seen(0).facts_view["board"]
    assert (view["name"], view["columns"], view["rows"]) == ("yard", 8, 8)
    view = start(board="lane").seen(0).facts_view["board"]
    assert (view["name"], view["columns"], view["rows"]) == ("lane", 13, 2)
    with pytest.raises(OptionClash, match="has no such board; use yard, lane, bare"):
        ZwergenOptions.parse({"set": LABEL, "board": "station"})
    with pytest.raises(
        OptionClash, match="set shipped has no such board; use station, small, long"
    ):
        ZwergenOptions.parse({"board": "yard"})


def test_the_usual_set_stands_in_no_record() -> None:
    assert ZwergenOptions().to_text() == (
        "first=random board=station mode=turns turns=60 each=no minutes=30"
    )


def test_a_record_names_set_and_board_and_replays() -> None:
    options = ZwergenOptions.parse({"set": LABEL, "board": "bare", "turns": 5})
    match = Match(GAME, [Seat("Anna", "random"), Seat("Ben", "random")], SeedLuck("set"), options)
    rng = new_rng(4)
    while not match.over:
        match.play(match.legal[int(below(rng, len(match.legal)))])
    text = write_record(match)
    assert f"board=bare mode=turns turns=5 each=no minutes=30 set={LABEL}" in text
    again = read_record(text, get_game)
    assert again.position.options == options
    assert write_record(again) == text


def events_of(position: Position, kind: int) -> list[Any]:
    """The events of this kind in a random game."""
    rng, found = new_rng(7), []
    while not position.over:
        told = position.step(position.legal[int(below(rng, len(position.legal)))])
        found += [event for event in told if event.kind == kind]
    return found


def test_z12_the_conductor_comes_when_the_set_says_and_the_coin_is_biased() -> None:
    position = start(board="yard", turns=1000)
    told = position.seen(0).facts_view
    assert (told["every"], told["coin_shares"]) == (3, [3, 1])  # 6 to 2, in the smallest numbers
    assert position.seen(0).view["until_conductor"] == 3
    shown = [event.a for event in events_of(position, TOSSED)]
    assert len(shown) > 200
    assert 0.6 < shown.count(0) / len(shown) < 0.9  # 3 of 4 are red


def test_z12_a_coin_of_equal_shares_is_our_coin() -> None:
    data = {**SETS.loaded(0).data, "name": "even", "coin": {"every": 7, "red": 50, "green": 50}}
    even = SETS.add(data, "even")
    assert SETS.get(even.number).coin == SETS.get(0).coin == (1, 1)
    ours, theirs = GAME.start(seed=5, turns=30), GAME.start(seed=5, turns=30, set=even.label)
    assert events_of(ours, TOSSED) == events_of(theirs, TOSSED)


def test_z8_kicks_cost_what_the_set_says() -> None:
    owed: dict[int, set[int]] = {}
    for seed in range(12):
        position = GAME.start(seed=seed, set=LABEL, board="lane" if seed % 2 else "yard", turns=400)
        for event in events_of(position, PENALTY):
            owed.setdefault(event.b, set()).add(event.a)
    assert owed[1] == {0}
    assert owed[2] == {4}
    assert set().union(*(cost for kick, cost in owed.items() if kick > 2)) == {1}


def test_z8_a_kick_that_costs_nothing_says_so() -> None:
    rng, position = new_rng(2), start(board="yard", turns=400)
    while not any("*" in notation for notation in notations(position)):
        position.step(position.legal[int(below(rng, len(position.legal)))])
    at = next(i for i, notation in enumerate(notations(position)) if "*" in notation)
    label = position.seen(position.actor).label(position.legal[at])
    assert label.endswith("without missing a turn")


def notations(position: Position) -> list[str]:
    return [GAME.words.notation(action) for action in position.legal]


def test_z9_the_dearest_kicks_of_both_clans_fit_into_what_a_step_can_tell() -> None:
    """A kick while the rival owes as much as can be: all misses stand in one step."""
    data = {**SETS.loaded(0).data, "name": "dear", "kicks": [13]}
    dear = SETS.add(data, "dear").number
    table = typed(
        """
        turn red  turns 6
            a b c d e f g h i j k
        5   . . r r r r . . . . .
        4   . . . . . . . . . . .
        3   . . . . . . r g . . .
        2   . . . . . . . . . . .
        1   . . . g g g g . . . .
        green: kicks 1  owes 13
        """
    )
    facts = GAME.facts(ZwergenOptions(set=dear))
    events = Position(GAME, ZwergenOptions(set=dear), facts, table.state).step(
        GAME.words.parse("g3*h3")
    )
    assert sum(event.kind == MISSED for event in events) == 26
    assert len(events) == 3 + 2 + 26 <= GAME.rules.MAX_EVENTS
    assert (table.state.owes.tolist(), int(table.state.turn)) == ([0, 0], 1)


@pytest.mark.parametrize(
    ("takes", "reason"), [(0, "Signs cannot be taken"), (1, "already taken away a sign")]
)
def test_z7_who_may_take_no_more_signs_is_told_why(takes: int, reason: str) -> None:
    data = {**SETS.loaded(0).data, "name": f"takes{takes}", "takes": takes}
    options = ZwergenOptions(set=SETS.add(data, "takes").number)
    table = typed(
        f"""
        turn red  turns 6
            a b c d e f g h i j k
        5   . . r r r r . . . . .
        4   . . . . . . G . . . .
        3   . . . . . . r . . . .
        2   . . . . . . . . . . .
        1   . . . g g g g g . . .
        red: taken {takes}
        """
    )
    position = Position(GAME, options, GAME.facts(options), table.state)
    assert reason in position.seen(0).why_not(GAME.words.parse("-g4"))
    assert position.seen(0).facts_view["takes"] == takes


# -- how long a game can be (Z10) ------------------------------------------------------------------


def test_z10_a_game_on_a_board_that_locks_in_has_a_bound_or_is_refused() -> None:
    def longest(**options: str | int) -> int:
        return GAME.longest(ZwergenOptions.parse({"set": LABEL, **options}), 2)

    # The dearest of the kicks 0, 4, 1 is 4; the conductor comes every third turn.
    assert longest(board="yard", turns=10) == 10 + 3
    assert longest(board="yard", turns=10, each="yes") == 61 + 20
    assert longest(board="yard", mode="seats") == 90 + 29
    assert longest(board="lane", turns=10) == 10 + 3 + (5 * 10 + 2)
    with pytest.raises(OptionClash, match="on the board lane a clan can be locked in .*each=no"):
        longest(board="lane", each="yes")
    assert longest(board="lane", each="yes", mode="seats") == 90 + 29 + (5 * 90 + 2)


def test_z15_the_last_turn_is_that_of_the_set() -> None:
    position = start(board="bare", mode="seats")
    assert position.seen(0).facts_view["limit"] == 90
    rng = new_rng(1)
    while not position.over:
        position.step(position.legal[int(below(rng, len(position.legal)))])
    assert int(position.state.turns) == 90


def test_no_position_has_more_choices_than_there_is_room_for() -> None:
    """Five dwarves on crosses of seats: 20 moves and 20 reservations, whatever the board."""
    from games.zwergenzugfahrt.test_boards import parse
    from games.zwergenzugfahrt.typed_position import facts_for

    rows = [
        "     a b c d e f g h",
        " 8   R R R R R G G G",
        *(f" {n}   {'S ' * 8}" for n in range(7, 1, -1)),
    ]
    board = parse([*(line.rstrip() for line in rows), " 1   G G . . . . . ."])
    facts, state = facts_for(board, SETS.get(0), ZwergenOptions()), GAME.blank()[0]
    places = [17, 22, 27, 37, 42]  # no two beside each other or beside the same field
    state.seats, state.coin, state.turn = 2, -1, 0
    state.stock[:] = 5
    state.dwarves[0] = sum(1 << field for field in places)
    out = np.zeros(GAME.rules.MAX_LEGAL, np.int32)
    assert GAME.rules.legal(facts, state, out) == GAME.rules.MAX_LEGAL == 40


# -- what is refused, and with which line ----------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ("every: 3", "every: 0", "other.yaml:3: coin.every: 0 is not possible; use 1 to 1000 (Z12"),
        ("every: 3", "every: 1001", "use 1 to 1000 (Z12)"),
        ("every: 3, ", "", "other.yaml:3: coin.every: it is missing; the coin has the entries"),
        ("red: 6, green: 2", "red: 0, green: 0", "other.yaml:3: coin.red: the coin shows neither"),
        ("red: 6", "red: 101", "coin.red: 101 is not possible; use 0 to 100 (Z12)"),
        ("red: 6", "red: 0.5", "0.5 is not possible; use a whole number from 0 to 100 (Z12)"),
        ("takes: 2", "takes: 256", "other.yaml:4: takes: 256 is not possible; use 0 to 255 (Z7)"),
        ("takes: 2", "takes: -1", "use 0 to 255 (Z7)"),
        ("[0, 4, 1]", "[0, 14, 1]", "other.yaml:5: kicks.2: 14 is not possible; use 0 to 13 (Z8)"),
        ("[0, 4, 1]", "[]", "kicks: a number of 0 is not possible; use at least 1 entries (Z8)"),
        ("[0, 4, 1]", "[1, 1, 1, 1, 1, 1, 1, 1, 1]", "use at most 8 entries (Z8)"),
        ("last_turn: 90", "last_turn: 0", "last_turn: 0 is not possible; use 1 to 1000 (Z15)"),
        ("last_turn: 90\n", "", "last_turn: it is missing"),
        ("  bare:", "  Bare:", "other.yaml:26: boards.Bare: 'Bare' is not possible; use up to 24"),
        ("  bare:\n    map:", "  bare:\n    plan:", "boards.bare.plan: there is no entry 'plan'"),
        ('" 3   D : : : : D"', "3", "other.yaml:30: boards.bare.map.3: 3 is not possible; use a"),
        (" 3   D : : : : D", " 3   D : X : : D", "other.yaml:30: boards.bare.map.3: field c3: 'X'"),
        ("R R R R R .", "R R R R . .", "other.yaml:27: boards.bare.map: clan Red has 4 home"),
        ("bare:", "lane:", "other.yaml:26: 'lane' appears twice, first on line 21"),
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


def test_more_boards_than_an_option_can_offer_are_refused() -> None:
    board = find(SETS.loaded(0).data, "boards.small")
    data = {**SETS.loaded(0).data, "name": "many", "boards": {f"b{i}": board for i in range(17)}}
    with pytest.raises(DataError, match="boards: .* use at most 16 entries"):
        SETS.add(data, "many.yaml")


def test_what_is_odd_is_told() -> None:
    told = SETS.loaded(NUMBER).warnings
    for part in (
        "other.yaml:3: coin.red: the coin is not fair: 6 to 2 (Z12)",
        "boards.yard.map: there are 24 seats; our boards have 16 (Z2)",
        "boards.lane.map: a clan can be locked in here",
        "boards.bare.map: there are 6 seats, so nobody can ever win with 10 (Z13)",
        "boards.bare.map: the ways to all seats are 13 steps for clan Red and 7 for clan Green",
    ):
        assert sum(part in one for one in told) == 1, part
    assert len(told) == 5
    assert SETS.loaded(0).warnings == ()
