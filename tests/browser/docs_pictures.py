"""The pictures of tables in the docs: in tests/, ``python -m browser.docs_pictures GAME FILE``."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from browser.chromium import launch
from browser.label_strategy import best
from browser.person import DWARVES, Person
from browser.zwergen_player import ZwergenPlayer
from server.processes import free_port, started

NAMES = ("Anna", "Bo", "Cleo")
Take = Callable[[Browser, str, Path], None]
ROUNDS = 5  # often enough that nobody has won yet
# One turn of each clan in every word: - walks, _ sits down, + is a sign.
# All of them can be done whatever the coin shows.
TURNS = (
    "f5-f4/f1-f2 +g4/+e2 f4_e4/f2_g2 +d4/+h2 g5-f5/e1-f1 "
    "f5-f4/f1-f2 f4-f3/d1-c1 d5-c5/c1-c2 c5-c4/+b2 +b4/c2-c3"
)


def people_at(browser: Browser, url: str, names: tuple[str, ...]) -> list[Person]:
    people = []
    for name in names:
        context = browser.new_context(
            locale="en-GB",
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
            color_scheme="light",
        )
        people.append(Person(name, context, url))
    return people


def invite(host: Person, guests: list[Person]) -> None:
    link = host.invitation()
    for person in guests:
        person.page.goto(link)
        person.page.get_by_role("textbox", name="Your name").fill(person.name)
        person.button("Take the seat").click()


def take_trains(browser: Browser, url: str, file: Path) -> None:
    people = people_at(browser, url, NAMES)
    anna = people[0]
    anna.open_table("me", "friend", "friend", first=1)
    invite(anna, people[1:])
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


def take_dwarves(browser: Browser, url: str, file: Path) -> None:
    people = people_at(browser, url, NAMES[:2])
    anna = people[0]
    anna.open_table("me", "friend", game=DWARVES, first="Red")
    invite(anna, people[1:])
    clans = [ZwergenPlayer(person) for person in people]
    expect(clans[1].station).to_be_visible()
    clans[0].end_tour()
    for number, turn in enumerate(re.split("[ /]", TURNS)):
        mine = clans[number % 2]
        while not mine.called(", can move"):  # the conductor may have a question for either first
            for traveller in clans:
                if traveller.called(", have this sign taken away"):
                    traveller.choose()
            mine.page.wait_for_timeout(100)
        if turn.startswith("+"):
            mine.act(mine.field(turn[1:]).click)
        elif "_" in turn:
            mine.sit(*turn.split("_"))
        else:
            mine.move(*turn.split("-"))
    clans[0].pick("f3")
    anna.page.mouse.move(0, 0)
    anna.page.wait_for_timeout(6000)  # everything has come to rest, the conductor is gone
    anna.page.screenshot(path=file)


CALL = """async ([path, body]) => {
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""


def take_later(game: str, seats: int, entries: int, **options: int) -> Take:
    """A person sits down with bots, leaves the seat to one for a while, and comes back."""

    def take(browser: Browser, url: str, file: Path) -> None:
        anna = people_at(browser, url, NAMES[:1])[0]
        page = anna.page
        page.goto(url)
        settings = f"JSON.stringify({{ toured: ['{game}'] }})"
        page.evaluate(f"localStorage.setItem('spielzug.settings', {settings})")
        bots = [
            {"kind": "bot", "bot": "greedy", "name": name}
            for name in ("Bo", "Cleo", "Dora", "Emil")
        ]
        table = page.evaluate(
            CALL,
            [
                "api/tables",
                {
                    "game": game,
                    "options": {name: str(value) for name, value in options.items()},
                    "seats": [{"kind": "me", "name": "Anna"}, *bots[: seats - 1]],
                    "pace": 60,
                },
            ],
        )["id"]
        page.goto("about:blank")
        page.goto(f"{url}/#/t/{table}")
        expect(anna.choices.first).to_be_visible(timeout=300_000)
        page.evaluate(CALL, [f"api/tables/{table}/leave", {"seat": 0}])
        while True:
            now = page.evaluate(f"fetch('api/tables/{table}').then((answer) => answer.json())")
            if now["number"] >= entries and now["actor"] == 0:
                break
            page.wait_for_timeout(20)
        page.evaluate(CALL, [f"api/tables/{table}/return", {"seat": 0}])
        page.evaluate(CALL, [f"api/tables/{table}/pace", {"pace": 500}])
        page.goto("about:blank")
        page.goto(f"{url}/#/t/{table}")
        expect(anna.choices.first).to_be_visible()
        page.wait_for_timeout(6000)
        page.screenshot(path=file)

    return take


GAMES = {
    "game_of_trains": take_trains,
    "trains": take_later("trains", 3, 330, supply=1, first=1),
    "zwergenzugfahrt": take_dwarves,
    "zugraub": take_later("zugraub", 4, 45, first=1),
}


if __name__ == "__main__":
    game, name = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with (
            started(Path(folder) / "tables.sqlite3", "--port", str(port)),
            sync_playwright() as playwright,
        ):
            GAMES[game](launch(playwright), f"http://127.0.0.1:{port}", Path(name))
