"""How a browser keeps and checks the proof of a table's luck, and says what it cannot verify.

Also on insecure pages, as on a home network, where browsers offer no cryptography of their own.
"""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Route, expect

from browser.chromium import HOME_NETWORK
from browser.person import Person, Visit
from server.helpers import Device

NOT_SECURE = "Cross-Origin-Opener-Policy header has been ignored"
REVEAL = "**/reveal?*"


def at_home(visit: Visit, server: str, name: str) -> Person:
    person = visit(name, url=server.replace(urlsplit(server).hostname or "", HOME_NETWORK))
    person._expected.append(NOT_SECURE)
    return person


def kept_by(person: Person, change: str = "kept") -> dict[str, object]:
    """What the page has kept of its table, after a change by `kept => …`."""
    text = person.page.evaluate(
        """change => {
          const name = `spielzug.luck.${location.hash.split("/")[2]}`;
          const kept = JSON.parse(localStorage.getItem(name));
          localStorage.setItem(name, JSON.stringify(eval(`(kept => (${change}))`)(kept)));
          return localStorage.getItem(name);
        }""",
        change,
    )
    found: dict[str, object] = json.loads(text)
    return found


def checked(person: Person) -> Locator:
    if person.page.locator("details.fair[open]").count() == 0:
        summary = person.page.locator("details.fair summary")
        expect(summary).to_have_text("Fair luck")
        summary.click()
    person.button("Check this game").click()
    return person.page.get_by_role("dialog", name="Check this game")


@pytest.fixture
def played(visit: Visit, server: str) -> tuple[Person, Person]:
    """Anna and Bo at the end of a game, on insecure pages."""
    anna, bo = at_home(visit, server, "Anna"), at_home(visit, server, "Bo")
    anna.open_table("me", "friend", first=1)
    bo.join(anna.invitation().replace("127.0.0.1", HOME_NETWORK))
    assert bo.page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    expect(anna.choices.first).to_be_visible()
    anna.resign()
    expect(bo.finish).to_be_visible()
    return anna, bo


def test_a_browser_proves_by_itself_what_it_can(played: tuple[Person, Person]) -> None:
    for person in played:
        kept = kept_by(person)
        dialog = checked(person)
        expect(dialog).to_contain_text("All in order: the luck of this game comes from the numbers")
        found = dialog.get_by_role("listitem").filter(has_text="OK: ")
        expect(found).to_have_count(6)
        expect(found.first).to_contain_text("the one this device kept before the deal")
        expect(dialog).to_contain_text("Only the host’s word")
        expect(dialog.get_by_text(f"--nonce {kept['nonce']}")).to_be_visible()
        expect(dialog.get_by_text(f"--commitment {kept['commitment']}")).to_be_visible()
        dialog.get_by_role("button", name="Copy the command").click()
        expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()


TAMPERED: list[tuple[str, str]] = [
    ("{ ...kept, list: kept.list.replace('Anna', 'Eve') }", "It has been swapped"),
    ("{ ...kept, nonce: kept.nonce.replace(/./g, '0') }", "own random number is missing"),
    ("{ ...kept, earlier: [kept.commitment] }", "hides a void start"),
]


def test_what_was_kept_and_what_is_shown_now_differ(played: tuple[Person, Person]) -> None:
    _, bo = played
    before = kept_by(bo)
    for change, said in TAMPERED:
        kept_by(bo, change)
        dialog = checked(bo)
        expect(dialog.get_by_text("Don’t trust this game")).to_be_visible()
        expect(dialog.get_by_role("listitem").filter(has_text=said)).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
        kept_by(bo, json.dumps(before))


def test_who_kept_nothing_is_told_so(played: tuple[Person, Person]) -> None:
    _, bo = played
    bo.page.evaluate("localStorage.clear()")
    bo.page.reload()
    dialog = checked(bo)
    expect(dialog).to_contain_text("This device kept nothing when the game began.")
    expect(dialog).not_to_contain_text("All in order: the luck")
    dialog.get_by_role("button", name="Close").click()


def test_a_list_that_hides_something_gets_no_nonce(visit: Visit, server: str) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=1)
    link = anna.invitation()
    kept_by(anna, "{ ...kept, earlier: ['ab'.repeat(32)] }")
    bo.page.goto(link)
    bo.button("Take the seat").click()
    alert = anna.page.get_by_role("alert")
    expect(alert).to_contain_text(
        "Nothing will be dealt, and this device won’t reveal its random number"
    )
    expect(alert).to_contain_text("it hides an earlier void start")
    expect(bo.page.get_by_role("status").get_by_text("Still missing: Anna.")).to_be_visible()


@pytest.mark.parametrize("late", [False, True])
def test_void_starts_are_shown_to_everybody(visit: Visit, server: str, late: bool) -> None:
    """Also if Anna's number is still on its way when the start comes to nothing."""
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=1)
    link = anna.invitation()
    table = anna.page.url.rpartition("/")[2]
    gone = Device(server)

    def leave() -> None:
        gone.post(f"tables/{table}/leave", {"seat": 1})

    def leave_first(route: Route) -> None:
        leave()
        route.continue_()

    if late:
        anna.page.route(REVEAL, leave_first, times=1)
    with anna.page.expect_response(REVEAL):
        gone.join(link.rpartition("/")[2], "Eve", reveal=False)
    if not late:
        expect(anna.page.get_by_role("status").get_by_text("Still missing: Eve.")).to_be_visible()
        leave()
    gone.http.close()
    void = re.compile("1 void start. Eve left before the deal. .* the best of 2 deals")
    expect(anna.page.get_by_text(void).first).to_be_visible()
    bo.join(anna.invitation())
    for person in (anna, bo):
        expect(person.page.get_by_text("1 void start", exact=True)).to_be_visible()
        person.button("More").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Fair luck").click()
        expect(person.page.get_by_text(void)).to_be_visible()
        expect(person.button("Copy the start list")).to_be_visible()
        expect(person.button("Copy my random number")).to_be_visible()


def test_a_device_that_lost_its_nonce_starts_anew(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=1)
    anna.page.evaluate("localStorage.clear()")
    link = anna.invitation()
    anna.page.reload()
    bo.join(link)
    expect(anna.choices.first).to_be_visible()
