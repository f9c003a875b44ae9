"""Hints at the table, and the bots on offer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person, Visit
from browser.test_accessibility import look_day_and_night

LEVELS = ("Beginner", "Casual", "Club", "Strong", "Master", "Expert")
PATIENCE = 120_000  # the search may have to be compiled first


def panel(person: Person) -> Locator:
    return person.region("Hints")


def hints(person: Person) -> Locator:
    return panel(person).get_by_role("listitem").get_by_role("button")


def wait_for_hints(person: Person) -> list[str]:
    """The labels of the hints that came.

    A hint is two seconds of thought. On a busy machine those may be too few to say anything, and
    then one asks again.
    """
    nothing = panel(person).get_by_text("This is too close to call")
    for _ in range(30):
        expect(hints(person).first.or_(nothing)).to_be_visible(timeout=PATIENCE)
        if nothing.count() == 0:
            break
        person.button("Close the hints").click()
        person.button("Hint").click()
    expect(hints(person).first).to_be_visible()
    return [text.split("\n")[0] for text in hints(person).all_inner_texts()]


def to_a_choice(person: Person) -> None:
    """A turn with something to choose: two cars of one kind leave the open row empty."""
    for _ in range(10):
        person.open_table("me", "random", first=1)
        person.to_own_turn()
        if person.choices.count() > 1:
            return
    pytest.fail("ten tables in a row had only one choice")


@pytest.mark.journey
def test_hints_show_chances_and_a_reason_and_play_nothing(anna: Person) -> None:
    to_a_choice(anna)
    before = anna.choices.all_inner_texts()
    told = anna.sentences()
    expect(anna.page.get_by_text("Hints are allowed at this table.")).to_be_visible()
    anna.button("Hint").click()
    found = wait_for_hints(anna)
    assert 1 <= len(found) <= 3
    assert set(found) <= set(before)
    for hint in hints(anna).all():
        expect(hint).to_have_accessible_name(re.compile(r"chance of winning \d+%"))
    reason = panel(anna).get_by_role("status")
    expect(reason).to_have_text(re.compile(r"\S"))
    hints(anna).last.click()
    expect(hints(anna).last).to_have_attribute("aria-pressed", "true")
    assert anna.choices.all_inner_texts() == before
    assert anna.sentences() == told
    anna.button("Close the hints").click()
    expect(panel(anna)).to_be_hidden()
    expect(anna.button("Hint")).to_be_focused()


def test_a_hint_lights_its_choice_and_goes_when_one_decides(anna: Person) -> None:
    to_a_choice(anna)
    anna.button("Hint").click()
    best = wait_for_hints(anna)[0]
    lit = anna.region("Your choices").locator("button.pointed")
    expect(lit).to_have_text(best)
    for hint in hints(anna).all():
        hint.hover()
        expect(lit).to_have_text(hint.inner_text().split("\n")[0])
    anna.page.mouse.move(0, 0)
    expect(lit).to_have_text(best)
    anna.choices.first.click()
    expect(panel(anna)).to_be_hidden()


def test_a_key_asks_for_a_hint_and_escape_closes_it(anna: Person) -> None:
    to_a_choice(anna)
    anna.choices.first.focus()
    anna.page.keyboard.press("i")
    wait_for_hints(anna)
    anna.page.keyboard.press("Shift+Tab")  # the button itself stands between
    hints(anna).first.focus()
    anna.page.keyboard.press("Escape")
    expect(panel(anna)).to_be_hidden()
    expect(anna.button("Hint")).to_be_focused()


def test_a_table_of_friends_has_none_unless_they_want_them(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=1)
    expect(anna.page.get_by_text("No hints at this table.")).to_be_visible()
    bo.join(anna.invitation())
    for person in (anna, bo):
        expect(person.choices.or_(person.page.get_by_text("’s turn")).first).to_be_visible()
        expect(person.page.get_by_text("No hints at this table.")).to_be_visible()
        expect(person.button("Hint")).to_have_count(0)
    expect(anna.choices.first).to_be_visible()
    anna.choices.first.focus()
    anna.page.keyboard.press("i")
    expect(anna.messages).to_contain_text("No hints at this table.")


def test_friends_may_allow_hints_when_they_open_the_table(anna: Person) -> None:
    anna.lobby()
    dialog = anna.set_up()
    dialog.get_by_text("Options", exact=True).click()
    allowed = dialog.get_by_role("combobox", name="Hints")
    expect(allowed).to_have_value("no")
    dialog.get_by_role("combobox", name="Who sits in seat 2?").select_option("A bot")
    expect(allowed).to_have_value("yes")
    who = dialog.get_by_role("combobox", name="Who sits in seat 2?")
    who.select_option("A friend, invited by link")
    allowed.select_option("allowed")
    dialog.get_by_role("button", name="Open the table").click()
    expect(anna.page.get_by_text("Hints are allowed at this table.")).to_be_visible()


def test_others_see_nothing_of_a_hint(visit: Visit) -> None:
    anna, cleo = visit("Anna"), visit("Cleo")
    to_a_choice(anna)
    cleo.watch(anna)
    expect(cleo.page.get_by_text("Spectators: 1")).to_be_visible()
    before = cleo.page.locator("body").aria_snapshot()
    anna.button("Hint").click()
    wait_for_hints(anna)
    assert cleo.page.locator("body").aria_snapshot() == before


@pytest.mark.parametrize("width", [360, 1280])
def test_hints_fit_and_axe_finds_nothing_grave(visit: Visit, width: int) -> None:
    anna = visit("Anna", viewport={"width": width, "height": 800}, bypass_csp=True)
    to_a_choice(anna)
    anna.button("End the tour").click()
    anna.button("Hint").click()
    wait_for_hints(anna)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= width
    # The panel has pushed the log together: its newest line is still in sight.
    anna.page.wait_for_function(
        """() => { const log = document.querySelector(".log ol");
          return log.scrollTop + log.clientHeight >= log.scrollHeight - 2; }"""
    )
    look_day_and_night(anna, "hints")


# -- bots to choose ------------------------------------------------------------------------------


def test_the_lobby_offers_the_bots_from_weak_to_strong_and_remembers_the_choice(
    anna: Person,
) -> None:
    anna.lobby()
    bots = anna.page.get_by_role("combobox", name="Bots")
    expect(bots).to_have_value("casual")
    names = bots.get_by_role("option").all_inner_texts()
    levels = [name for name in names if name != "Net bot"][-6:]
    assert levels == [f"{level} bot" for level in LEVELS]
    assert names[-2] == "Net bot"  # every game ships one
    assert names[0] == "Random bot"
    expect(bots).to_have_accessible_description("Plays for fun and misses quite a bit.")
    bots.select_option("Beginner bot")
    expect(bots).to_have_accessible_description("Knows the rules but slips up often.")
    anna.page.reload()
    expect(bots).to_have_value("beginner")
    anna.poster().get_by_role("button", name="Play against bots now").click()
    expect(anna.region("Rocket’s train")).to_be_visible()


@pytest.mark.journey
def test_an_empty_seat_is_given_to_the_bot_one_chooses(anna: Person) -> None:
    anna.open_table("me", "friend")
    which = anna.page.get_by_role("combobox", name="Which bot in seat 2?")
    expect(which).to_have_value("casual")
    which.select_option("Random bot")
    anna.button("Let a bot sit here").click()
    expect(anna.region("Puffing Billy’s train")).to_be_visible()
