"""Die Zwergenzugfahrt in a browser: whole games, its dialogs, its clock."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.person import DWARVES, Person, Visit
from browser.test_accessibility import SIZES, look_at_all
from browser.test_keyboard import Keys
from browser.test_screen_sizes import PHONE, check_fits_width
from browser.zwergen_player import ZwergenPlayer
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
def player(anna: Person) -> ZwergenPlayer:
    return ZwergenPlayer(anna)


@pytest.mark.journey
def test_one_click_in_the_lobby_opens_the_station(anna: Person) -> None:
    anna.play_now(DWARVES)
    player = ZwergenPlayer(anna)
    expect(player.fields).to_have_count(55)
    expect(anna.page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(player.clan("Red").get_by_role("heading", name="Guest")).to_be_visible()
    anna.resign()
    expect(anna.finish).to_have_text("Balbo wins!")


def test_a_whole_game_is_played_to_its_last_turn_by_clicking(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="no-preference")
    player = ZwergenPlayer(anna).open_table("me", "greedy", turns=16)
    player.move("f5", "f4")
    done = player.play()
    assert len(done) >= 7
    assert "reserve" in done
    # The conductor comes after the 7th and the 14th turn, and not after the last.
    tosses = [
        announcement
        for announcement in anna.sentences()
        if announcement.startswith("The conductor comes")
    ]
    assert len(tosses) == 2
    expect(anna.page.get_by_text("the last turn was played")).to_be_visible()
    held = [
        re.findall(
            r"(\d+) of 10",
            player.clan(clan).get_by_role("img", name="seats held").get_attribute("aria-label")
            or "",
        )[0]
        for clan in ("Red", "Green")
    ]
    assert any(
        f"Seats: Red {held[0]}, Green {held[1]}." in announcement
        for announcement in anna.sentences()
    )
    expect(anna.choices).to_have_count(0)
    expect(anna.button("Rematch")).to_be_visible()


def test_without_movement_the_coin_still_stays_on_the_board(player: ZwergenPlayer) -> None:
    player.page.add_init_script(HOLD)
    player.open_table("me", "Bo", turns=8)
    for _ in range(6):
        player.choose()
    coin = player.page.get_by_text(re.compile("^The coin shows (Red|Green)$"))
    expect(coin).to_have_count(0)
    player.choose()
    expect(coin.first).to_be_visible()
    player.wait()
    if player.called("have this sign taken away"):
        player.choose()
        expect(coin.first).to_be_visible()
    player.page.evaluate(LET_GO)
    expect(coin).to_have_count(0)  # and goes by itself


def test_a_kick_asks_with_its_price_on_the_board_and_in_the_list(player: ZwergenPlayer) -> None:
    player.open_table("me", "Bo")
    player.end_tour()
    for start, goal in (("f5", "f4"), ("f1", "f2"), ("f4", "f3")):
        player.move(start, goal)
    before = player.announcement.count()
    owed = player.clan("Green").get_by_role("img", name="Turns still to miss")
    kick = player.question.get_by_role("button", name="Kick: miss 1 turn")
    never = player.question.get_by_role("button", name="Never mind")

    player.pick("f2")
    expect(player.field("f3")).to_have_accessible_name(re.compile("kick, costs 1 turn$"))
    player.field("f3").click()
    expect(kick).to_be_focused()
    never.click()
    expect(player.question).to_have_count(0)
    expect(player.field("f3")).to_be_focused()
    player.page.keyboard.press("Escape")

    offered = player.person.region("Your choices").get_by_role(
        "button", name="Kick from f2 to f3 and miss 1 turn"
    )
    for way in ("button", "key"):
        offered.click()
        expect(player.question).to_contain_text("your clan misses turns")
        expect(kick).to_be_focused()
        never.click() if way == "button" else player.page.keyboard.press("Escape")
        expect(player.question).to_have_count(0)
        expect(offered).to_be_focused()
    expect(player.announcement).to_have_count(before)
    expect(owed).to_have_accessible_name("Turns still to miss: 0")

    offered.click()
    kick.click()
    expect(player.announcement).to_have_count(before + 1)
    expect(player.person.log).to_contain_text("Bo goes from f2 to f3 and kicks the dwarf there.")
    expect(owed).to_have_accessible_name("Turns still to miss: 1")
    expect(player.field("f5")).to_have_accessible_name(re.compile("Red dwarf"))


@pytest.mark.journey
def test_an_illegal_click_on_the_station_is_answered_with_the_reason(player: ZwergenPlayer) -> None:
    player.open_table("me", "random")
    messages = player.person.messages
    player.field("a4").click()
    expect(messages).to_contain_text("Z6")
    player.field("k1").click()
    expect(messages).to_contain_text("First choose one of your dwarves")
    player.field("d5").click()
    player.field("d4").click()  # through the wall
    expect(messages).to_contain_text("Z1")
    player.field("d2").click()
    expect(messages).to_contain_text("only one space")


@pytest.mark.journey
def test_a_game_is_played_with_keys_alone(player: ZwergenPlayer) -> None:
    player.open_table("me", "random", turns=4)
    keys = Keys(player.person)
    keys.act(player.person.button("End the tour"))
    at = "d5"  # the first of the fields one can do something with
    keys.go_to(player.field(at))

    def walk(goal: str) -> None:
        nonlocal at
        for key in player.walk_keys(at, goal):
            keys.press(key)
        expect(player.field(goal)).to_be_focused()
        at = goal

    walk("f5")
    keys.press("Enter")
    expect(player.field("f5")).to_have_accessible_name(re.compile("picked$"))
    keys.press("Escape")
    expect(player.field("f5")).to_have_accessible_name(re.compile("can move$"))
    keys.press("Space")
    walk("f4")
    player.act(lambda: player.page.keyboard.press("Enter"))
    expect(player.person.log).to_contain_text("Anna walks from f5 to f4.")
    expect(player.person.choices.first).to_be_visible()
    expect(player.field("f4")).to_be_focused()
    walk("e4")
    player.act(lambda: player.page.keyboard.press("Enter"))
    expect(player.person.log).to_contain_text("Anna reserves seat e4.")
    expect(player.person.finish).to_be_visible()
    keys.go_to(player.person.button("Rematch"))


def test_the_station_fits_on_a_phone_and_touch_plays(visit: Visit) -> None:
    anna = visit("Anna", **PHONE)
    player = ZwergenPlayer(anna).open_table("me", "random", turns=4)
    check_fits_width(anna)
    player.end_tour()
    check_fits_width(anna)
    for field in player.fields.all():
        box = field.bounding_box()
        assert box is not None
        assert box["width"] >= 28 and box["height"] >= 28  # large enough for a finger
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    player.field("f5").tap()
    check_fits_width(anna)
    player.act(player.field("f4").tap)
    player.play()
    check_fits_width(anna)
    anna.page.get_by_role("link", name="Replay").tap()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_in_viewport()
    check_fits_width(anna)


def test_a_conductor_who_will_never_come_is_not_announced(player: ZwergenPlayer) -> None:
    player.open_table("me", "Bo", turns=7)
    page = player.page
    player.end_tour()
    expect(page.get_by_text("0 of 7 turns")).to_be_visible()
    expect(page.get_by_text(re.compile("^Conductor"))).to_have_count(0)


def test_the_turns_of_each_clan_are_counted_apart(player: ZwergenPlayer) -> None:
    player.open_table("me", "Bo", turns=5, each="yes")
    page = player.page
    player.end_tour()
    expect(page.get_by_text("Turns 0:0 of 5 each")).to_be_visible()
    expect(page.get_by_text("Conductor in 7 turns")).to_be_visible()
    player.move("f5", "f4")
    expect(page.get_by_text("Turns 1:0 of 5 each")).to_be_visible()
    bar = page.locator(".turns .line i")
    assert bar.evaluate("bar => bar.style.width") == "10%"


def test_axe_finds_nothing_grave_at_the_station(anna: Person) -> None:
    player = ZwergenPlayer(anna).open_table("me", "Bo", turns=6)
    look_at_all(anna, "the station, with the tour")
    player.end_tour()
    for start, goal in (("f5", "f4"), ("f1", "f2"), ("f4", "f3")):
        player.move(start, goal)
    player.pick("f2")
    look_at_all(anna, "a dwarf is picked")
    player.field("f3").click()
    expect(player.question).to_be_visible()
    look_at_all(anna, "the question on the board")
    player.question.get_by_role("button", name="Never mind").click()
    anna.choices.filter(has_text="Kick").first.click()
    look_at_all(anna, "the question over the page")
    player.question.get_by_role("button", name=re.compile("^Kick")).click()
    expect(player.question).to_have_count(0)
    anna.button("Rules").click()
    rules = anna.page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("term").filter(has_text="Z4")).to_be_visible()
    look_at_all(anna, "rules")
    anna.page.keyboard.press("Escape")
    player.play()
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
    player = ZwergenPlayer(anna).open_table("me", "random", end="after a set time")
    expect(anna.page.get_by_role("timer", name="of play left")).to_be_visible()
    player.choose()
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
    player = ZwergenPlayer(anna).open_table("me", "greedy", turns=9)
    player.end_tour()
    player.move("f5", "f4")
    player.play()
    last = anna.sentences()[-1]
    anna.page.get_by_role("link", name="Replay").click()
    slider = anna.page.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_value("0")
    for shown in (player.station, player.clan("Red"), player.clan("Green"), slider):
        expect(shown).to_be_in_viewport(ratio=1)
    assert anna.page.evaluate("document.documentElement.scrollHeight") <= 800
    expect(player.field("f5")).to_have_accessible_name(re.compile("Red dwarf$"))
    anna.button("One step forward").click()
    expect(player.field("f5")).to_have_accessible_name(re.compile("Red home$"))
    expect(player.field("f4")).to_have_accessible_name(re.compile("Red dwarf$"))
    anna.page.keyboard.press("End")
    count = slider.get_attribute("max")
    assert count is not None and int(count) >= 9
    expect(slider).to_have_value(count)
    moves = anna.log.get_by_role("button")
    expect(moves.last).to_contain_text(last)
    moves.nth(1).click()
    expect(slider).to_have_value("1")
