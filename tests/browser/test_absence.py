"""A friend who disconnects does not block the table, and can return to the seat."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Route, expect

from browser.person import Person, Visit

SOON = 2  # seconds of grace: shorter than the page offers, so that nobody waits for this test


def shorten_grace(person: Person) -> None:
    def send(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        wanted = json.loads(route.request.post_data or "{}")
        return route.continue_(post_data=json.dumps({**wanted, "grace": SOON}))

    person.page.route(re.compile(r"/api/tables(\?|$)"), send)


def test_a_bot_stands_in_for_a_friend_who_vanished(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    shorten_grace(anna)
    anna.open_table("me", "friend", first=2)
    bo.join(anna.invitation())
    expect(bo.choices.first).to_be_visible()
    expect(anna.page.get_by_text("It’s Bo’s turn")).to_be_visible()
    stand_in = anna.button("Let a bot play")
    expect(stand_in).to_have_count(0)

    here = bo.page.url
    bo.page.goto("about:blank")
    expect(anna.page.get_by_text(re.compile(r"Bo: away for \d:\d\d"))).to_be_visible()
    stand_in.click()
    expect(anna.page.get_by_text("stayed away; a bot is playing")).to_be_visible()
    expect(anna.choices.first).to_be_visible()  # Bo's set-up is done
    expect(stand_in).to_have_count(0)

    bo.page.goto(here)
    expect(bo.page.get_by_text("A bot is playing for you.").first).to_be_visible()
    bo.button("Take my seat back").click()
    expect(anna.page.get_by_text("stayed away; a bot is playing")).to_have_count(0)
    anna.choose_often(2)
    expect(bo.choices.first).to_be_visible()


def test_within_the_grace_time_everybody_waits(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=2)
    bo.join(anna.invitation())
    bo.page.goto("about:blank")
    expect(anna.page.get_by_text(re.compile(r"A bot may play in [23]:\d\d\."))).to_be_visible()
    expect(anna.button("Let a bot play")).to_have_count(0)
