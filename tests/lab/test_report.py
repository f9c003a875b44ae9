"""A report is one page: exact, safe with any card names, and always the same."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from typing import Any

import pytest

from lab.sample_figures import CARDS, figures
from spielzug.core.errors import UsageError
from spielzug.core.texts import LANGUAGES, missing
from spielzug.lab import report
from spielzug.lab.report import plots, render_report
from spielzug.lab.report.plots import COLOURS
from spielzug.lab.report.texts import TEXTS
from spielzug.pages.numbers import NumberFormat

EVIL = "<script>alert('x')</script>"


class Parts(HTMLParser):
    """Every element with its attributes, and all ids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    @property
    def ids(self) -> list[str | None]:
        return [attrs["id"] for _, attrs in self.tags if "id" in attrs]


@pytest.fixture(scope="module")
def page() -> str:
    return render_report(figures(), "en")


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.slow
def test_a_report_names_what_made_it_and_what_came_out(page: str) -> None:
    text = text_of(page)
    assert "spielzug compare zugraub shipped-1 mine.yaml --seats 3-4 --games 400 --seed 7" in text
    assert "mine.yaml:12: cards.Regina.cost" in text
    assert "IQ of the winner : 45.0 → 102.0 (+57.0; +54.3 to +59.7)" in text
    assert "Changes of the lead : about 1\u202f200 more games".replace("\u202f", " ") in text
    for name in CARDS:
        assert f">{name}</th>" in page


@pytest.mark.slow
def test_a_report_begins_with_what_a_file_changes(page: str) -> None:
    text = text_of(page)
    begin = text.index("Changes from the shipped set:")
    assert "mine.yaml" in text[:begin]
    told = text[begin : text.index("What was compared")]
    for line in ("Vanity: cost 4 → 1", "− Nesbith", "+ Nessie"):
        assert line in told


def test_what_is_open_is_not_among_what_differs(page: str) -> None:
    differ, _, rest = text_of(page).partition("Clear differences")[2].partition("Undecided")
    assert "Turns" in differ and "Changes of the lead" not in differ
    assert "Changes of the lead" in rest


@pytest.mark.slow
def test_the_same_figures_give_the_same_page(page: str) -> None:
    assert render_report(figures(), "en") == page


def test_nothing_is_loaded_and_nothing_foreign_runs(page: str) -> None:
    parts = Parts(page)
    for tag, attrs in parts.tags:
        assert "style" not in attrs, (tag, attrs)
        assert not any(name.startswith("on") for name in attrs)
        assert "src" not in attrs
        assert (attrs.get("href") or "#").startswith("#")
    policy = next(attrs["content"] for _, attrs in parts.tags if "http-equiv" in attrs)
    assert policy is not None and policy.startswith("default-src 'none'")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert len(scripts) == len(styles) == 1
    for inside in (*scripts, *styles):
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy


def test_every_id_is_there_once_and_every_reference_leads_somewhere(page: str) -> None:
    parts = Parts(page)
    assert len(parts.ids) == len(set(parts.ids))
    wanted = set(re.findall(r'(?:href="#|url\(#|labelledby=")([\w-]+)', page))
    assert wanted <= set(parts.ids)


def with_evil_names() -> Any:
    names = (EVIL, '"><img src=x onerror=alert(1)>', "$x^2$", "雪", "</style>")
    made = figures(seats=(4,), names=names)
    for side in made["sides"]:
        side["label"] = side["set"] = EVIL
        side["options"] = {EVIL: EVIL}
        side["warnings"] = [EVIL]
        side["file"], side["changes"] = EVIL, [EVIL]
    made["line"] = made["title"] = made["bots"][0] = EVIL
    for table in made["tables"]:
        for one in (*table["measures"], *table["endings"], *table["things"]):
            one["title"] = f"{EVIL} $\\frac$"
        for one in table["things"]:
            one["deeds"][0]["title"] = EVIL
            if one["drawing"]:
                for item in one["items"]:
                    item["name"] = EVIL
                one["drawing"]["a"]["shapes"][1] |= {"label": EVIL, "kind": '"><script>'}
    return made


@pytest.mark.slow
def test_names_of_strangers_stay_text() -> None:
    """In cells, in plots, on the board, in the title, and in the numbers the script reads."""
    made = render_report(with_evil_names(), "en")
    plain = Parts(render_report(figures(seats=(4,), names=CARDS[:5]), "en"))
    parts = Parts(made)
    kinds = {tag for tag, _ in plain.tags}
    assert {tag for tag, _ in parts.tags} <= kinds
    assert [tag for tag, _ in parts.tags].count("script") == [t for t, _ in plain.tags].count(
        "script"
    )
    assert "alert('x')" in text_of(made)


def test_plots_are_coloured_by_the_page_alone(page: str) -> None:
    for colour in COLOURS.values():
        assert colour not in page
    for drawn in re.findall(r'<svg viewBox.*?class="plot".*?</svg>', page, re.DOTALL):
        root = ET.fromstring(drawn)
        for one in root.iter():
            assert one.get("fill", "none") == "none" or str(one.get("fill")).startswith("url(#")


def test_every_plot_has_its_numbers_as_a_table(page: str) -> None:
    assert page.count('class="plot"') == 2 * 7
    assert page.count("<details>") == page.count('class="plot"')


def test_both_sides_of_a_map_are_on_one_scale(page: str) -> None:
    """The strongest field of either side is the end of the scale, and no other is as strong."""
    maps = json.loads(re.findall(r'<script type="application/json">(.*?)</script>', page)[0])
    sides = maps["rates"]["3"]["built"]
    most = max(max(side.values()) for side in sides.values())
    strengths = [float(x) for x in re.findall(r'class="warm"[^>]*fill-opacity="([\d.]+)"', page)]
    assert strengths == [round(rate / most, 3) for rate in sides["a"].values()]
    assert f"<span data-high>{most / 10:.1f}%</span>" in page


