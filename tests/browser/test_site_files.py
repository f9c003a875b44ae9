"""Files of a page without a server: records and backups are saved, dropped and opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.person import DWARVES, Person, Visit
from browser.site_folder import ROOT
from browser.test_accessibility import look_at_all
from browser.zwergen_player import ZwergenPlayer
from spielzug.games import NAMES

pytestmark = pytest.mark.slow
ON_SITE = True

GOLDEN = ROOT / "tests" / "golden" / "tables"
RECORD = GOLDEN / "zwergenzugfahrt" / "2-turns.zug"
DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }),
    );
}"""


def drop(person: Person, name: str, text: str) -> None:
    person.page.evaluate(DROP, [name, text])


def chooser(person: Person) -> Locator:
    """The input behind "Open a file"."""
    return person.page.locator("input[type=file]")


def results(person: Person) -> None:
    person.page.goto(f"{person.url}/#/me")
    expect(person.button("Save everything")).to_be_visible()


@pytest.mark.parametrize("game", NAMES)
def test_golden_games_go_through_the_worker_byte_for_byte(anna: Person, game: str) -> None:
    anna.lobby()
    for file in sorted((GOLDEN / game).glob("*.zug")):
        text = file.read_text("utf-8")
        results(anna)
        chooser(anna).set_input_files(file)
        expect(anna.page).to_have_url(re.compile("#/r/record-"))
        slider = anna.page.get_by_role("slider", name="Position in the game")
        expect(slider).to_be_visible()
        slider.fill(slider.get_attribute("max") or "")
        with anna.page.expect_download() as download:
            anna.button("Download the record").click()
        assert Path(download.value.path()).read_text("utf-8") == text, file.name


def test_a_record_dropped_on_the_page_is_replayed_and_stays(anna: Person) -> None:
    anna.lobby()
    drop(anna, "game.zug", RECORD.read_text("utf-8"))
    expect(anna.page).to_have_url(re.compile("#/r/record-"))
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()
    anna.lobby()
    link = anna.page.get_by_role("link", name=re.compile("^Replay the game"))
    link.click()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Dear diary", "This file cannot be opened"),
        ('{"kind": "other"}', "neither a file saved by Spielzug nor the record of a game"),
        (RECORD.read_text("utf-8").replace("f5-f4", "a1-a2"), "This file cannot be opened"),
        (
            RECORD.read_text("utf-8").replace("Game: zwergenzugfahrt", "Game: tictactoe"),
            "This file cannot be opened",
        ),
        (
            (GOLDEN / "trains" / "2-cubes.zug")
            .read_text("utf-8")
            .replace("board=tokyo", "board=atlantis"),
            "This file cannot be opened: .*atlantis",
        ),
        (RECORD.read_text("utf-8").replace("Rules: 1", "Rules: 99"), "This file cannot be opened"),
    ],
)
def test_what_cannot_be_opened_is_said(anna: Person, text: str, said: str) -> None:
    anna.lobby()
    drop(anna, "game.zug", text)
    expect(anna.page.get_by_text(re.compile(said)).first).to_be_visible()
    assert anna.page.url.rstrip("/#") == anna.url


def test_everything_is_saved_to_a_file_and_opened_in_another_browser(
    visit: Visit, tmp_path: Path
) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    player = ZwergenPlayer(anna).open_table("me", "greedy", turns=40)
    player.end_tour()
    player.choose()
    player.wait()
    told, table = anna.sentences(), anna.page.url
    results(anna)
    with anna.page.expect_download() as download:
        anna.button("Save everything").click()
    file = tmp_path / download.value.suggested_filename
    assert re.fullmatch(r"spielzug-\d{4}-\d\d-\d\d\.json", file.name)
    download.value.save_as(file)

    bo.lobby()
    results(bo)
    chooser(bo).set_input_files(file)
    expect(bo.page.get_by_text("Everything in the file is here now.")).to_be_visible()
    bo.page.goto(table)
    there = ZwergenPlayer(bo)
    expect(there.announcement).to_have_count(len(told))
    assert bo.sentences() == told
    there.choose()
    there.wait()


def test_axe_finds_nothing_grave_on_what_only_a_page_without_a_server_has(anna: Person) -> None:
    anna.lobby()
    look_at_all(anna, "lobby")
    results(anna)
    look_at_all(anna, "results")
    for path in ("lab", "open", "notifications"):
        anna.page.goto(f"{anna.url}/#/{path}")
        expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
        look_at_all(anna, path)
    anna.lobby()
    anna.set_up(DWARVES).get_by_text("Options", exact=True).click()
    look_at_all(anna, "a new table")
