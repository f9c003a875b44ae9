"""Managing seats with the keyboard only.

The focus is never lost when a pressed button disappears, a dialog gives it back, and axe finds
nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from browser.person import Person, Visit
from browser.test_accessibility import look_at
from browser.test_keyboard import Keys
from server.helpers import FRIEND, GAME, ME, Device, Json, Running, running
from server.notification_receivers import receiver
from spielzug.server.cluster import steady_time
from spielzug.server.cluster.steady_time import steady
from spielzug.server.tables import server_table
from spielzug.tables import time_limit

AWAY = 181.0
At = Callable[[Device, str], tuple[Person, Keys]]


@pytest.fixture(scope="module")
def private_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    database = tmp_path_factory.mktemp("keys") / "tables.sqlite3"
    with running(database, open_lobby=True, notify_private_networks=True) as made:
        yield made


@pytest.fixture(scope="module")
def server(private_server: Running) -> str:
    """Nobody here plays against bots that think."""
    return private_server.url


@pytest.fixture
def at(private_server: Running, visit: Visit) -> At:
    """The browser of a device whose tables are set up already, on one of its pages."""

    def come(device: Device, page: str = "") -> tuple[Person, Keys]:
        device.get("health")
        person = visit()
        cookies = [
            {"name": name, "value": value, "url": private_server.url}
            for name, value in device.http.cookies.items()
        ]
        person.context.add_cookies(cookies)  # type: ignore[arg-type]
        person.page.goto(f"{private_server.url}/#/{page}")
        return person, Keys(person)

    return come


def two(private_server: Running, **wishes: object) -> tuple[Device, Device, Json]:
    """Anna's table, where Berta is to decide."""
    anna, berta = private_server.device(), private_server.device()
    wanted = {"game": GAME, "seats": [ME, FRIEND], "pace": 0, "options": {"first": 2}, **wishes}
    table = anna.open(wanted)
    berta.join(table["seats"][1]["invitation"], "Berta")
    return anna, berta, table


def escape(person: Person, keys: Keys, opener: Locator, dialog: Locator) -> None:
    """Opens a dialog by key and closes it with Escape; the focus must return."""
    keys.act(opener)
    expect(dialog).to_be_visible()
    keys.press("Tab")
    look_at(person, "the window")
    person.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_table_is_opened_to_anybody_and_somebody_sits_down(
    private_server: Running, at: At
) -> None:
    anna, keys = at(private_server.device(), "")
    expect(anna.poster().get_by_role("button").first).to_be_visible()
    keys.act(anna.poster().get_by_role("button", name="Create a table"))
    dialog = anna.page.get_by_role("dialog", name="New table")
    who = dialog.get_by_role("combobox", name="Who may join?")
    look_at(anna, "a new table")
    keys.go_to(who)
    anna.page.keyboard.press("ArrowDown")
    expect(who).to_have_value("yes")
    keys.act(dialog.get_by_role("button", name="Open the table"))
    expect(anna.page.get_by_text("This table is open")).to_be_visible()

    berta, keys = at(private_server.device(), "open")
    expect(berta.page.get_by_role("listitem").first).to_be_visible()
    keys.go_to(berta.page.get_by_role("textbox", name="Your name"))
    berta.page.keyboard.insert_text("Berta")
    for name in ("Game", "Seats", "Time limit"):
        keys.press("Tab")
        expect(berta.page.get_by_role("combobox", name=name)).to_be_focused()
    keys.press("Tab")
    expect(berta.button(re.compile("^Sit down: Game of Trains"))).to_be_focused()
    berta.page.keyboard.press("Enter")
    expect(berta.train).to_be_visible()


def test_notices_are_switched_on_and_off(private_server: Running, at: At) -> None:
    with receiver() as inbox:
        anna, keys = at(private_server.device(), "notifications")
        summary = anna.page.get_by_text("To a web address")
        expect(summary).to_be_visible()
        keys.act(summary)
        field = anna.page.get_by_label("Web address")
        keys.go_to(field)
        anna.page.keyboard.insert_text(f"{inbox.url}/hook")
        anna.page.keyboard.press("Enter")
        expect(anna.page.get_by_text("You won’t see it again")).to_be_visible()
        expect(field).to_be_focused()
        look_at(anna, "a web hook")
        # The part for programs stays as one has left it, whatever else is done.
        off = anna.button(re.compile("^Switch off"))
        keys.act(off, "Shift+Tab")
        expect(off).to_have_count(0)
        expect(field).to_be_focused()
        anna.page.keyboard.insert_text(f"{inbox.url}/hook")
        anna.page.keyboard.press("Enter")
        delete = anna.button("Delete everything")
        expect(delete).to_be_visible()
        sure = anna.page.get_by_role("dialog", name="Delete everything")
        escape(anna, keys, delete, sure)
        keys.act(delete)
        keys.act(sure.get_by_role("button", name="Delete everything"))
        expect(delete).to_have_count(0)
        expect(anna.page.get_by_role("main")).to_be_focused()


