"""Sentences, labels, reasons, records and views, in four languages."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from games.zwergenzugfahrt.typed_position import (
    BOARDS,
    GAME,
    NARROW,
    after,
    facts_of,
    play,
    position,
    start,
)
from raw_records import deal_with_facts, plain_record, shown, wrap_records
from spielzug.core.errors import CannotRead
from spielzug.core.events import EVERYONE, Event, seen_by
from spielzug.core.native_records import read_facts
from spielzug.core.record_types import Facts, State
from spielzug.core.texts import LANGUAGES, Texts, missing
from spielzug.games.zwergenzugfahrt.facts import ZwergenOptions
from spielzug.games.zwergenzugfahrt.say import refusals, texts
from spielzug.games.zwergenzugfahrt.say.refusals import RefusalContext, refusal
from spielzug.games.zwergenzugfahrt.state import (
    ACTIONS,
    BEGINS,
    CALLED_OFF,
    ENDED,
    LOST_SIGN,
    REASONS,
    TOSSED,
)

NAMES = ["Anna", "Ben"]
KINDS = range(BEGINS, CALLED_OFF + 1)
TEXT = """
    turn red  turns 22
        a b c d e f g h i j k
    5   . . . r r . r . . . .
    4   R R r G . . . . . . .
    3   . . g . r . . . . . .
    2   G . . . . . . . . . .
    1   . . . g g g g . . . .
    red: kicks 1
