"""What people read: notation, sentences, labels, refusals, the view and the picture."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest
from rich.console import Console

from games.zugraub.test_properties import walk
from games.zugraub.typed_position import GAME, car, position, step, why_not
from raw_records import acting, plain_record, shown, wrap_records
from spielzug.core.errors import CannotRead
from spielzug.core.events import EVERYONE, Event, seen_by
from spielzug.core.native_records import read_facts
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.say import refusals, texts
from spielzug.games.zugraub.state import ACTIONS

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"]
words = GAME.words


@pytest.mark.parametrize(
    "table",
    [texts.SENTENCES, texts.REASONS, texts.ABILITY_HELP, texts.LABELS, texts.BOARD,
     texts.OPTION_WORDS, refusals.WHY_NOT],
)  # fmt: skip
def test_no_text_lacks_a_language_or_a_value(table: dict[str, dict[str, str]]) -> None:
    assert missing(table) == []


def test_every_option_and_every_named_value_has_words() -> None:
    wanted = set()
    for option in fields(ZugraubOptions):
        names = ["shipped"] if option.name == "set" else option.metadata["names"].values()
        wanted |= {option.name, *(f"{option.name}={name}" for name in names)}
    assert set(GAME.option_words) == wanted


def test_the_game_says_who_made_it_and_what_one_does_in_it() -> None:
    assert "James Ernest" in GAME.credit
    assert missing({"about": GAME.about}) == []
    assert all(text.endswith(".") for text in GAME.about.values())
    assert GAME.seat_names == ()  # seats do not differ


def test_every_notation_parses_back() -> None:
    assert len(set(ACTIONS.notations)) == ACTIONS.count
    actions = list(range(ACTIONS.count))
    assert [words.parse(words.notation(action)) for action in actions] == actions
    for text in ("*", "-17", "+17", "3c2", ">", "x", ".", "/", "^17", "2.1x", "2.1>3", "2hx",
                 "2h>3", "2h^3", "!abandon"):  # fmt: skip
        assert words.notation(words.parse(text)) == text


@pytest.mark.parametrize("text", ["", "9c2", "3g1", "-65", "2.6x", "8h>1", "hello"])
def test_what_is_no_action_cannot_be_read(text: str) -> None:
    with pytest.raises(CannotRead, match=re.escape("write for example * (roll)")):
        words.parse(text)


def said(events: list[Event], seat: int = -1, lang: str = "en") -> list[str]:
    facts = GAME.facts()
    return words.sentences(read_facts(facts), seen_by(events, seat), NAMES, lang)


def test_sentences_of_a_fight_as_each_seat_hears_them() -> None:
    table = position("""
        active 1  phase attack
        train: caboose parlour
        1: 2c1  head 44
        2: 2c1  head 45  hand Vanity
        3: 1a1
    """)
    fought, events = step(table, "x", [6, 5, 1, 2])
    assert said(events) == [
        "Ada attacks: 2 fight on 2c1.",
        "Ada rolls 6 and 5 in the fight, for a total of 11.",
        "Ben rolls 1 and 2 in the fight, for a total of 3.",
    ]
    won, events = step(fought, "/")
    assert said(events) == [
        "Ben passes.",
        "Ada wins the fight with 11 and sees all hands.",
        "Ben loses the fight and now has 1 point.",
    ]
    assert said(events, 0)[-1] == "Ben’s hand: Vanity."
    _, events = step(won, "2.1>1")
    assert said(events, 0) == ["Vanity goes from Ben to Ada’s hand."]
    assert said(events, 2) == ["A card from Ben’s hand goes to Ada."]


def test_sentences_of_a_move_with_a_new_car_and_a_check() -> None:
    table = position("""
        active 1  phase move  reach 4
        train: caboose parlour
        1: 2f2
        2: 1a2
        3: 1a1
    """)
    out, events = step(table, ">", [car("mail")])
    assert said(events) == [
        "Ada leaves through the front door.",
        "New at the front: mail car. The train now has 3 cars.",
    ]
    _, events = step(out, "3a1", [("card", 2)])
    assert said(events, 0)[1:] == [
        "Ada finds a brain on 3a1 and gets 1 point.",
        "Ada draws Uther.",
    ]
    assert said(events, 1)[2] == "Ada draws a card."


@pytest.mark.parametrize(
    ("kind", "a", "remark"),
    [
        (s.LOST_CAR, 7, "loses piece 8"),
        (s.LOST_CAR, 0, "loses piece 1"),
        (s.CAR_BACK, 2, "piece 3 back"),
        (s.ROLLED, 0, "no dice"),
        (s.ROLLED, 6, "die 6"),
        (s.SHUFFLED, 40, "shuffle 40"),
    ],
)
def test_a_record_counts_as_the_page_does(kind: int, a: int, remark: str) -> None:
    facts, events = read_facts(GAME.facts()), [Event(kind, 0, a, 0, EVERYONE)]
    assert words.remark(facts, events) == remark


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_everything_can_be_said_in_every_language(seats: int) -> None:
    """Games with all options: labels, targets, outcomes, sentences, views and pictures."""
    options = ZugraubOptions(recycle=1, cheese=1, spoils_to_head=1, bonus=1, turn_limit=60)
    facts = GAME.facts(options)
    for state, action in walk(facts, seats, seats * 101, 150):
        if action < 0:
            break
        hidden = wrap_records(GAME, facts, state).seen(wrap_records(GAME, None, state).actor).hidden
        for choice in wrap_records(GAME, facts, state).legal:
            assert words.target(read_facts(facts), plain_record(hidden), choice)["kind"]
        labels = [
            words.label(read_facts(facts), plain_record(hidden), action, lang) for lang in LANGUAGES
        ]
        assert all(labels)
        events = wrap_records(GAME, facts, wrap_records(GAME, None, state).copy().state).step(
            action
        )
        for seat in (-1, 0):
            lines = [
                words.sentences(read_facts(facts), seen_by(events, seat), NAMES, x)
                for x in LANGUAGES
            ]
            assert len({len(line) for line in lines}) == 1
        assert ";;" not in words.remark(read_facts(facts), events)
        assert "\n" not in words.remark(read_facts(facts), seen_by(events, -1))


def test_the_labels_of_a_move_tell_what_is_there() -> None:
    table = position("""
        active 1  phase move  reach 9
        train: caboose circus
        1: 2c2
        2: 2c3
        3: 2c3
    """)
    label = words.label(
        read_facts(table.facts), plain_record(table.state), words.parse("2c3"), "en"
    )
    assert label == "Walk to 2c3 (1 step), brain, there: seat 2 and seat 3"
    label = words.label(
        read_facts(table.facts), plain_record(table.state), words.parse("2c3"), "de", NAMES[:3]
    )
    assert label == "Nach 2c3 laufen (1), Gehirn, dort: Ben und Cleo"
    assert (
        words.label(read_facts(table.facts), plain_record(table.state), words.parse("2c2"), "de")
        == "Auf 2c2 bleiben"
    )
    about: dict[str, Any] = words.target(
        read_facts(table.facts), plain_record(table.state), words.parse("2d3")
    )
    assert about == {
        "kind": "move", "to": "2d3", "steps": 2, "path": about["path"], "marker": False,
        "brake": False, "fight": [],
    }  # fmt: skip
    assert about["path"][-1] == "2d3"
    assert len(about["path"]) == 2


@pytest.mark.parametrize(
    ("lang", "one", "many"),
    [
        ("de", "Minerva spielen: 1 Schritt mehr", "Uther spielen: 5 Schritte mehr"),
        ("en", "Play Minerva: 1 more step", "Play Uther: 5 more steps"),
        ("fr", "Jouer Minerva\u202f: 1 pas de plus", "Jouer Uther\u202f: 5 pas de plus"),
        ("nl", "Minerva spelen: 1 stap meer", "Uther spelen: 5 stappen meer"),
    ],
)
def test_one_step_is_not_steps(lang: str, one: str, many: str) -> None:
    table = position("""
        active 1  phase move  reach 0
        train: caboose circus
        1: 2c2  hand Minerva Uther
        2: behind
        3: behind
    """)
    assert (
        words.label(read_facts(table.facts), plain_record(table.state), words.parse("+22"), lang)
        == one
    )
    assert (
        words.label(read_facts(table.facts), plain_record(table.state), words.parse("+2"), lang)
        == many
    )
    assert "2c3 is 1 step away" in why_not(table, "2c3")


SPOILS = """
    active 1  phase spoils  champion 1
    train: caboose parlour
    1: 2c1  head Dale  total 12
    2: 2c1  head Uther  hand Vanity  total 3
    3: 1a1