def test_one_side_alone_is_told_without_differences() -> None:
    text = text_of(render_report(figures(two=False, seats=(4,)), "en"))
    assert "Difference" not in text and "Decided?" not in text
    assert "each interval contains the true value" in text


@pytest.mark.slow
def test_a_run_that_was_stopped_says_so() -> None:
    made = figures()
    made["stopped"] = True
    made["planned"] = 4000
    assert "after 800 of 8 000 planned games" in text_of(render_report(made, "en"))


def test_what_has_no_interval_or_is_in_one_set_only_is_shown() -> None:
    made = figures(seats=(4,))
    table = made["tables"][0]
    table["measures"][0]["a"] |= {"low": None, "high": None}
    table["measures"][0]["difference"] |= dict.fromkeys(
        ("low", "high", "low_alone", "high_alone"), None
    )
    table["measures"][1] |= {"a": None, "difference": None, "verdict": None}
    table["things"][0]["items"][0]["a"] = None
    table["things"][0]["items"][1]["b"]["installed"]["rate"] = None
    table["things"][1]["drawing"]["b"] = None
    table["luck"] = {"a": None, "b": None}
    table["histograms"] = {"turns": {"a": [], "b": []}}
    text = text_of(render_report(made, "en"))
    assert "not included" in text and "Luck and play" not in text


def test_a_number_of_seats_at_which_nothing_was_played_says_so() -> None:
    made = figures(seats=(3, 4))
    made["tables"][1] = {"seats": 4, "games": 0}
    text = text_of(render_report(made, "en"))
    assert "No games were finished here." in text and "IQ of the winner" in text


def test_a_field_is_found_by_its_number_on_its_own_side() -> None:
    """Sets may have the same things in another order."""
    made = figures(seats=(4,))
    fields = made["tables"][0]["things"][1]
    for item in fields["items"]:
        item["numbers"]["b"] = 23 - item["numbers"]["b"]
    fields["drawing"]["b"]["shapes"][0]["kind"] = "water"
    page = render_report(made, "en")
    maps = json.loads(re.findall(r'<script type="application/json">(.*?)</script>', page)[0])
    assert maps["names"]["b"]["23"] == "A1"
    assert '<option value="d">' not in page, "drawings that differ have no difference"
    assert page.count('class="heat"') == 2


def test_bars_stand_for_whole_numbers_or_for_parts() -> None:
    turns = {"a": [[3, 1], [4, 3]], "b": [[6, 2]]}
    assert plots.bins_of(turns, NumberFormat("en")) == ["3", "4", "5", "6"]
    assert plots.bars_of(turns) == {"a": [0.25, 0.75, 0, 0], "b": [0, 0, 0, 1]}
    many = {"a": [[10 * n, 1] for n in range(20)]}
    assert plots.bins_of(many, NumberFormat("en"))[:2] == ["0–4", "5–9"]
    assert sum(plots.bars_of(many)["a"]) == pytest.approx(1)
    parts = {"a": [[0.25, 1.0], [0.5, 1.0]], "b": [[1.0, 2.0]]}
    bars = plots.bars_of(parts)
    assert sum(bars["a"]) == pytest.approx(1) and bars["b"][-1] == 1
    assert plots.bins_of({"a": [[0.5, 1]]}, NumberFormat("de"))[0] == "0,50–0,51"


def test_of_very_many_things_only_those_are_told_that_were_met() -> None:
    made = figures(seats=(4,), names=tuple(f"space {n}" for n in range(150)))
    for deed in made["tables"][0]["things"][0]["items"][7]["a"].values():
        deed["times"] = 0
    for deed in made["tables"][0]["things"][0]["items"][7]["b"].values():
        deed["times"] = 0
    page = render_report(made, "en")
    assert ">space 6</th>" in page and ">space 7</th>" not in page
    assert "Anything that was never involved is left out." in page


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_is_small_and_in_every_language(lang: str) -> None:
    made = render_report(figures(seats=(4,)), lang)
    assert f'<html lang="{lang}">' in made
    assert len(made.encode()) < 1_500_000 / 6  # numbers of seats at most


def test_every_text_is_in_every_language() -> None:
    assert missing(TEXTS) == []


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="no language 'xx'"):
        render_report(figures(), "xx")


def test_without_the_extra_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for name in [name for name in sys.modules if name.startswith("spielzug.lab.report.")]:
        monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr(report, name.rpartition(".")[2])
    with pytest.raises(UsageError, match=r"spielzug\[report\]"):
        render_report(figures(), "en")


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "−2.5"), ("de", "−2,5"), ("fr", "−2,5"), ("nl", "−2,5")],
)
def test_numbers_are_written_as_the_language_does(lang: str, told: str) -> None:
    assert NumberFormat(lang).plain(-2.5, 1) == told


def test_numbers_are_no_more_exact_than_they_are_known() -> None:
    numbers = NumberFormat("en")
    assert numbers.value({"value": 12.3456, "low": 12.1, "high": 12.6}, "") == "12.35"
    assert numbers.value({"value": 12.3456, "low": 2.0, "high": 22.0}, "") == "12"
    assert numbers.value({"value": 0.0312, "low": 0.02, "high": 0.05}, "share") == "3.1%"
    assert numbers.difference({"value": -0.031, "low": -0.05, "high": -0.01}, "share") == (
        "−3.1\u00a0points"
    )
    assert numbers.interval({"value": 1.0, "low": None, "high": 2.0}, "") == ""
    assert numbers.plain(-0.001, 1) == "0.0"
    assert numbers.plain(1234567) == "1\u202f234\u202f567"
