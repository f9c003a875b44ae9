"""Playing with the keyboard only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person

FOCUS = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const shown = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return one === document.body ? "nothing" : shown ? "" : one.outerHTML.slice(0, 200);
}"""


class Keys:
    """One person's keyboard; after each key the focus must be on a visible element."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def press(self, key: str) -> None:
        self.person.page.keyboard.press(key)
        hidden = self.person.page.evaluate(FOCUS)
        assert hidden == "", f"after {key} the focus is not to be seen: {hidden}"

    def go_to(self, goal: Locator, key: str = "Tab") -> None:
        for _ in range(60):
            if goal.evaluate("one => one === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {goal}")

    def act(self, goal: Locator, key: str = "Tab", with_key: str = "Enter") -> None:
        self.go_to(goal, key)
        self.person.page.keyboard.press(with_key)


@pytest.mark.journey
def test_a_game_is_played_from_the_lobby_to_resigning_with_keys_alone(anna: Person) -> None:
    anna.lobby()
    keys = Keys(anna)
    keys.press("Tab")
    expect(anna.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    create = anna.poster().get_by_role("button", name="Create a table")
    keys.act(create)
    dialog = anna.page.get_by_role("dialog", name="New table")
    expect(dialog).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(create).to_be_focused()
    play = anna.poster().get_by_role("button", name="Play against bots now")
    keys.act(play, "Shift+Tab", "Space")

    # The set-up from the list of choices; the focus goes on to the next choices by itself.
    expect(anna.choices.first).to_be_visible()
    keys.act(anna.choices.first)
    expect(anna.choices).to_have_count(7)
    expect(anna.choices.first).to_be_focused()
    keys.press("Tab")
    expect(anna.choices.nth(1)).to_be_focused()
    anna.page.keyboard.press("Space")

    # A turn on the board: the draw pile, then along the train with the arrows.
    expect(anna.choices.first).to_have_text("Draw a car")
    expect(anna.choices.first).to_be_focused()
    keys.act(anna.draw_pile, "Shift+Tab")
    expect(anna.choices).to_have_count(7)
    expect(anna.draw_pile).to_be_focused()
    keys.go_to(anna.cars.first)
    for place in (1, 2, 3):
        keys.press("ArrowRight")
        expect(anna.cars.nth(place)).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("End")
    expect(anna.cars.last).to_be_focused()
    keys.press("Home")
    anna.page.keyboard.press("Enter")
    expect(anna.log).to_contain_text(re.compile(r"Guest replaces \d+ with \d+\..*Adler", re.S))

    # Two more turns from the list.
    for _ in range(2):
        expect(anna.choices.first).to_have_text("Draw a car")
        keys.act(anna.choices.first)
        expect(anna.choices).to_have_count(7)
        expect(anna.choices.first).to_be_focused()
        anna.page.keyboard.press("Enter")
    expect(anna.choices.first).to_have_text("Draw a car")

    expect(anna.choices.first).to_be_focused()
    keys.act(anna.button("More"), "Shift+Tab")
    menu = anna.page.get_by_role("dialog", name="This table")
    keys.act(menu.get_by_role("button", name="Resign"))
    sure = anna.page.get_by_role("dialog", name="Resign")
    expect(sure).to_be_visible()
    keys.act(sure.get_by_role("button", name="Resign"))
    expect(anna.finish).to_have_text("Adler wins!")
    # What counts now is read out, and what can be done next is one key away.
    expect(anna.page.get_by_role("heading", name="Adler wins!")).to_be_focused()
    keys.go_to(anna.button("Rematch"))
