"""A person at a table of Der große Zugraub, who finds spaces by name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Literal

from playwright.sync_api import Locator, TimeoutError, expect

from browser.person import Person

GAME, TITLE = "zugraub", "The Great Brain Robbery"
MOST = 120  # choices of one person; only a broken game has so many
BOTS = ("Bo", "Cleo", "Dirk", "Eva", "Fritz", "Gero")
OPEN = """async ([game, options, names, name, bot]) => {
  const seats = [{ kind: "me", name }, ...names.map((name) => ({ kind: "bot", bot, name }))];
  const answer = await fetch("api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, options, seats, pace: 0 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const table = await answer.json();
  location.hash = `#/t/${table.id}`;
}"""

State = Literal["choose", "over"]


class ZugraubPlayer:
    """Plays by clicking on the train, in the dock and in the own hand."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.page = person.page
        self._random = Random(seed)

    def open_table(
        self,
        seats: int = 4,
        bot: str = "random",
        tour: bool = False,
        forced: bool = True,
        **options: int,
    ) -> ZugraubPlayer:
        """Open a table; without `forced`, an only choice waits until it is made."""
        if not self.page.url.startswith(self.person.url):
            self.page.goto(self.person.url)
        if not tour:
            settings = json.dumps({"toured": ["zugraub"], "single": forced})
            self.page.evaluate(f"localStorage.setItem('spielzug.settings', '{settings}')")
            self.page.goto("about:blank")
            self.page.goto(self.person.url)
        names = list(BOTS[: seats - 1])
        self.page.evaluate(OPEN, [GAME, {"first": 1, **options}, names, self.person.name, bot])
        expect(self.train).to_be_visible()
        return self

    # -- looking ---------------------------------------------------------------------------------

    @property
    def train(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^The train"))

    @property
    def spaces(self) -> Locator:
        return self.train.get_by_role("button", name=re.compile(r"^\d+[a-f][1-3]"))

    def space(self, name: str) -> Locator:
        return self.train.get_by_role("button", name=re.compile(f"^{name}(,|$)"))

    @property
    def cars(self) -> Locator:
        return self.train.get_by_role("group", name=re.compile(r"^car \d"))

    @property
    def front_door(self) -> Locator:
        return self.train.get_by_role("button", name=re.compile("^Front door"))

    @property
    def own(self) -> Locator:
        return self.person.region("Your zombie")

    @property
    def spoils(self) -> Locator:
        return self.person.region("Spoils")

    @property
    def brains(self) -> Locator:
        """Those among the spoils that can still be chosen."""
        return self.spoils.get_by_role("button", name=re.compile("in the head$|in hand$"))

    def lit(self, deed: str = r"\d+ steps?|stay here") -> list[str]:
        """The spaces that offer this kind of choice."""
        names = self.spaces.evaluate_all("all => all.map(one => one.ariaLabel)")
        return [name.split(",")[0] for name in names if re.search(f", (?:{deed})", name)]

    def button(self, name: str) -> Locator:
        """A button of the board, not of the list of choices."""
        return self.page.get_by_label("Board", exact=True).get_by_role(
            "button", name=re.compile(name)
        )

    def state(self) -> State:
        """Waits until it is clear whose turn it is."""
        expect(self.person.choices.or_(self.person.finish).first).to_be_visible(timeout=60_000)
        return "over" if self.person.finish.is_visible() else "choose"

    # -- doing -----------------------------------------------------------------------------------

    def roll(self) -> None:
        self.button("^(Roll|Go on without)").click()

    def choose(self) -> str:
        """Makes a sensible choice with the mouse; returns its name, or "" if there was none."""
        if self.spoils.is_visible():
            return self._share()
        if self.lit():
            return self._walk()
        for deed in (
            "^Install",
            "^Attack",
            r"^\+\d+ hit",
            "^Roll",
            "^Go on",
            "^Pass",
            "^End the turn",
        ):
            button = self.button(deed).first
            if button.is_visible():
                try:
                    button.click(timeout=5_000)
                except TimeoutError:  # it was that of the choice before, and is gone by now
                    expect(button).to_be_hidden()
                return deed
        throw = self.button("^Discard").first
        try:
            throw.click(timeout=5_000)
        except TimeoutError:  # the board was between two questions, or the game is over by now
            expect(throw).to_be_hidden()
            return ""
        return "throw"

    def _walk(self) -> str:
        if self.front_door.is_visible() and self.lit() and self._random.random() < 0.5:
            name = self.front_door.locator(".sr-only").text_content() or ""
            if "steps" in name or "1 step" in name:
                self.front_door.click()
                return "front"
        for deed in (".*pulls the brake", ".*takes a brain", ".*meets"):
            found = self.lit(deed)
            if found:
                self.space(self._random.choice(found)).click()
                return deed
        self.space(self._random.choice(self.lit())).click()
        return "walk"

    def _share(self) -> str:
        brains = self.brains
        if brains.count() and self._random.random() < 0.7:
            brains.first.click()
            goals = self.spoils.get_by_role(
                "button", name=re.compile("^(into|to) "), disabled=False
            )
            goals.first.click()
            return "share"
        self.button("^Done sharing").click()
        return "done"

    def act(self, deed: Callable[[], object]) -> None:
        """Performs an action and waits for its result."""
        before = self.page.evaluate(ASKED)
        if deed() != "":
            self.page.wait_for_function(f"before => ({ASKED}) !== before", arg=before)

    def play(self, most: int = MOST) -> list[str]:
        """Choose until the game is over."""
        done: list[str] = []

        def deed() -> str:
            done.append(self.choose())
            return done[-1]

        while len(done) < most and self.state() == "choose":
            self.act(deed)
        return [one for one in done if one]


ASKED = (
    "(document.querySelector('.finish') ? 'over' : '')"
    " + [...document.querySelectorAll('.choices li button')].map(one => one.textContent).join()"
    " + document.querySelectorAll('.log li').length"
    " + (document.querySelector('.sign')?.textContent ?? '')"
)
