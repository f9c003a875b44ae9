"""Alone with bots: undo that also takes back their answers, practice, forced choices."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person, Visit

KEEP = re.compile(r"^Keep \d+")
SINGLE = "When there is only one choice, make it for me"


def set_single_choices(person: Person, wanted: bool = True) -> None:
    """Set whether single choices go by themselves."""
    person.button("Settings").click()
    dialog = person.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("checkbox", name=SINGLE).set_checked(wanted)
    dialog.get_by_role("button", name="Close").click()


def no_tour(person: Person) -> None:
    tour = person.page.get_by_role("complementary", name="First ride")
    expect(tour).to_be_visible()
    tour.get_by_role("button", name="End the tour").click()
    expect(tour).to_have_count(0)


def line(person: Person, label: str) -> Locator:
    """A row of the dialog for a new table, which stands open."""
    return person.page.get_by_role("dialog").get_by_label(label)


# -- undo ----------------------------------------------------------------------------------------


@pytest.mark.journey
def test_undo_beside_a_bot_takes_its_answer_back(anna: Person) -> None:
    anna.open_table("me", "random", game="Die Zwergenzugfahrt", first="Red")
    undo = anna.button("Undo")
    expect(anna.choices.first).to_be_visible()
    expect(undo).to_be_disabled()
    before = told = len(anna.sentences())
    while not any("Pim" in said for said in anna.sentences()[before:]):
        choices = anna.choices.all_inner_texts()
        told = len(anna.sentences())
        anna.choices.first.click()
        expect(anna.log.get_by_role("paragraph").nth(told)).to_be_visible()
        expect(anna.choices.first).to_be_visible()
    expect(undo).to_be_enabled()
    undo.click()
    expect(anna.log.get_by_role("paragraph").last).to_have_text("Anna takes back a choice.")
    expect(anna.choices).to_have_text(choices)


def test_a_new_table_asks_only_what_concerns_its_people(anna: Person) -> None:
    anna.resize({"width": 1366, "height": 650})
    anna.lobby()
    dialog = anna.set_up()
    who = dialog.get_by_role("combobox", name="Who sits in seat 2?")
    expect(line(anna, "Time limit")).to_have_count(1)
    who.select_option("Another person on this device")
    expect(line(anna, "Time limit")).to_have_count(0)
    who.select_option("A friend, invited by link")
    dialog.get_by_text("Options", exact=True).click()
    expect(line(anna, "Who goes first")).to_be_in_viewport(ratio=1)
    expect(line(anna, "When a friend is away")).to_be_in_viewport(ratio=1)
    expect(line(anna, "Practice")).to_have_count(0)  # a friend would sit there
    expect(line(anna, "When a friend is away")).to_have_value("180")
    who.select_option("A bot")
    expect(line(anna, "When a friend is away")).to_have_count(0)
    expect(line(anna, "Practice")).to_have_count(1)


@pytest.mark.journey
def test_a_practice_table_takes_luck_back_and_says_so(anna: Person) -> None:
    anna.lobby()
    dialog = anna.set_up()
    dialog.get_by_role("combobox", name="Who sits in seat 2?").select_option("A bot")
    dialog.get_by_text("Options", exact=True).click()
    line(anna, "Practice").select_option("yes")
    dialog.get_by_role("combobox", name="Which bot in seat 2?").select_option("Random bot")
    dialog.get_by_role("combobox", name="Who goes first").select_option("Seat 1")
    dialog.get_by_role("combobox", name="Bot speed").select_option("Instant")
    dialog.get_by_role("button", name="Open the table").click()
    expect(anna.page.get_by_text("Practice: you can take back everything")).to_be_visible()
    anna.to_own_turn()
    anna.choose("Draw a car")
    expect(anna.choices).to_have_count(7)
    drawn = anna.choices.all_inner_texts()
    anna.button("Undo").click()
    last = anna.log.get_by_role("paragraph").last
    expect(last).to_have_text(re.compile(r"revealed since \(practice\)\.$"))
    expect(anna.choices.first).to_have_text("Draw a car")
    anna.choose("Draw a car")
    expect(anna.choices).to_have_count(7)  # and the same comes again
    assert anna.choices.all_inner_texts() == drawn


# -- single choices ------------------------------------------------------------------------------


def test_a_choice_that_is_none_goes_by_itself_and_can_be_undone(anna: Person) -> None:
    """Whoever begins the set-up of Game of Trains has one car to keep."""
    anna.lobby()
    set_single_choices(anna)
    anna.open_table("me", "random", first=1)
    expect(anna.choices).to_have_count(1)  # the tour explains what happens here
    expect(anna.choices).to_have_text([KEEP])
    no_tour(anna)
    expect(anna.choices).to_have_count(7)  # where to put it is a choice again
    assert any("keeps" in said for said in anna.sentences())
    anna.button("Undo").click()
    expect(anna.choices).to_have_text([KEEP])
    anna.page.wait_for_timeout(1500)  # nothing goes by itself that was just taken back
    expect(anna.choices).to_have_text([KEEP])
    anna.choices.first.click()
    expect(anna.choices).to_have_count(7)


def test_single_choices_wait_where_that_is_wished(visit: Visit) -> None:
    anna = visit("Anna")
    anna.lobby()
    set_single_choices(anna, False)
    anna.open_table("me", "random", first=1)
    no_tour(anna)
    anna.page.wait_for_timeout(1500)
    expect(anna.choices).to_have_text([KEEP])
    # Asked for meanwhile it goes, but not while a window is open.
    anna.button("Settings").click()
    dialog = anna.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("checkbox", name=SINGLE).check()
    anna.page.wait_for_timeout(1500)
    expect(anna.page.locator(".choices li")).to_have_count(1)
    dialog.get_by_role("button", name="Close").click()
    expect(anna.choices).to_have_count(7)
