"""A phone 360 pixels wide, and a desktop where all trains are visible."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from browser.person import Person, Visit

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}


@pytest.fixture
def anna(visit: Visit) -> Person:
    return visit("Anna", **PHONE)


def check_fits_width(person: Person) -> None:
    """Nothing sticks out once the page is laid out: it cannot be pushed sideways."""
    try:
        person.page.wait_for_function("document.documentElement.scrollWidth <= 360")
    except PlaywrightTimeout:
        wide = person.page.evaluate(
            """() => [...document.querySelectorAll("body *")]
              .filter((one) => one.getBoundingClientRect().right > 360.5 && one.checkVisibility())
              .filter((one) => getComputedStyle(one).position !== "fixed")
              .map((one) => one.outerHTML.slice(0, 120))"""
        )
        pytest.fail(f"wider than 360 pixels: {wide[:5]}")


def test_lobby_dialog_table_and_replay_of_two_fit_on_a_phone_and_touch_plays(anna: Person) -> None:
    anna.lobby()
    check_fits_width(anna)
    anna.poster().get_by_role("button", name="Create a table").tap()
    check_fits_width(anna)
    anna.page.get_by_role("button", name="Cancel").tap()
    anna.open_table("me", "random", first=1, turns=2)
    anna.to_own_turn()
    check_fits_width(anna)

    # A turn by touch: the pile, then a car of the own train.
    before = anna.numbers()
    anna.draw_pile.tap()
    expect(anna.choices).to_have_count(7)
    check_fits_width(anna)
    new = int(anna.choices.first.inner_text().split(": ")[1].split(" ")[0])
    anna.cars.first.tap()
    expect(anna.log).to_contain_text(f"Anna replaces {before[0]} with {new}.")
    expect(anna.finish).to_be_visible()
    check_fits_width(anna)
    anna.page.get_by_role("link", name="Replay").tap()
    slider = anna.page.get_by_role("slider", name="Position in the game")
    expect(slider).to_be_visible()
    check_fits_width(anna)
    anna.button("One step forward").tap()
    expect(slider).to_have_value("1")
    check_fits_width(anna)
    anna.page.get_by_role("link", name="Spielzug, go to the lobby").tap()
    expect(anna.page.get_by_role("link", name="Replay the game with Puffing Billy")).to_be_visible()
    check_fits_width(anna)


@pytest.mark.journey
def test_a_table_of_four_fits_on_a_phone(anna: Person) -> None:
    anna.open_table("me", "random", "random", "random", first=1)
    anna.to_own_turn()
    check_fits_width(anna)
    others = anna.page.get_by_role("region", name=re.compile("’s train$"))
    expect(others).to_have_count(3)
    for other in others.all():
        expect(other).to_be_visible()
    for car in anna.cars.all():
        box = car.bounding_box()
        assert box is not None
        assert box["width"] >= 24 and box["height"] >= 24  # large enough for a finger
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    anna.draw_pile.tap()
    expect(anna.choices).to_have_count(7)
    check_fits_width(anna)


def test_all_four_trains_are_in_sight_on_a_desk(visit: Visit) -> None:
    anna = visit("Anna", viewport={"width": 1280, "height": 800})
    anna.open_table("me", "random", "greedy", "random", first=1)
    anna.to_own_turn()
    anna.button("End the tour").click()
    others = anna.page.get_by_role("region", name=re.compile("’s train$"))
    for train in (anna.train, *others.all()):
        expect(train).to_be_in_viewport(ratio=1)
        expect(train.get_by_role("button")).to_have_count(7)
