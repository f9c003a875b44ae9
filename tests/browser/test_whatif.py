"""Practice from a position: from a finished game, or from a position as text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit


def finished(anna: Person) -> None:
    anna.open_table("me", "random", first=1, turns=8)
    anna.play()
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()


def test_a_game_is_played_on_from_a_step_and_compared(visit: Visit) -> None:
    anna = visit("Anna")
    page = anna.page
    finished(anna)
    page.get_by_role("slider", name="Position in the game").fill("4")
    anna.button("Play from here").click()
    dialog = page.get_by_role("dialog", name="Play from here")
    expect(dialog.get_by_label("Your seat")).to_have_value("0")
    dialog.get_by_label("Hidden information").select_option("anew")
    expect(dialog.get_by_label("Puffing Billy")).to_have_value("random")
    dialog.get_by_role("button", name="Begin").click()

    # The mark, and what the table says of its luck.
    mark = page.get_by_text("Practice from step 4", exact=True)
    expect(mark).to_be_visible()
    page.get_by_text("Fair luck").click()
    expect(page.get_by_text("the server alone decides its luck")).to_be_visible()
    anna.play()

    # Beside the game that it began in.
    page.get_by_role("link", name="Compare").click()
    happened = page.get_by_role("region", name="What happened")
    would = page.get_by_role("region", name="What might have happened")
    for side in (happened, would):
        expect(side.get_by_text("Result:")).to_be_visible()
        expect(side.get_by_role("listitem").first).to_be_visible()
    last = would.get_by_role("listitem").get_by_role("button").first
    last.click()
    expect(last).to_have_attribute("aria-current", "step")

    # At 360 pixels one of the two is shown.
    page.set_viewport_size({"width": 360, "height": 740})
    expect(happened).to_be_hidden()
    anna.button("What happened").click()
    expect(would).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    # And back to that very step.
    happened.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    page.goto(f"{anna.url}/#/me")
    expect(page.get_by_text("1 for practice")).to_be_visible()


@pytest.mark.slow
@pytest.mark.journey
def test_a_position_is_copied_and_played_from(visit: Visit) -> None:
    anna = visit("Anna", permissions=["clipboard-read", "clipboard-write"])
    page = anna.page
    finished(anna)
    page.get_by_role("slider", name="Position in the game").fill("3")
    anna.button("Play from here").click()
    anna.button("Copy the position").click()
    expect(anna.messages.last).to_contain_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    page.goto(f"{anna.url}/#/")
    anna.button("From a position").click()
    box = page.get_by_label("A position as text")
    box.fill(text[:-40])
    with anna.expected("422"):
        anna.button("Continue").click()
        expect(page.get_by_role("alert")).to_contain_text("This is not a position")
    box.fill(text)
    anna.button("Continue").click()
    dialog = page.get_by_role("dialog", name="Play from here")
    expect(dialog.get_by_text("Game of Trains, 2 seats.")).to_be_visible()
    dialog.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Practice from a chosen position", exact=True)).to_be_visible()
    anna.play()
