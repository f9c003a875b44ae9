"""A time limit in the browser: chosen, shown, a reminder, a bot in the seat, and back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person, Visit
from server.helpers import Running, running
from spielzug.server.cluster import steady_time
from spielzug.tables import time_limit


class Slow:
    """A server whose clock the test can advance by hours."""

    def __init__(self, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
        self.url = server.url
        self._services = server.services
        self._patch = monkeypatch

    def later(self, person: Person, seconds: float) -> None:
        """Advances the clock and wakes the timers, which do not notice the jump."""
        self._patch.setattr(steady_time, "_BEGIN", steady_time._BEGIN + seconds)
        table = person.page.url.rsplit("/", 1)[1]
        work = self._services.tables.change(table, time_limit.process_deadline)
        loop = self._services._background[0].get_loop()
        asyncio.run_coroutine_threadsafe(work, loop).result(60)


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    with running(tmp_path / "t.sqlite3") as server:
        yield Slow(server, monkeypatch)


def timer(person: Person, text: str) -> Locator:
    return person.page.get_by_role("timer", name=re.compile(text))


def says(person: Person, text: str) -> Locator:
    return person.page.get_by_text(text).first


def test_who_lets_the_time_pass_is_asked_and_then_a_bot_plays(slow: Slow, visit: Visit) -> None:
    anna, bo = visit("Anna", url=slow.url), visit("Bo", url=slow.url)
    anna.open_table("me", "friend", first=2, time="1 h a turn")
    expect(says(anna, "Time limit: 1 h for every turn.")).to_be_visible()
    bo.join(anna.invitation())
    for person in (anna, bo):
        expect(timer(person, r"^Bo: (1 h|59:\d\d) left$")).to_be_visible()
        expect(timer(person, "^Anna")).to_have_count(0)

    slow.later(bo, 3600)
    expect(says(anna, "Bo’s time is up.")).to_be_visible()
    expect(anna.button("I am still thinking")).to_have_count(0)
    expect(bo.page.get_by_role("alert").get_by_text("Your time is up.")).to_be_visible()
    bo.button("I am still thinking").click()
    expect(says(bo, "2 more times")).to_be_visible()

    slow.later(bo, 361)
    expect(says(anna, "ran out of time; a bot is playing")).to_be_visible()
    expect(says(bo, "You ran out of time, so a bot is playing for you.")).to_be_visible()
    bo.button("Take my seat back").click()
    expect(says(anna, "ran out of time; a bot is playing")).to_have_count(0)
    expect(bo.button("Take my seat back")).to_have_count(0)


def test_my_games_say_how_long_there_is(slow: Slow, visit: Visit) -> None:
    anna, bo = visit("Anna", url=slow.url), visit("Bo", url=slow.url)
    anna.open_table("me", "friend", first=2, time="3 days a turn")
    bo.join(anna.invitation())
    expect(timer(bo, r"^Bo: (3 days|2 days 23 h) left$")).to_be_visible()
    expect(says(bo, "until ")).to_be_visible()
    for person, whose in ((anna, "It’s Bo’s turn"), (bo, "Your turn")):
        person.lobby()
        ticket = person.page.get_by_role("link", name=re.compile("Continue the game"))
        expect(ticket.get_by_text(whose)).to_be_visible()
        expect(ticket.get_by_text(re.compile("^(3 days|2 days 23 h) left$"))).to_be_visible()


@pytest.mark.journey
def test_a_clock_of_the_game_itself_is_refused_in_words(slow: Slow, visit: Visit) -> None:
    anna = visit("Anna", url=slow.url)
    anna.lobby()
    dialog = anna.set_up("Die Zwergenzugfahrt")
    dialog.get_by_text("Options", exact=True).click()
    dialog.get_by_role("combobox", name="End of the game").select_option("after a set time")
    dialog.get_by_role("combobox", name="Time limit").select_option("1 day a turn")
    expect(dialog.get_by_role("combobox", name="When a friend is away")).to_have_count(0)
    with anna.expected("422"):
        dialog.get_by_role("button", name="Open the table").click()
        expect(says(anna, "the game has its own clock")).to_be_visible()
    expect(dialog).to_be_visible()
