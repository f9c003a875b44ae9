"""No text uses a word that the glossary rules out, and everything shown to people has a text."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

import spielzug
from spielzug.bots import BOTS
from spielzug.core.study import all_deeds
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES, all_games
from spielzug.lab.measure.measures import MEASURES
from spielzug.tables.catalogue import catalogue
from spielzug.tables.texts import NAMES as SERVER_NAMES

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web" / "src"
SPEAKS = re.compile(r"\.(texts|errors|advice|show|attempts|refusals|words|settings)$|\.texts\.\w+$")
"""Modules that hold texts."""
ONE_LANGUAGE = re.compile(r"^  (de|en|fr|nl): \{$(.*?)^  \},$", re.MULTILINE | re.DOTALL)
"""A part of a file of the client in which everything is in one language."""
LITERAL = r'"((?:[^"\\]|\\.)*)"'


class Text(NamedTuple):
    where: str
    lang: str
    said: str


def texts_in(value: Any, where: str) -> Iterator[Text]:
    """All texts in four languages in a nest of mappings and lists."""
    if isinstance(value, Mapping):
        if set(value) == set(LANGUAGES):
            yield from (Text(where, lang, t) for lang, t in value.items() if isinstance(t, str))
        else:
            for inner in value.values():
                yield from texts_in(inner, where)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner, where)


def python_texts() -> Iterator[Text]:
    for found in pkgutil.walk_packages(spielzug.__path__, "spielzug."):
        if SPEAKS.search(found.name):
            yield from texts_in(vars(importlib.import_module(found.name)), found.name)
    for game in all_games():
        told = [f.metadata["help"] for f in fields(game.options)]
        yield from texts_in([told, game.title, game.about, game.reasons], f"options of {game.name}")
        deeds = [deed.title for _, deed in all_deeds(game.things)]
        told = [thing.title for thing in game.things] + deeds
        told += [words for one in game.measures for words in (one.title, one.unit)]
        yield from texts_in(told, f"study of {game.name}")
    told = [words for measure in MEASURES for words in (measure.title, measure.unit)]
    yield from texts_in(told, "measures")
    for path in (ROOT / "src" / "spielzug" / "games").rglob("*.yaml"):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        yield from texts_in(data, str(path.relative_to(ROOT)))


def client_texts() -> Iterator[Text]:
    for path in WEB.rglob("*.ts"):
        where, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        if ".test." in path.name or "fixture" in path.name:
            continue
        by_file = re.fullmatch(r"(?:rules\.)?(de|en|fr|nl)\.ts", path.name)
        if by_file:
            found = [(by_file[1], said) for said in re.findall(LITERAL, source)]
        else:
            found = re.findall(rf"\b(de|en|fr|nl):\s*{LITERAL}", source)
            for lang, part in ONE_LANGUAGE.findall(source):
                found += [(lang, said) for said in re.findall(LITERAL, part)]
        yield from (Text(where, lang, said) for lang, said in found)


@cache
def texts() -> tuple[Text, ...]:
    return (*python_texts(), *client_texts())


def ruled_out() -> Iterator[tuple[str, str, str]]:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| (de|en|fr|nl) \| (.+?) \| .+? \|(.*)\|$", page, re.MULTILINE):
        lang, words, where = row
        for word in words.split(", "):
            yield lang, word, where.strip()


def test_all_modules_with_texts_are_read() -> None:
    rooms = {text.where for text in texts()}
    for room in (
        "spielzug.tables.texts", "spielzug.server.texts.errors", "spielzug.cli.texts",
        "spielzug.bots.advice", "spielzug.browser.errors", "web/src/site/host_texts.ts",
    ):  # fmt: skip
        assert room in rooms
    for name in NAMES:
        assert f"study of {name}" in rooms
        assert f"spielzug.games.{name}.say.refusals" in rooms
        assert f"web/src/games/{name}/rules.fr.ts" in rooms
        assert f"web/src/games/{name}/tour.ts" in rooms
    for lang in LANGUAGES:
        assert sum(text.lang == lang for text in texts()) > 1000


def test_no_text_says_a_word_that_the_glossary_rules_out() -> None:
    rules = list(ruled_out())
    assert len(rules) > 60
    found = []
    for lang, word, where in rules:
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?!\w)", re.IGNORECASE)
        found += [
            f"{text.where} ({lang}): {word!r} in {text.said!r}"
            for text in texts()
            if text.lang == lang and where in text.where and pattern.search(text.said)
        ]
    assert found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    foreign = {"de": "”«»‘", "en": "„«»‘", "fr": "„“”‘", "nl": "„«»‘"}[lang]
    wrong = [text for text in texts() if text.lang == lang and set(foreign) & set(text.said)]
    assert wrong == []


def test_french_leaves_room_before_its_high_signs() -> None:
    # Placeholders may hold anything.
    tight = re.compile(r"\w[;!?](?:\s|$)|\w:\s|«\S|\S»")
    french = [text for text in texts() if text.lang == "fr"]
    wrong = [text for text in french if tight.search(re.sub(r"\{.*?\}", "x", text.said))]
    assert wrong == []


# -- nothing raw ---------------------------------------------------------------------------------


def test_every_option_and_every_value_of_the_catalogue_has_words() -> None:
    for game in catalogue():
        for option in game["options"]:
            values = [f"{option['name']}={value}" for value in option["names"].values()]
            for key in (option["name"], *values):
                words = game["option_words"][key]
                assert set(words) == set(LANGUAGES), f"{game['name']} {key}"
                assert all(words.values()), f"{game['name']} {key}"
            assert all(option["help"].values()), option["name"]


def test_every_way_to_end_has_words() -> None:
    for game in all_games():
        for reason, words in game.reasons.items():
            assert set(words) == set(LANGUAGES), f"{game.name} {reason}"
            assert reason not in words.values() or "_" not in reason, f"{game.name} {reason}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bot_has_a_name_and_a_line_about_it(lang: str) -> None:
    source = (WEB / "texts" / f"{lang}.ts").read_text(encoding="utf-8")
    for bot in BOTS:
        assert SERVER_NAMES[f"bot_{bot}"][lang], bot
        assert f"  about_{bot}: " in source, bot