def test_a_return_code_is_made_and_used(private_server: Running, at: At) -> None:
    anna, keys = at(two(private_server)[0], "me")
    make = anna.button("Make a return code")
    expect(make).to_be_visible()
    keys.act(make)
    expect(anna.page.get_by_text("You won’t see it again")).to_be_visible()
    # It rests while the server is asked, and is called otherwise then.
    expect(anna.button("Make a new return code")).to_be_focused()
    code = anna.page.locator("code").inner_text()
    for name in ("Move all my games to another device", "Remove my name from finished games"):
        escape(anna, keys, anna.button(name), anna.page.get_by_role("dialog", name=name))
    keys.act(anna.page.get_by_role("link", name="Use a return code"), "Shift+Tab")
    field = anna.page.get_by_role("textbox", name="Return code")
    expect(field).to_be_visible()
    keys.go_to(field)
    anna.page.keyboard.insert_text(code)
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("This browser already has these seats.")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Back to the lobby")).to_be_focused()


def test_from_the_menu_of_a_table_to_a_link_and_back(private_server: Running, at: At) -> None:
    anna, _, table = two(private_server)
    person, keys = at(anna, f"t/{table['id']}")
    more = person.button("More")
    expect(more).to_be_visible()
    keys.act(more)
    menu = person.page.get_by_role("dialog", name="This table")
    keys.act(menu.get_by_role("button", name="Continue on another device"))
    link = person.page.get_by_role("dialog", name="Continue on another device")
    expect(link.get_by_role("img", name="QR code for the link")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(more).to_be_focused()


def test_a_guest_is_sent_away_before_the_deal(private_server: Running, at: At) -> None:
    anna, berta = private_server.device(), private_server.device()
    wanted = {"game": GAME, "seats": [ME, FRIEND, FRIEND], "pace": 0}
    table = anna.open(wanted)
    berta.join(table["seats"][1]["invitation"], "Berta")
    person, keys = at(anna, f"t/{table['id']}")
    away = person.button("Remove Berta from the table")
    expect(away).to_be_visible()
    sure = person.page.get_by_role("dialog", name="Remove from the table")
    escape(person, keys, away, sure)
    keys.act(away)
    keys.act(sure.get_by_role("button", name="Remove from the table"))
    expect(person.page.get_by_role("combobox", name="Which bot in seat 2?")).to_be_focused()
    expect(away).to_have_count(0)
    assert berta.get(f"tables/{table['id']}")["seat"] == -1


def test_somebody_new_is_invited_for_one_who_stays_away(
    private_server: Running, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta, table = two(private_server)
    with berta.live(table["id"]) as live:
        live.receive()
    monkeypatch.setattr(server_table, "steady", lambda: steady() + AWAY)
    person, keys = at(anna, f"t/{table['id']}")
    invite = person.button("Invite somebody else")
    expect(invite).to_be_visible()
    look_at(person, "somebody is away")
    keys.act(invite)
    link = person.page.get_by_role("textbox", name="Invitation link for seat 2")
    expect(link).to_be_visible()
    expect(person.page.get_by_text("a bot plays until somebody new joins")).to_be_visible()
    nobody = person.button("Cancel the invitation")
    keys.go_to(nobody)
    look_at(person, "somebody new is invited")
    person.page.keyboard.press("Enter")
    expect(link).to_have_count(0)
    keys.act(invite)
    private_server.device().join(link.input_value().rpartition("/")[2], "Carla", reveal=False)
    expect(link).to_have_count(0)
    expect(person.page.get_by_text("Carla").first).to_be_visible()
    assert berta.get(f"tables/{table['id']}")["seat"] == -1


def test_who_is_asked_answers_and_takes_the_seat_back(
    private_server: Running, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, berta, table = two(private_server, time={"kind": "turn", "seconds": 3600})

    def later(seconds: float) -> None:
        monkeypatch.setattr(steady_time, "_BEGIN", steady_time._BEGIN + seconds)
        work = private_server.services.tables.change(table["id"], time_limit.process_deadline)
        loop = private_server.services._background[0].get_loop()
        asyncio.run_coroutine_threadsafe(work, loop).result(60)

    person, keys = at(berta, f"t/{table['id']}")
    expect(person.page.get_by_role("timer").first).to_be_visible()
    later(3601)
    here = person.button("I am still thinking")
    expect(here).to_be_visible()
    look_at(person, "time is up")
    keys.act(here)
    expect(person.page.get_by_text("2 more times")).to_be_visible()
    expect(here).to_be_focused()
    later(361)
    back = person.button("Take my seat back")
    expect(back).to_be_visible()
    look_at(person, "a bot plays")
    keys.act(back)
    expect(back).to_have_count(0)
    expect(person.region("Board")).to_be_focused()
