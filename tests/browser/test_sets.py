"""Boards from a set file that the host loaded: chosen in the dialog, drawn, and played on."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.conftest import OWN_CHOICES, PATIENCE
from browser.person import DWARVES, NEAR, Person
from browser.zwergen_player import ZwergenPlayer
from games.zwergenzugfahrt.other_set import NUMBER, TEXT
from server.processes import Process, free_port
from spielzug.games.zwergenzugfahrt.facts.sets import SETS


def test_a_loaded_board_is_offered_with_its_set_drawn_and_played(
    browser: Browser, own: ExitStack, tmp_path: Path
) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(TEXT, encoding="utf-8")
    port = free_port()
    host = Process(tmp_path / "t.sqlite3", "--port", str(port), "--no-limits", "--set", str(file))
    own.callback(host.kill)
    context = own.enter_context(browser.new_context(locale="en-GB", reduced_motion="reduce"))
    context.set_default_timeout(PATIENCE)
    context.add_init_script(OWN_CHOICES)
    person = Person("Anna", context, f"http://127.0.0.1:{port}").lobby()

    dialog = person.set_up(DWARVES)
    dialog.get_by_role("combobox", name="Who sits in seat 2?").select_option(NEAR["local"])
    dialog.get_by_text("Options", exact=True).click()
    dialog.get_by_role("combobox", name="Who goes first").select_option("Red")
    boards = dialog.get_by_role("combobox", name="Board", exact=False).first
    expect(boards.get_by_role("option")).to_have_text(["station", "small", "long"])
    dialog.locator("[id$=-set]").select_option(SETS.names[NUMBER])
    expect(boards.get_by_role("option")).to_have_text(["yard", "lane", "bare"])
    dialog.get_by_role("button", name="Open the table").click()
    expect(dialog).to_be_hidden()

    table = ZwergenPlayer(person)
    expect(table.fields).to_have_count(64)
    table.end_tour()
    expect(person.page.get_by_text("Conductor in 3 turns")).to_be_visible()
    expect(person.page.get_by_text("coin: Red 3 to Green 1")).to_be_visible()
    expect(table.clan("Red").get_by_label("Has taken a sign away 0 of 2 times")).to_be_visible()
    table.move("b8", "b7")
    expect(person.page.get_by_text("Conductor in 2 turns")).to_be_visible()
    assert person.trouble == []
