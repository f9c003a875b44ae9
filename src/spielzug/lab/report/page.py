"""The pages of a comparison and of a sweep: their parts, put into the templates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from spielzug.core.texts import listing, say
from spielzug.lab.report import plots
from spielzug.lab.report.boards import boards
from spielzug.lab.report.tables import FiguresReader, ReportTable, table_part
from spielzug.lab.report.texts import TEXTS
from spielzug.pages.numbers import SHARE, NumberFormat
from spielzug.pages.page import PageTemplates

if TYPE_CHECKING:
    from spielzug.lab.compare.figure_types import ComparisonFigures
    from spielzug.lab.tune.sweep import SweepFigures, SweepMeasure, SweepPointFigures, SweepTable

HERE = Path(__file__).parent
MOST_OPEN = 6
"""Undecided measures named in the summary."""
MOST_CHANGES = 40
"""Changes of a set file listed at the top of the report."""


TEMPLATES = PageTemplates(HERE, "report.css", TEXTS, "report.js")


def render_page(
    template: str,
    figures: ComparisonFigures | SweepFigures,
    title: str,
    lang: str,
    **values: object,
) -> str:
    """A page of the lab from a template that extends ``run.html``.

    The figures need line, seed, version, code and seconds: every page says how it was made.
    """
    took = NumberFormat(lang).duration(figures["seconds"])
    return TEMPLATES.page(
        template, title, lang, figures=figures, version=figures["version"], took=took, **values
    )


def page(figures: ComparisonFigures, lang: str) -> str:
    """The page of a comparison."""
    reader = FiguresReader(figures, lang)
    numbers, told = reader.numbers, reader.say
    tables = [table_part(reader, table) for table in figures["tables"]]
    games = sum(table["games"] for table in figures["tables"])
    bots = listing(figures["bots"], lang)
    return render_page(
        "compare.html",
        figures,
        _title(figures, told),
        lang,
        two=reader.two,
        changed=_changed(figures),
        tables=tables,
        boards=boards(reader, figures["tables"]),
        summary=[_summary(part) for part in tables if part["games"]],
        played=told(
            "played_both" if reader.two else "played",
            games=numbers.count(games),
            bots=bots,
            seats=listing(figures["seats"], lang),
        ),
        games=numbers.count(games),
        planned=numbers.count(figures["planned"] * len(figures["seats"])),
        bots=bots,
        sure=numbers.percent(1 - figures["alpha"], 0),
    )


def _title(figures: ComparisonFigures, told: Callable[..., str]) -> str:
    labels = [side["label"] for side in figures["sides"]]
    what = told("against", a=labels[0], b=labels[1]) if len(labels) == 2 else labels[0]
    return f"{figures['title']}: {what}"


def _changed(figures: ComparisonFigures) -> list[dict[str, object]]:
    """For each set file that is played: what it changes in the shipped set."""
    return [
        {
            "id": "ab"[at],
            "file": side["file"],
            "changes": side["changes"][:MOST_CHANGES],
            "more": max(0, len(side["changes"]) - MOST_CHANGES),
        }
        for at, side in enumerate(figures["sides"])
        if side.get("file")
    ]


def _summary(part: ReportTable) -> dict[str, object]:
    """What is decided and what is open with this number of seats: measures, endings, seats."""
    rows = part["all"]
    waiting = sorted(
        (row for row in rows if row["verdict"] == "open"),
        key=lambda row: (row["games_more"] is None, row["games_more"] or 0),
    )
    return {
        "id": part["id"],
        "seats": part["seats"],
        "differ": [row for row in rows if row["verdict"] == "differs"],
        "alike": [row for row in rows if row["verdict"] == "alike"],
        "open": waiting[:MOST_OPEN],
        "open_more": max(0, len(waiting) - MOST_OPEN),
    }


def sweep_page(figures: SweepFigures, lang: str) -> str:
    numbers = NumberFormat(lang)
    addresses = [axis["address"] for axis in figures["vary"]]
    games = sum(sum(table["games"]) for table in figures["tables"])
    beside = figures["points"][figures["beside"]]["label"]

    def told(key: str, **inside: object) -> str:
        return say(TEXTS, key, lang, **inside)

    bots = listing(figures["bots"], lang)
    return render_page(
        "sweep.html",
        figures,
        f"{figures['title']}: {listing(addresses, lang)}",
        lang,
        addresses=addresses,
        labels=[point["label"] for point in figures["points"]],
        beside=beside,
        tables=[_table(figures, table, numbers, told) for table in figures["tables"]],
        played=told(
            "played", games=numbers.count(games), bots=bots, seats=listing(figures["seats"], lang)
        ),
        games=numbers.count(games),
        planned=numbers.count(figures["planned"] * len(figures["points"]) * len(figures["seats"])),
        bots=bots,
        sure=numbers.percent(1 - figures["alpha"], 0),
    )


def _table(
    figures: SweepFigures, table: SweepTable, numbers: NumberFormat, told: Callable[..., str]
) -> dict[str, object]:
    ident = f"seats-{table['seats']}"
    axis, lines = _lines(figures)
    made: list[tuple[int, dict[str, object]]] = []
    rows = []
    for number, measure in enumerate(table["measures"]):
        cells = [_cell(point, measure["unit"], numbers) for point in measure["points"]]
        rows.append({"title": measure["title"], "unit": _unit(measure), "cells": cells})
        drawn = plots.plot_against_axis(
            axis, [(name, [measure["points"][at] for at in each]) for name, each in lines],
            measure["unit"], f"{ident}-{number}-", numbers,
        )  # fmt: skip
        differs = sum(bool(cell["differs"]) for cell in cells)
        plot = {
            "title": measure["title"],
            "help": told("sweep_differs", n=differs, of=len(cells) - 1),
            "differs": differs,
            "svg": Markup(drawn),  # from our own code; every text in it was escaped as XML
        }
        made.append((differs, plot))
    made.sort(key=lambda one: -one[0])  # stable sort: measures that change come first
    shown = [plot for _, plot in made]
    return {"id": ident, "seats": table["seats"], "plots": shown, "rows": rows}


def _unit(measure: SweepMeasure) -> str:
    return "" if measure["unit"] == SHARE else str(measure["unit"])


def _lines(
    figures: SweepFigures,
) -> tuple[tuple[str, Sequence[str]], list[tuple[str, list[int]]]]:
    """The axis with the most values, and a line for each combination of the others."""
    sizes = [len(axis["values"]) for axis in figures["vary"]]
    along = sizes.index(max(sizes))
    axis = figures["vary"][along]
    lines: dict[str, list[int]] = {}
    for number, point in enumerate(figures["points"]):
        others = [
            f"{each['address']}={each['values'][at]}"
            for i, (each, at) in enumerate(zip(figures["vary"], point["at"], strict=True))
            if i != along
        ]
        lines.setdefault(", ".join(others), []).append(number)
    return (axis["address"], axis["values"]), list(lines.items())


def _cell(point: SweepPointFigures, unit: str, numbers: NumberFormat) -> dict[str, str | bool]:
    difference = point["difference"]
    return {
        "value": numbers.value(point, unit),
        "interval": numbers.interval(point, unit),
        "differs": bool(difference and difference["decided"]),
    }
