"""The texts of Trains in four languages, each about the right thing."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from games.trains.typed_position import GAME, legal, play, table, why_not
from raw_records import acting, plain_record, shown
from spielzug.core.check.case import CheckCase, play_out
from spielzug.core.errors import CannotRead
from spielzug.core.native_records import read_facts
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games.trains.facts import TrainsOptions
from spielzug.games.trains.facts.boards import SPACE_NAMES, nearest_named
from spielzug.games.trains.facts.sets import NEEDS, SETS
from spielzug.games.trains.say import refusals, texts
from spielzug.games.trains.state import ACTIONS, PHASES, START

CASE = CheckCase(GAME, "", games=12)
RULE = re.compile(r"\(T\d+(, T\d+)*\)")


@pytest.mark.parametrize(
    "name",
    [
        (texts, "SENTENCES"), (texts, "LABELS"), (texts, "LAND"), (texts, "REASONS"),
        (texts, "BOARD"),
        (refusals, "EXPECTED_ANSWERS"), (refusals, "UNMET_NEEDS"), (refusals, "WHY_NOT"),
    ],
    ids=lambda pair: pair[1],
)  # fmt: skip
def test_every_text_is_there_in_four_languages(name: tuple[Any, str]) -> None:
    assert missing(getattr(*name)) == []


def test_every_need_and_every_phase_that_asks_has_its_words() -> None:
    assert set(NEEDS[1:]) <= set(refusals.UNMET_NEEDS)
    assert set(refusals.EXPECTED_ANSWERS) == set(PHASES) - {"start", "turn", "over"}


def test_every_card_and_every_option_speaks_four_languages() -> None:
    for card in SETS.get(0).cards:
        assert set(card.names) == set(card.help) == set(LANGUAGES)
        assert all(card.help[lang].endswith(".") for lang in LANGUAGES)
    for about in TrainsOptions.describe():
        assert set(about["help"]) == set(LANGUAGES)
    kinds = next(about for about in TrainsOptions.describe() if about["name"] == "kinds")
    assert kinds["choose"] == 8
    assert len(kinds["of"]) == 30
    assert kinds["of"][0]["titles"]["de"] == "Schnellzug"


def test_the_game_every_option_and_every_named_value_have_words() -> None:
    wanted = {f.name for f in fields(TrainsOptions)}
    for f in fields(TrainsOptions):
        names = f.metadata["names"]
        ours = f.metadata["of_set"](0) if "of_set" in f.metadata else names
        wanted |= {f"{f.name}={names[n]}" for n in ours if "@" not in names[n]}
    assert set(GAME.option_words) == wanted
    assert missing(GAME.option_words) == missing({"about": GAME.about}) == []
    assert all(text for words in GAME.option_words.values() for text in words.values())
    assert GAME.credit
    assert all(GAME.about[lang].endswith(".") for lang in LANGUAGES)


def test_the_notation_of_an_action_is_read_back() -> None:
    for action in range(ACTIONS.count):
        assert GAME.words.parse(GAME.words.notation(action)) == action


def test_notation_that_is_no_action_is_refused_with_examples() -> None:
    for text in ("", "XX", "=z9", "LR++", "^5"):
        with pytest.raises(CannotRead, match="as an action; write for example"):
            GAME.words.parse(text)


def test_random_games_are_told_and_labelled_in_every_language() -> None:
    names = ["Ada", "Ben", "Cleo", "Dora"]
    for number in range(4):
        for ply in play_out(CASE, number, 150):
            facts = ply.after.facts
            for lang in LANGUAGES:
                for seat in range(-1, ply.after.seats):
                    seen = ply.after.seen(seat, names[: ply.after.seats])
                    told = seen.sentences(ply.events, lang)
                    assert told or ACTIONS.notation(ply.action) == "/"
                    assert all(text and "{" not in text for text in told)
                seen = acting(ply.before)
                labels = [seen.label(action, lang) for action in ply.legal]
                assert len(set(labels)) == len(labels)
            remark = GAME.words.remark(read_facts(facts), ply.events)
            assert remark or ACTIONS.notation(ply.action) == "/"


@pytest.mark.slow
def test_every_refusal_names_a_rule_or_the_table() -> None:
    for number in range(2):
        for ply in list(play_out(CASE, number, 120))[::6]:
            seen = acting(ply.before)
            for action in range(ACTIONS.count):
                text = seen.why_not(action, "de")
                if action in ply.legal:
                    assert text == ""
                else:
                    assert RULE.search(text) or "Tisch" in text, (ACTIONS.notation(action), text)


def test_targets_tell_what_a_choice_costs() -> None:
    found = table("hand 1: LR NT IW WA\ncubes 1: c5\nmoney: 9\nironworks: 1")

    def about(text: str) -> dict[str, Any]:
        action = GAME.words.parse(text)
        return GAME.words.target(read_facts(found.facts), plain_record(found.state), action)

    assert about("NT") == {"kind": "play", "card": "NT", "use": False, "money": 1}
    assert about("LR+") == {"kind": "play", "card": "LR", "use": True, "money": 2}
    assert about("$SK") == {"kind": "buy", "card": "SK", "cost": 8, "top": False, "waste": 1}
    assert about("$EX") == {"kind": "buy", "card": "EX", "cost": 3, "top": False, "waste": 0}
    assert about(".") == {"kind": "end"}


@pytest.mark.parametrize(
    ("text", "lang", "label"),
    [
        ("MT", "en", "Play Mail Train for its money only (1)"),
        ("SI", "en", "Play Signals without its ability"),
        ("SI", "de", "Signale spielen, aber nicht nutzen"),
        ("SI", "fr", "Jouer Feu de signalisation sans l’utiliser"),
        ("SI", "nl", "Seinen spelen, maar niet gebruiken"),
        ("SI+", "en", "Play Signals and use its ability"),
    ],
)
def test_a_card_without_money_is_not_played_for_its_money(text: str, lang: str, label: str) -> None:
    found = table("hand 1: MT SI")
    action = GAME.words.parse(text)
    assert (
        GAME.words.label(read_facts(found.facts), plain_record(found.state), action, lang) == label
    )


@pytest.mark.parametrize(
    ("space", "lang", "label"),
    [
        ("c5", "en", "First rail on Kichijoji (c5)"),
        ("c4", "en", "First rail on c4, plain near Tokorozawa"),
        ("c4", "de", "Erstes Gleis auf c4, Ebene bei Tokorozawa"),
    ],
)
def test_a_place_without_a_name_is_told_by_what_is_near(space: str, lang: str, label: str) -> None:
    found = table("hand 1: NT")
    assert (
        GAME.words.label(
            read_facts(found.facts),
            plain_record(found.state),
            START + SPACE_NAMES.index(space),
            lang,
        )
        == label
    )


def test_every_space_is_near_a_name() -> None:
    for board in SETS.get(0).boards.values():
        for number, space in enumerate(board.spaces):
            near = nearest_named(board, number)
            assert near
            assert near == space.title or not space.title


TARGETS = {
    "freight": ("hand 1: FT WA", "FT+", {"kind": "return", "count": 1}, "#1"),
    "mail": ("hand 1: MT WA", "MT+", {"kind": "discard", "card": "WA"}, "-WA"),
    "done": ("hand 1: MT WA", "MT+", {"kind": "done"}, "/"),
    "signals": ("hand 1: SI\ndraw 1: 3NT", "SI+", {"kind": "discard_top"}, "-"),
    "keep": ("hand 1: SI\ndraw 1: 3NT", "SI+", {"kind": "keep_top"}, "^"),
    "name": ("hand 1: CC\ndraw 1: 3NT", "CC+", {"kind": "name", "card": "NT"}, "?NT"),
    "take": ("hand 1: IC\ndraw 1: 3NT", "IC+", {"kind": "take", "card": "NT"}, ">NT"),
    "none": ("hand 1: IC\ndraw 1: 3NT", "IC+", {"kind": "none"}, "/"),
    "crew": ("hand 1: SC", "SC+", {"kind": "crew", "what": "money"}, ":money"),
    "choose": ("hand 1: AM\nplay: EX", "AM+", {"kind": "choose", "card": "EX"}, "&EX"),
    "station": ("hand 1: SE", "SE+", {"kind": "station", "space": "c5"}, "^c5"),
}


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_says_what_the_choice_is_about(name: str) -> None:
    position, first, about, text = TARGETS[name]
    waiting, _ = play(table(position), first)
    assert text in legal(waiting)
    assert (
        GAME.words.target(
            read_facts(waiting.facts), plain_record(waiting.state), GAME.words.parse(text)
        )
        == about
    )


def test_the_picture_fits_a_terminal_of_80_columns() -> None:
    for number in range(3):
        for ply in list(play_out(CASE, number, 200))[::25]:
            for lang in LANGUAGES:
                view = shown(ply.after.seen(0))
                names = ["Ada Lovelace", "Benjamin", "Cleopatra", "Dora"][: view["seats"]]
                lines = str(GAME.words.draw(view, names, lang)).splitlines()
                assert max(map(len, lines[:-1])) <= 80  # a hand has no limit
                assert any("/" in line for line in lines)


def test_outside_actions_are_for_the_table() -> None:
    found = table("seats: 3\nhand 1: NT")
    assert "bot" in why_not(found, "!resign1")
    assert "table" in why_not(found, "!abandon")
    assert GAME.words.label(
        read_facts(found.facts), plain_record(found.state), GAME.words.parse("!abandon"), "en"
    )


# -- what is told about the rules ------------------------------------------------------------------

PAGE = Path(__file__).parents[3] / "docs" / "games" / "trains.md"
FIRST = {"de": "erste Spiele", "en": "first game", "fr": "premières parties", "nl": "eerste"}
NORMAL = {"de": "normale", "en": "normal", "fr": "normale", "nl": "gewone"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_t1_the_kinds_of_first_games_and_of_normal_games_have_their_names(lang: str) -> None:
    (supply,) = [each for each in GAME.options.describe() if each["name"] == "supply"]
    for told in (texts.OPTION_WORDS["supply=board"], supply["help"]):
        assert FIRST[lang] in told[lang]
    for told in (texts.OPTION_WORDS["supply=lot"], supply["help"]):
        assert NORMAL[lang] in told[lang]


def test_t1_the_page_says_that_the_default_is_the_list_for_first_games() -> None:
    rule = PAGE.read_text("utf-8").partition("**T1**")[2].partition("**T2**")[0]
    assert "normal game" in rule and "`supply=lot`" in rule
    assert "first games" in rule and "our default (`supply=board`)" in rule
    assert GAME.options().named()["supply"] == "board"


def test_t12_the_page_says_that_waste_still_comes_with_subway_excavation() -> None:
    """`test_cards` plays it."""
    rule = " ".join(PAGE.read_text("utf-8").partition("**T12**")[2].partition("**T13**")[0].split())
    assert "still take the Waste" in rule and "even with Subway Excavation" in rule
