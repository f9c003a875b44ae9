"""Nobody needs to scroll to play: at every decision, everything needed is inside the window.

Tested in German, the longest of the four languages. The page marks what belongs to the player with
``data-own``, and choices that are not made on the board itself with ``data-do``.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser.person import Person, Visit
from browser.zugraub_player import OPEN
from server.helpers import wait_for

LAPTOPS: tuple[ViewportSize, ...] = (
    {"width": 1366, "height": 650},
    {"width": 1366, "height": 768},
    {"width": 1280, "height": 720},
)
PATIENCE = 20_000  # milliseconds that a board may take to be laid out anew on a busy machine
PHONE: ViewportSize = {"width": 390, "height": 844}
BOTS = ("Bo", "Cleo", "Dirk", "Eva", "Fritz")
SEATS = {"game_of_trains": 4, "trains": 4, "zwergenzugfahrt": 2, "zugraub": 6}
LIMITS = {
    "game_of_trains": {"turn_limit": 40},
    "trains": {"turn_limit": 60},
    "zwergenzugfahrt": {"turns": 40},
    "zugraub": {"turn_limit": 60},
}
"""Short enough to be played to the end, long enough for every kind of decision to come up."""
WINNING = {
    "game_of_trains": ".train",
    "trains": ".area-map, .scoring",
    "zwergenzugfahrt": ".station",
    "zugraub": ".scroller, .ranking",
}
"""What the end is about: the position, and the points where they are not part of it."""

NEEDED = ".play > .sign, [data-own], [data-do], .bar .button, .choices h2"
NEEDED_ON_A_PHONE = ".bar .who, [data-own], [data-do], .bar .button"
OUTSIDE = """(selectors) => {
  window.scrollTo(0, 0);
  const dock = innerWidth <= 980 ? document.querySelector(".side > .dock")?.offsetHeight ?? 0 : 0;
  const hidden = (node) => {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || !node.checkVisibility()) return false;
    const floor = node.closest(".side > .dock") ? innerHeight : innerHeight - dock;
    const fits = box.top >= -1 && box.bottom <= floor + 1;
    return !fits || box.left < -1 || box.right > innerWidth + 1;
  };
  const told = (node) => `${node.className}: ${node.textContent.trim().slice(0, 50)} `
    + JSON.stringify(node.getBoundingClientRect());
  return [...document.querySelectorAll(selectors)].filter(hidden).map(told);
}"""
"""What lies outside the window, or under the dock of a phone, when nobody has scrolled."""
CHOOSE = """async (pick) => {
  const fold = document.querySelector(".choices [aria-expanded=false]");
  if (fold) { fold.click(); await new Promise(requestAnimationFrame); }
  const all = [...document.querySelectorAll(".choices li button")];
  all[Math.floor(pick * all.length)].click();
  await new Promise(requestAnimationFrame);
  document.querySelector("dialog[open] .button.danger, dialog[open] .button.main")?.click();
}"""
"""Without a pointer: nothing is scrolled for it."""


def open_table(person: Person, game: str) -> Page:
    page = person.page
    page.goto(person.url)
    page.evaluate(
        "(toured) => localStorage.setItem('spielzug.settings',"
        " JSON.stringify({ single: false, lang: 'de', toured }))",
        list(SEATS),
    )
    page.goto("about:blank")
    page.goto(person.url)
    page.evaluate(OPEN, [game, LIMITS[game], BOTS[: SEATS[game] - 1], "Anna", "random"])
    return page


def table_snapshot(page: Page) -> Any:
    """What the server tells of the table this page shows."""
    answer = page.request.get(f"{page.url.split('#')[0]}api/tables/{page.url.rsplit('/', 1)[1]}")
    return answer.json()


def settled(page: Page, after: int) -> Any:
    """The table, once it is our turn again or the game is over, and the page shows that."""
    table = wait_for(
        lambda: (
            (now := table_snapshot(page))["number"] > after
            and (now["status"] == "over" or now["actor"] == now["seat"])
            and now
        )
    )
    if table["status"] == "over":
        expect(page.locator(".finish")).to_be_visible()
    else:
        expect(page.locator(".play > .sign.go")).to_be_visible()
        expect(page.locator(".choices button").first).to_be_visible()
    return table


def play(page: Page, game: str, sizes: tuple[ViewportSize, ...], needed: str) -> int:
    """Choose at random until the game is over; how many decisions were looked at."""
    random, seen, number = Random(game), 0, -1
    while (table := settled(page, number))["status"] != "over":
        for size in sizes:
            look(page, size, needed)
        seen, number = seen + 1, table["number"]
        page.evaluate(CHOOSE, random.random())
    return seen


def look(page: Page, size: ViewportSize, needed: str) -> None:
    """Checks that everything needed is inside the window, once the board is laid out."""
    page.set_viewport_size(size)
    try:
        page.wait_for_function(
            f"(needed) => ({OUTSIDE})(needed).length === 0", arg=needed, timeout=PATIENCE
        )
    except PlaywrightTimeout:
        moment = page.locator(".play > .sign, .finish").inner_text()
        outside = "\n".join(page.evaluate(OUTSIDE, needed))
        pytest.fail(f"outside the window of {size}, {moment}:\n{outside}")


def play_in_sight(visit: Visit, game: str, sizes: tuple[ViewportSize, ...], needed: str) -> None:
    page = open_table(visit("Anna", viewport=sizes[0]), game)
    assert play(page, game, sizes, needed) > 5
    for size in sizes:
        look(page, size, f".finish, {WINNING[game]}")


@pytest.mark.journey
def test_a_game_on_a_laptop_needs_no_scrolling(visit: Visit) -> None:
    play_in_sight(visit, "zwergenzugfahrt", LAPTOPS, NEEDED)


@pytest.mark.parametrize("game", [game for game in SEATS if game != "zwergenzugfahrt"])
def test_every_other_game_on_a_laptop_needs_no_scrolling(visit: Visit, game: str) -> None:
    play_in_sight(visit, game, LAPTOPS, NEEDED)


@pytest.mark.parametrize("game", SEATS)
def test_on_a_phone_all_but_the_list_of_choices_is_in_sight(visit: Visit, game: str) -> None:
    play_in_sight(visit, game, (PHONE,), NEEDED_ON_A_PHONE)


def test_every_game_can_be_begun_from_the_lobby_without_scrolling(visit: Visit) -> None:
    """Also by whoever has games running: the main buttons end above 600 pixels."""
    page = open_table(visit("Anna", viewport=LAPTOPS[0]), "zwergenzugfahrt")
    for _ in range(2):
        settled(page, -1)
        page.goto(page.url.split("#")[0] + "#/")
        page.evaluate(OPEN, ["zwergenzugfahrt", {}, BOTS[:1], "Anna", "random"])
    settled(page, -1)
    page.goto(page.url.split("#")[0] + "#/")
    expect(page.locator(".running .ticket")).to_have_count(2)  # the third is one click away
    for lang in ("de", "en", "fr", "nl"):
        page.locator("header select").select_option(lang)
        for size in LAPTOPS:
            page.set_viewport_size(size)
            buttons = page.locator(".poster .button.main")
            expect(buttons).to_have_count(len(SEATS))
            ends = [
                box["y"] + box["height"] for one in buttons.all() if (box := one.bounding_box())
            ]
            assert max(ends) < 600, (lang, size)


def test_what_is_below_the_edge_would_be_found(visit: Visit) -> None:
    page = open_table(visit("Anna", viewport=LAPTOPS[1]), "zwergenzugfahrt")
    settled(page, -1)
    assert page.evaluate(OUTSIDE, NEEDED) == []
    page.locator(".zwergenzugfahrt").evaluate("(board) => (board.style.marginTop = '300px')")
    assert page.evaluate(OUTSIDE, NEEDED) != []
