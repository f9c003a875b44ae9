"""The picture of a table for the README: in tests/, ``python -m browser.picture FILE``."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from browser.chromium import launch
from browser.people import Person
from browser.sorting import best
from server.processes import free_port, started

NAMES = ("Anna", "Bo", "Cleo")
ROUNDS = 5  # often enough that nobody has won yet


def take(url: str, file: Path) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        people = []
        for name in NAMES:
            size = {"width": 1280, "height": 800}
            context = browser.new_context(
                locale="en-GB",
                viewport=size,  # type: ignore[arg-type]
                reduced_motion="reduce",
                color_scheme="light",
            )
            people.append(Person(name, context, url))
        anna = people[0]
        anna.open_table("me", "friend", "friend", first=1)
        links = [anna.invitation(seat) for seat in (2, 3)]
        for person, link in zip(people[1:], links, strict=True):
            person.page.goto(link)
            person.page.get_by_role("textbox", name="Your name").fill(person.name)
            person.button("Take the seat").click()
        expect(anna.train).to_be_visible()
        for person in people:
            person.button("End the tour").click()
            person.choose_often(2)
        for _ in range(ROUNDS):
            for person in people:
                expect(person.choices.first).to_have_text("Draw a car")
                protect = person.choices.filter(has_text="protect a car")
                if protect.count():
                    protect.click()
                    person.choices.first.click()
                else:
                    person.choose_often(2)
        use = anna.choices.filter(has_text="swap").or_(anna.choices.filter(has_text="move two"))
        use.first.click()
        expect(anna.page.get_by_text(re.compile("click"))).to_be_visible()
        labels = anna.choices.all_inner_texts()
        anna.choices.nth(best(labels, anna.numbers())).hover()
        anna.page.wait_for_timeout(1000)  # everything has come to rest
        anna.page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with started(Path(folder) / "tables.sqlite3", "--port", str(port)):
            take(f"http://127.0.0.1:{port}", Path(sys.argv[1]))
