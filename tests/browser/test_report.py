"""A report in a browser: it sorts, filters, switches, and fits every screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from browser.test_accessibility import ALL, ALSO, COLOURS, GRAVE
from lab.sample_figures import figures
from spielzug.lab.report import render_report

WIDTHS = (360, 768, 1280, 1920)


@pytest.fixture
def report(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page opened from a file; whatever its policy refuses would be an error here."""
    file = tmp_path / "report.html"
    file.write_text(render_report(figures(seats=(4,)), "en"), "utf-8")
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on(
        "request", lambda asked: trouble.append(asked.url) if asked.url != file.as_uri() else None
    )
    page.goto(file.as_uri())
    yield page
    context.close()
    assert trouble == []


@pytest.mark.journey
def test_a_heading_sorts_and_a_word_filters(report: Page) -> None:
    cards = report.get_by_role("region", name="Cards")
    rows = cards.locator("tbody tr")
    heading = cards.get_by_role("columnheader", name="B installed, of “drawn”", exact=True)
    heading.get_by_role("button").focus()
    report.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "descending")
    values = [
        float(text.split("%")[0]) for text in rows.locator("td:nth-last-child(2)").all_inner_texts()
    ]
    assert values == sorted(values, reverse=True) and values[0] > values[-1]
    report.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    cards.get_by_role("button", name="Name").click()
    expect(rows.first).to_contain_text("Dale")
    cards.get_by_role("searchbox", name="Find").fill("éul")
    expect(cards.get_by_role("status")).to_have_text("1 of 9 shown")
    expect(rows.locator("visible=true")).to_have_count(1)
    cards.get_by_role("combobox", name="What").select_option("drawn")
    expect(
        cards.get_by_role("columnheader", name="B installed, of “drawn”", exact=True)
    ).to_be_hidden()


def test_the_map_shows_another_side_and_the_difference(report: Page) -> None:
    fields = report.get_by_role("region", name="On the board: Fields")
    warm = fields.locator("[data-item='3'] .warm")
    title = fields.locator("[data-item='3'] title")
    before = warm.get_attribute("fill-opacity"), title.text_content()
    side = fields.get_by_role("combobox", name="Side")
    side.select_option(label="B: mine.yaml")
    assert (warm.get_attribute("fill-opacity"), title.text_content()) != before
    side.select_option("d")
    expect(title).to_contain_text("points")
    expect(fields.locator(".legend")).to_contain_text("B less")
    expect(fields.locator(".warm.less").first).to_be_attached()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_report_fits_the_screen(report: Page, width: int) -> None:
    report.set_viewport_size({"width": width, "height": 800})
    for summary in report.locator("summary").all():
        summary.click()
    assert report.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_axe_finds_nothing_grave_in_a_report(report: Page) -> None:
    for width in (360, 1280):
        report.set_viewport_size({"width": width, "height": 800})
        for theme in ("light", "dark"):
            report.emulate_media(color_scheme=theme)
            options = ALL if theme == "light" else COLOURS
            found = Axe().run(report, options=options).response["violations"]
            told = [
                (one["id"], node["target"], node["failureSummary"])
                for one in found
                if one["impact"] in GRAVE or one["id"] in ALSO
                for node in one["nodes"]
            ]
            assert told == [], f"{width}, {theme}"
