"""The board for games that have none of their own: whatever a declaration can show."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from browser.conftest import state_of, visits
from browser.person import Person, Visit
from browser.test_accessibility import look_at_all
from server.processes import Process, free_port, started

ROOT = Path(__file__).parents[2]
TOYS = ROOT / "tests" / "toys"
GAMES = (ROOT / "examples" / "games" / "last_train", TOYS / "harbour", TOYS / "purse")
SAILED = re.compile(r"^Anna navigue vers [A-D][1-3]\.")
HARBOUR, TRAIN = "Le port", "Last Train"
LAPTOP: ViewportSize = {"width": 1366, "height": 650}
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with games from outside, whose rules need no compiling here."""
    database = tmp_path_factory.mktemp("outside") / "tables.sqlite3"
    port = free_port()
    environment = {"SPIELZUG_GAMES": os.pathsep.join(map(str, GAMES)), "SPIELZUG_PLAIN": "1"}
    with started(database, "--port", str(port), "--no-limits", env=environment) as process:
        process.url = f"http://127.0.0.1:{port}"
        yield process


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, browser: Browser, outside: Process, tmp_path: Path
) -> Iterator[Visit]:
    usual = {"url": outside.url, "service_workers": "block"}
    with visits(request, browser, tmp_path, lambda: state_of(outside), **usual) as come:
        yield come


def own(person: Person) -> Locator:
    return person.region("Your area")


def lit(person: Person) -> Locator:
    """The pieces that can be chosen."""
    return person.page.locator(".board button.lit")


def at_harbour(person: Person, seats: int) -> Person:
    return person.open_table("me", *["greedy"] * (seats - 1), game=HARBOUR)


@pytest.mark.journey
def test_a_whole_game_is_played_by_clicking_on_pieces(visit: Visit) -> None:
    anna = visit("Anna").open_table("me", "greedy", game=TRAIN)
    for _ in range(80):
        expect(lit(anna).first.or_(anna.finish).first).to_be_visible()
        if anna.finish.is_visible():
            break
        number = anna.log.get_by_role("listitem").count()
        lit(anna).first.click()
        named = own(anna).get_by_role("group", name="You can").get_by_role("button")
        if own(anna).get_by_role("button", name="Choose again").is_visible():
            named.first.click()
        expect(anna.log.get_by_role("listitem").nth(number)).to_be_attached()
    expect(anna.finish).to_be_visible()


def test_a_choice_about_two_pieces_takes_two_clicks(visit: Visit) -> None:
    anna = at_harbour(visit("Anna"), 2)
    quay = anna.region("Quai")
    quay.locator("button.lit").first.click()
    expect(anna.log.get_by_text(SAILED)).to_be_visible()
    goods = own(anna).get_by_role("button", name=re.compile(r"^Main 1: .*choices"))
    goods.click()
    expect(goods).to_have_attribute("aria-pressed", "true")
    anna.button("Choose again").click()
    expect(goods).not_to_have_attribute("aria-pressed", "true")
    goods.click()
    quay.locator("button.lit").first.click()
    expect(anna.log.get_by_text(re.compile("^Anna décharge"))).to_be_visible()


def test_the_keyboard_reaches_all_of_it(visit: Visit) -> None:
    anna = at_harbour(visit("Anna"), 2)
    anna.region("Quai").locator("button.lit").first.focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("Enter")
    expect(anna.log.get_by_text(SAILED)).to_be_visible()
    cell = anna.region("Quai").get_by_role("button", name=re.compile("choices$")).first
    cell.focus()
    anna.page.keyboard.press("Enter")
    sail = own(anna).get_by_role("button", name=re.compile("^Naviguer vers"))
    expect(sail).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(sail).to_have_count(0)
    expect(own(anna).get_by_role("button", name="Attendre")).to_be_visible()


def test_what_cannot_be_chosen_says_why(visit: Visit) -> None:
    anna = at_harbour(visit("Anna"), 2)
    storm = anna.region("Quai").get_by_role("button", name=re.compile("Tempête"))
    storm.click()
    expect(anna.messages.get_by_text("That is not possible now. You can: ")).to_be_visible()


def test_seven_players_and_their_secrets_fit_on_laptop_and_phone(visit: Visit) -> None:
    anna = at_harbour(visit("Anna"), 7)
    expect(lit(anna).first).to_be_visible()
    expect(anna.page.get_by_role("region", name=re.compile("’s area$"))).to_have_count(6)
    expect(anna.region("Main: 1, face down")).to_have_count(6)
    for size in (LAPTOP, PHONE):
        anna.resize(size)
        wide = anna.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"]
        expect(own(anna)).to_be_in_viewport()
        expect(own(anna).get_by_role("button", name="Attendre")).to_be_in_viewport()
    look_at_all(anna, "the harbour")


def test_a_number_that_is_hidden_is_a_question_mark(visit: Visit) -> None:
    anna = visit("Anna").open_table("me", "greedy", game="Purse")
    coins = anna.page.locator(".figure", has_text="Coins")
    expect(coins).to_have_text([re.compile(r"Coins \?\s*hidden"), re.compile(r"Coins [3-9]$")])
    expect(anna.page.get_by_role("region", name="Omens: 2, hidden")).to_have_text(re.compile(r"\?"))
    expect(anna.page.locator(".marker")).to_have_count(0)


def test_a_game_in_another_language_says_so(visit: Visit) -> None:
    anna = at_harbour(visit("Anna"), 2)
    note = "The texts of this game are only in French."
    expect(anna.page.get_by_text(note)).to_be_visible()
    anna.button("Rules").click()
    rules = anna.page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_text("Naviguez, piochez et déchargez.")).to_be_visible()
    expect(rules.get_by_text(note)).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("combobox", name="Language").select_option("fr")
    expect(
        anna.page.get_by_text("Votre zone").or_(anna.page.get_by_label("Votre zone"))
    ).to_be_visible()
    expect(anna.page.get_by_text("n’existent qu’en")).to_have_count(0)
