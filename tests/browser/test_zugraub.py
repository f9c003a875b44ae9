"""Der große Zugraub in a browser: whole games, the train, fights and spoils."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit
from browser.test_accessibility import look_at_all
from browser.test_keyboard import Keys
from browser.test_screen_sizes import PHONE
from browser.zugraub_player import ZugraubPlayer


@pytest.fixture
def player(anna: Person) -> ZugraubPlayer:
    return ZugraubPlayer(anna)


def test_a_game_of_four_is_played_to_its_last_turn_by_clicking(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="no-preference")
    player = ZugraubPlayer(anna).open_table(seats=4, turn_limit=12)
    expect(player.cars).to_have_count(2)
    expect(player.spaces).to_have_count(36)
    done = player.play()
    assert player.state() == "over"
    assert {"^Roll", "walk"} & set(done) or done
    expect(anna.page.get_by_text("turn limit reached").first).to_be_visible()
    # The ranking: everyone once, the highest IQ first.
    rows = anna.region("The cleverest zombies").get_by_role("listitem")
    expect(rows).to_have_count(4)
    iqs = [int(re.findall(r"IQ\s+(\d+)", text)[0]) for text in rows.all_inner_texts()]
    assert iqs == sorted(iqs, reverse=True)
    expect(anna.choices).to_have_count(0)
    expect(anna.button("Rematch")).to_be_visible()
    anna.page.get_by_role("link", name="Replay").click()
    anna.button("One step forward").click()
    expect(player.cars.first).to_be_visible()


@pytest.mark.journey
def test_reach_is_lit_with_its_steps_and_what_waits_there(player: ZugraubPlayer) -> None:
    player.open_table(cars=2)
    player.button("^Discard").click()
    expect(player.own).to_contain_text("empty hand")
    expect(player.button("^Roll 2 dice")).to_be_visible()
    player.roll()
    expect(player.space("1a2")).to_have_accessible_name(
        re.compile("start space 1, zombie A .*stay here$")
    )
    expect(player.space("1b2")).to_have_accessible_name(re.compile("1 step$"))
    expect(player.space("1b1")).to_have_accessible_name(re.compile("2 steps, meets Bo$"))
    # Pointing at a space draws the way there, one corner a step.
    player.space("1b1").hover()
    way = player.page.locator(".way polyline").last
    assert len((way.get_attribute("points") or "").split()) == 3
    # What is out of reach says why not.
    far = next(name for name in ("3f2", "3f1", "3f3") if name not in player.lit())
    player.space(far).click()
    expect(player.person.messages).to_contain_text(re.compile("reach"))


@pytest.mark.journey
def test_a_turn_is_played_with_keys_alone(player: ZugraubPlayer) -> None:
    player.open_table(cheese=1, forced=False)
    keys = Keys(player.person)
    keys.act(player.button("^Roll 2 dice"))
    expect(player.space("1a2")).to_have_accessible_name(re.compile("stay here$"))
    keys.go_to(player.space("1a2"), "Shift+Tab")
    for key, place in (
        ("ArrowRight", "1b2"),
        ("ArrowUp", "1b1"),
        ("ArrowDown", "1b2"),
        ("ArrowDown", "1b3"),
    ):
        keys.press(key)
        expect(player.space(place)).to_be_focused()
    keys.press("End")
    expect(player.front_door).to_be_focused()
    keys.press("Home")
    expect(player.space("1a2")).to_be_focused()
    keys.press("ArrowRight")
    player.page.keyboard.press("Enter")
    expect(player.person.log).to_contain_text("to 1b2")
    keys.act(player.button("^End the turn"))
    expect(player.person.log).to_contain_text("Bo rolls")
    assert player.state() == "choose"  # the next turn, or one of the others has attacked
    again = player.button("^(Roll|Go on)")
    if again.first.is_visible():
        keys.act(again.first, "Shift+Tab")


def test_a_fight_is_won_and_its_brains_are_shared_by_dragging_and_by_keys(
    player: ZugraubPlayer,
) -> None:
    page = player.page
    for _ in range(12):
        player.open_table(seats=3, cheese=1, spoils_to_head=1)
        player.roll()
        # Two steps to Bo: two dice always reach that far.
        expect(player.space("1b1")).to_have_accessible_name(re.compile("meets Bo$"))
        player.space("1b1").click()
        player.act(player.button("^Attack!").click)
        while player.state() == "choose" and player.button("^Pass").is_visible():
            expect(player.person.region("Fight").get_by_role("listitem")).to_have_count(2)
            player.act(player.button("^Pass").click)
        if player.spoils.is_visible():
            break
    else:
        raise AssertionError("twelve fights were lost")
    # Bo's cheese from the head into Anna's hand, by the mouse.
    brain = player.spoils.get_by_role("button", name=re.compile("cheese.*in the head")).first
    hand = player.spoils.get_by_role("button", name="into Anna’s hand")
    expect(hand).to_be_disabled()
    box = brain.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 70, box["y"] + 60, steps=4)
    goal = hand.bounding_box()
    assert goal is not None
    page.mouse.move(goal["x"] + 12, goal["y"] + 30, steps=6)
    player.act(page.mouse.up)
    expect(player.own.or_(player.spoils).first).to_contain_text(re.compile("Hand [12]/2"))
    # The next one by keys: a brain, then where it goes.
    left = player.brains
    if left.count():
        left.first.focus()
        page.keyboard.press("Enter")
        expect(player.spoils.get_by_role("status")).to_have_text(re.compile("^Where should"))
        goals = player.spoils.get_by_role("button", name=re.compile("^(into|to) "))
        expect(goals.and_(page.locator(":focus"))).to_have_count(1)
        page.keyboard.press("Escape")
        expect(left.first).to_be_focused()
    player.button("^Done sharing").click()
    expect(player.spoils).to_be_hidden()


def test_the_train_scrolls_in_itself_on_a_phone_and_touch_plays(visit: Visit) -> None:
    anna = visit("Anna", **PHONE)
    player = ZugraubPlayer(anna).open_table(seats=7, cars=4)
    expect(player.cars).to_have_count(5)
    fits_but_the_strip(anna)
    box = player.spaces.first.bounding_box()
    assert box is not None
    assert box["width"] >= 24 and box["height"] >= 24  # large enough for a finger
    player.button("^(Roll|Go on)").tap()
    expect(player.space("1a2")).to_have_accessible_name(re.compile("stay here$"))
    expect(player.space("1a2")).to_be_in_viewport()
    fits_but_the_strip(anna)
    # What is chosen next must be a choice of the next question, not of the one that was answered.
    player.act(lambda: player.button("^Stay here").tap())
    expect(anna.log).to_contain_text("Anna")
    for _ in range(4):
        if player.state() == "choose":
            player.act(player.choose)
            fits_but_the_strip(anna)


def fits_but_the_strip(person: Person) -> None:
    """Once the page is laid out."""
    person.page.wait_for_function("document.documentElement.scrollWidth <= 360")


def test_axe_finds_nothing_grave_on_the_train(anna: Person) -> None:
    player = ZugraubPlayer(anna).open_table(seats=4, tour=True, turn_limit=8, cars=2)
    expect(anna.page.get_by_role("complementary", name="First ride")).to_be_visible()
    look_at_all(anna, "before the roll, with the tour")
    player.roll()
    expect(player.space("1a2")).to_have_accessible_name(re.compile("stay here$"))
    look_at_all(anna, "reach lit")
    anna.button("Rules").click()
    rules = anna.page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("heading", name="The goal")).to_be_visible()
    expect(rules.get_by_role("term").filter(has_text="B5")).to_be_visible()  # is being decided
    expect(rules.get_by_role("term").filter(has_text="B11")).to_have_count(0)  # folded
    rules.get_by_role("button", name="Now: Your turn").click()
    expect(rules.locator("summary", has_text="Your turn")).to_be_focused()
    look_at_all(anna, "rules")
    anna.page.keyboard.press("Escape")
    player.play()
    look_at_all(anna, "the end")
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()
    look_at_all(anna, "replay")
