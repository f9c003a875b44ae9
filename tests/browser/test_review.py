"""A finished game is reviewed: asked for at the table, read at the replay, gone through by keys."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.people import Visit

NARROW = {"width": 360, "height": 780}


def test_a_game_is_reviewed_and_the_review_is_there_for_everyone(visit: Visit) -> None:
    anna = visit("Anna")
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    anna.page.get_by_role("link", name="Review this game").click()
    panel = anna.region("Review")
    expect(panel).to_contain_text("Every decision is judged by what its player could know")
    anna.button("Review this game now").click()
    graph = panel.get_by_role("slider", name="Chances of winning over the game")
    expect(graph).to_be_visible(timeout=180_000)

    # What it tells as a picture stands in a table, too, and adds up to a sentence for each seat.
    panel.get_by_text("All numbers as a table").click()
    rows = panel.get_by_role("row")
    assert rows.count() > 8
    expect(rows.nth(1)).to_contain_text(re.compile(r"\d+\s%.*\d+\s%"))
    expect(panel).to_contain_text("Anna")

    # By keys along the graph, and to the position that it points at.
    step = anna.page.get_by_role("slider", name="Position in the game")
    graph.focus()
    before = graph.get_attribute("aria-valuenow")
    anna.page.keyboard.press("ArrowRight")
    expect(graph).not_to_have_attribute("aria-valuenow", before or "")
    anna.page.keyboard.press("Enter")
    expect(step).to_have_value(graph.get_attribute("aria-valuenow") or "")

    # Whoever gets the link finds it made, on a phone as well, and nothing sticks out.
    bo = visit("Bo", viewport=NARROW)
    bo.page.goto(anna.page.url)
    theirs = bo.region("Review").get_by_role("slider", name="Chances of winning over the game")
    expect(theirs).to_be_visible()
    wide = bo.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= NARROW["width"]
