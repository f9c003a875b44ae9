"""A game's figures page: linked from the rules, on a phone, by keyboard, and checked by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.person import Person
from browser.test_accessibility import look_at_all
from spielzug.games import get_game
from spielzug.school.figures import figures_of


def test_from_the_rules_to_the_figures_by_keys(anna: Person) -> None:
    anna.lobby()
    anna.open_table("me", "random", first=1)
    anna.to_own_turn()
    anna.button("Rules").click()
    drawer = anna.page.get_by_role("dialog", name="Rules")
    link = drawer.get_by_role("link", name="Figures: what wins, and how often")
    link.focus()
    anna.page.keyboard.press("Enter")
    page = anna.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Game of Trains in figures")
    kept = figures_of(get_game("game_of_trains"))
    assert kept is not None
    who = page.get_by_role("region", name="Who wins")
    expect(who.get_by_role("table").first.get_by_role("row")).to_have_count(1 + 2)
    rate = kept["tables"][0]["order"][0]["rate"][0]
    expect(who.get_by_role("row").nth(1)).to_contain_text(f"{rate:.1%}")
    openings = page.get_by_role("region", name="Openings").get_by_role("row")
    listed = kept["tables"][0]["openings"]
    assert listed is not None
    expect(openings).to_have_count(1 + len(listed["items"]))
    seats = page.get_by_label("Number of seats")
    seats.focus()
    page.keyboard.press("ArrowDown")  # the next number of seats
    expect(who.get_by_role("table").first.get_by_role("row")).to_have_count(1 + 3)
    expect(page.get_by_text(kept["command"])).to_be_visible()
    page.go_back()
    expect(anna.button("Rules")).to_be_visible()


def test_figures_fit_on_a_phone_and_axe_finds_nothing_grave(anna: Person) -> None:
    page = anna.page
    for name in ("game_of_trains", "zugraub"):
        page.goto(f"{anna.url}/#/figures/{name}")
        expect(page.get_by_role("region", name="Length and endings")).to_be_visible()
        look_at_all(anna, f"figures of {name}")
        anna.resize({"width": 360, "height": 740})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360


@pytest.mark.journey
def test_a_game_that_is_not_there_says_so(anna: Person) -> None:
    with anna.expected("404"):
        anna.page.goto(f"{anna.url}/#/figures/chess")
        expect(anna.page.get_by_role("alert")).to_contain_text("no game called “chess”")


@pytest.mark.parametrize(
    ("address", "title", "told"),
    [
        ("figures", "Figures", "this address doesn’t say which game"),
        ("review", "Review", "Open the game under “Finished games” in the lobby"),
        ("compare", "Compare", "A comparison belongs to a practice game"),
    ],
)
def test_an_address_without_a_game_says_what_is_missing(
    anna: Person, address: str, title: str, told: str
) -> None:
    page = anna.page
    page.goto(f"{anna.url}/#/{address}")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_text(told)).to_be_visible()
    look_at_all(anna, f"#/{address}")
    if address == "figures":
        page.get_by_role("link", name="Game of Trains").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Game of Trains in figures")
    else:
        page.get_by_role("link", name="Back to the lobby").click()
        expect(page.get_by_role("heading", name="Finished games")).to_be_attached()
