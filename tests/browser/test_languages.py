"""German, English, French and Dutch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit
from browser.zugraub_player import OPEN
from spielzug.games import all_games, get_game

WORDS = {
    "de": {
        "language": "Sprache",
        "own": "Deutsch",
        "play": "Jetzt gegen Bots spielen",
        "create": "Tisch eröffnen",
        "choices": "Deine Möglichkeiten",
        "keep": r"^\d+ behalten$",
        "place": r"^Platz \d: \d+ statt \d+$",
        "rules": "Regeln",
        "rule": "Lokomotive",
        "close": "Schließen",
    },
    "en": {
        "language": "Language",
        "own": "English",
        "play": "Play against bots now",
        "create": "Create a table",
        "choices": "Your choices",
        "keep": r"^Keep \d+$",
        "place": r"^Position \d: \d+ instead of \d+$",
        "rules": "Rules",
        "rule": "locomotive",
        "close": "Close",
    },
    "fr": {
        "language": "Langue",
        "own": "Français",
        "play": "Jouer maintenant contre des bots",
        "create": "Ouvrir une table",
        "choices": "Vos choix",
        "keep": r"^Garder \d+$",
        "place": r"^Place \d\s: \d+ au lieu de \d+$",
        "rules": "Règles",
        "rule": "locomotive",
        "close": "Fermer",
    },
    "nl": {
        "language": "Taal",
        "own": "Nederlands",
        "play": "Nu tegen bots spelen",
        "create": "Een tafel openen",
        "choices": "Jouw keuzes",
        "keep": r"^\d+ houden$",
        "place": r"^Plaats \d: \d+ in plaats van \d+$",
        "rules": "Regels",
        "rule": "locomotief",
        "close": "Sluiten",
    },
}
# Names, and words that two languages write alike.
SAME = {"Messages", "Bots", "Lab", *get_game("game_of_trains").cast}
TITLES = {title for game in all_games() for title in game.title.values()}
LOCALES = {"de": "de-AT", "en": "en-US", "fr": "fr-BE", "nl": "nl-NL"}


def names_on(person: Person) -> set[str]:
    """What the controls and headings of the page are called, numbers apart."""
    kinds = "button|link|heading|combobox|textbox|region|navigation|list"
    found = re.findall(
        rf"- '?(?:{kinds}) \"([^\"]+)\"", person.page.locator("body").aria_snapshot()
    )
    return {re.sub(r"\d+", "1", name) for name in found}


def seen_in(visit: Visit, lang: str) -> set[str]:
    """Visits the lobby, a table and its rules in a language; returns all names found."""
    words = WORDS[lang]
    person = visit("Ada", locale=LOCALES[lang])
    page = person.page
    page.goto(person.url)
    play = person.poster().get_by_role("button", name=words["play"])
    expect(play).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == lang
    language = page.get_by_role("combobox", name=words["language"])
    expect(language.get_by_role("option", selected=True)).to_have_text(words["own"])
    names = names_on(person)
    play.click()
    choices = person.region(words["choices"]).get_by_role("listitem").get_by_role("button")
    expect(choices.first).to_have_text(re.compile(words["keep"]))
    names |= names_on(person)
    choices.first.click()
    expect(choices.first).to_have_text(re.compile(words["place"]))
    names |= names_on(person)
    person.button(words["rules"]).click()
    rules = page.get_by_role("dialog", name=words["rules"])
    expect(rules).to_contain_text(words["rule"])
    names |= names_on(person)
    rules.get_by_role("button", name=words["close"]).click()
    expect(rules).to_be_hidden()
    return names


def test_the_language_of_the_browser_is_spoken_and_nothing_stays_english(visit: Visit) -> None:
    english = seen_in(visit, "en")
    assert len(english) > 30
    for lang in ("de", "fr", "nl"):
        left = seen_in(visit, lang) & english - SAME - TITLES
        assert left == set(), f"still English in {lang}: {left}"


def test_an_unknown_language_gets_english(visit: Visit) -> None:
    person = visit("Ada", locale="fi-FI")
    person.lobby()
    assert person.page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.journey
def test_the_language_can_be_changed_and_is_remembered(visit: Visit) -> None:
    anna = visit("Anna")
    anna.open_table("me", "random", first=1)
    expect(anna.choices.first).to_have_text(re.compile(WORDS["en"]["keep"]))
    before = WORDS["en"]
    for lang in ("de", "fr", "nl"):
        words = WORDS[lang]
        language = anna.page.get_by_role("combobox", name=before["language"])
        language.select_option(words["own"])
        # The page, the choices and the sentences change at once.
        choices = anna.region(words["choices"]).get_by_role("listitem").get_by_role("button")
        expect(choices.first).to_have_text(re.compile(words["keep"]))
        assert anna.page.evaluate("document.documentElement.lang") == lang
        before = words
    anna.page.reload()
    expect(choices.first).to_have_text(re.compile(words["keep"]))
    other = anna.context.new_page()
    other.goto(anna.url)
    expect(other.get_by_role("button", name=words["play"]).first).to_be_visible()
    assert other.evaluate("document.documentElement.lang") == "nl"


def test_the_choices_of_every_game_fit_in_every_language(visit: Visit) -> None:
    """Words of other languages are longer: nothing may stick out of the page for that."""
    anna = visit("Anna")
    anna.page.goto(anna.url)
    for game in all_games():
        bots = ["Bo", "Cleo", "Dirk"][: game.seats[0] - 1]
        anna.page.evaluate(OPEN, [game.name, {"first": 1}, bots, "Anna", "random"])
        anna.page.reload()  # nothing of the game before is left
        for lang, words in WORDS.items():
            anna.page.locator("header select").select_option(lang)
            expect(anna.region(words["choices"]).get_by_role("button").first).to_be_visible()
            for width in (360, 1024, 1280):
                anna.resize({"width": width, "height": 800})
                wide = anna.page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{game.name} in {lang}"
