"""Replaying a finished game."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from browser.person import Person, Visit
from spielzug.core.match import Match
from spielzug.core.records import read_record
from spielzug.games import get_game

# At the usual speed the next step comes when the test wants it: it could be over before the pause.
HOLD = """
window.held = new Map();
const [begin, end] = [window.setInterval, window.clearInterval];
window.setInterval = (work, milliseconds, ...rest) => {
  const usual = milliseconds === 1400;
  const id = begin(usual ? () => undefined : work, milliseconds, ...rest);
  if (usual) window.held.set(id, work);
  return id;
};
window.clearInterval = (id) => {
  window.held.delete(id);
  end(id);
};
"""
STEP = "for (const work of [...window.held.values()]) work();"


def test_a_finished_game_is_replayed_shared_and_downloaded(visit: Visit, tmp_path: Path) -> None:
    anna = visit("Anna", permissions=["clipboard-read", "clipboard-write"])
    anna.page.add_init_script(HOLD)
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    last_words = anna.sentences()[-1]
    anna.page.get_by_role("link", name="Replay").click()
    slider = anna.page.get_by_role("slider", name="Position in the game")
    expect(slider).to_be_visible()
    expect(viewer_buttons(anna).get_by_role("option", selected=True)).to_have_text("Anna")
    count = int(slider.get_attribute("max") or 0)
    assert count >= 8

    check_stepping(anna, slider, count)
    check_autoplay(anna, slider, count)
    check_jumps(anna, slider, count, last_words)
    check_seat_view(anna, slider)

    # The link leads anyone to the same move, seen by the same eyes.
    slider.fill("6")
    anna.button("Copy link to this position").click()
    expect(anna.messages).to_contain_text("Copied")
    link = anna.page.evaluate("navigator.clipboard.readText()")
    bo = visit("Bo")
    bo.page.goto(link)
    expect(bo.page.get_by_text(f"Step 6 of {count}")).to_be_visible()
    expect(viewer_buttons(bo).get_by_role("option", selected=True)).to_have_text("Anna")
    for name in ("Puffing Billy’s train", "Face-up row", "Your train"):
        assert bo.region(name).aria_snapshot() == anna.region(name).aria_snapshot()

    with anna.page.expect_download() as waiting:
        anna.button("Download the record").click()
    path = tmp_path / "game.zug"
    waiting.value.save_as(path)
    assert waiting.value.suggested_filename.endswith(".zug")
    match: Match = read_record(path.read_text(encoding="utf-8"), get_game)
    assert match.over
    assert [seat.name for seat in match.seats] == ["Anna", "Random"]
    assert len(match.log) == count + 1


def check_stepping(anna: Person, slider: Locator, count: int) -> None:
    expect(slider).to_have_value("0")
    expect(anna.button("One step back")).to_be_disabled()
    anna.button("One step forward").click()
    expect(slider).to_have_value("1")
    anna.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    anna.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    anna.button("One step back").click()
    expect(slider).to_have_value("0")
    anna.page.keyboard.press("End")
    expect(slider).to_have_value(str(count))
    expect(anna.button("One step forward")).to_be_disabled()
    anna.button("Go to the start").click()
    expect(slider).to_have_value("0")
    anna.button("Go to the end").click()
    expect(slider).to_have_value(str(count))
    expect(anna.page.get_by_text(f"Step {count} of {count}")).to_be_visible()


def check_autoplay(anna: Person, slider: Locator, count: int) -> None:
    slider.fill(str(count - 5))
    anna.button("Play").click()
    expect(anna.button("Pause")).to_be_visible()
    anna.page.evaluate(STEP)
    expect(slider).to_have_value(str(count - 4))
    anna.button("Pause").click()
    expect(anna.button("Play")).to_be_visible()
    anna.page.evaluate(STEP)
    expect(slider).to_have_value(str(count - 4))
    anna.page.get_by_role("combobox", name="Speed").select_option("× 4")
    anna.button("Play").click()
    expect(slider).to_have_value(str(count))
    expect(anna.button("Play")).to_be_visible()  # at the end it stops by itself


def check_jumps(anna: Person, slider: Locator, count: int, last_words: str) -> None:
    moves = anna.log.get_by_role("button")
    expect(moves).to_have_count(count + 1)
    expect(moves.last).to_contain_text(last_words)
    moves.nth(3).click()
    expect(slider).to_have_value("3")
    expect(moves.nth(3)).to_have_attribute("aria-current", "step")


def viewer_buttons(person: Person) -> Locator:
    return person.page.get_by_role("combobox", name="View as")


def check_seat_view(anna: Person, slider: Locator) -> None:
    """The cards of the set-up: numbers for their owner, backs for all others."""
    slider.fill("0")
    hand = anna.region("Your pick")
    viewer_buttons(anna).select_option("Spectator")
    expect(hand).to_have_count(0)
    expect(anna.log).to_contain_text("face down")
    viewer_buttons(anna).select_option("Anna")
    expect(hand.get_by_role("button", name=re.compile(r"^Drawn: \d+")).first).to_be_visible()
    expect(anna.log).to_contain_text(re.compile(r"Anna draws \d+ (and \d+ )?for the setup"))
    viewer_buttons(anna).select_option("Puffing Billy")
    expect(anna.log).not_to_contain_text(re.compile(r"Anna draws \d+ (and \d+ )?for the setup"))
    expect(anna.log).to_contain_text(re.compile(r"Puffing Billy draws \d+ (and \d+ )?for"))
    viewer_buttons(anna).select_option("Anna")
    expect(hand.get_by_role("button", name=re.compile(r"^Drawn: \d+")).first).to_be_visible()


def test_a_running_game_cannot_be_replayed(visit: Visit) -> None:
    anna = visit("Anna")
    anna.open_table("me", "random")
    expect(anna.choices.first).to_be_visible()
    # The browser itself reports the refused request.
    with anna.expected(r"status of 409"):
        anna.page.goto(anna.page.url.replace("#/t/", "#/r/"))
        expect(anna.page.get_by_role("alert")).to_be_visible()
    anna.page.get_by_role("link", name="Back to the lobby").click()
    expect(anna.poster()).to_be_visible()
