"""A person at a browser, who finds everything by role and accessible name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    WebSocket,
    expect,
)

from browser.label_strategy import Train, best

State = Literal["choose", "wait", "over"]
Visit = Callable[..., "Person"]
BROKEN_LINE = r"ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE)|WebSocket"
TRAINS, DWARVES = "Game of Trains", "Die Zwergenzugfahrt"
TURNS = {DWARVES: "Number of turns"}
WON = re.compile(r"win!$|wins!$|^Nobody wins$")
NEAR = {
    "me": "Me",
    "local": "Another person on this device",
    "friend": "A friend, invited by link",
    "random": "Random bot",
    "greedy": "Greedy bot",
}
# The new size is there; what listens to it hears of it in the next picture, and so may what
# listens to that.
RESIZED = """({ width, height }) => new Promise((done) => {
  let pictures = 4;
  const next = () => {
    if (innerWidth === width && innerHeight === height) pictures -= 1;
    if (pictures > 0) requestAnimationFrame(next);
    else done();
  };
  next();
})"""


NO_WORKER = "Service Worker registration blocked by Playwright"
"""As people come here (see `visit`): it is no fault of the page."""
LEFT_EARLY = "WebSocket is closed before the connection is established"
"""Who goes to another page while a line is being opened does not want it any more."""


class Person:
    def __init__(self, name: str, context: BrowserContext, url: str) -> None:
        self.name = name
        self.context = context
        self.url = url
        self.trouble: list[str] = []
        self._expected = [NO_WORKER, LEFT_EARLY]
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.trouble.append(str(error.error)))
        context.on("request", lambda request: self._see(request.url))
        context.on("page", lambda page: page.on("websocket", self._see_socket))
        self.page: Page = context.new_page()

    # -- watching for trouble --------------------------------------------------------------------

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if any(re.search(pattern, message.text) for pattern in self._expected):
            return
        self.trouble.append(f"{self.name}: {message.type}: {message.text}")

    def _see(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.url).netloc:
            self.trouble.append(f"{self.name}: asked another host: {address}")

    def _see_socket(self, socket: WebSocket) -> None:
        self._see(socket.url)

    @contextmanager
    def expected(self, pattern: str) -> Iterator[None]:
        """Allows this console message inside the block."""
        self._expected.append(pattern)
        yield
        self._expected.remove(pattern)

    def broken_line(self) -> AbstractContextManager[None]:
        return self.expected(BROKEN_LINE)

    # -- the window ------------------------------------------------------------------------------

    def resize(self, size: ViewportSize) -> None:
        """Resizes the window and waits until the page has been redrawn."""
        self.page.set_viewport_size(size)
        self.page.evaluate(RESIZED, size)

    # -- the lobby -------------------------------------------------------------------------------

    def lobby(self) -> Person:
        self.page.goto(self.url)
        expect(self.poster().get_by_role("button").first).to_be_visible()
        return self

    def poster(self, game: str = TRAINS) -> Locator:
        return self.page.get_by_role("article", name=game, exact=True)

    def set_up(self, game: str = TRAINS) -> Locator:
        """The dialog for a new table of that game."""
        self.poster(game).get_by_role("button", name="Create a table").click()
        dialog = self.page.get_by_role("dialog", name=f"New table: {game}")
        expect(dialog).to_be_visible()  # it comes when it is asked for
        return dialog

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def play_now(self, game: str = TRAINS) -> Person:
        self.lobby()
        self.poster(game).get_by_role("button", name="Play against bots now").click()
        expect(self.choices.first).to_be_visible()
        return self

    def open_table(
        self,
        *seats: str,
        game: str = TRAINS,
        first: int | str | None = None,
        turns: int | None = None,
        end: str | None = None,
        each: str | None = None,
        pace: str = "Instant",
        time: str | None = None,
    ) -> Person:
        """Create a table in the dialog; a seat is one of NEAR or the name of a local person."""
        self.lobby()
        dialog = self.set_up(game)
        count = dialog.get_by_role("combobox", name="Number of seats")
        if count.count():  # a game for exactly two does not ask
            count.select_option(str(len(seats)))
        for number, seat in enumerate(seats, 1):
            who = dialog.get_by_role("combobox", name=f"Who sits in seat {number}?")
            if seat in ("random", "greedy"):
                who.select_option("A bot")
                which = dialog.get_by_role("combobox", name=f"Which bot in seat {number}?")
                which.select_option(NEAR[seat])
            elif seat in NEAR:
                who.select_option(NEAR[seat])
            else:
                who.select_option(NEAR["local"])
                dialog.get_by_role("textbox", name=f"Name for seat {number}").fill(seat)
        if "me" in seats:
            dialog.get_by_role("textbox", name="Your name").fill(self.name)
        dialog.get_by_text("Options", exact=True).click()
        if first is not None:
            who = dialog.get_by_role("combobox", name="Who goes first")
            who.select_option(first if isinstance(first, str) else f"Seat {first}")
        if turns is not None:
            dialog.get_by_role("spinbutton", name=TURNS.get(game, "Turn limit")).fill(str(turns))
        if end is not None:
            dialog.get_by_role("combobox", name="End of the game").select_option(end)
        if each is not None:
            dialog.get_by_role("combobox", name="Count turns for each clan").select_option(each)
        if time is not None:
            dialog.get_by_role("combobox", name="Time limit").select_option(time)
        if {"random", "greedy"} & set(seats):  # without bots nobody asks for their pace
            dialog.get_by_role("combobox", name="Bot speed").select_option(pace)
        dialog.get_by_role("button", name="Open the table").click()
        expect(dialog).to_be_hidden()
        return self

    def invitation(self) -> str:
        """The table's link, to any free seat."""
        return self.page.get_by_role("textbox", name="Invitation link").input_value()

    def join(self, link: str) -> Person:
        self.page.goto(link)
        self.page.get_by_role("textbox", name="Your name").fill(self.name)
        self.button("Take the seat").click()
        expect(self.train).to_be_visible()
        return self

    def watch(self, other: Person) -> Person:
        self.page.goto(other.page.url)
        expect(self.page.get_by_text("You are watching.")).to_be_visible()
        return self

    # -- the table -------------------------------------------------------------------------------

    def region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def choices(self) -> Locator:
        """The listed choices, or the button that opens a long list."""
        offered = self.region("Your choices")
        return offered.get_by_role("listitem").get_by_role("button").or_(self.unfold)

    @property
    def unfold(self) -> Locator:
        name = re.compile("^Show all .* as a list$")
        return self.region("Your choices").get_by_role("button", name=name)

    @property
    def train(self) -> Locator:
        return self.region("Your train")

    @property
    def cars(self) -> Locator:
        return self.train.get_by_role("button")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("list", name="What happened")

    @property
    def messages(self) -> Locator:
        return self.page.get_by_role("status", name="Messages")

    @property
    def finish(self) -> Locator:
        return self.page.get_by_role("heading", name=WON)

    @property
    def draw_pile(self) -> Locator:
        return self.button(re.compile("^Draw pile"))

    def numbers(self) -> Train:
        """The numbers of the person's own train, as a screen reader gets them."""
        names = self.cars.evaluate_all("all => all.map(one => one.ariaLabel)")
        return [int(number) for name in names for number in re.findall(r"^Car (\d+)", name)]

    def sentences(self) -> list[str]:
        return self.log.get_by_role("paragraph").all_inner_texts()

    def cars_told(self) -> set[str]:
        """Every car number on the page, in pictures and in sentences."""
        page = self.page.locator("body").aria_snapshot()
        # How many cards there are is no car's number.
        page = re.sub(r"\(cards: \d+\)|\d+ cards? face down", "", page)
        sentences = " ".join(re.findall("- paragraph: (.*)", page))
        pictures = re.findall(r"(?:Car|Drawn:|Face-up row:) (\d+)", page)
        return {*pictures, *re.findall(r"\d+", sentences)}

    def state(self) -> State:
        """Waits until it is clear whose turn it is."""
        waiting = self.page.get_by_text(re.compile("^It’s [^:]+’s turn$"))
        expect(self.choices.or_(self.finish).or_(waiting).first).to_be_visible()
        if self.choices.count():
            return "choose"
        return "over" if self.finish.is_visible() else "wait"

    def choose(self, name: str | re.Pattern[str]) -> None:
        button = self.region("Your choices").get_by_role("button", name=name)
        button.first.click()

    def choose_well(self) -> str:
        labels = self.choices.all_inner_texts()
        if not labels:
            expect(self.choices.first).to_be_visible()
            labels = self.choices.all_inner_texts()
        at = best(labels, self.numbers())
        self.choices.nth(at).click()
        return labels[at]

    def choose_often(self, times: int) -> None:
        """Like `play`, but waits for the person's own turn, however late the page shows it."""
        for _ in range(times):
            self.choose_well()

    def play(self, most: int = 200) -> int:
        """Chooses until the game is over or waits for another person; returns how often."""
        for count in range(most):
            if self.state() != "choose":
                return count
            self.choose_well()
        return most

    def to_own_turn(self) -> None:
        """Plays through the setup to the first choice between drawing and using."""
        while True:
            assert self.state() == "choose"
            if self.choices.first.inner_text() == "Draw a car":
                return
            self.choose_well()

    def menu(self, name: str) -> Locator:
        """Chooses something under More and confirms it."""
        self.button("More").click()
        self.page.get_by_role("dialog", name="This table").get_by_role("button", name=name).click()
        return self.page.get_by_role("dialog", name=name)

    def resign(self) -> None:
        self.menu("Resign").get_by_role("button", name="Resign").click()
        expect(self.finish).to_be_visible()

    def dark_or_light(self) -> str:
        return str(self.page.evaluate("getComputedStyle(document.documentElement).colorScheme"))


def play_together(*people: Person) -> None:
    """Each plays in turn, to the end of the game."""
    for _ in range(200):
        for person in people:
            person.play()
        if all(person.state() == "over" for person in people):
            return
    raise AssertionError("the game did not end")