"""


def decisions(board: str, seed: int) -> Iterator[tuple[Facts, State, list[Event]]]:
    rng = random.Random(seed)
    facts = facts_of(board)
    state, events = deal_with_facts(GAME, facts, 2, rng.getrandbits(64))
    yield facts, state, events
    while not wrap_records(GAME, None, state).over:
        events = wrap_records(GAME, facts, state).step(
            rng.choice(wrap_records(GAME, facts, state).legal)
        )
        yield facts, state, events


# -- four languages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        texts.CLAN_NAMES, texts.COIN, texts.OPTION_WORDS, texts.SENTENCES, texts.LABELS,
        texts.REASONS, texts.BOARD, refusals.WHY_NOT,
    ],
)  # fmt: skip
def test_every_text_exists_in_four_languages_with_the_same_placeholders(said: Texts) -> None:
    assert missing(said) == []


def test_the_title_and_every_option_exist_in_four_languages() -> None:
    assert set(GAME.title) == set(GAME.about) == set(LANGUAGES)
    assert [set(name) for name in GAME.seat_names] == [set(LANGUAGES)] * 2
    for about in ZwergenOptions.describe():
        assert set(about["help"]) == set(LANGUAGES)


def test_every_option_and_every_named_value_has_words() -> None:
    wanted = set()
    for option in fields(ZwergenOptions):
        wanted.add(option.name)
        names = option.metadata["names"]
        ours = option.metadata["of_set"](0) if "of_set" in option.metadata else names
        wanted |= {f"{option.name}={names[n]}" for n in ours if "@" not in names[n]}
    assert set(GAME.option_words) == wanted
    for words in GAME.option_words.values():
        assert set(words) == set(LANGUAGES)
        assert all(words.values())


def test_every_end_and_every_kind_of_event_has_words() -> None:
    assert set(texts.REASONS) == set(REASONS) - {""}
    assert set(GAME.words.EVENTS) == set(KINDS)
    assert len({kind.name for kind in GAME.words.EVENTS.values()}) == len(KINDS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_is_told_in_a_sentence(kind: int, lang: str) -> None:
    seat = -1 if kind in (TOSSED, ENDED, CALLED_OFF) else 0
    for a, b in ((0, -1 if kind == LOST_SIGN else 0), (1, 1)):
        said = GAME.words.sentences(
            read_facts(facts_of()), [Event(kind, seat, a, b, EVERYONE)], NAMES, lang
        )
        assert said
        for sentence in said:
            assert sentence[-1] in ".!"
            assert "{" not in sentence
            assert "-1" not in sentence
        if seat >= 0:
            assert "Anna" in said[0]


def test_no_two_refusals_say_the_same() -> None:
    for lang in LANGUAGES:
        said = [by_lang[lang] for by_lang in refusals.WHY_NOT.values()]
        assert len(set(said)) == len(said)


def said(text: str, action: str, coin: str = "", **options: int) -> list[str]:
    table = position(text, "station", **options)
    _, events = play(table, action, coin)
    return GAME.words.sentences(read_facts(table.facts), seen_by(events, 0), NAMES, "en")


def test_a_kick_is_told_whole() -> None:
    assert said(TEXT, "c4*c3") == [
        "Anna goes from c4 to c3 and kicks the dwarf there.",
        "Ben’s dwarf is back home on h1.",
        "Anna has to miss 2 turns for it (kick number 2).",
    ]


def test_missed_turns_are_told_one_by_one() -> None:
    text = TEXT + "\ngreen: kicks 1  owes 2"
    assert said(text, "e3-f3") == [
        "Anna walks from e3 to f3.",
        "Ben misses a turn (1 more after this).",
    ]
    assert said(text.replace("owes 2", "owes 1"), "e3-f3")[-1] == (
        "Ben misses a turn, the last one owed."
    )


def test_the_conductor_is_told() -> None:
    text = TEXT.replace("turns 22", "turns 20")
    assert said(text, "e3-e4", "red") == [
        "Anna goes from e3 to seat e4 and sits down.",
        "The conductor comes: the coin shows red.",
    ]
    assert said(text, "e3-f3 ~a4", "red")[-1] == "Ben chooses: Anna loses the sign on a4."
    single = text.replace("R R r", "R . r")
    assert said(single, "e3-f3", "red")[-1] == "Anna loses their only sign, the one on a4."
    none = text.replace("R R r", ". . r")
    assert said(none, "e3-f3", "red")[-1] == ("Anna has no signs in the train, so nothing happens.")


def test_the_end_is_told_with_its_reason_and_the_seats() -> None:
    last = TEXT.replace("turns 22", "turns 59")
    assert said(last, "+e4") == [
        "Anna reserves seat e4.",
        "The last turn has been played. Seats: Red 3, Green 2.",
        "Anna wins with 3 seats!",
    ]
    assert said(last, "e3-f3")[1:] == [
        "The last turn has been played. Seats: Red 2, Green 2.",
        "Both clans have the same number of seats: a draw.",
    ]
    assert said(TEXT, "!time", mode=2)[0] == "Time is up. Seats: Red 2, Green 2."
    blocked = position(
        """
        turn green  turns 22  passed red
            a b c d e f g h i j k l m
        2   r r r r r G . . . . . . .
        1   g g g g g R . . . . . . .
        red: taken 5
        green: taken 5
        """,
        NARROW,
    )
    _, events = play(blocked, "pass")
    assert GAME.words.sentences(read_facts(blocked.facts), seen_by(events, 0), NAMES, "en") == [
        "Ben cannot do anything and passes.",
        "Both clans are blocked. Seats: Red 1, Green 1.",
        "Both clans have the same number of seats: a draw.",
    ]


# -- random games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_every_step_can_be_told_and_every_choice_has_a_label_of_its_own(board: str) -> None:
    for facts, state, events in decisions(board, 1):
        line = GAME.words.remark(read_facts(facts), events)
        assert line
        assert "  " not in line
        for lang in LANGUAGES:
            assert all(GAME.words.sentences(read_facts(facts), seen_by(events, 0), NAMES, lang))
            legal = wrap_records(GAME, facts, state).legal
            labels = [
                GAME.words.label(read_facts(facts), plain_record(state), a, lang) for a in legal
            ]
            assert len(set(labels)) == len(labels)
            assert not any("None" in label for label in labels)


@pytest.mark.parametrize("board", BOARDS)
def test_the_view_is_json_and_the_same_for_everyone(board: str) -> None:
    for facts, state, _ in decisions(board, 2):
        view = shown(wrap_records(GAME, facts, state).seen(0))
        assert json.loads(json.dumps(view)) == view
        assert {**view, "you": 1} == shown(wrap_records(GAME, facts, state).seen(1))
        assert [len(fields) for fields in view["dwarves"]] == [5, 5]
        assert all(0 <= n <= 10 for n in view["held"])
        assert view["until_conductor"] in (*range(1, 8), None)
        on_board = [len(fields) for fields in view["signs"]]
        assert [a + b for a, b in zip(on_board, view["stock"], strict=True)] == [5, 5]
        text = GAME.words.draw(view, NAMES, "de").plain
        assert text.count("r ") + text.count("r]") >= 5


@pytest.mark.parametrize(
    "options", ["turns=20", "turns=21", "turns=9 each=yes", "turns=12 each=yes"]
)
def test_z12_a_conductor_is_announced_exactly_when_he_comes(options: str) -> None:
    rng = random.Random(options)
    ends = 0
    for _ in range(12):
        match = GAME.start(
            2, seed=rng.getrandbits(32), **dict(o.split("=") for o in options.split())
        )
        while not match.over:
            announced = shown(match.seen(0))["until_conductor"]
            turns, waits = match.state.turns, match.state.phase
            events = match.step(rng.choice(match.legal))
            if waits or match.state.turns == turns:  # he chooses a sign, or somebody had to pass
                continue
            came = any(event.kind == TOSSED for event in events)
            if REASONS[match.state.reason] == "turns":
                ends += 1
                assert announced is None or announced > 1
            elif not match.over:
                assert came == (announced == 1)
        assert shown(match.seen(0))["until_conductor"] is None
    assert ends > 5


@pytest.mark.parametrize(
    ("options", "lang", "line"),
    [
        ("turns=60", "en", "Turn 59/60"),
        ("turns=64", "en", "Turn 59/64 · conductor after turn 63"),
        ("turns=63", "fr", "Tour 59/63"),
        ("turns=40 each=yes", "en", "Turns 31:28 of 40 each · conductor after turn 63"),
        ("turns=30 each=yes", "en", "Turns 31:28 of 30 each"),
        ("mode=time", "en", "Turn 59 · conductor after turn 63"),
    ],
)
def test_the_terminal_says_how_far_the_game_is(options: str, lang: str, line: str) -> None:
    now = GAME.start(2, **dict(o.split("=") for o in options.split()))
    now.state.turns, now.state.turns_each[:], now.state.turn = 59, (31, 28), 1
    text = GAME.words.draw(shown(now.seen(0)), NAMES, lang).plain
    assert line in [row.strip() for row in text.splitlines()]


# -- the pieces of the board -----------------------------------------------------------------------


def test_the_view_of_a_typed_position() -> None:
    table = position(TEXT + "\ngreen: owes 1  kicks 1")
    assert GAME.words.view(read_facts(table.facts), plain_record(table.state), 0) == {
        "you": 0, "turn": 0, "phase": "turn",
        "dwarves": [["d5", "e5", "g5", "c4", "e3"], ["c3", "d1", "e1", "f1", "g1"]],
        "signs": [["a4", "b4"], ["d4", "a2"]],
        "stock": [3, 3], "taken": [0, 0], "kicks": [1, 1], "owes": [0, 1], "held": [2, 2],
        "turns": 22, "turns_each": [11, 11], "until_conductor": 6, "coin": None,
        "winner": -1, "reason": "",
    }  # fmt: skip


def test_what_never_changes_is_told_apart() -> None:
    table = position(TEXT)
    told = GAME.words.facts_view(read_facts(table.facts), plain_record(table.state))
    board: Any = told.pop("board")
    assert told == {
        "seats": 2, "first": 0, "mode": "turns", "limit": 60, "each": False, "minutes": None,
        "every": 7, "coin_shares": [1, 1], "takes": 5,
    }  # fmt: skip
    assert (board["name"], board["columns"], board["rows"]) == ("station", 11, 5)
    fields = {field["name"]: field for field in board["fields"]}
    assert board["fields"][0]["name"] == "a5"
    assert fields["d5"] == {"name": "d5", "column": 3, "row": 5, "kind": "home", "home": 0}
    assert fields["c2"] == {"name": "c2", "column": 2, "row": 2, "kind": "door", "home": None}
    assert fields["g1"]["home"] == 1
    assert ["a5", "a4"] in board["walls"]
    assert len(board["walls"]) == 16


@pytest.mark.parametrize("board", BOARDS)
def test_the_facts_are_the_same_for_every_seat_and_at_every_entry(board: str) -> None:
    told = None
    for facts, state, _ in decisions(board, 3):
        for seat in (-1, 0, 1):
            hidden = wrap_records(GAME, facts, state).seen(seat).hidden
            seen = GAME.words.facts_view(read_facts(facts), plain_record(hidden))
            told = told or json.dumps(seen)
            assert json.dumps(seen) == told
            assert not set(seen) & set(
                GAME.words.view(read_facts(facts), plain_record(hidden), seat)
            )


def test_a_dwarf_keeps_its_place_in_the_view() -> None:
    table = position(TEXT)
    later = after(table, "c4*c3")
    told = GAME.words.view(read_facts(later.facts), plain_record(later.state), 0)
    red, green = ["d5", "e5", "g5", "c3", "e3"], ["h1", "d1", "e1", "f1", "g1"]
    assert told["dwarves"] == [red, green]


def test_the_view_of_the_modes_and_of_the_waiting_conductor() -> None:
    text = TEXT.replace("turns 22", "turns 20")
    table = after(position(text, mode=2, minutes=9), "e3-f3", coin="green")
    view = shown(table.position.seen(-1))
    assert (view["phase"], view["coin"], view["turn"]) == ("conductor", 1, 0)
    assert (view["mode"], view["limit"], view["minutes"]) == ("time", None, 9)
    seats = position(text, mode=1)
    assert shown(seats.position.seen(0))["limit"] == 400


@pytest.mark.parametrize(
    ("action", "target", "label"),
    [
        ("e3-f3", {"kind": "move", "from": "e3", "to": "f3"}, "Walk from e3 to f3"),
        ("e3-e4", {"kind": "sit", "from": "e3", "to": "e4"}, "Sit down: from e3 to seat e4"),
        (
            "c4*c3",
            {"kind": "kick", "from": "c4", "to": "c3", "price": 2},
            "Kick from c4 to c3 and miss 2 turns",
        ),
        ("+e4", {"kind": "reserve", "field": "e4"}, "Reserve seat e4"),
        ("-d4", {"kind": "take", "field": "d4"}, "Take away the sign on d4"),
        ("~a2", {"kind": "conductor", "field": "a2"}, "The conductor takes away the sign on a2"),
        ("pass", {"kind": "pass"}, "Pass"),
        ("!resign2", {"kind": "outside"}, "The Green clan resigns"),
        ("!abandon", {"kind": "outside"}, "Call the game off"),
        ("!time", {"kind": "outside"}, "Time is up"),
    ],
)
def test_a_choice_in_words_and_what_it_is_about(
    action: str, target: dict[str, Any], label: str
) -> None:
    table = position(TEXT)
    number = GAME.words.parse(action)
    assert GAME.words.target(read_facts(table.facts), plain_record(table.state), number) == target
    assert (
        GAME.words.label(read_facts(table.facts), plain_record(table.state), number, "en") == label
    )


def test_a_first_kick_costs_one_turn_in_the_singular() -> None:
    table = position(TEXT.replace("kicks 1", "kicks 0"))
    for lang in LANGUAGES:
        label = GAME.words.label(
            read_facts(table.facts), plain_record(table.state), GAME.words.parse("c4*c3"), lang
        )
        assert " 1 " in label


def test_the_record_tells_what_came_of_a_decision() -> None:
    table = position(TEXT)
    _, events = play(table, "c4*c3")
    assert GAME.words.remark(read_facts(table.facts), events) == (
        "red kicks; green home h1; red owes 2 for kick 2"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_shows_walls_dwarves_signs_and_counters(lang: str) -> None:
    table = position(TEXT)
    picture = GAME.words.draw(shown(table.position.seen(0)), NAMES, lang).plain
    for text in ("Anna", "Ben", "[R]", "[G]", " r ", " g ", "━━━", "□", "▒▒▒", "22/60"):
        assert text in picture
    assert max(map(len, picture.splitlines())) <= 80


def test_the_picture_shows_upright_walls() -> None:
    table = start()
    view = shown(table.position.seen(0))
    view["board"] = {**view["board"], "walls": [["a3", "b3"]]}
    assert "│" in GAME.words.draw(view, NAMES, "en").plain


# -- notation and refusals -------------------------------------------------------------------------


def test_every_notation_is_unique_and_parses_back() -> None:
    assert len(set(ACTIONS.notations)) == ACTIONS.count
    for action, text in enumerate(ACTIONS.notations):
        assert GAME.words.parse(text) == action


@pytest.mark.parametrize("text", ["", "d5", "d5-d5x", "z9-z8", "resign", "+", "!draw"])
def test_nonsense_cannot_be_read(text: str) -> None:
    with pytest.raises(CannotRead, match="cannot read"):
        GAME.words.parse(text)


@pytest.mark.parametrize("text", ["d5-f5", "d5-e4", "d4*b4", "d4-d4"])
def test_z1_fields_that_are_no_neighbours_are_named(text: str) -> None:
    with pytest.raises(CannotRead, match=rf"{text[:2]} and {text[3:]} are no neighbours \(Z1\)"):
        GAME.words.parse(text)


@pytest.mark.slow
@pytest.mark.compiled  # asks for millions of reasons
def test_every_reason_is_given_in_some_position() -> None:
    """No refusal is dead text; those of the rules' tests are counted in random games too."""
    given: set[str] = {"no_clock"}
    for board in BOARDS:
        for seed in range(3):
            for facts, state, _ in decisions(board, seed):
                legal = set(wrap_records(GAME, facts, state).legal)
                at = RefusalContext(read_facts(facts), plain_record(state))
                for action in range(-1, ACTIONS.count):
                    if action not in legal:
                        given.add(refusal(at, action)[0])
    rare = {"take_sixth", "take_second", "take_never", "no_stock"}
    assert set(refusals.WHY_NOT) - rare <= given


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_who_is_called_like_the_clan_is_named_once(lang: str) -> None:
    """In lessons and puzzles players have the names of their clans."""
    clans = [name[lang] for name in texts.SEAT_NAMES]
    table = start()
    picture = GAME.words.draw(shown(table.position.seen(0)), clans, lang).plain
    named = GAME.words.draw(shown(table.position.seen(0)), NAMES, lang).plain
    begins = [Event(BEGINS, 0, 0, 0, EVERYONE)]
    told = GAME.words.sentences(read_facts(table.facts), begins, clans, lang)
    for clan in clans:
        assert f"{clan} (" not in picture and clan in picture
    assert f"Anna ({clans[0]})" in named
    assert [line.count(clans[0]) for line in told] == [1]


def test_z14_the_page_says_that_sixty_turns_are_our_choice() -> None:
    page = (Path(__file__).parents[3] / "docs" / "games" / "zwergenzugfahrt.md").read_text("utf-8")
    turns = GAME.options().named()["turns"]
    assert f"| Z14 | How many turns? | {turns} of both clans together" in page
    assert f"({turns} is our choice)" in " ".join(page.split())
