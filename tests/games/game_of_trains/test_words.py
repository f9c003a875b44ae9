"""Sentences, labels, reasons, records and views: in four languages, and without secrets."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    facts_for,
    legal,
    play,
    position,
)
from raw_records import acting, deal_with_facts, plain_record, shown, wrap_records
from spielzug.core.errors import CannotRead
from spielzug.core.events import EVERYONE, HIDDEN, SPECTATOR, Event, seen_by
from spielzug.core.jit import PLAIN
from spielzug.core.native_records import read_facts
from spielzug.core.texts import LANGUAGES, missing, say
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import ABILITIES, GameOfTrainsOptions
from spielzug.games.game_of_trains.say import refusals, texts
from spielzug.games.game_of_trains.state import (
    ABANDON,
    ACTIONS,
    KEEP,
    PLACE,
    RESIGN,
)

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
LIMIT = 40
KINDS = range(s.DEALT, s.BEGINS + 1)


def decisions(
    seats: int, seed: int
) -> Iterator[tuple[TypedPosition, int, list[Event], TypedPosition]]:
    """A random game from the deal on: before, action (-1 for the deal), events, after."""
    rng = random.Random(seed)
    facts = facts_for(turn_limit=LIMIT)
    state, events = deal_with_facts(GAME, facts, seats, rng.getrandbits(64))
    table = TypedPosition(GAME, facts, state)
    yield table, -1, events, table
    while legal(table):
        action = rng.choice(wrap_records(GAME, facts, table.state).legal)
        later, events = play(table, ACTIONS.notations[action])
        yield table, action, events, later
        table = later


GAMES = [(seats, seed) for seats in (2, 3, 4) for seed in range(1 if PLAIN else 2)]


def only_car_numbers(text: str) -> bool:
    """No stand-in for a hidden card (-1, 255), no zero, no place beyond a train or the cars."""
    return all(1 <= int(n) <= 84 for n in re.findall(r"-?\d+", text))


# -- four languages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["OPTION_WORDS", "ABILITY_NAMES", "SENTENCES", "LABELS", "REASONS", "BOARD"]
)
def test_every_text_exists_in_four_languages_with_the_same_placeholders(name: str) -> None:
    assert missing(getattr(texts, name)) == []


def test_every_refusal_exists_in_four_languages_with_the_same_placeholders() -> None:
    assert missing(refusals.WHY_NOT) == []


def test_the_title_and_what_the_game_is_about_exist_in_four_languages() -> None:
    assert set(GAME.title) == set(GAME.about) == set(LANGUAGES)
    assert "Abacusspiele" in GAME.credit


def test_every_option_is_explained_in_four_languages() -> None:
    for about in GameOfTrainsOptions.describe():
        assert set(about["help"]) == set(LANGUAGES)


def test_every_option_and_every_named_value_of_it_has_words() -> None:
    wanted = set()
    for about in fields(GameOfTrainsOptions):
        values = [value for value in about.metadata["names"].values() if "@" not in value]
        wanted |= {about.name, *(f"{about.name}={value}" for value in values)}
    assert set(GAME.option_words) == wanted
    assert missing(GAME.option_words) == []


def test_every_ability_and_every_end_has_words() -> None:
    assert set(texts.ABILITY_NAMES) == set(ABILITIES)
    assert set(texts.REASONS) == set(s.REASONS) - {""}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_event_has_a_sentence(lang: str) -> None:
    for kind in KINDS:
        check_sentence(kind, lang)


def check_sentence(kind: int, lang: str) -> None:
    seat = -1 if kind in (s.CANCELLED, s.RESHUFFLED, s.DRAWN_GAME, s.CALLED_OFF) else 1
    (said,) = GAME.words.sentences(
        read_facts(facts_for()), [Event(kind, seat, 1, 2, EVERYONE)], NAMES, lang
    )
    assert said[0].isupper() or said[0].isdigit()
    assert said[-1] in ".!"
    assert "{" not in said
    assert ("Ben" in said) == (seat == 1)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", [s.DREW_SETUP, s.KEPT, s.DREW])
def test_the_sentence_of_a_secret_card_does_not_name_it(kind: int, lang: str) -> None:
    event = Event(kind, 1, 33, 0, 1 << 1)
    own = GAME.words.sentences(read_facts(facts_for()), seen_by([event], 1), NAMES, lang)
    assert "33" in own[0]
    for seat in (SPECTATOR, 0, 2):
        (said,) = GAME.words.sentences(read_facts(facts_for()), seen_by([event], seat), NAMES, lang)
        assert "33" not in said
        assert "Ben" in said
        assert "-1" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "values", "key"),
    [
        (s.MOVED, (33, 2), "moved_right"),
        (s.MOVED, (33, -2), "moved_left"),
        (s.SWAPPED, (33, 34), "swapped"),
        (s.PLACED, (33, 34), "placed"),
        (s.PROTECTED, (33, 34), "protected"),
        (s.REFILLED, (33, 0), "refilled"),
        (s.WON, (s.OWN_TURN, 0), "won_own_turn"),
        (s.WON, (s.OTHER_TURN, 0), "won_other_turn"),
    ],
)
def test_an_event_is_told_with_its_own_sentence_and_its_cards(
    kind: int, values: tuple[int, int], key: str, lang: str
) -> None:
    event = Event(kind, 1, *values, EVERYONE)
    named = GAME.words.EVENTS[kind].values(event)
    expected = say(texts.SENTENCES, key, lang, name="Ben", **named)
    assert GAME.words.sentences(read_facts(facts_for()), [event], NAMES, lang) == [expected]


def test_a_swap_and_a_move_name_the_cars_that_were_swapped_and_moved() -> None:
    table = position("""
        seats 2  turn 1
        1: 81 17 56 41 24 73 3  locks 4:10
        2: 82 72 62 52 45 32 22
        open: 20 9
        draw: rest
    """)
    for actions, expected in (
        ("<> 1<>2", [("used", 20, 0), ("swapped", 81, 17)]),
        (">> 3>>5", [("used", 9, 2), ("lost_protection", 41, 10), ("moved", 56, 2)]),
    ):
        _, events = play(table, actions)
        assert [(GAME.words.EVENTS[e.kind].name, e.a, e.b) for e in events] == expected
        for sentence, (_, card, _) in zip(
            GAME.words.sentences(read_facts(table.facts), seen_by(events, 1), NAMES, "en"),
            expected,
            strict=True,
        ):
            assert f" {card}" in sentence


# -- random games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_no_sentence_shows_a_hidden_value(seats: int, seed: int) -> None:
    for table, _, events, _ in decisions(seats, seed):
        for seat in range(-1, seats):
            for lang in LANGUAGES:
                said = GAME.words.sentences(
                    read_facts(table.facts), seen_by(events, seat), NAMES, lang
                )
                assert said
                for sentence in said:
                    assert only_car_numbers(sentence), sentence


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_no_line_of_a_record_shows_a_hidden_value(seats: int, seed: int) -> None:
    for table, _, events, _ in decisions(seats, seed):
        for seat in range(-1, seats):
            line = GAME.words.remark(read_facts(table.facts), seen_by(events, seat))
            assert only_car_numbers(line), line
            secret = any(HIDDEN in (e.a, e.b) for e in seen_by(events, seat))
            assert ("?" in line) == secret, line


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_every_legal_action_has_a_label_of_its_own_in_every_language(seats: int, seed: int) -> None:
    for table, _, _, later in decisions(seats, seed):
        if later.position.over:
            continue
        seen = wrap_records(GAME, table.facts, later.state).seen(later.position.actor).hidden
        actions = wrap_records(GAME, table.facts, later.state).legal
        for lang in LANGUAGES:
            labels = [
                GAME.words.label(read_facts(table.facts), plain_record(seen), a, lang)
                for a in actions
            ]
            assert all(labels)
            assert len(set(labels)) == len(labels)
            for text in labels:
                assert only_car_numbers(text), text


FACTS = {"seats", "first", "abilities", "ability_names"}
SHOWN = {
    "you", "turn", "turns", "phase", "trains", "locks", "open", "card", "ability", "hands",
    "draw_pile", "discard_pile", "winner", "reason",
}  # fmt: skip
CAR_NUMBERS = range(1, 85)


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_the_view_of_every_seat_has_its_shape_and_shows_no_secret(seats: int, seed: int) -> None:
    for table, _, _, later in decisions(seats, seed):
        for seat in range(-1, seats):
            view = shown(wrap_records(GAME, table.facts, later.state).seen(seat))
            assert json.loads(json.dumps(view)) == view
            assert set(view) == FACTS | SHOWN
            assert (view["seats"], view["you"]) == (seats, seat)
            assert view["phase"] in s.PHASES
            assert view["reason"] in s.REASONS
            assert len(view["trains"]) == len(view["locks"]) == len(view["hands"]) == seats
            for train, locks in zip(view["trains"], view["locks"], strict=True):
                assert len(train) == len(locks) == 7
                assert all(car is None or car in CAR_NUMBERS for car in train)
                assert all(card == 0 or card in CAR_NUMBERS for card in locks)
            assert all(car in CAR_NUMBERS for car in view["open"])
            for owner, hand in enumerate(view["hands"]):
                for car in hand:
                    assert car in CAR_NUMBERS if owner == seat else car == 0
            if view["card"] is not None:
                secret = view["phase"] in ("place", "setup_place") and view["turn"] != seat
                assert view["card"] == 0 if secret else view["card"] in CAR_NUMBERS


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_what_is_shown_once_is_the_same_for_everybody_at_every_decision(
    seats: int, seed: int
) -> None:
    told = []
    for table, _, _, later in decisions(seats, seed):
        for seat in range(-1, seats):
            hidden = wrap_records(GAME, table.facts, later.state).seen(seat).hidden
            told.append(GAME.words.facts_view(read_facts(table.facts), plain_record(hidden)))
            assert (
                set(GAME.words.view(read_facts(table.facts), plain_record(hidden), seat)) == SHOWN
            )
    assert set(told[0]) == FACTS
    assert all(facts == told[0] for facts in told)


def test_the_abilities_of_the_cars_are_shown_by_their_numbers() -> None:
    facts = facts_for()
    state, _ = deal_with_facts(GAME, facts, 2, 5)
    view: dict[str, Any] = GAME.words.facts_view(read_facts(facts), plain_record(state))
    shown = view["abilities"]
    assert (len(shown), shown[0]) == (85, None)
    assert shown[1:] == [ABILITIES[int(index)] for index in facts.ability[1:]]
    names = view["ability_names"]
    assert set(names) == set(ABILITIES)
    assert all(set(words) == set(LANGUAGES) for words in names.values())


# -- the pieces of the board -----------------------------------------------------------------------

BOARD = """
    seats 2  turn 1  phase {phase}  {card}
    1: 81 17 56 41 24 73 3   locks 4:10
    2: 82 72 62 52 45 32 22  rejects 1
    open: 9 20
    discard: 6 7
    draw: rest
