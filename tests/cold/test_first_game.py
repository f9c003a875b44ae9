"""A newcomer's first minute: an empty home, an empty cache, and one click.

These tests run first (`make test-rest` runs them before all others, with an empty cache), because
the other tests then use what the server has compiled here. They print the times they measured;
their limits are far higher, so that a busy machine does not fail them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from browser.chromium import find_chromium, launch
from browser.person import Person
from server.helpers import ME, Device, Json, wait_for
from server.processes import free_port, started
from spielzug.core.cache import TABLE, all_games_prepared
from spielzug.core.game import Game
from spielzug.games import all_games

pytestmark = pytest.mark.slow

LEVEL: Json = {"kind": "bot", "bot": "casual"}
# Seconds for a slow machine: how soon it is, is printed. That nobody waits for the compiler shows
# in `preparing`, which still goes on when the first bots have answered.
SOON = 120.0
PATIENCE = 800.0  # until everything is compiled


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has just been started on a new machine."""
    given = os.environ.get("SPIELZUG_CACHE_DIR")
    empty = given is not None and not any(Path(given).glob("*"))
    cache = given if given is not None and empty else str(tmp_path_factory.mktemp("cache"))
    home, port = tmp_path_factory.mktemp("home"), free_port()
    kept = {name: os.environ.get(name) for name in ("HOME", "SPIELZUG_CACHE_DIR")}
    os.environ |= {"HOME": str(home), "SPIELZUG_CACHE_DIR": cache}
    try:
        with started(home / "tables.sqlite3", "--port", str(port), "--no-limits"):
            yield f"http://127.0.0.1:{port}"
        with started(home / "tables.sqlite3", "--port", str(port), "--no-limits"):
            second = Device(f"http://127.0.0.1:{port}")
            assert second.get("health")["rules"] == "compiled"
            second.http.close()
    finally:
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


class SeatedPerson:
    """A person who has just clicked on a game."""

    def __init__(self, url: str, game: Game) -> None:
        self.device = Device(url)
        self.device.get("health")
        self.began = time.monotonic()
        seats = [ME, *[LEVEL] * (game.seats[0] - 1)]
        wanted = {"game": game.name, "seats": seats, "pace": 0}
        self.path = f"tables/{self.device.open(wanted)['id']}"

    def now(self) -> Json:
        found: Json = self.device.get(self.path)
        return found

    def choice(self) -> Json | None:
        now = self.now()
        return now if now["choices"] else None

    def answers(self) -> list[Json]:
        """What the bots decided."""
        log = self.now()["log"]
        return [item for item in log if item["seat"] > 0 and item["kind"] == "decision"]

    def decide(self) -> None:
        """One decision, if it is this person's turn."""
        if (now := self.choice()) is not None:
            body = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
            self.device.post(f"{self.path}/decide", body)

    def turn(self) -> None:
        """Until a bot has answered."""
        before = len(self.answers())
        deadline = time.monotonic() + SOON
        while len(self.answers()) == before:
            assert time.monotonic() < deadline, "no bot has answered"
            self.decide()


def test_every_game_begins_at_once_and_its_bots_answer(cold: str) -> None:
    people = [SeatedPerson(cold, game) for game in all_games()]
    for person, game in zip(people, all_games(), strict=True):
        wait_for(person.choice, SOON)
        own = time.monotonic() - person.began
        person.turn()
        answer = time.monotonic() - person.began
        print(f"{game.name}: first own choice {own:.1f} s, first answer of a bot {answer:.1f} s")
        first = person.answers()[-1]
        assert "simpler bot" in (first["note"] or "simpler bot")  # nobody pretends otherwise
        assert person.now()["preparing"] is not None
        person.device.post(f"{person.path}/abandon")
        person.device.http.close()


@pytest.mark.skipif(find_chromium() is None, reason="no Chromium: `make test` says so at its end")
def test_one_click_in_the_browser_is_a_game(cold: str) -> None:
    """All four, in windows of their own, while everything is still being compiled."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        people: list[tuple[Person, float]] = []
        for game in all_games():
            context = browser.new_context(locale="en-GB", reduced_motion="reduce")
            context.set_default_timeout(1000 * SOON)
            person = Person(game.title["en"], context, cold)
            person.lobby()
            poster = person.poster(game.title["en"])
            people.append((person, time.monotonic()))
            poster.get_by_role("button", name="Play against bots now").click()
        for person, began in people:
            expect(person.choices.first).to_be_visible(timeout=1000 * SOON)
            print(f"{person.name}: first own choice {time.monotonic() - began:.1f} s")
        for person, began in people:
            _a_turn(person)
            print(f"{person.name}: a whole turn and an answer {time.monotonic() - began:.1f} s")
            assert person.trouble == []
        browser.close()


def _a_turn(person: Person) -> None:
    """Choose until a bot has answered, and the turn has come back."""
    before = len(_answers(person))
    confirm = person.page.get_by_role("dialog").locator("button.main")
    deadline = time.monotonic() + SOON
    while len(_answers(person)) == before or not person.choices.count():
        assert time.monotonic() < deadline, "no bot has answered"
        if person.choices.count() and len(_answers(person)) == before:
            person.choices.first.click()
        if confirm.count():
            confirm.first.click()
        person.page.wait_for_timeout(50)


def _answers(person: Person) -> list[Json]:
    """What the bots at this person's table decided."""
    table = person.page.url.rpartition("/")[2]
    log = person.context.request.get(f"{person.url}/api/tables/{table}").json()["log"]
    return [item for item in log if item["seat"] > 0 and item["kind"] == "decision"]


def test_then_the_levels_play_themselves(cold: str) -> None:
    """Everything is compiled by and by; who still plays has got the level that was chosen."""
    begin = time.monotonic()
    for game in all_games():
        person = SeatedPerson(cold, game)
        wait_for(lambda p=person: p.now()["preparing"] is None, PATIENCE)  # type: ignore[misc]
        print(f"{game.name}: its bots think after {time.monotonic() - begin:.0f} s more")
        wait_for(person.choice, SOON)
        noted = len([item for item in person.answers() if item["note"]])
        person.turn()
        assert len([item for item in person.answers() if item["note"]]) == noted
        person.device.post(f"{person.path}/abandon")
        person.device.http.close()
    wait_for(
        lambda: all_games_prepared(TABLE), PATIENCE
    )  # then the next start plays by compiled rules
    print(f"everything is compiled after {time.monotonic() - begin:.0f} s more")
