"""Nobody needs to scroll: at every decision, everything needed is inside the window.

At tables, in lessons, puzzles and reviews, in dialogs and while a table waits for people. Tested in
German, the longest of the four languages. The page marks what belongs to the player with
``data-own``, and choices that are not made on the board itself with ``data-do``.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser.person import Person, Visit
from browser.test_review import HANGS
from browser.zugraub_player import OPEN
from server.helpers import wait_for
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game
from spielzug.school import LessonFile, LessonStep, TryResult, attempt, lessons_of
from spielzug.school.puzzles import attempt as solve
from spielzug.school.puzzles import puzzles_of

LAPTOPS: tuple[ViewportSize, ...] = (
    {"width": 1366, "height": 650},
    {"width": 1366, "height": 768},
    {"width": 1280, "height": 720},
)
PATIENCE = 20_000  # milliseconds that a board may take to be laid out anew on a busy machine
PHONE: ViewportSize = {"width": 390, "height": 844}
ZOOMED: ViewportSize = {"width": 683, "height": 384}
"""A laptop at 200 %."""
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
EXERCISE = ".head .sign, .bar .button, .side h2, .choices li:first-child"
WAY_ON = ".head .sign, .bar .button, .reply, .onward *, .worth caption"
WAY_ON_ZOOMED = ".bar .button, .onward *"
REVIEW = ".board > *, .controls button, .side :is(.tools, .tabs) button, .review [role=slider]"
DIALOG = "dialog[open], dialog[open] > header *, dialog[open] footer .button"
OUTSIDE = """(selectors) => {
  window.scrollTo(0, 0);
  const dock = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--dock"));
  const hidden = (node) => {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || !node.checkVisibility()) return false;
    const below = node.closest(".side > .dock") ? 0 : dock || 0;
    let [ceiling, floor] = [0, innerHeight - below];
    // The dock, a review and a dialog may scroll: then only a part of them is shown.
    for (let area = node.parentElement; area?.closest(".side, dialog"); area = area.parentElement) {
      if (getComputedStyle(area).overflowY === "visible") continue;
      const { top, bottom } = area.getBoundingClientRect();
      [ceiling, floor] = [Math.max(ceiling, top), Math.min(floor, bottom)];
    }
    const fits = box.top >= ceiling - 1 && box.bottom <= floor + 1;
    return !fits || box.left < -1 || box.right > innerWidth + 1;
  };
  const told = (node) => `${node.className}: ${node.textContent.trim().slice(0, 50)} `
    + JSON.stringify(node.getBoundingClientRect());
  return [...document.querySelectorAll(selectors)].filter(hidden).map(told);
}"""
"""What lies outside the window, or under the dock of a phone, when nobody has scrolled."""
BOARD_SEEN = """() => {
  window.scrollTo(0, 0);
  const [board, dock] = [".play .board", ".side > .dock"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const floor = dock.left < board.right ? dock.top : innerHeight;
  return (Math.min(board.bottom, floor) - board.top) * board.width / (innerWidth * innerHeight);
}"""
"""The part of the window in which the board is seen."""
CHOOSE = """async (pick) => {
  for (const one of document.querySelectorAll(".reply p")) one.classList.add("before");
  const fold = document.querySelector(".choices [aria-expanded=false]");
  if (fold) { fold.click(); await new Promise(requestAnimationFrame); }
  const all = [...document.querySelectorAll(".choices li button")];
  all[Math.floor(pick * all.length)].click();
  await new Promise(requestAnimationFrame);
  document.querySelector("dialog[open] .button.danger, dialog[open] .button.main")?.click();
}"""
"""Without a pointer: nothing is scrolled for it. What was answered before is marked."""
OPEN_FOR_FRIENDS = """async ([game, count]) => {
  const friends = Array.from({ length: count - 1 }, () => ({ kind: "friend" }));
  const answer = await fetch("api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, options: {}, seats: [{ kind: "me", name: "Anna" }, ...friends] }),
  });
  location.hash = `#/t/${(await answer.json()).id}`;
}"""


def in_german(person: Person, toured: Collection[str] = tuple(SEATS)) -> Page:
    page = person.page
    page.goto(person.url)
    page.evaluate(
        "(toured) => localStorage.setItem('spielzug.settings',"
        " JSON.stringify({ single: false, lang: 'de', toured }))",
        list(toured),
    )
    page.goto("about:blank")
    page.goto(person.url)
    return page


def open_table(person: Person, game: str, **options: int) -> Page:
    page = in_german(person)
    given = options or LIMITS[game]
    page.evaluate(OPEN, [game, given, BOTS[: SEATS[game] - 1], "Anna", "random"])
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
        moment = page.locator(".play .sign, .finish, h1").first.inner_text()
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


# -- lessons and puzzles -------------------------------------------------------------------------


def try_choice(page: Page, index: int, count: int) -> None:
    """Makes a choice of the list in a lesson or puzzle, and waits for the answer to it."""
    page.evaluate(CHOOSE, (index + 0.5) / count)
    expect(page.locator(".reply p:not(.before)").first).to_be_visible()
    expect(page.locator(".choices button, .onward").first).to_be_visible()


def take_step(page: Page, game: str, lesson: LessonFile, step: LessonStep) -> TryResult:
    """Solves a step of a lesson on its first way."""
    rules = get_game(game)
    done: list[str] = []
    for move in step.ways[0]:
        if not move.own:
            continue
        legal = attempt(rules, lesson, step, done).position.legal
        try_choice(page, legal.index(rules.words.parse(move.signs[0])), len(legal))
        done.append(move.signs[0])
    return attempt(rules, lesson, step, done)


@pytest.mark.parametrize("game", SEATS)
def test_after_every_step_of_a_lesson_the_way_on_is_in_sight(visit: Visit, game: str) -> None:
    page = in_german(visit("Anna", viewport=LAPTOPS[0]))
    for lesson in lessons_of(get_game(game)):
        for step in lesson.steps:
            page.evaluate(
                "(hash) => { location.hash = hash; }", f"#/learn/{game}/{lesson.name}/{step.name}"
            )
            expect(page.get_by_text(step.idea["de"])).to_be_visible()
            expect(page.locator(".choices button").first).to_be_visible()
            for size in LAPTOPS:
                look(page, size, EXERCISE)
            solved = take_step(page, game, lesson, step)
            for lang in (*LANGUAGES, "de"):
                page.locator("header select").select_option(lang)
                expect(page.locator(".reply")).to_contain_text(solved.sentence(lang))
                for size in LAPTOPS:
                    look(page, size, WAY_ON)
                look(page, ZOOMED, WAY_ON_ZOOMED)


@pytest.mark.parametrize("game", SEATS)
def test_a_puzzle_its_solution_and_the_next_one_are_in_sight(visit: Visit, game: str) -> None:
    page = in_german(visit("Anna", viewport=LAPTOPS[0]))
    rules = get_game(game)
    single = [one for one in puzzles_of(rules) if all(len(way) == 1 for way in one.ways)]
    for number, puzzle in enumerate(single[:2]):
        page.evaluate("(hash) => { location.hash = hash; }", f"#/puzzles/{game}/{puzzle.id}")
        legal = solve(rules, puzzle, []).position.legal
        expect(page.locator(".idea")).to_be_visible()
        for size in LAPTOPS:
            look(page, size, EXERCISE)
        if number == 0:
            try_choice(page, legal.index(rules.words.parse(min(puzzle.right))), len(legal))
        else:
            page.locator(".bar .button").first.click()  # shows the solution
        expect(page.locator(".onward")).to_be_visible()
        for size in LAPTOPS:
            look(page, size, WAY_ON)
        look(page, ZOOMED, WAY_ON_ZOOMED)


# -- elsewhere -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEATS)
def test_at_200_percent_the_board_is_in_sight(visit: Visit, game: str) -> None:
    """With the guide open, at the start of the page."""
    page = in_german(visit("Anna", viewport=ZOOMED, device_scale_factor=2), toured=())
    page.evaluate(OPEN, [game, LIMITS[game], BOTS[: SEATS[game] - 1], "Anna", "random"])
    settled(page, -1)
    expect(page.locator(".coach")).to_be_visible()
    look(page, ZOOMED, ".play > .sign, .side > .dock .button")
    assert page.evaluate(BOARD_SEEN) > 0.3


def test_a_review_and_its_dialog_are_in_sight(visit: Visit) -> None:
    page = open_table(visit("Anna", viewport=LAPTOPS[0]), "zwergenzugfahrt", turns=2)
    number = -1
    while (table := settled(page, number))["status"] != "over":
        page.evaluate(CHOOSE, 0)
        number = table["number"]
    page.goto(page.url.replace("#/t/", "#/review/"))
    expect(page.locator(".review [role=slider]")).to_be_visible(timeout=HANGS)
    for size in LAPTOPS:
        look(page, size, REVIEW)
    page.locator(".side .tools button").first.click()  # plays on from here
    for size in (*LAPTOPS, ZOOMED):
        look(page, size, DIALOG)


def test_dialogs_and_their_buttons_are_in_sight(visit: Visit) -> None:
    page = open_table(visit("Anna", viewport=LAPTOPS[0]), "zwergenzugfahrt")
    settled(page, -1)

    def check(*opening: str) -> None:
        for one in opening:
            page.locator(one).last.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        for size in (*LAPTOPS, ZOOMED):
            look(page, size, DIALOG)
        page.set_viewport_size(LAPTOPS[0])
        page.locator("dialog[open] > header button").click()

    check(".bar .button:nth-last-child(2)")  # rules
    check(".bar .button:last-child")  # more
    page.keyboard.press("?")
    check()
    check("header .tool")  # settings
    page.goto(page.url.split("#")[0] + "#/")
    for number, game in enumerate(SEATS):
        page.locator(".poster").nth(number).locator(".button:not(.main)").click()
        page.locator("dialog #count, dialog ol").first.wait_for()
        if (count := page.locator("#count")).count():
            count.select_option(str(max(get_game(game).seats)))
        check("dialog summary")


@pytest.mark.parametrize("seats", [2, 7])
def test_while_a_table_waits_link_and_seats_are_in_sight(visit: Visit, seats: int) -> None:
    page = in_german(visit("Anna", viewport=LAPTOPS[0]))
    game = "zugraub" if seats == 7 else "zwergenzugfahrt"
    page.evaluate(OPEN_FOR_FRIENDS, [game, seats])
    expect(page.locator(".waiting li")).to_have_count(seats)
    for size in LAPTOPS:
        look(page, size, ".waiting h1, .waiting .button, .waiting li, .waiting select")
