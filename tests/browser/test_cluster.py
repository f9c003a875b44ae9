"""One table on three server processes: two people on two of them, a spectator on the third."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

import postgres
from browser.conftest import PATIENCE
from browser.person import Person, Visit
from browser.zugraub_player import ZugraubPlayer
from server.processes import free_port, started
from spielzug.core.records import read_record
from spielzug.games import get_game

WHOLE = os.environ.get("SPIELZUG_WHOLE") == "1"  # `make soak`: by no limit but the game's own
MOST = 3000 if WHOLE else 600  # choices of both together; only a broken game has so many
BOT = {"kind": "bot", "bot": "random"}
OPEN = """async (wanted) => {
  const answer = await fetch("api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const table = await answer.json();
  location.hash = `#/t/${table.id}`;
}"""
ALL_TOURED = json.dumps(
    {
        "single": False,
        "toured": ["game_of_trains", "trains", "zwergenzugfahrt", "zugraub"],
    }
)
NOW = """() => {
  document.querySelector(".choices [aria-expanded=false]")?.click();
  return {
    over: document.querySelector(".finish") !== null,
    choices: document.querySelectorAll(".choices li button").length,
    told: document.querySelectorAll(".log li").length,
  };
}"""
"""How it stands; a long list of choices is unfolded, and seen the next time."""


@dataclass(frozen=True)
class GameCase:
    """A game that two people and perhaps bots play to its end."""

    name: str
    short: dict[str, Any]
    """Options by which it ends soon."""
    bots: int = 0
    by_board: bool = False
    """Where not everything is in the list of choices."""

    @property
    def options(self) -> dict[str, Any]:
        return {} if WHOLE else self.short


GAMES = (
    GameCase("game_of_trains", {"turn_limit": 30}),
    GameCase("trains", {"turn_limit": 6}),
    GameCase("zwergenzugfahrt", {"mode": "turns", "turns": 8}),
    GameCase("zugraub", {"turn_limit": 60}, bots=1, by_board=True),
)


@pytest.fixture(scope="module")
def three() -> Iterator[list[str]]:
    """The addresses of three processes on one database."""
    if not postgres.is_there():
        pytest.skip(postgres.NOT_RUN)
    with ExitStack() as stack:
        database = stack.enter_context(postgres.fresh_database())
        ports = [free_port() for _ in range(3)]
        for port in ports:
            stack.enter_context(started(database, "--port", str(port), "--no-limits"))
        yield [f"http://127.0.0.1:{port}" for port in ports]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_at_three_processes(visit: Visit, three: list[str], game: GameCase) -> None:
    """Each page speaks with its own process only: `Person` sees to that."""
    anna, ben, cleo = (
        visit(name, url) for name, url in zip(("Anna", "Ben", "Cleo"), three, strict=True)
    )
    for person in (anna, ben, cleo):
        person.page.goto(person.url)
        person.page.evaluate(
            "all => localStorage.setItem('spielzug.settings', all)", arg=ALL_TOURED
        )
        person.page.reload()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}, *[BOT] * game.bots]
    wanted = {"game": game.name, "options": game.options, "seats": seats, "pace": 0}
    anna.page.evaluate(OPEN, arg=wanted)
    link = anna.invitation()
    assert link.startswith(anna.url)
    ben.page.goto(link.replace(anna.url, ben.url))
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.button("Take the seat").click()
    cleo.page.goto(anna.page.url.replace(anna.url, cleo.url))
    expect(cleo.page.get_by_text("You are watching.")).to_be_visible()
    play(game, anna, ben)
    pages = (anna.page, ben.page, cleo.page)
    for page in pages:
        expect(page.locator(".finish")).to_be_visible()
    # All three were told the same lines, wherever they looked.
    table = anna.page.url.rsplit("/", 1)[1]
    records = [record(url, table) for url in three]
    assert len(set(records)) == 1
    match = read_record(records[0], get_game)
    assert match.over
    assert len({last_entry_shown(page) for page in pages}) == 1


def record(url: str, table: str) -> str:
    address = f"{url}/api/tables/{table}/record"
    return httpx2.get(address, verify=False, timeout=180).raise_for_status().text


def last_entry_shown(page: Page) -> int:
    return int(page.evaluate(NOW)["told"])


def play(game: GameCase, *people: Person) -> None:
    """Whoever is to move makes a random choice, to the end of the game."""
    luck = Random(7)
    robbers = {person.name: ZugraubPlayer(person, seed) for seed, person in enumerate(people)}
    for _ in range(MOST):
        person = whose_turn(people)
        if person is None:
            return
        if game.by_board:
            robber = robbers[person.name]
            robber.act(robber.choose)
        else:
            choose(person, luck)
    raise AssertionError("the game did not end")


def whose_turn(people: tuple[Person, ...]) -> Person | None:
    """Waits for whoever is to move; None if the game is over for all of them."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        states = [person.page.evaluate(NOW) for person in people]
        for person, state in zip(people, states, strict=True):
            if state["choices"] and not state["over"]:
                return person
        if all(state["over"] for state in states):
            return None
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is to choose, and the game is not over")


def choose(person: Person, luck: Random) -> None:
    """Clicks one of the choices, confirms it if asked, and waits for the result."""
    page = person.page
    before = page.evaluate(NOW)
    offered = page.locator(".choices li button")
    offered.nth(luck.randrange(before["choices"])).click()
    question = page.get_by_role("alertdialog").or_(page.get_by_role("dialog"))
    if question.count():
        question.last.get_by_role("button", name=re.compile("^(Yes|Kick)")).first.click()
    page.wait_for_function(
        f"before => (({NOW})().told !== before.told) || ({NOW})().over", arg=before
    )
