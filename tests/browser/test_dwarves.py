"""Die Zwergenzugfahrt: whole games, its questions, its clock."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.dwarves import Traveller
from browser.people import DWARVES, Person, Visit
from browser.test_access import SIZES, look_at_all
from browser.test_keyboard import Keys
from browser.test_screens import PHONE, fits
from server.helpers import ME, RANDOM, running

# What stays in sight for five seconds stays until the test lets it go.
HOLD = """
window.held = [];
const plain = window.setTimeout;
window.setTimeout = (work, milliseconds, ...rest) =>
  milliseconds === 5000 ? window.held.push(work) : plain(work, milliseconds, ...rest);
"""
LET_GO = "window.held.splice(0).forEach((work) => work())"


@pytest.fixture
def traveller(anna: Person) -> Traveller:
    return Traveller(anna)


@pytest.mark.journey
def test_one_click_in_the_lobby_opens_the_station(anna: Person) -> None:
    anna.play_now(DWARVES)
    traveller = Traveller(anna)
    expect(traveller.fields).to_have_count(55)
    expect(anna.page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(traveller.clan("Red").get_by_role("heading", name="Guest")).to_be_visible()
    anna.resign()
    expect(anna.finish).to_have_text("Balbo wins!")


def test_a_whole_game_is_played_to_its_last_turn_by_clicking(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="no-preference")
    traveller = Traveller(anna).open_table("me", "greedy", turns=16)
    traveller.move("f5", "f4")
    done = traveller.play()
    assert len(done) >= 7
    assert "reserve" in done
    # The conductor comes after the 7th and the 14th turn, and not after the last.
    tosses = [told for told in anna.sentences() if told.startswith("The conductor comes")]
    assert len(tosses) == 2
    expect(anna.page.get_by_text("the last turn was played")).to_be_visible()
    held = [
        re.findall(
            r"(\d+) of 10",
            traveller.clan(clan).get_by_role("img", name="seats held").get_attribute("aria-label")
            or "",
        )[0]
        for clan in ("Red", "Green")
    ]
    assert any(f"Seats: Red {held[0]}, Green {held[1]}." in told for told in anna.sentences())
    expect(anna.choices).to_have_count(0)
    expect(anna.button("Rematch")).to_be_visible()


def test_without_movement_the_coin_still_stays_on_the_board(traveller: Traveller) -> None:
    traveller.page.add_init_script(HOLD)
    traveller.open_table("me", "Bo", turns=8)
    for _ in range(6):
        traveller.choose()
    coin = traveller.page.get_by_text(re.compile("^The coin shows (Red|Green)$"))
    expect(coin).to_have_count(0)
    traveller.choose()
    expect(coin.first).to_be_visible()
    traveller.wait()
    if traveller.called("have this sign taken away"):
        traveller.choose()
        expect(coin.first).to_be_visible()
    traveller.page.evaluate(LET_GO)
    expect(coin).to_have_count(0)  # and goes by itself


def test_a_kick_asks_with_its_price_on_the_board_and_in_the_list(traveller: Traveller) -> None:
    traveller.open_table("me", "Bo")
    traveller.end_tour()
    for start, goal in (("f5", "f4"), ("f1", "f2"), ("f4", "f3")):
        traveller.move(start, goal)
    before = traveller.told.count()
    owed = traveller.clan("Green").get_by_role("img", name="Turns still to miss")
    kick = traveller.question.get_by_role("button", name="Kick: miss 1 turn")
    never = traveller.question.get_by_role("button", name="Never mind")

    traveller.pick("f2")
    expect(traveller.field("f3")).to_have_accessible_name(re.compile("kick, costs 1 turn$"))
    traveller.field("f3").click()
    expect(kick).to_be_focused()
    never.click()
    expect(traveller.question).to_have_count(0)
    expect(traveller.field("f3")).to_be_focused()
    traveller.page.keyboard.press("Escape")

    offered = traveller.person.region("Your choices").get_by_role(
        "button", name="Kick from f2 to f3 and miss 1 turn"
    )
    for way in ("button", "key"):
        offered.click()
        expect(traveller.question).to_contain_text("your clan misses turns")
        expect(kick).to_be_focused()
        never.click() if way == "button" else traveller.page.keyboard.press("Escape")
        expect(traveller.question).to_have_count(0)
        expect(offered).to_be_focused()
    expect(traveller.told).to_have_count(before)
    expect(owed).to_have_accessible_name("Turns still to miss: 0")

    offered.click()
    kick.click()
    expect(traveller.told).to_have_count(before + 1)
    expect(traveller.person.log).to_contain_text("Bo goes from f2 to f3 and kicks the dwarf there.")
    expect(owed).to_have_accessible_name("Turns still to miss: 1")
    expect(traveller.field("f5")).to_have_accessible_name(re.compile("Red dwarf"))


@pytest.mark.journey
def test_an_illegal_click_on_the_station_is_answered_with_the_reason(traveller: Traveller) -> None:
    traveller.open_table("me", "random")
    messages = traveller.person.messages
    traveller.field("a4").click()
    expect(messages).to_contain_text("Z6")
    traveller.field("k1").click()
    expect(messages).to_contain_text("First choose one of your dwarves")
    traveller.field("d5").click()
    traveller.field("d4").click()  # through the wall
    expect(messages).to_contain_text("Z1")
    traveller.field("d2").click()
    expect(messages).to_contain_text("only one space")


@pytest.mark.journey
def test_a_game_is_played_with_keys_alone(traveller: Traveller) -> None:
    traveller.open_table("me", "random", turns=4)
    keys = Keys(traveller.person)
    keys.act(traveller.person.button("End the tour"))
    at = "d5"  # the first of the fields one can do something with
    keys.go_to(traveller.field(at))

    def walk(goal: str) -> None:
        nonlocal at
        for key in traveller.walk_keys(at, goal):
            keys.press(key)
        expect(traveller.field(goal)).to_be_focused()
        at = goal

    walk("f5")
    keys.press("Enter")
    expect(traveller.field("f5")).to_have_accessible_name(re.compile("picked$"))
    keys.press("Escape")
    expect(traveller.field("f5")).to_have_accessible_name(re.compile("can move$"))
    keys.press("Space")
    walk("f4")
    traveller.act(lambda: traveller.page.keyboard.press("Enter"))
    expect(traveller.person.log).to_contain_text("Anna walks from f5 to f4.")
    expect(traveller.person.choices.first).to_be_visible()
    expect(traveller.field("f4")).to_be_focused()
    walk("e4")
    traveller.act(lambda: traveller.page.keyboard.press("Enter"))
    expect(traveller.person.log).to_contain_text("Anna reserves seat e4.")
    expect(traveller.person.finish).to_be_visible()
    keys.go_to(traveller.person.button("Rematch"))


def test_the_station_fits_on_a_phone_and_touch_plays(visit: Visit) -> None:
    anna = visit("Anna", **PHONE)
    traveller = Traveller(anna).open_table("me", "random", turns=4)
    fits(anna)
    traveller.end_tour()
    fits(anna)
    for field in traveller.fields.all():
        box = field.bounding_box()
        assert box is not None
        assert box["width"] >= 28 and box["height"] >= 28  # large enough for a finger
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    traveller.field("f5").tap()
    fits(anna)
    traveller.act(traveller.field("f4").tap)
    traveller.play()
    fits(anna)
    anna.page.get_by_role("link", name="Replay").tap()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_in_viewport()
    fits(anna)


def test_a_conductor_who_will_never_come_is_not_announced(traveller: Traveller) -> None:
    traveller.open_table("me", "Bo", turns=7)
    page = traveller.page
    traveller.end_tour()
    expect(page.get_by_text("0 of 7 turns")).to_be_visible()
    expect(page.get_by_text(re.compile("^Conductor"))).to_have_count(0)


def test_the_turns_of_each_clan_are_counted_apart(traveller: Traveller) -> None:
    traveller.open_table("me", "Bo", turns=5, each="yes")
    page = traveller.page
    traveller.end_tour()
    expect(page.get_by_text("Turns 0:0 of 5 each")).to_be_visible()
    expect(page.get_by_text("Conductor in 7 turns")).to_be_visible()
    traveller.move("f5", "f4")
    expect(page.get_by_text("Turns 1:0 of 5 each")).to_be_visible()
    bar = page.locator(".turns .line i")
    assert bar.evaluate("bar => bar.style.width") == "10%"


def test_axe_finds_nothing_grave_at_the_station(anna: Person) -> None:
    traveller = Traveller(anna).open_table("me", "Bo", turns=6)
    look_at_all(anna, "the station, with the tour")
    traveller.end_tour()
    for start, goal in (("f5", "f4"), ("f1", "f2"), ("f4", "f3")):
        traveller.move(start, goal)
    traveller.pick("f2")
    look_at_all(anna, "a dwarf is picked")
    traveller.field("f3").click()
    expect(traveller.question).to_be_visible()
    look_at_all(anna, "the question on the board")
    traveller.question.get_by_role("button", name="Never mind").click()
    anna.choices.filter(has_text="Kick").first.click()
    look_at_all(anna, "the question over the page")
    traveller.question.get_by_role("button", name=re.compile("^Kick")).click()
    expect(traveller.question).to_have_count(0)
    anna.button("Rules").click()
    rules = anna.page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("term").filter(has_text="Z4")).to_be_visible()
    look_at_all(anna, "rules")
    anna.page.keyboard.press("Escape")
    traveller.play()
    look_at_all(anna, "the end")
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()
    look_at_all(anna, "replay")


def test_the_clock_ends_the_game_while_a_player_thinks(
    visit: Visit, own: ExitStack, tmp_path: Path
) -> None:
    server = own.enter_context(running(tmp_path / "tables.sqlite3"))
    server.device().post("tables", {"game": "zwergenzugfahrt", "seats": [ME, RANDOM]}, 201)
    anna = visit("Anna", url=server.url)
    traveller = Traveller(anna).open_table("me", "random", end="after a set time")
    expect(anna.page.get_by_role("timer", name="of play left")).to_be_visible()
    traveller.choose()
    # The shortest game by the clock is a minute: here it ends when the test wants it to.
    loop, table = server.services.games._loop, anna.page.url.rpartition("/")[2]
    assert loop is not None
    asyncio.run_coroutine_threadsafe(server.services.clocks._expire(table), loop).result(60)
    expect(anna.finish).to_be_visible()
    expect(anna.page.get_by_text("time is up", exact=True)).to_be_visible()
    expect(anna.page.get_by_role("timer")).to_have_count(0)
    expect(anna.choices).to_have_count(0)


def test_a_finished_game_is_replayed_on_a_board_that_fits(visit: Visit) -> None:
    anna = visit("Anna", viewport=SIZES["desk"])
    traveller = Traveller(anna).open_table("me", "greedy", turns=9)
    traveller.end_tour()
    traveller.move("f5", "f4")
    traveller.play()
    last = anna.sentences()[-1]
    anna.page.get_by_role("link", name="Replay").click()
    slider = anna.page.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_value("0")
    for shown in (traveller.station, traveller.clan("Red"), traveller.clan("Green"), slider):
        expect(shown).to_be_in_viewport(ratio=1)
    assert anna.page.evaluate("document.documentElement.scrollHeight") <= 800
    expect(traveller.field("f5")).to_have_accessible_name(re.compile("Red dwarf$"))
    anna.button("One step forward").click()
    expect(traveller.field("f5")).to_have_accessible_name(re.compile("Red home$"))
    expect(traveller.field("f4")).to_have_accessible_name(re.compile("Red dwarf$"))
    anna.page.keyboard.press("End")
    count = slider.get_attribute("max")
    assert count is not None and int(count) >= 9
    expect(slider).to_have_value(count)
    moves = anna.log.get_by_role("button")
    expect(moves.last).to_contain_text(last)
    moves.nth(1).click()
    expect(slider).to_have_value("1")
