"""The static site: tables in the page itself, with and without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.person import DWARVES, Person, Visit
from browser.site_folder import served
from browser.test_hints import wait_for_hints
from browser.zwergen_player import ZwergenPlayer

pytestmark = pytest.mark.slow

INSTALLED = "navigator.serviceWorker.ready.then(() => true)"


def go_offline(person: Person) -> None:
    """Wait until everything that the page used is kept, then cut the network."""
    assert person.page.evaluate(INSTALLED)
    person.context.set_offline(True)


def test_a_page_without_a_server_plays_games_and_goes_on_offline(
    small_site: Path, site_visit: Visit
) -> None:
    with served(small_site) as url:
        anna = site_visit(url=url).play_now(DWARVES)
        player = ZwergenPlayer(anna)
        player.end_tour()
        player.choose()
        player.wait()
        offered = anna.choices.all_inner_texts()

        anna.button("Hint").click()
        assert 1 <= len(wait_for_hints(anna)) <= 3
        anna.button("Close the hints").click()
        player.choose()
        player.wait()
        anna.button("Undo").click()
        expect(anna.log.get_by_role("paragraph").last).to_have_text("Guest takes back a choice.")
        expect(anna.choices).to_have_text(offered)

        before = anna.sentences()
        anna.page.reload()
        expect(player.announcement).to_have_count(len(before))
        assert anna.sentences() == before
        player.choose()
        player.wait()
        go_offline(anna)
    # Now there is no network, and no server at the address either.
    with anna.broken_line():
        table = anna.page.url
        anna.page.goto("about:blank")
        anna.page.goto(table)
        player.choose()
        player.open_table("me", "greedy", turns=12)
        assert len(player.play()) >= 6
        expect(anna.page.get_by_text("the last turn was played")).to_be_visible()
