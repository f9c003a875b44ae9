"""A game survives a lost connection, a reload and a killed server."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from browser.conftest import Host
from browser.person import Person, Visit

LOST = "Connection lost. Trying to reconnect …"
DRAW = "Draw a car"


def sit_down(visit: Visit, url: str | None = None) -> tuple[Person, Person]:
    """Anna and Bo at a table, the set-up behind them; Anna is to move."""
    where = {} if url is None else {"url": url}
    anna, bo = visit("Anna", **where), visit("Bo", **where)
    anna.open_table("me", "friend", first=1)
    bo.join(anna.invitation())
    anna.choose_often(2)  # one car to keep, one place for it
    bo.choose_often(2)
    expect(anna.choices.first).to_have_text(DRAW)
    return anna, bo


def test_what_happened_while_the_network_was_cut_is_seen_afterwards(visit: Visit) -> None:
    anna, bo = sit_down(visit)
    anna.choose(DRAW)
    anna.choose_well()
    expect(bo.choices.first).to_have_text(DRAW)
    expect(anna.page.get_by_text("It’s Bo’s turn")).to_be_visible()
    before = anna.sentences()
    with anna.broken_line():
        anna.context.set_offline(True)
        bo.choose(DRAW)
        bo.choose_well()
        expect(bo.page.get_by_text("It’s Anna’s turn")).to_be_visible()
        assert anna.sentences() == before
        anna.context.set_offline(False)
        expect(anna.choices.first).to_have_text(DRAW)
    told = anna.sentences()
    assert told[: len(before)] == before
    assert told[len(before)] == "Bo draws a car."
    assert told[len(before) + 1].startswith("Bo replaces")
    # What Anna sees is what Bo sees, but for the cars that were drawn in secret.
    assert told[-1] == bo.sentences()[-1]
    assert len(told) == len(bo.sentences())


@pytest.mark.journey
def test_a_choice_made_while_the_network_was_cut_counts_once(visit: Visit) -> None:
    anna, bo = sit_down(visit)
    drawn = re.compile(r"^Anna draws \d+\.$")
    with anna.broken_line():
        anna.context.set_offline(True)
        anna.choose(DRAW)
        expect(anna.messages).to_contain_text("The server isn’t responding.")
        expect(anna.choices.first).to_have_text(DRAW)  # to be tried again
        anna.context.set_offline(False)
        for _ in range(30):
            if anna.choices.count() == 7:
                break
            with suppress(TimeoutError):  # the first click may have waited in the line
                anna.button(DRAW).click(timeout=1000)
        expect(anna.choices).to_have_count(7)
    assert len([said for said in anna.sentences() if drawn.match(said)]) == 1
    anna.choose_well()
    expect(bo.choices.first).to_have_text(DRAW)
    assert len([said for said in bo.sentences() if said == "Anna draws a car."]) == 1


def test_loading_the_page_again_gives_the_same_seat_and_the_same_cards(visit: Visit) -> None:
    anna, bo = sit_down(visit)
    anna.choose(DRAW)
    expect(anna.choices).to_have_count(7)
    before = (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences())
    anna.page.reload()
    expect(anna.choices).to_have_count(7)
    assert (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences()) == before
    # And from the lobby, as on another day.
    anna.page.get_by_role("link", name="Spielzug, go to the lobby").click()
    ticket = re.compile(r"^Continue the game with Bo\. .* Your turn ")
    anna.page.get_by_role("link", name=ticket).click()
    expect(anna.choices).to_have_count(7)
    assert (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences()) == before
    anna.choose_well()
    expect(bo.choices.first).to_have_text(DRAW)


def test_the_host_dies_and_comes_back_and_the_game_goes_on(visit: Visit, host: Host) -> None:
    anna, bo = sit_down(visit, host.url)
    anna.choose(DRAW)
    expect(anna.choices).to_have_count(7)
    before = (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences())
    with anna.broken_line(), bo.broken_line():
        host.kill()
        expect(anna.page.get_by_role("alert")).to_have_text(LOST)
        host.start()
        expect(anna.page.get_by_role("alert")).to_be_hidden()
        expect(bo.page.get_by_role("alert")).to_be_hidden()
    assert (anna.numbers(), anna.choices.all_inner_texts(), anna.sentences()) == before
    anna.choose_well()
    expect(bo.choices.first).to_have_text(DRAW)
    assert len(anna.sentences()) == len(bo.sentences())