"""


def test_the_view_of_a_typed_position() -> None:
    table = position(BOARD.format(phase="place", card="card 33"))
    view = shown(table.position.seen(0))
    assert view["trains"][0] == [81, 17, 56, 41, 24, 73, 3]
    assert view["locks"][0] == [0, 0, 0, 10, 0, 0, 0]
    assert view["open"] == [20, 9]
    assert [view["abilities"][car] for car in view["open"]] == ["swap_adjacent", "move_right_2"]
    assert view["card"] == 33
    assert (view["draw_pile"], view["discard_pile"]) == (63, 3)
    assert view["ability"] is None
    aiming = position(BOARD.format(phase="target", card="card 34"))
    assert shown(aiming.position.seen(SPECTATOR))["ability"] == "protect"


def test_a_gap_in_a_train_is_no_car() -> None:
    table = position("""
        seats 2  turn 0  phase over  winner 1  reason own_turn
        1: 4 12 24 41 56 73 80
        2: . 72 62 52 45 32 22
        draw: rest
    """)
    assert shown(table.position.seen(0))["trains"][1][0] is None
    picture = GAME.words.draw(shown(table.position.seen(0)), NAMES, "en").plain
    assert "│  ? │" in picture and "┌────┐" in picture


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_shows_the_table_and_no_secret(lang: str) -> None:
    table = position(BOARD.format(phase="place", card="card 33"))
    pictures = [
        GAME.words.draw(shown(table.position.seen(seat)), NAMES, lang).plain
        for seat in (0, 1, SPECTATOR)
    ]
    for picture in pictures:
        for text in (
            "Anna",
            "Ben",
            " 81 ",
            " 22 ",
            "##",
            texts.ABILITY_NAMES["move_right_2"][lang],
        ):
            assert text in picture
        assert "255" not in picture
    assert [" 33" in picture for picture in pictures] == [True, False, False]


def test_the_picture_shows_the_ability_of_every_car() -> None:
    """G5: two open cards with the same symbol vanish; so a player must see those in the trains."""
    table = position("""
        seats 2  turn 1  phase place  card 17
        1: 8 83 24 33 41 50 12
        2: 82 72 62 52 45 32 22
        open: 65
        draw: rest
    """)
    picture = GAME.words.draw(shown(table.position.seen(0)), NAMES, "en").plain
    roof, numbers = picture.splitlines()[1:3]
    assert numbers.endswith("│  8 ││ 83 ││ 24 ││ 33 ││ 41 ││ 50 ││ 12 │")
    assert roof.endswith("┌<.> ┐┌ -1 ┐┌<.> ┐┌ >> ┐┌ >> ┐┌ >> ┐┌ <> ┐")
    assert "65  -1 " in picture and ": 17  >>" in picture


def test_the_picture_of_the_set_up_shows_the_own_cards_and_an_empty_open_row() -> None:
    table = position("""
        seats 2  first 2  turn 2  phase keep
        1: 70 60 50 40 30 20 10  hand 3 11
        2: 71 61 51 41 31 21 12  hand 4
        draw: rest
    """)
    own = GAME.words.draw(shown(table.position.seen(0)), NAMES, "en").plain
    other = GAME.words.draw(shown(table.position.seen(SPECTATOR)), NAMES, "en").plain
    drawn, nothing = (texts.BOARD[key]["en"] for key in ("drawn", "nothing"))
    assert f"{drawn}: 3 11" in own
    assert drawn not in other
    assert nothing in own


@pytest.mark.parametrize(
    ("action", "key", "values", "target"),
    [
        ("+", "draw", {}, {"kind": "draw"}),
        (">>", "use", {"card": 9, "ability": "move_right_2"},
         {"kind": "use", "ability": "move_right_2", "card": 9}),
        ("@4", "place", {"place": 4, "card": 33, "old": 41}, {"kind": "place", "place": 4}),
        ("3<>4", "swap", {"left": 56, "right": 41, "a": 3, "b": 4},
         {"kind": "swap", "from": 3, "to": 4}),
        ("3<.>5", "swap", {"left": 56, "right": 24, "a": 3, "b": 5},
         {"kind": "swap", "from": 3, "to": 5}),
        ("3>>5", "move", {"card": 56, "a": 3, "b": 5}, {"kind": "move", "from": 3, "to": 5}),
        ("5<<3", "move", {"card": 24, "a": 5, "b": 3}, {"kind": "move", "from": 5, "to": 3}),
        ("#7", "protect", {"card": 3, "place": 7}, {"kind": "protect", "place": 7}),
        ("!resign2", "resign", {"seat": 2}, {"kind": "outside"}),
        ("!abandon", "abandon", {}, {"kind": "outside"}),
    ],
)  # fmt: skip
def test_a_choice_in_words_and_what_it_is_about(
    action: str, key: str, values: dict[str, Any], target: dict[str, Any]
) -> None:
    phase = "place" if action[0] == "@" else "turn"
    table = position(BOARD.format(phase=phase, card="card 33" if phase == "place" else ""))
    number = GAME.words.parse(action)
    assert GAME.words.target(read_facts(table.facts), plain_record(table.state), number) == target
    for lang in LANGUAGES:
        filled = dict(values)
        if "ability" in filled:
            filled["ability"] = texts.ABILITY_NAMES[filled["ability"]][lang]
        if "seat" in filled:
            filled = {"name": say(texts.LABELS, "seat", lang, seat=filled["seat"])}
        expected = say(texts.LABELS, key, lang, **filled)
        assert (
            GAME.words.label(read_facts(table.facts), plain_record(table.state), number, lang)
            == expected
        )


def test_keeping_a_card_in_words() -> None:
    table = position("""
        seats 2  first 2  turn 1  phase keep
        1: 70 60 50 40 30 20 10  hand 3 11
        2: 71 61 51 41 31 21 12
        draw: rest
    """)
    assert "11" in GAME.words.label(
        read_facts(table.facts), plain_record(table.state), KEEP + 1, "en"
    )
    assert GAME.words.target(read_facts(table.facts), plain_record(table.state), KEEP + 1) == {
        "kind": "keep",
        "index": 2,
    }


# -- refusals --------------------------------------------------------------------------------------

NEED = {"turn": "", "place": "card 33", "setup_place": "card 33", "target": "card 12"}


@pytest.mark.parametrize(
    ("phase", "action", "key", "ability"),
    [
        ("turn", "@4", "draw_first", ""),
        ("turn", "<.>", "not_open", "swap_over_one"),
        ("turn", "3<>4", "use_first", "swap_adjacent"),
        ("turn", "3<.>5", "use_first", "swap_over_one"),
        ("turn", "3>>5", "use_first", "move_right_2"),
        ("turn", "5<<3", "use_first", "move_left_2"),
        ("turn", "#4", "use_first", "protect"),
        ("turn", "k1", "setup_only", ""),
        ("turn", "!abandon", "table_only", ""),
        ("place", "+", "must_place", ""),
        ("setup_place", "k1", "must_place", ""),
        ("target", "+", "must_aim", "swap_adjacent"),
        ("target", "#1", "must_aim", "swap_adjacent"),
    ],
)
def test_a_refusal_names_the_thing_the_rule_and_the_way_out(
    phase: str, action: str, key: str, ability: str
) -> None:
    table = position(BOARD.format(phase=phase, card=NEED[phase]))
    for lang in LANGUAGES:
        name = texts.ABILITY_NAMES[ability][lang] if ability else ""
        expected = say(refusals.WHY_NOT, key, lang, ability=name)
        assert acting(table.position).why_not(GAME.words.parse(action), lang) == expected


def test_a_refusal_in_the_set_up_tells_how_many_cards_were_drawn() -> None:
    table = position("""
        seats 2  first 2  turn 1  phase keep
        1: 70 60 50 40 30 20 10  hand 3 11
        2: 71 61 51 41 31 21 12
        draw: rest
    """)
    why = [acting(table.position).why_not(GAME.words.parse(a)) for a in ("k3", "+")]
    assert why[0] == say(refusals.WHY_NOT, "keep_count", "en", count=2)
    assert why[1] == say(refusals.WHY_NOT, "setup_keep", "en")


@pytest.mark.parametrize("action", [-1, ACTIONS.count, 1000])
def test_an_action_that_does_not_exist_is_refused_as_such(action: int) -> None:
    table = position(BOARD.format(phase="turn", card=""))
    why = acting(table.position).why_not(action)
    assert why == refusals.WHY_NOT["unknown"]["en"]


def test_text_that_is_no_action_is_refused_with_examples() -> None:
    with pytest.raises(CannotRead, match=r"cannot read '9>>11' as an action.*@4 \(place at 4\)"):
        GAME.words.parse("9>>11")


def test_there_is_one_notation_for_each_action() -> None:
    assert len(ACTIONS.notations) == len(set(ACTIONS.notations)) == ACTIONS.count
    assert (ACTIONS.notations[PLACE], ACTIONS.notations[RESIGN], ACTIONS.notations[ABANDON]) == (
        "@1",
        "!resign1",
        "!abandon",
    )


# -- records ---------------------------------------------------------------------------------------


def test_a_record_line_tells_enough_to_follow_a_decision() -> None:
    table = position("""
        seats 2  turn 1
        1: 81 17 56 41 24 73 3  locks 4:10
        2: 82 72 62 52 45 32 22
        open: 20 9 18 5
        draw: rest
    """)
    lines = {
        "<> 3<>4": "card 20; loses 10 under 41; swaps 56 41",
        ">> 1>>3": "card 9; moves 81 right",
        "# #7": "card 18; 18 under 3",
        "!resign1": "seat 1 resigns",
        "!abandon": "called off",
    }
    for actions, line in lines.items():
        _, events = play(table, actions)
        assert GAME.words.remark(read_facts(table.facts), events) == line
    later, events = play(table, "-4")
    card = later.state.row[1, 3]
    expected = f"card 5; seat 1 spared 41; seat 2 removes 52; seat 2 refills {card}"
    assert GAME.words.remark(read_facts(table.facts), events) == expected


def test_the_record_line_of_the_deal_lists_trains_and_drawn_cards() -> None:
    facts = facts_for(first=2)
    state, events = deal_with_facts(GAME, facts, 2, 5)
    row = " ".join(map(str, state.row[0]))
    line = GAME.words.remark(read_facts(facts), seen_by(events, 0))
    assert line.startswith(f"seat 1 train {row}; seat 2 train ")
    hand = " ".join(map(str, state.hand[0][:2]))
    assert line.endswith(f"; seat 2 draws ?; seat 1 draws {hand}; seat 2 begins")
