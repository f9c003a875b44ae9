"""A person at a table of Trains, who finds map, hand and supply by role and name."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.person import Person

GAME = "Trains"
POSSIBLE = re.compile("you can (start here|lay a rail|build a station)")
CARDS = re.compile("can be (played|chosen|discarded)")
FOR_SALE = re.compile("can be bought")


class TrainsPlayer:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    # -- opening ---------------------------------------------------------------------------------

    def open(
        self, *seats: str, turns: int = 0, first: int | None = 1, **choices: str
    ) -> TrainsPlayer:
        """A table for me and bots; choices are options by the label of their list."""
        self.person.lobby()
        dialog = self.person.set_up(GAME)
        dialog.get_by_role("combobox", name="Number of seats").select_option(str(len(seats) + 1))
        dialog.get_by_role("textbox", name="Your name").fill(self.person.name)
        for number, bot in enumerate(seats, 2):
            dialog.get_by_role("combobox", name=f"Who sits in seat {number}?").select_option(
                "A bot"
            )
            which = dialog.get_by_role("combobox", name=f"Which bot in seat {number}?")
            which.select_option(bot)
        dialog.get_by_text("Options", exact=True).click()
        if first is not None:
            dialog.get_by_role("combobox", name="Who goes first").select_option(f"Seat {first}")
        if turns:
            dialog.get_by_role("spinbutton", name="Turn limit").fill(str(turns))
        for label, value in choices.items():
            dialog.get_by_role("combobox", name=label.replace("_", " ")).select_option(value)
        dialog.get_by_role("combobox", name="Bot speed").select_option("Instant")
        dialog.get_by_role("button", name="Open the table").click()
        expect(dialog).to_be_hidden()
        expect(self.map).to_be_visible()
        return self

    # -- what is there ---------------------------------------------------------------------------

    @property
    def map(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^Map of"))

    @property
    def spaces(self) -> Locator:
        """Where something can be built."""
        return self.map.get_by_role("button", name=POSSIBLE)

    @property
    def hand(self) -> Locator:
        return self.person.region("Your hand").get_by_role("button")

    @property
    def supply(self) -> Locator:
        return self.person.region("Supply").get_by_role("button")

    @property
    def for_sale(self) -> Locator:
        return self.person.region("Supply").get_by_role("button", name=FOR_SALE)

    @property
    def ticket(self) -> Locator:
        return self.page.get_by_role("dialog", name=re.compile("^(Play|Buy) "))

    @property
    def purse(self) -> Locator:
        return self.page.get_by_role("img", name=re.compile(r"\d+ money"))

    @property
    def money(self) -> int:
        name = self.purse.get_attribute("aria-label")
        return int(re.findall(r"\d+", name or "")[0])

    @property
    def scoring(self) -> Locator:
        return self.page.get_by_role("region", name="Final scoring").get_by_role("table")

    # -- playing ---------------------------------------------------------------------------------

    def state(self) -> str:
        return self.person.state()

    def begin(self) -> None:
        """The first cube, in the middle of the map."""
        self.map.get_by_role("button", name=re.compile(r"^Kichijoji|^Umeda")).click()
        expect(self.person.region("Your hand")).to_be_visible()

    def play_trains(self) -> None:
        trains = self.person.button(re.compile("^Play all trains"))
        if trains.count():
            trains.click()
            expect(trains).to_have_count(0)

    def use(self, title: str) -> bool:
        """Plays a card with its ability, if that is offered."""
        card = self.person.region("Your hand").get_by_role("button", name=re.compile(f"^{title},"))
        if not card.count():
            return False
        card.click()
        expect(self.ticket).to_be_visible()
        able = self.ticket.get_by_role("button", name=re.compile("^Use the ability"))
        if able.count():
            able.click()
            return True
        self.ticket.get_by_role("button", name="Back").click()
        expect(self.ticket).to_be_hidden()
        return False

    def end_turn(self) -> None:
        self.person.button(re.compile("^End turn")).click()
        sure = self.page.get_by_role("alertdialog")
        if sure.count():
            sure.get_by_role("button", name="Yes").click()

    def take_turn(self) -> None:
        """Trains, then a rail, a station, and the dearest card."""
        self.play_trains()
        for title in ("Lay Rails", "Station Expansion"):
            if self.use(title):
                expect(self.spaces.first).to_be_visible()
                self.spaces.first.click()
                expect(self.spaces).to_have_count(0)
        if self.for_sale.count():
            self.for_sale.last.click()
        self.end_turn()

    def wait(self) -> str:
        """Until it is my turn to play cards, or over."""
        ends = self.person.button(re.compile("^End turn")).or_(self.person.finish)
        expect(ends.first).to_be_visible()
        return "over" if self.person.finish.is_visible() else "turn"

    def answer_all(self, most: int = 400) -> None:
        """Takes the last choice of the list each time, to the end."""
        for _ in range(most):
            if self.state() != "choose":
                return
            self.person.choices.last.click()
            question = self.page.get_by_role("dialog", name="End the turn")
            if question.is_visible():  # with cards that could still be played
                question.get_by_role("button", name="Yes").click()
