"""Layout: wide windows are used, what is needed is visible, and no name is broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Locator, Route, ViewportSize, expect

import spielzug.games.trains
from browser.person import Person, Visit
from browser.zugraub_player import OPEN
from waiting import wait_for

GAMES = {"game_of_trains": 2, "trains": 2, "zwergenzugfahrt": 2, "zugraub": 3}
MOST = {"game_of_trains": 4, "trains": 4, "zwergenzugfahrt": 2, "zugraub": 7}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
DESK: ViewportSize = {"width": 1280, "height": 800}
LOW: ViewportSize = {"width": 1366, "height": 650}
SMALL: ViewportSize = {"width": 360, "height": 640}
PHONE = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
LANGUAGES = ("en", "de", "fr", "nl")
# As different as the fonts of one system can be: the widest, the narrowest, and letters with feet.
FONTS = ("DejaVu Sans Mono, monospace", "DejaVu Sans Condensed, sans-serif", "DejaVu Serif, serif")


# The window has its new size, and what has a new size with it has heard of it and is drawn: the
# place is the same in a few pictures in a row.
SETTLED = """(node, { width, height }) => new Promise((done) => {
  let [last, pictures] = ["", 0];
  const next = () => {
    const { x, y, width: w, height: h } = node.getBoundingClientRect();
    const place = innerWidth === width && innerHeight === height ? `${x} ${y} ${w} ${h}` : "";
    pictures = place && place === last ? pictures + 1 : 0;
    last = place;
    if (pictures < 4) requestAnimationFrame(next);
    else done();
  };
  next();
})"""


def sit_down(person: Person, game: str, seats: int, *, tour: bool = False) -> Person:
    """At a table with bots, before the first choice."""
    page = person.page
    page.goto(person.url)
    toured = [] if tour else [game]
    page.evaluate(
        "given => localStorage.setItem('spielzug.settings', JSON.stringify(given))",
        {"toured": toured},
    )
    page.goto("about:blank")
    page.goto(person.url)
    first = {} if game == "zwergenzugfahrt" else {"first": 1}
    bots = [f"Bot {number}" for number in range(2, seats + 1)]
    page.evaluate(OPEN, [game, first, bots, person.name, "random"])
    expect(person.choices.first).to_be_visible()
    return person


def board(person: Person) -> Locator:
    return person.page.locator(".play .board > *").first


def own(person: Person, game: str) -> Locator:
    """What the viewing player acts with."""
    names = {
        "game_of_trains": "Your train",
        "trains": "Your hand",
        "zugraub": "Your zombie",
    }
    if game in names:
        return person.region(names[game])
    return person.page.get_by_role("group", name="Station")


def size_of(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def settled(found: Locator) -> Any:
    """Its place once the page has been laid out."""
    found.evaluate(SETTLED, found.page.viewport_size)
    return found.bounding_box()


def test_without_motion_a_new_size_is_there_at_once(anna: Person) -> None:
    anna.lobby()
    larger = anna.page.evaluate("""() => {
      const size = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
      const before = size();
      document.documentElement.style.fontSize = "30px";
      return [before, size()];
    }""")
    assert larger == [17, 30]


@pytest.mark.parametrize("game", GAMES)
def test_a_wide_window_is_used(visit: Visit, game: str) -> None:
    anna = sit_down(visit("Anna", viewport=LARGE), game, GAMES[game])
    width, height = size_of(board(anna))
    assert width > 1350
    assert height > 600


def check_in_sight(person: Person, game: str) -> None:
    """The player's own area and all buttons are visible without scrolling."""
    for name in ("Hint", "Undo", "Rules", "More"):
        expect(person.button(name)).to_be_in_viewport(ratio=1)
    expect(person.choices.first).to_be_in_viewport(ratio=1)
    expect(own(person, game)).to_be_in_viewport(ratio=0.97)
    assert person.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_takes_no_room_and_hand_and_buttons_are_in_sight(visit: Visit, game: str) -> None:
    anna = sit_down(visit("Anna", viewport=LOW), game, MOST[game], tour=True)
    tour = anna.page.get_by_role("complementary", name="First ride")
    for viewport in (LOW, DESK, SMALL):
        anna.page.set_viewport_size(viewport)
        expect(tour).to_be_visible()
        with_tour = settled(board(anna))
        if viewport == LOW:
            check_in_sight(anna, game)
        tour.get_by_role("button", name="End the tour").click()
        expect(tour).to_be_hidden()
        assert settled(board(anna)) == with_tour
        if viewport == LOW:
            check_in_sight(anna, game)
        # It begins again from the menu.
        anna.button("More").click()
        anna.button("Show the tour again").click()
        expect(tour).to_be_visible()
        assert settled(board(anna)) == with_tour