"""


@pytest.mark.parametrize(
    ("action", "lang", "label", "without_names"),
    [
        ("2.1>1", "de", "Vanity (Hand von Ben) in die Hand von Ada",
         "Vanity (Hand von Platz 2) in die Hand von Platz 1"),
        ("2.1>1", "en", "Vanity (Ben’s hand) into Ada’s hand",
         "Vanity (seat 2’s hand) into seat 1’s hand"),
        ("2.1>1", "fr", "Vanity (main de Ben) dans la main d’Ada",
         "Vanity (main de la place 2) dans la main de la place 1"),
        ("2.1>1", "nl", "Vanity (hand van Ben) in de hand van Ada",
         "Vanity (hand van plaats 2) in de hand van plaats 1"),
        ("2hx", "de", "Uther (Kopf von Ben) abwerfen",
         "Uther (Kopf von Platz 2) abwerfen"),
    ],
)  # fmt: skip
def test_spoils_name_the_players(action: str, lang: str, label: str, without_names: str) -> None:
    table, number = position(SPOILS), words.parse(action)
    assert (
        words.label(read_facts(table.facts), plain_record(table.state), number, lang, NAMES[:3])
        == label
    )
    assert (
        words.label(read_facts(table.facts), plain_record(table.state), number, lang)
        == without_names
    )


@pytest.mark.parametrize(
    ("action", "lang", "reason", "without_names"),
    [
        ("3hx", "en", "Cleo was not in the fight", "Seat 3 was not in the fight"),
        ("3hx", "fr", "Cleo n’a pas combattu", "La place 3 n’a pas combattu"),
        ("2h^1", "en", "in Ada’s head", "in seat 1’s head"),
        ("2h^1", "fr", "dans la tête d’Ada", "dans la tête de la place 1"),
    ],
)
def test_refusals_name_the_players(action: str, lang: str, reason: str, without_names: str) -> None:
    table, number = position(SPOILS, spoils_to_head=1), words.parse(action)
    assert reason in acting(table.position, NAMES[:3]).why_not(number, lang)
    assert without_names in acting(table.position).why_not(number, lang)


def test_who_asks_about_a_seat_that_is_not_there_is_told_so() -> None:
    table = position(SPOILS, spoils_to_head=1)
    for action in ("7hx", "2h>7", "2h^7"):
        reason = acting(table.position, NAMES[:3]).why_not(words.parse(action), "en")
        assert reason == "Seat 7 was not in the fight (B14)."


@pytest.mark.parametrize(
    ("phase", "action", "reason"),
    [
        ("discard", "x", "The dice come first"),
        ("discard", "2hx", "There are only spoils after you win a fight"),
        ("move", "*", "already rolled"),
        ("move", "-1", "You can only discard before you roll"),
        ("move", "+9", "Dash is not in your hand"),
        ("move", "x", "on the space where your move ends"),
        ("move", "^2", "install a brain at the end of your turn"),
        ("move", ".", "It is time to move"),
        ("move", "8a1", "there is no 8a1"),
        ("brawl", "+9", "Dash is not in your hand"),
        ("brawl", "*", "You are in a fight"),
        ("limit", "*", "too many cards"),
        ("limit", "-9", "not in your hand"),
        ("end", "*", "Your turn is ending"),
        ("end", "-9", "not in your hand"),
        ("end", "^9", "not in your hand"),
        ("end", "^63", "63 is not in your hand"),
    ],
)
def test_refusals_name_the_reason_and_the_way_out(phase: str, action: str, reason: str) -> None:
    table = position(f"""
        active 1  phase {phase}  reach 2
        train: caboose circus
        1: 2c2  hand Uther
        2: 2d2
        3: 1c3
    """)
    assert reason in why_not(table, action)


# -- the view --------------------------------------------------------------------------------------


def test_the_view_has_what_a_board_needs_and_is_json() -> None:
    table = position(
        """
        active 1  phase move  reach 2  dropped 4
        train: parlour dining[a1]
        1: 2c2  points 3  head Dale  hand Uther
        2: behind
        3: 1c3  hand Vanity
        discard: 5 6x
    """.replace("6x", "7")
    )
    view: dict[str, Any] = json.loads(json.dumps(shown(table.position.seen(0))))
    assert [car_["serial"] for car_ in view["train"]] == [4, 5]
    assert view["train"][1]["markers"] == ["a1"]
    faces = [view["faces"][car_["face"]] for car_ in view["train"]]
    assert [face["name"] for face in faces] == ["parlour", "dining"]
    assert [len(face["plan"]) for face in faces] == [7, 7]
    assert (view["seats"], view["first"], view["turn_limit"]) == (3, 0, None)
    assert view["pawns"] == [
        {"seat": 0, "place": "2c2"}, {"seat": 1, "place": "behind"}, {"seat": 2, "place": "1c3"},
    ]  # fmt: skip
    assert view["hands"] == [[2], [], [0]]
    assert (view["heads"], view["limits"]) == ([6, 0, 0], [3, 2, 2])
    assert (view["reach"], view["discard"], view["fight"]) == (2, [5, 7], None)
    assert view["cards"]["6"]["help"]["de"] == "Drei Handkarten sind erlaubt."
    assert set(view["cards"]) == {str(n) for n in range(1, 56)}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 7])
def test_facts_are_the_same_for_every_seat_and_for_ever(seats: int) -> None:
    facts = GAME.facts(ZugraubOptions(bonus=1, turn_limit=40))
    known: dict[str, Any] | None = None
    for state, _ in walk(facts, seats, seats):
        for seat in range(-1, seats):
            hidden = wrap_records(GAME, facts, state).seen(seat).hidden
            told = words.facts_view(read_facts(facts), plain_record(hidden))
            known = known or json.loads(json.dumps(told))
            assert json.loads(json.dumps(told)) == known
            now = words.view(read_facts(facts), plain_record(hidden), seat)
            assert not set(now) & set(told)
            # What is told once are the cards and the cars; what is told each time is short.
            assert len(json.dumps(now)) < 2000
    assert known is not None
    assert (len(known["cards"]), len(known["faces"])) == (64, 16)
    assert (known["seats"], known["turn_limit"]) == (seats, 40)


def test_the_view_of_a_fight() -> None:
    table = position("""
        active 1  phase attack
        train: caboose parlour
        1: 2c1  head 44  hand Jacob
        2: 2c1  head 45  hand Vanity
        3: 1a1
    """)
    fought, _ = step(table, "x", [6, 5, 1, 2])
    passed, _ = step(fought, "/")
    hit, _ = step(passed, "+4")
    assert shown(hit.position.seen(2))["fight"] == {
        "fighters": [1, 0], "totals": [3, 16], "dice": [[1, 2], [6, 5]], "played": [[], [4]],
        "attacker": 0, "winner": -1,
    }  # fmt: skip


# -- the picture -----------------------------------------------------------------------------------


def drawn(text: str, seat: int = 0, lang: str = "en", **options: int) -> str:
    table = position(text, **options)
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(words.draw(shown(table.position.seen(seat)), NAMES[:3], lang))
    return capture.get()


def test_the_picture_shows_the_train_the_pawns_and_the_hands() -> None:
    shown = drawn("""
        active 1  phase move  reach 2
        train: caboose circus[a1]
        1: 2c2  points 3  head Dale  hand Uther
        2: 2c2  hand Vanity
        3: 1c3
    """)
    assert "1 caboose" in shown
    assert "2 circus car" in shown
    assert "|*|.|" in shown
    assert "(2c2: 1 2)" in shown
    assert "Uther 10/5/5/170" in shown
    assert "hand ?" in shown
    assert "reach 2" in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_long_train_is_cut_to_the_cars_around_the_pawns(lang: str) -> None:
    shown = drawn(
        """
        active 1  phase brawl
        train: caboose parlour sleeping cattle kitchen circus cheese theatre
        1: 8c1  total 4
        2: 8c1  total 5
        3: behind
        """,
        lang=lang,
    )
    assert "8 " in shown
    assert "1 " + texts.TITLE["de"] not in shown
    assert str(3) in shown
    assert sum(line.count("+-+-+-+-+-+-+") for line in shown.splitlines()) == 10
