"""Playing with friends: an invitation opened twice, guests, and tables to watch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.person import Person, Visit


def test_the_own_invitation_leads_back_to_the_seat(visit: Visit) -> None:
    anna, ben, cleo = visit("Anna"), visit("Ben"), visit("Cleo")
    anna.open_table("me", "friend", first=1)
    link = anna.invitation()
    ben.join(link)
    table = ben.page.url
    with ben.broken_line():  # who leaves so soon may leave before the line is there
        ben.lobby()
        ben.page.goto(link)
        expect(ben.train).to_be_visible()
        assert ben.page.url == table
        ben.page.go_back()  # not to the invitation, which would only lead here again
        expect(ben.poster()).to_be_visible()
    # Anybody else is told what to do.
    cleo.page.goto(link)
    expect(cleo.page.get_by_text("Every seat here is taken.")).to_be_visible()
    expect(cleo.page.get_by_text("At the table: Anna and Ben.")).to_be_visible()
    expect(cleo.page.get_by_text("free seat")).to_have_count(0)
    expect(cleo.page.get_by_text("ask for a new link")).to_be_visible()
    cleo.page.get_by_role("link", name="Watch the game").click()
    expect(cleo.page.get_by_text("You are watching.")).to_be_visible()


def test_a_link_that_reaches_others_can_be_shared(anna: Person) -> None:
    def from_afar(route: Route) -> None:
        answer = route.fetch()
        told = {**answer.json(), "invite_url_base": "https://trains.example/#/join/"}
        route.fulfill(response=answer, json=told)

    anna.page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    anna.open_table("me", "friend")
    expect(anna.button("Share")).to_have_count(0)  # a link to this computer reaches nobody
    anna.page.route(re.compile(r"/api/tables/[^/]+\?"), from_afar)
    anna.page.reload()
    anna.button("Share").click()
    shared = anna.page.evaluate("window.shared")
    assert shared["url"] == anna.invitation() and "trains.example" in shared["url"]
    assert shared["text"] == "Play Game of Trains with me!"
    anna.button("Show the QR code").click()
    expect(anna.page.get_by_role("img", name="QR code for the invitation")).to_be_visible()


def test_guests_get_a_free_seat_when_they_sit_down(visit: Visit) -> None:
    """All open the link while every seat is free, and two of them want the same one."""
    guests = anna, ben, cleo, dora = [visit(name) for name in ("Anna", "Ben", "Cleo", "Dora")]
    anna.open_table("me", "friend", "friend", "friend")
    link = anna.invitation()
    for person in guests[1:]:
        person.page.goto(link)
        expect(person.page.get_by_text("There’s a free seat for you")).to_be_visible()
        person.page.get_by_role("textbox", name="Your name").fill(person.name)
        expect(person.page.get_by_role("radio", name="Anywhere")).to_be_checked()
    ben.page.get_by_role("radio", name="Seat 2").check()
    cleo.page.get_by_role("radio", name="Seat 2").check()
    for person in (ben, cleo):
        person.button("Take the seat").click()
        expect(person.page.get_by_role("heading", name="Waiting for passengers")).to_be_visible()
    dora.button("Take the seat").click()
    expect(dora.train).to_be_visible()
    expect(anna.region("Dora’s train")).to_be_visible()
    expect(anna.page.get_by_role("textbox", name="Invitation link")).to_have_count(0)


def test_whoever_opened_a_table_keeps_nobody_waiting_in_the_lobby(visit: Visit) -> None:
    anna, ben = visit("Anna"), visit("Ben")
    anna.open_table("me", "friend", first=1)
    link = anna.invitation()
    anna.lobby()
    ben.join(link)  # his train is there: it was dealt
    expect(anna.page.get_by_role("link", name="Your turn")).to_be_visible()


def test_an_invitation_says_that_it_reaches_only_this_computer(anna: Person) -> None:
    anna.open_table("me", "friend")
    assert "127.0.0.1" in anna.invitation()
    expect(anna.page.get_by_text("This invitation only works on this computer")).to_be_visible()
    port = re.findall(r"\d+", anna.url)[-1]
    command = re.compile(rf"^spielzug serve --host 0.0.0.0 --port {port} --database \S+\.sqlite3 ")
    expect(anna.page.get_by_text(command)).to_be_visible()
    expect(anna.button("Show the QR code")).to_have_count(0)  # nobody else could follow it


def test_guests_are_not_offered_what_only_the_creator_may_do(visit: Visit) -> None:
    anna, ben = visit("Anna"), visit("Ben")
    anna.open_table("me", "friend", "friend")
    ben.page.goto(anna.invitation())
    ben.button("Take the seat").click()
    ben.button("More").click()
    menu = ben.page.get_by_role("dialog", name="This table")
    expect(menu.get_by_role("button", name="Give the seat back")).to_be_visible()
    expect(menu.get_by_role("button", name="Call the game off")).to_have_count(0)
    menu.get_by_role("button", name="Give the seat back").click()
    sure = ben.page.get_by_role("dialog", name="Give the seat back")
    sure.get_by_role("button", name="Give the seat back").click()
    expect(anna.page.get_by_role("textbox", name="Invitation link")).to_be_visible()
    ben.button("More").click()  # now he only looks on
    menu = ben.page.get_by_role("dialog", name="This table")
    expect(menu.get_by_role("button", name="Fair luck")).to_be_visible()
    expect(menu.get_by_role("combobox")).to_have_count(0)


def test_two_bots_play_for_somebody_who_watches(anna: Person) -> None:
    anna.lobby()
    dialog = anna.set_up()
    for seat in (1, 2):
        dialog.get_by_role("combobox", name=f"Who sits in seat {seat}?").select_option("A bot")
        which = dialog.get_by_role("combobox", name=f"Which bot in seat {seat}?")
        which.select_option("Random bot")
    expect(dialog.get_by_text("Bots on their own play only while somebody is")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").click()
    expect(anna.log.get_by_role("listitem").nth(3)).to_be_visible()
    anna.menu("Call the game off").get_by_role("button", name="Call the game off").click()
    expect(anna.finish).to_be_visible()


@pytest.mark.journey
def test_the_lobby_is_live(visit: Visit) -> None:
    """Anna is in the lobby: she is told when Ben has moved, and when he goes."""
    anna, ben = visit("Anna"), visit("Ben")
    anna.open_table("me", "friend", first=2)
    ben.join(anna.invitation())
    anna.lobby()
    running = anna.page.get_by_role("region", name="My games in progress")
    expect(running.get_by_text("In progress", exact=True)).to_be_visible()
    ben.play()  # up to Anna's turn
    expect(running.get_by_text("Your turn")).to_be_visible()
    expect(anna.page).to_have_title(re.compile("^● Your turn – Spielzug$"))
    ben.resign()
    finished = anna.page.get_by_role("region", name="Finished games")
    expect(finished.get_by_text("You won")).to_be_visible()
    expect(anna.page).to_have_title("Spielzug")
    expect(running).to_have_count(0)
    # And it is in the record that this browser keeps.
    finished.get_by_role("link", name="My results").click()
    row = anna.page.get_by_role("row", name=re.compile("^Ben"))
    expect(row.get_by_role("cell").first).to_have_text("1")
    with anna.page.expect_download() as saved:
        anna.button("Save as a spreadsheet (CSV)").click()
    lines = saved.value.path().read_text("utf-8").splitlines()
    assert len(lines) == 2 and ",won,human,Ben," in lines[1]
    anna.button("Delete my results").click()
    sure = anna.page.get_by_role("dialog", name="Delete my results")
    sure.get_by_role("button", name="Delete my results").click()
    expect(anna.page.get_by_text("You haven’t finished a game yet.")).to_be_visible()
    anna.page.reload()  # the server's list does not bring it back
    expect(anna.page.get_by_text("You haven’t finished a game yet.")).to_be_visible()


def test_signals_are_seen_read_out_and_muted(visit: Visit) -> None:
    anna, ben = visit("Anna"), visit("Ben", locale="de-DE")
    anna.open_table("me", "friend", first=1)
    ben.page.goto(anna.invitation())
    ben.page.get_by_role("textbox", name="Dein Name").fill("Ben")
    ben.button("Platz nehmen").click()
    # A signal is kept nowhere: it is heard by those who are there.
    expect(anna.region("Ben’s train")).to_be_visible()
    expect(anna.page.get_by_text(re.compile("^Ben: away"))).to_have_count(0)
    anna.button("Send a signal").click()
    anna.button("Good luck!").click()
    bubble = ben.page.locator(".bubbles")
    expect(bubble).to_have_text("Anna Viel Glück!")  # in the reader's language
    expect(ben.page.locator("[aria-live]").filter(has_text="Anna: Viel Glück!")).to_have_count(1)
    ben.button("Zeichen ausblenden").click()
    expect(bubble).to_be_empty()
    anna.button("Send a signal").click()
    anna.button("Wow!").click()
    expect(anna.page.locator(".bubbles")).to_contain_text("Wow!")  # so it has been passed on
    expect(bubble).to_be_empty()


def test_alone_with_bots_there_is_nobody_to_signal_to(anna: Person) -> None:
    anna.open_table("me", "random", first=1)
    expect(anna.choices.first).to_be_visible()
    expect(anna.button("Send a signal")).to_have_count(0)
