"""A graceful restart of the server: every open table is told, and the games continue."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Host
from browser.person import Visit
from browser.test_reconnect import DRAW, sit_down
from server.helpers import wait_for

RESTARTED = "The server is restarting and will be back in a moment …"


def test_a_restart_is_told_as_such_and_the_game_goes_on(visit: Visit, host: Host) -> None:
    anna, bo = sit_down(visit, host.url)
    anna.choose(DRAW)
    expect(anna.choices).to_have_count(7)
    before = (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences())
    with anna.broken_line(), bo.broken_line():
        assert host.process.interrupt() == 0
        for person in (anna, bo):
            expect(person.page.get_by_role("alert")).to_have_text(RESTARTED)
        host.start()
        for person in (anna, bo):
            expect(person.page.get_by_role("alert")).to_be_hidden()
    assert (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences()) == before
    anna.choose_well()
    expect(bo.choices.first).to_have_text(DRAW)
    wait_for(lambda: len(anna.sentences()) == len(bo.sentences()))
