"""Firefox and WebKit: one game of each kind, from the lobby to the result."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from browser.webdriver import BROWSERS, WebDriver, browser, missing
from browser.zugraub_player import OPEN
from spielzug.games import get_game

LIMITS = {
    "game_of_trains": {"turn_limit": 12},
    "trains": {"turn_limit": 6},
    "zwergenzugfahrt": {"turns": 12},
    "zugraub": {"turn_limit": 9},
}
"""So that a game has an end soon."""
MOST_DECISIONS = 150
SIZE = (1366, 768)
PICTURES = os.environ.get("PICTURES_FOLDER")
"""A folder for pictures of the lobby and of a game's beginning, middle and end."""

SETTINGS = """
localStorage.setItem("spielzug.settings", JSON.stringify({
  single: false, lang: "en", name: "Anna", toured: arguments[0],
}));
"""
LISTEN = """
window.troubles = [];
addEventListener("error", (event) => troubles.push(event.message));
addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));
"""
STATE = """
if (document.querySelector(".finish")) return "over";
if (document.querySelector("dialog[open]")) return "asked";
if (document.querySelector(".choices li button")) return "choose";
return document.querySelector(".choices > button[aria-expanded=false]") ? "folded" : "";
"""
MIDDLE = """
const all = [...document.querySelectorAll(".choices li button")];
const one = all[Math.floor(all.length / 2)];
for (const each of all) each.removeAttribute("data-middle");
one?.setAttribute("data-middle", "");
return all.map((each) => each.textContent).join("|") + location.hash;
"""
TOO_WIDE = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(params=BROWSERS)
def window(request: pytest.FixtureRequest, tmp_path: Path, server: str) -> Iterator[WebDriver]:
    lacking = missing(request.param)
    if lacking is not None:
        pytest.skip(f"there is no {lacking}, as the tests say at their end")
    with browser(request.param, tmp_path) as found:
        found.open(server)
        found.script(SETTINGS, list(LIMITS))
        found.resize(*SIZE)
        yield found


def look(window: WebDriver, name: str) -> None:
    """Nothing is wider than the window, and nothing has gone wrong."""
    assert window.script(TOO_WIDE) <= 0, name
    assert window.script("return window.troubles ?? []") == [], name
    if PICTURES:
        sleep(0.7)  # what was drawn last may still be on its way
        window.picture(Path(PICTURES) / f"{name}.png")


def state(window: WebDriver) -> str:
    found: str = window.wait(lambda: window.script(STATE), "our turn or the end")
    return found


def decide(window: WebDriver) -> None:
    """The middle one of all choices, by its button in the list; then the list is another one."""
    if state(window) == "folded":
        window.click(".choices > button[aria-expanded=false]")
    before = window.script(MIDDLE)
    window.click("[data-middle]")

    def went_on() -> bool:
        if window.has("dialog[open]"):
            window.click("dialog[open] .button.main")
        return window.has(".finish") or not window.has("[data-middle]")

    window.wait(went_on, f"something else than {before}")


@pytest.mark.parametrize("game", LIMITS)
def test_a_game_is_played_to_its_result(
    window: WebDriver, server: str, game: str, request: pytest.FixtureRequest
) -> None:
    name = f"{request.node.callspec.params['window']}-{game}"
    play = f"[aria-labelledby='game-{game}'] .button.main"
    window.open(f"{server}/?again#/")
    window.wait_for(play)
    window.script(LISTEN)
    look(window, f"{name}-0-lobby")
    window.click(play)
    assert state(window) in ("choose", "folded")
    look(window, f"{name}-1-first")
    seats = get_game(game).seats[0]
    wanted = [game, LIMITS[game], ["Bo", "Cleo"][: seats - 1], "Anna", "random"]
    table = window.script("return location.hash")
    window.script(f"({OPEN})(arguments[0]).catch((error) => troubles.push(String(error)))", wanted)
    window.wait(lambda: window.script("return location.hash") != table, "another table")
    for number in range(MOST_DECISIONS):
        if state(window) == "over":
            break
        if number == 4:
            look(window, f"{name}-2-middle")
        decide(window)
    window.wait_for(".finish")
    look(window, f"{name}-3-end")
