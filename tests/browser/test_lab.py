"""The Lab in a browser: a small comparison from its start to its report, and who may not."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import FrameLocator, Page, expect

from browser.chromium import HOME_NETWORK
from browser.people import DWARVES, Person, Visit
from browser.test_access import look_at_all

BAD = "game: zwergenzugfahrt\nname: mine\nnonsense: 7\n"


def lab(person: Person) -> Page:
    person.lobby()
    person.page.get_by_role("link", name="Lab", exact=True).click()
    expect(person.page.get_by_role("button", name="Start")).to_be_visible()
    person.page.get_by_label("Game", exact=True).select_option(label=DWARVES)
    person.page.get_by_label("Who plays").select_option("greedy")
    return person.page


def report_in(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def test_a_comparison_from_start_to_report(anna: Person) -> None:
    page = lab(anna)
    start = page.get_by_role("button", name="Start")
    expect(page.get_by_text("A and B are the same so far")).to_be_visible()
    expect(start).to_be_disabled()
    b = page.get_by_role("group", name="B")
    b.get_by_text("Options").click()
    b.get_by_label("Number of turns").fill("12")
    b.get_by_label("Number of turns").press("Tab")
    expect(page.get_by_text("A and B are the same so far")).to_be_hidden()
    page.get_by_label("Games", exact=True).fill("20")
    look_at_all(anna, "the Lab")
    start.click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(start).to_be_disabled()
    report = report_in(page)
    expect(report.get_by_role("heading", level=1)).to_contain_text("against", timeout=400_000)
    expect(report.get_by_role("heading", name="What came out")).to_be_visible()
    expect(report.get_by_text("spielzug compare zwergenzugfahrt")).to_be_visible()
    expect(page.get_by_role("list").filter(has_text="40 games")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    assert saved.value.suggested_filename == "spielzug-1.html"


def test_a_file_that_is_wrong_is_told_with_its_line(anna: Person, tmp_path: Path) -> None:
    page = lab(anna)
    file = tmp_path / "mine.yaml"
    file.write_text(BAD, "utf-8")
    b = page.get_by_role("group", name="B")
    b.get_by_label("What is played").select_option(label="A file of my own")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    b.get_by_label("File with a set (YAML)").set_input_files(file)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert").filter(has_text="mine.yaml:3")).to_contain_text("nonsense")
    large = tmp_path / "large.yaml"
    large.write_text("#" * (1024 * 1024 + 1), "utf-8")
    b.get_by_label("File with a set (YAML)").set_input_files(large)
    expect(b.get_by_text("This file is larger than a set can be")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()


def test_under_another_name_the_lab_is_closed(visit: Visit, server: str) -> None:
    """Not even the same machine, if it comes by a name that anybody could have given it."""
    stranger = visit("Cleo", url=server.replace("127.0.0.1", HOME_NETWORK))
    stranger.lobby()
    expect(stranger.page.get_by_role("link", name="Lab", exact=True)).to_have_count(0)
    stranger.page.goto(f"{stranger.url}/lab")
    expect(stranger.page.get_by_text("The Lab is for the owner of the machine.")).to_be_visible()
    expect(stranger.page.get_by_role("button", name="Start")).to_have_count(0)
