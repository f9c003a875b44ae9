"""axe finds no problems, in light and dark mode, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import ViewportSize, expect

from browser.person import DWARVES, Person

GRAVE = ("serious", "critical")
# Who speaks to the page says what is written on it; who listens goes from heading to heading.
ALSO = {name: {"enabled": True} for name in ("label-content-name-mismatch", "heading-order")}
# What is in order need not be told one by one: that takes as long as the looking.
ALL: dict[str, object] = {"rules": ALSO, "resultTypes": ["violations"]}
# Nothing but this depends on the colours.
COLOURS: dict[str, object] = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 360, "height": 740},
}


# What fades in is pale for a moment; what pulses for ever need not be waited for.
STILL = """() => document.getAnimations().every(
    (one) => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""


def look_at(person: Person, where: str, options: dict[str, object] = ALL) -> None:
    person.page.wait_for_function(STILL)
    found = Axe().run(person.page, options=options).response["violations"]
    told = [
        f"{one['id']} ({one['impact']}): {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in GRAVE or one["id"] in ALSO
        for node in one["nodes"]
    ]
    assert told == [], f"{where}: {told}"


def look_day_and_night(person: Person, where: str) -> None:
    look_at(person, where)
    person.page.emulate_media(color_scheme="dark")
    expect(person.page.locator("html")).to_have_css("color-scheme", "dark")
    look_at(person, f"{where}, in the dark", COLOURS)
    person.page.emulate_media(color_scheme="light")
    expect(person.page.locator("html")).to_have_css("color-scheme", "light")


def look_at_all(person: Person, where: str) -> None:
    """Checks the page on a phone and on a desktop, in light and dark mode."""
    for width, size in reversed(SIZES.items()):
        person.resize(size)
        look_day_and_night(person, f"{where}, {width}")


def test_axe_finds_nothing_grave(anna: Person) -> None:
    anna.lobby()
    look_at_all(anna, "lobby")
    anna.open_table("me", "random", "random", first=1, turns=3)
    anna.to_own_turn()
    expect(anna.page.get_by_role("complementary", name="First ride")).to_be_visible()
    anna.choose("Draw a car")
    expect(anna.choices).to_have_count(7)
    look_at_all(anna, "in the game, with the tour")
    anna.button("Rules").click()
    expect(anna.page.get_by_role("dialog", name="Rules").get_by_role("term").first).to_be_visible()
    look_at_all(anna, "rules")
    anna.page.keyboard.press("Escape")
    anna.play()
    expect(anna.finish).to_be_visible()
    look_at_all(anna, "the end")
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()
    look_at_all(anna, "replay")


@pytest.mark.journey
def test_axe_finds_nothing_grave_before_a_game(anna: Person) -> None:
    anna.lobby()
    anna.set_up(DWARVES)
    look_at(anna, "new table")
    anna.open_table("me", "friend")
    look_at(anna, "waiting")


def test_axe_finds_nothing_grave_in_a_lobby_with_a_running_game(anna: Person) -> None:
    anna.play_now(DWARVES)
    anna.lobby()
    expect(anna.page.get_by_role("region", name="My games in progress")).to_be_visible()
    look_at_all(anna, "lobby")
