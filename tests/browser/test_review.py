"""A review of a finished game: requested at the table, read in the replay, used by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Route, expect

from browser.person import Person, Visit

NARROW = {"width": 360, "height": 780}
HANGS = 900_000  # milliseconds: it ends made or failed; whoever else works here goes before it


def made(person: Person) -> Locator:
    """Requests a review and waits for its graph."""
    panel = person.region("Review")
    graph = panel.get_by_role("slider", name="Chances of winning over the game")
    expect(graph.or_(panel.get_by_role("alert"))).to_be_visible(timeout=HANGS)
    expect(graph).to_be_visible()
    return graph


def test_a_game_is_reviewed_and_the_review_is_there_for_everyone(visit: Visit) -> None:
    anna = visit("Anna")
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    anna.page.get_by_role("link", name="Review this game").click()
    panel = anna.region("Review")
    graph = made(anna)
    # One click was enough; first comes a sentence that everybody understands, for who played.
    summary = re.compile("You played|There was a lot more to gain")
    expect(panel).to_contain_text(summary)

    # What it tells as a picture stands in a table, too, and adds up to a sentence for each seat.
    panel.get_by_text("All numbers as a table").click()
    rows = panel.get_by_role("row")
    assert rows.count() > 8
    expect(rows.nth(1)).to_contain_text(re.compile(r"\d+%.*\d+%"))
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
    expect(bo.region("Review")).not_to_contain_text(summary)
    wide = bo.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= NARROW["width"]


def test_what_was_better_is_tried_and_the_chances_are_compared(visit: Visit) -> None:
    """From a decision of the review into practice, which begins with its choice; then beside it."""
    anna = visit("Anna")
    page = anna.page
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    anna.page.get_by_role("link", name="Review this game").click()
    made(anna)

    # A short thought about a short game need not find anything wrong: here it has.
    tried: dict[str, str] = {}

    def spoil(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        review, words, marks = told["review"], told["words"], told["marks"]
        at, one = next((n, d) for n, d in enumerate(review["decisions"]) if d["seat"] == 0)
        one.update(word="blunder", cost=0.3)
        words["decisions"][at].update(word="blunder", cost="30 points")
        review["by_seat"][0]["worst"] = [one["entry"]]
        tried["label"] = marks[at]["best"]["label"]
        route.fulfill(response=answer, json=told)

    page.route("**/review?*", spoil)
    page.reload()
    seat = page.get_by_role("region", name="Anna", exact=True)
    seat.get_by_role("button", name="Show").click()
    here = anna.region("This decision")
    expect(here.get_by_role("heading")).to_have_text("Anna: blunder, 30 points")
    expect(here.get_by_role("button", pressed=True)).to_have_count(1)
    seat.get_by_role("button", name="Try it").click()
    dialog = page.get_by_role("dialog", name="Try it")
    expect(dialog.get_by_text(f"Your first choice: {tried['label']}")).to_be_visible()
    dialog.get_by_role("button", name="Begin").click()
    expect(page.get_by_text(re.compile("^Practice from step"))).to_be_visible()
    expect(anna.log.get_by_role("listitem").nth(1)).to_be_visible()  # it was decided already
    anna.play()

    # The game that it began in has been reviewed, this one has not.
    page.unroute("**/review?*")
    page.get_by_role("link", name="Compare").click()
    chances = anna.region("Chances of winning")
    expect(chances).to_contain_text(re.compile(r"What happened\s*\d+%\s→\s\d+%"))
    expect(chances).to_contain_text("“What might have happened” hasn’t been reviewed")
    chances.get_by_text("All numbers as a table").click()
    columns = ["Decisions since then", "What happened"]
    expect(chances.get_by_role("columnheader")).to_have_text(columns)
    expect(chances.get_by_role("rowheader").first).to_have_text("0")
    chances.get_by_role("link", name="Review this game").click()
    made(anna)
