"""Several people at one device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.person import Person


@pytest.mark.parametrize("first", [1, 2])
def test_the_device_is_passed_on_behind_a_curtain_that_hides_the_cards(
    anna: Person, first: int
) -> None:
    anna.open_table("me", "Bo", first=first, turns=4)
    curtain = anna.page.get_by_role("heading", name="Pass the device")
    passed: list[str] = []
    thrown_away: dict[str, set[str]] = {"Anna": set(), "Bo": set()}
    in_turn = 0
    for _ in range(40):
        expect(curtain.or_(anna.finish).or_(anna.choices).first).to_be_visible()
        if anna.finish.is_visible():
            break
        if curtain.is_visible():
            assert in_turn == 0, "nothing is hidden any more"
            button = anna.button(re.compile("^I am"))
            name = button.inner_text().removeprefix("I am ")
            passed.append(name)
            # Nothing of the board is behind it: no car, no card, no choice.
            page = anna.page.get_by_role("main").aria_snapshot()
            assert re.findall('(?:heading|button|region|img) "([^"]*)"', page) == [
                "Pass the device",
                f"I am {name}",
                "We don’t hide our cards: don’t ask again",
            ]
            expect(anna.page.get_by_text(f"{name} is next.")).to_be_visible()
            others = thrown_away["Bo" if name == "Anna" else "Anna"]
            assert not others & anna.cars_told()
            expect(button).to_be_focused()
            button.click()
            expect(anna.train.get_by_role("heading", name=name)).to_be_visible()
            assert not others & anna.cars_told()
            continue
        offered = anna.choices.all_inner_texts()
        if "Draw a car" in offered:
            # All cars lie open now, but what was thrown away stays a secret.
            in_turn += 1
            secrets = thrown_away["Anna"] | thrown_away["Bo"]
            assert not secrets & anna.cars_told()
        chosen = anna.choose_well()
        if chosen.startswith("Keep"):  # the other one stays a secret for ever
            cars = {label.removeprefix("Keep ") for label in offered}
            thrown_away[passed[-1]] = cars - {chosen.removeprefix("Keep ")}
    expect(anna.finish).to_be_visible()
    order = ["Anna", "Bo"] if first == 1 else ["Bo", "Anna"]
    assert passed[:2] == order
    assert in_turn >= 4
    assert thrown_away["Anna"] | thrown_away["Bo"]


def test_who_plays_openly_is_not_asked_again(anna: Person) -> None:
    anna.open_table("me", "Bo", first=1)
    anna.button("We don’t hide our cards: don’t ask again").click()
    expect(anna.choices.first).to_be_visible()
    anna.choose_often(2)
    expect(anna.page.get_by_text("It’s Bo’s turn")).to_be_visible()
    expect(anna.choices.first).to_be_visible()
    anna.page.reload()
    expect(anna.choices.first).to_be_visible()


@pytest.mark.journey
def test_at_the_end_of_a_shared_game_nobody_is_called_you(anna: Person) -> None:
    anna.open_table("me", "Bo", first=1)
    anna.button("I am Anna").click()
    expect(anna.page.get_by_text("It’s Anna’s turn")).to_be_visible()
    expect(anna.page.get_by_text("Viewing as Anna")).to_be_visible()
    anna.resign()
    expect(anna.finish).to_have_text("Bo wins!")