# Where the middle of an element lies, something else may not lie: neither dock nor bar.
COVERED = """() => {
  const one = document.activeElement;
  const { left, top, width, height } = one.getBoundingClientRect();
  const middle = document.elementFromPoint(left + width / 2, top + height / 2);
  const dock = middle?.closest(".side > .dock");
  return dock && !dock.contains(one) ? one.outerHTML.slice(0, 160) : "";
}"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_bar_stays_and_covers_nothing_for_good(visit: Visit, game: str) -> None:
    anna = sit_down(visit("Anna", **PHONE), game, MOST[game])
    page = anna.page
    for place in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        for name in ("Hint", "Undo", "Rules", "More"):
            expect(anna.button(name)).to_be_in_viewport(ratio=1)

    def ends_above_the_bar() -> bool:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # it may have grown: bots play
        bar = page.locator(".side > .dock").bounding_box()
        end = page.get_by_role("contentinfo").bounding_box()
        if bar is None or end is None:
            return False
        at_the_bottom = abs(bar["y"] + bar["height"] - 640) <= 1
        return at_the_bottom and end["y"] + end["height"] <= bar["y"] + 1

    # The bar may grow and the page with it, in the pictures after this one.
    wait_for(ends_above_the_bar)
    page.evaluate("scrollTo(0, 0); document.getElementById('content').focus()")
    for _ in range(40):
        page.keyboard.press("Tab")
        try:
            wait_for(lambda: page.evaluate(COVERED) == "")  # it comes into sight after the focus
        except AssertionError:
            pytest.fail(f"covered for good: {page.evaluate(COVERED)}")


def test_on_a_phone_a_hint_is_read_beside_the_board(visit: Visit) -> None:
    anna = sit_down(visit("Anna", **PHONE), "trains", 2)
    anna.page.evaluate("scrollTo(0, 300)")
    anna.button("Hint").click()
    expect(anna.page.locator(".hints")).to_be_in_viewport(ratio=0.9)


# -- names on cards ------------------------------------------------------------------------------

# Every word of a fitted name stands on one line (a compound may have parts, at a seam that is
# marked), and all of it inside its box; gives what does not.
BROKEN = """() => [...document.querySelectorAll("[data-fit]")].flatMap((box) => {
  const node = box.firstElementChild.firstChild;
  const outer = box.getBoundingClientRect();
  if (outer.width === 0) return [];
  const range = document.createRange();
  const wrong = [];
  for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad-]+/g)) {
    // Letter by letter: the hyphen of a seam counts for the letter after it, and is not meant.
    const rects = [...word].map((_, at) => {
      range.setStart(node, index + at);
      range.setEnd(node, index + at + 1);
      return [...range.getClientRects()].at(-1);
    });
    const lines = new Set(rects.map(({ top }) => Math.round(top)));
    if (lines.size > 1) wrong.push(`${word} is broken in "${node.data}"`);
    for (const { left, right, top, bottom } of rects)
      if (left < outer.left - 1 || right > outer.right + 1
          || (top + bottom) / 2 < outer.top || (top + bottom) / 2 > outer.bottom)
        wrong.push(`${word} sticks out in "${node.data}"`);
  }
  return wrong;
})"""


# Another font, and everything is measured anew, as for a page that has just been opened.
DRESS = """async (font) => {
  const picture = () => new Promise(requestAnimationFrame);
  const main = document.querySelector("main");
  main.hidden = true;
  for (const name of ["--sans", "--slab"]) document.documentElement.style.setProperty(name, font);
  for (let count = 0; count < 3; count += 1) await picture();
  main.hidden = false;
  for (let count = 0; count < 4; count += 1) await picture();
}"""


def all_kinds(table: dict[str, Any]) -> None:
    """Every card of Trains in the hand and in the supply."""
    folder = Path(str(spielzug.games.trains.__file__)).parent
    cards = yaml.safe_load((folder / "data" / "shipped-1.yaml").read_text())["cards"]
    facts, view = table["facts"], table["view"]
    sample = next(iter(facts["cards"].values()))
    facts["cards"] = {
        card["code"]: {
            **sample,
            "title": card["names"],
            "kinds": card["kinds"],
            "cost": card["cost"],
            "money": card.get("money", 0),
            "points": card.get("points", 0),
        }
        for card in cards
    }
    facts["piles"] = facts["codes"] = list(facts["cards"])
    view["supply"] = [10] * len(facts["piles"])
    view["hand"] = view["play"] = dict.fromkeys(facts["piles"], 2)


def all_brains(table: dict[str, Any]) -> None:
    table["view"]["hands"][0] = [int(card) for card in table["facts"]["cards"]]


@pytest.mark.parametrize("width", [1366, 360])
@pytest.mark.parametrize(
    ("game", "deal", "least"), [("trains", all_kinds, 39), ("zugraub", all_brains, 54)]
)
def test_no_name_on_a_card_is_broken_whatever_the_font(
    visit: Visit, game: str, deal: Any, least: int, width: int
) -> None:
    anna = sit_down(visit("Anna", viewport={"width": width, "height": 800}), game, GAMES[game])
    page = anna.page
    address = page.url

    def deal_all(route: Route) -> None:
        answer = route.fetch()
        table = answer.json()
        if isinstance(table.get("view"), dict):
            deal(table)
        route.fulfill(response=answer, body=json.dumps(table))

    page.route("**/api/tables/*", deal_all)
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("[data-fit]").nth(least)).to_be_attached()
    for language in LANGUAGES:
        page.locator("header select").select_option(language)
        for font in FONTS:
            page.evaluate(DRESS, font)
            assert page.evaluate(BROKEN) == [], f"{language}, {font}"
