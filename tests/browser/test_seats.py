"""A seat moves to another browser, a device returns, a stranger joins, a name is removed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Host
from browser.person import Person, Visit
from browser.test_accessibility import look_at_all
from server.processes import free_port, started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of their own, with an open lobby; nobody here plays against bots that think."""
    port = free_port()
    database = tmp_path_factory.mktemp("seats") / "tables.sqlite3"
    with started(database, "--port", str(port), "--no-limits", "--open-lobby"):
        yield f"http://127.0.0.1:{port}"


@pytest.mark.slow
def test_a_seat_moves_to_another_browser(anna: Person, visit: Visit) -> None:
    anna.open_table("me", "random", "random", first=1, turns=3)
    anna.to_own_turn()
    where = anna.page.url
    anna.button("More").click()
    menu = anna.page.get_by_role("dialog", name="This table")
    menu.get_by_role("button", name="Continue on another device").click()
    dialog = anna.page.get_by_role("dialog", name="Continue on another device")
    expect(dialog.get_by_role("img", name="QR code for the link")).to_be_visible()
    link = dialog.get_by_role("textbox", name="Link for the other device").input_value()
    look_at_all(anna, "the link for another device")
    phone = visit("Phone")
    phone.page.goto(link)
    expect(phone.page.get_by_text("Anna plays on this device from now on")).to_be_visible()
    look_at_all(phone, "a link from another device")
    phone.button("Continue here").click()
    expect(phone.choices.first).to_be_visible()
    assert phone.page.url == where
    expect(anna.page.get_by_text("Your seat has moved to another device.").first).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_text("You are watching.")).to_be_visible()
    assert anna.choices.count() == 0
    phone.play()
    # The link is used up.
    with anna.expected("409"):
        anna.page.goto(link)
        expect(anna.page.get_by_role("alert")).to_contain_text("has already been used")


def test_the_way_back_after_the_cookies_are_gone(anna: Person) -> None:
    anna.open_table("me", "random", "random", first=1)
    anna.to_own_turn()
    where = anna.page.url
    anna.page.goto(f"{anna.url}/#/me")
    anna.button("Make a return code").click()
    code = anna.page.locator("code").inner_text()
    expect(anna.page.get_by_text("You have a return code from")).to_be_visible()
    look_at_all(anna, "my results, with a return code")
    anna.page.goto("about:blank")
    anna.context.clear_cookies()
    anna.page.goto(where)
    expect(anna.page.get_by_text("You are watching.")).to_be_visible()
    anna.page.goto(f"{anna.url}/#/back")
    field = anna.page.get_by_role("textbox", name="Return code")
    field.fill(code[:-1] + ("A" if code[-1] != "A" else "B"))
    with anna.expected("403"):
        anna.button("Continue").click()
        expect(anna.page.get_by_role("alert")).to_contain_text("This return code does not exist")
    look_at_all(anna, "coming back")
    field.fill(code.lower().replace("-", " "))
    anna.button("Continue").click()
    expect(anna.page.get_by_text("This code belongs to 1 unfinished game")).to_be_visible()
    anna.button("Get my seats back").click()
    expect(anna.page.get_by_role("heading", name="My games in progress")).to_be_visible()
    anna.page.goto(where)
    expect(anna.choices.first).to_be_visible()


def test_a_stranger_sits_down_at_an_open_table(anna: Person, visit: Visit) -> None:
    berta = visit("Berta")
    berta.lobby()
    berta.page.get_by_role("link", name="Open tables").click()
    expect(berta.page.get_by_text("No open table is waiting right now.")).to_be_visible()
    look_at_all(berta, "no open tables")
    anna.lobby()
    dialog = anna.set_up()
    dialog.get_by_role("textbox", name="Your name").fill("Anna")
    expect(dialog.get_by_text("Nobody else can sit down.")).to_be_visible()
    dialog.get_by_role("combobox", name="Who may join?").select_option("Open to anybody")
    expect(dialog.get_by_text("The table is listed under “Open tables”")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").click()
    expect(anna.page.get_by_text("This table is open: anybody may sit down.")).to_be_visible()
    card = berta.page.get_by_role("listitem").filter(has_text="Game of Trains")
    expect(card).to_contain_text("Anna")
    look_at_all(berta, "open tables")
    berta.page.get_by_role("combobox", name="Time limit").select_option("for each turn")
    none = "Nothing matches your choice. 1 open table is waiting."
    expect(berta.page.get_by_text(none)).to_be_visible()
    berta.page.get_by_role("combobox", name="Time limit").select_option("any")
    berta.page.get_by_role("textbox", name="Your name").fill("Berta")
    berta.button("Sit down: Game of Trains with Anna").click()
    expect(berta.train).to_be_visible()
    expect(anna.train).to_be_visible()
    expect(anna.page.get_by_text("Berta").first).to_be_visible()


def test_a_server_without_open_tables_says_nothing_of_them(host: Host, visit: Visit) -> None:
    anna = visit("Anna", url=host.url)
    anna.lobby()
    expect(anna.page.get_by_role("link", name="Open tables")).to_have_count(0)
    dialog = anna.set_up()
    expect(dialog.get_by_role("combobox", name="Who may join?")).to_have_count(0)


def test_a_name_is_removed_from_finished_games(visit: Visit) -> None:
    zoe = visit("Zoe")
    zoe.open_table("me", "random", first=1)
    zoe.to_own_turn()
    zoe.resign()
    table = zoe.page.url.rpartition("/")[2]
    zoe.page.goto(f"{zoe.url}/#/r/{table}")
    expect(zoe.page.get_by_role("option", name="Zoe")).to_have_count(1)
    zoe.page.goto(f"{zoe.url}/#/me")
    zoe.button("Remove my name from finished games").click()
    dialog = zoe.page.get_by_role("dialog", name="Remove my name from finished games")
    dialog.get_by_role("button", name="Remove the name").click()
    expect(zoe.page.get_by_text("Your name has been removed from 1 game.").first).to_be_visible()
    zoe.page.goto(f"{zoe.url}/#/r/{table}")
    expect(zoe.page.get_by_role("option", name="Guest")).to_have_count(1)
    expect(zoe.page.get_by_role("option", name="Zoe")).to_have_count(0)
