"""The Lab in a browser: a comparison from start to report, and who may not use it.

A fake that plays nothing stands in for the comparison; `tests/lab/test_compare_worker.py` runs the
real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.chromium import HOME_NETWORK
from browser.person import DWARVES, Person
from browser.test_accessibility import look_at_all
from server import lab_double
from server.helpers import running
from server.lab_double import ENDLESS, REFUSED
from spielzug.server import lab_jobs


@pytest.fixture
def lab_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server with a Lab."""
    double = Path(lab_double.__file__)
    monkeypatch.setattr(lab_jobs, "WORKER_COMMAND", (str(double),))
    with running(tmp_path / "tables.sqlite3", lab=True, limits=False) as server:
        yield server.url


PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong
Come = Callable[[str], Person]


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    """Opens the page at an address. Any error on the page fails the test."""
    people: list[Person] = []

    def enter(url: str) -> Person:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        people.append(Person("Olga", context, url))
        return people[-1]

    yield enter
    for person in people:
        person.context.close()
    assert [trouble for person in people for trouble in person.trouble] == []


@pytest.fixture
def owner(lab_url: str, come: Come) -> Person:
    return come(lab_url)


def lab(person: Person) -> Page:
    person.lobby()
    person.page.get_by_role("link", name="Lab", exact=True).click()
    expect(person.page.get_by_role("button", name="Start")).to_be_visible()
    person.page.get_by_label("Game", exact=True).select_option(label=DWARVES)
    person.page.get_by_label("Who plays").select_option("greedy")
    return person.page


def differ(page: Page) -> None:
    """Changes something on side B."""
    b = page.get_by_role("group", name="B")
    b.get_by_text("Options").click()
    b.get_by_role("spinbutton", name="Number of turns").fill("12")


def test_a_comparison_from_start_to_report(owner: Person) -> None:
    page = lab(owner)
    start = page.get_by_role("button", name="Start")
    same = page.get_by_text("A and B are still the same")
    expect(same).to_be_visible()
    expect(start).to_be_disabled()
    differ(page)
    expect(same).to_be_hidden()
    page.get_by_label("Games", exact=True).fill(str(ENDLESS))
    start.click()
    # The double has played 5 of 20 and waits.
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "5")
    expect(page.get_by_text("5 of 20 games")).to_be_visible()
    expect(start).to_be_disabled()
    look_at_all(owner, "the Lab, while something runs")
    page.get_by_role("button", name="Stop and report on what was played").click()
    report = page.frame_locator("iframe")
    expect(report.get_by_role("heading", name="Results")).to_be_visible()
    # What the page's own script does: it runs in its box.
    expect(report.get_by_role("searchbox").first).to_be_visible()
    expect(page.get_by_text("20 games, stopped early")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    assert saved.value.suggested_filename == "spielzug-1.html"


@pytest.mark.journey
def test_a_file_is_checked_as_soon_as_it_is_chosen(owner: Person, tmp_path: Path) -> None:
    page = lab(owner)
    start = page.get_by_role("button", name="Start")
    b = page.get_by_role("group", name="B")
    b.get_by_label("What to play").select_option(label="My own file")
    expect(start).to_be_disabled()
    with page.expect_download() as saved:
        b.get_by_role("link", name="Download the file to edit").click()
    assert saved.value.suggested_filename == "zwergenzugfahrt.yaml"
    file = tmp_path / "mine.yaml"
    saved.value.save_as(file)
    shipped = file.read_text("utf-8")
    choose = b.get_by_label("Set file (YAML)")
    other = "this is a set of 'trains', not of 'zwergenzugfahrt'"
    for old, new, told, playable in (
        ("", "", "The file is fine, but doesn’t change anything yet.", True),
        ("every: 7", "every: 5", "coin.every 7 → 5", True),
        ("every: 7", "every: seven", "coin.every: 'seven' is not possible", False),
        ("game: zwergenzugfahrt", "game: trains", other, False),
    ):
        file.write_text(shipped.replace(old, new, 1), "utf-8")
        with page.expect_file_chooser() as opened:
            choose.click()
        opened.value.set_files(file)  # the same one again
        expect(b.get_by_text(told)).to_be_visible()
        expect(start).to_be_enabled(enabled=playable)
    look_at_all(owner, "the Lab with a file that is wrong")
    large = tmp_path / "large.yaml"
    large.write_text("#" * (1024 * 1024 + 1), "utf-8")
    choose.set_input_files(large)
    expect(b.get_by_text("This file is too large for a set")).to_be_visible()
    expect(start).to_be_disabled()


def test_what_cannot_be_compared_is_told_until_somebody_comes_anew(owner: Person) -> None:
    page = lab(owner)
    differ(page)
    page.get_by_label("Games", exact=True).fill(str(REFUSED))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert").filter(has_text="mine.yaml:12")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.get_by_text("mine.yaml:12")).to_have_count(0)  # whoever comes anew did nothing


def test_an_option_that_nobody_chose_is_what_is_played(owner: Person) -> None:
    page = lab(owner)
    page.get_by_label("Game", exact=True).select_option(label="Game of Trains")
    a = page.get_by_role("group", name="A")
    a.get_by_text("Options").click()
    expect(a.get_by_label("Turn limit")).to_have_attribute("placeholder", "500")


def test_under_another_name_the_lab_is_closed(come: Come, lab_url: str) -> None:
    """Not even at the same machine, if it is called by a name that anybody could give it."""
    stranger = come(lab_url.replace("127.0.0.1", HOME_NETWORK))
    # Over plain http and by a name a browser says that it ignores this header.
    with stranger.expected("Cross-Origin-Opener-Policy"):
        stranger.lobby()
        expect(stranger.page.get_by_role("link", name="Lab", exact=True)).to_have_count(0)
        stranger.page.goto(f"{stranger.url}/lab")
        expect(stranger.page.get_by_text("The Lab is for the host only.")).to_be_visible()
        expect(stranger.page.get_by_role("button", name="Start")).to_have_count(0)
