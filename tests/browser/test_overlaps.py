"""No two boxes of a board overlap and none sticks out: every game, number of seats and window size.

The positions come from the golden games, so nothing needs to be played first.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser.person import Visit
from spielzug.core.records import load_record
from spielzug.games import get_game

TABLES = Path(__file__).parents[1] / "golden" / "tables"
RECORDS = sorted(TABLES.glob("*/[0-9]-*.zug"))
"""A finished game for every number of seats."""
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1366, "height": 650},
    {"width": 1366, "height": 768},
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 390, "height": 844},
    {"width": 360, "height": 740},
)
MOMENTS = (0.0, 0.5, 0.95)
"""Parts of a game: its set-up, its middle, and near its end."""
PATIENCE = 20_000  # milliseconds that a board may take to be laid out anew on a busy machine
OPEN = """async ([game, seats, position]) => {
  localStorage.setItem("spielzug.settings",
    JSON.stringify({ single: false, lang: "de", toured: [game] }));
  const answer = await fetch("api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, seats, pace: 0, from: { position } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  location.hash = `#/t/${(await answer.json()).id}`;
  location.reload();
}"""
WRONG = """() => {
  const board = document.querySelector(".play .board > *");
  // What stays in sight while the page scrolls may then cover other parts; at rest nothing does.
  for (const node of board.querySelectorAll("*"))
    if (getComputedStyle(node).position === "sticky")
      Object.assign(node.style, { position: "relative", inset: "auto" });
  /** The part of a box that is not clipped by a scrolling part of the board. */
  const seen = (node) => {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    for (let outer = node.parentElement; outer !== board; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow === "visible") continue;
      const clip = outer.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, top, right, bottom };
  };
  const inner = board.getBoundingClientRect();
  // Drawings are made of parts that overlap, and what lies above the board on purpose hides it.
  const apart = "svg *, .sr-only, [data-fit] *, .over *, [aria-hidden=true] :not([data-fit])";
  const kinds = "section, header, button, h2, h3, p, li, [role=img], [data-fit]";
  const boxes = [...board.querySelectorAll(kinds)]
    .filter((node) => node.checkVisibility() && !node.closest(apart))
    .filter((node) => getComputedStyle(node).clipPath === "none")
    .map((node) => ({ node, box: seen(node) }))
    .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
  const told = ({ node, box }) => {
    const what = node.ariaLabel ?? node.textContent.trim().slice(0, 30);
    const at = [box.left, box.top, box.right, box.bottom].map(Math.round);
    return `${node.tagName}.${node.className} "${what}" ${at}`;
  };
  const SLACK = 3;
  const common = (a, b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const wrong = boxes
    .filter(({ box }) => box.left < inner.left - SLACK || box.right > inner.right + SLACK)
    .map((one) => `outside the board: ${told(one)}`);
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1))
      if (!one.node.contains(other.node) && common(one.box, other.box) > SLACK)
        wrong.push(`overlap: ${told(one)} and ${told(other)}`);
  });
  const widths = (trains) => [...board.querySelectorAll(trains)]
    .map((train) => train.querySelector(".slot")?.clientWidth ?? 0);
  const [own] = widths(".train.own");
  if (widths(".train:not(.own)").some((width) => width > own + 1))
    wrong.push(`one's own train is smaller than another's: cars ${own} pixels wide`);
  return wrong;
}"""


def check(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    try:
        page.wait_for_function(f"() => ({WRONG})().length === 0", timeout=PATIENCE)
    except PlaywrightTimeout:
        pytest.fail(f"{size}:\n" + "\n".join(page.evaluate(WRONG)))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_two_boxes_of_a_board_overlap(visit: Visit, path: Path) -> None:
    match = load_record(path, get_game)
    person = visit("Anna", viewport=SIZES[0])
    page = person.page
    for moment in MOMENTS:
        position = match.position_after(int(moment * (len(match.log) - 1)))
        position.set_rng(0)
        bot = {"kind": "bot", "bot": "random"}
        seats = [bot] * position.seats
        seats[position.actor] = {"kind": "me", "name": person.name}
        page.goto(person.url)
        page.evaluate(OPEN, [match.game.name, seats, position.save()])
        expect(page.locator(".choices button").first).to_be_visible()
        for size in SIZES:
            check(page, size)
