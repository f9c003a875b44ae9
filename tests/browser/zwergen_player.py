"""A person at a table of Die Zwergenzugfahrt, who finds spaces by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, expect

from browser.person import DWARVES, Person

MOST = 60  # choices of one person; only a broken game has so many
GOALS = ("sit down", "walk here")
ARROWS = {(1, 0): "ArrowLeft", (-1, 0): "ArrowRight", (0, 1): "ArrowDown", (0, -1): "ArrowUp"}
"""For clan Red, whose side lies below: columns run from right to left, and row 1 is above."""


class ZwergenPlayer:
    """Plays by clicking fields."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.page = person.page
        self._random = Random(seed)

    def open_table(self, *seats: str, first: str = "Red", **wishes: object) -> ZwergenPlayer:
        self.person.open_table(*seats, game=DWARVES, first=first, **wishes)  # type: ignore[arg-type]
        expect(self.station).to_be_visible()
        return self

    def end_tour(self) -> None:
        self.person.button("End the tour").click()

    # -- looking ---------------------------------------------------------------------------------

    @property
    def station(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^Station"))

    @property
    def fields(self) -> Locator:
        return self.station.get_by_role("button")

    def field(self, name: str) -> Locator:
        return self.station.get_by_role("button", name=re.compile(f"^{name},"))

    def clan(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=re.compile(f"^{name}: "))

    @property
    def question(self) -> Locator:
        """A kick is asked for on the board and, from the list, over the page."""
        return self.page.get_by_role("dialog", name=re.compile("^Kick the dwarf on"))

    @property
    def announcement(self) -> Locator:
        return self.person.log.get_by_role("listitem")

    def called(self, deed: str) -> list[str]:
        """The spaces whose names end with this action."""
        names = self.fields.evaluate_all("all => all.map(one => one.ariaLabel)")
        return [name.split(",")[0] for name in names if name.endswith(deed)]

    # -- doing -----------------------------------------------------------------------------------

    def move(self, start: str, goal: str) -> None:
        self.pick(start)
        self.act(self.field(goal).click)

    def sit(self, start: str, goal: str) -> None:
        """On a seat that the dwarf could also reserve: it is asked what is meant."""
        self.pick(start)
        self.field(goal).click()
        asked = self.page.get_by_role("dialog", name=f"What would you like to do on {goal}?")
        self.act(asked.get_by_role("button", name="Sit down").click)

    def pick(self, dwarf: str) -> None:
        self.wait()
        self.field(dwarf).click()

    def wait(self) -> bool:
        """Until it is somebody's turn at this device; false if the game is over instead."""
        expect(self.person.choices.first.or_(self.person.finish)).to_be_visible()
        return not self.person.finish.is_visible()

    def act(self, what: Callable[[], object]) -> None:
        """Performs an action and waits for its line in the log."""
        count = self.announcement.count()
        what()
        expect(self.announcement).not_to_have_count(count)

    def choose(self) -> str:
        """Makes a sensible choice: the conductor, a sign, a seat, a step; returns its name."""
        self.wait()
        for deed in ("have this sign taken away", "reserve", "take the sign away"):
            if fields := self.called(f", {deed}"):
                self.act(self.field(self._random.choice(fields)).click)
                return deed
        dwarves = self.called(", can move")
        self._random.shuffle(dwarves)
        for dwarf in dwarves:
            self.field(dwarf).click()
            for deed in GOALS:
                if goals := self.called(f", {deed}"):
                    self.act(self.field(self._random.choice(goals)).click)
                    return deed
            self.field(dwarf).click()  # can only kick: put it down again
        raise AssertionError("nothing to do but to kick")

    def play(self) -> list[str]:
        """Plays to the end; returns what was done."""
        done: list[str] = []
        while self.wait() and len(done) < MOST:
            done.append(self.choose())
        expect(self.person.finish).to_be_visible()
        return done

    def walk_keys(self, start: str, goal: str) -> list[str]:
        """The arrow keys from one field to another, on a station that is not turned."""
        across = ord(goal[0]) - ord(start[0])
        up = int(goal[1:]) - int(start[1:])
        keys = [ARROWS[(1 if across > 0 else -1, 0)]] * abs(across)
        return keys + [ARROWS[(0, 1 if up > 0 else -1)]] * abs(up)
