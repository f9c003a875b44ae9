"""The tables and plots of one number of seats, as rows of text for the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NotRequired, TypedDict, TypeVar

from markupsafe import Markup

from spielzug.core.texts import say
from spielzug.lab.report import plots
from spielzug.lab.report.boards import titled
from spielzug.lab.report.texts import TEXTS
from spielzug.pages.numbers import SHARE, NumberFormat

if TYPE_CHECKING:
    from spielzug.lab.compare.figure_types import (
        BothSides,
        ComparisonFigures,
        DeedRates,
        ItemFigures,
        JudgedFigures,
        MeasureFigures,
        RateFigures,
        SeatInterval,
        SideName,
        TableFigures,
        ThingsFigures,
        UnmeasuredFigures,
    )
    from spielzug.lab.compare.intervals import IntervalFigures

S = TypeVar("S")
TemplatePart = dict[str, object]
"""What the template of a plot or of the table of components shows."""
MOST_WORDS = 12
"""Shown in a plot; its table has all."""


class Cell(TypedDict):
    """A figure as text."""

    value: str
    interval: str


class ReportRow(TypedDict):
    """A measure, an ending or a seat."""

    title: str
    whole: str
    unit: str
    verdict: str | None
    said: str
    games_more: int | None
    more: str
    cells: list[Cell]
    difference: str
    interval: str
    how: NotRequired[str]


class ThingCell(Cell):
    """A deed of one side, or the difference."""

    sort: float
    won: str
    verdict: str | None


class ReportTable(TypedDict):
    """All games with one number of seats; if there are none, only the first three."""

    id: str
    seats: int
    games: str | int
    measures: NotRequired[list[ReportRow]]
    unmeasured: NotRequired[list[UnmeasuredFigures]]
    all: NotRequired[list[ReportRow]]
    plots: NotRequired[list[TemplatePart]]
    things: NotRequired[list[TemplatePart]]


@dataclass
class FiguresReader:
    """The figures, language and number format that all parts of a page use."""

    figures: ComparisonFigures
    lang: str
    numbers: NumberFormat = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = NumberFormat(self.lang)

    @property
    def two(self) -> bool:
        return len(self.figures["sides"]) == 2

    @property
    def sides(self) -> tuple[SideName, ...]:
        return ("a", "b") if self.two else ("a",)

    @property
    def labels(self) -> dict[str, str]:
        """``A: shipped``; a single side has no letter."""
        names = [side["label"] for side in self.figures["sides"]]
        if not self.two:
            return {"a": names[0]}
        return {"a": f"A: {names[0]}", "b": f"B: {names[1]}"}

    def say(self, key: str, **values: object) -> str:
        return say(TEXTS, key, self.lang, **values)


def table_part(reader: FiguresReader, table: TableFigures) -> ReportTable:
    ident = f"seats-{table['seats']}"
    if not table["games"]:
        return {"id": ident, "seats": table["seats"], "games": 0}
    measures = [_row(reader, one, one, one["title"], one["unit"]) for one in table["measures"]]
    for row, one in zip(measures, table["measures"], strict=True):
        row["how"] = reader.say(f"how_{one['how']}") if f"how_{one['how']}" in TEXTS else ""
    endings = [
        _row(reader, one, one["rates"], one["title"], SHARE, "ends_so") for one in table["endings"]
    ]
    seats = [
        _row(reader, one, one, reader.say("seat", n=one["seat"]), SHARE, "wins_of")
        for one in table["seat_rates"]
    ]
    return {
        "id": ident,
        "seats": table["seats"],
        "games": reader.numbers.count(table["games"]),
        "measures": measures,
        "unmeasured": table.get("unmeasured", []),
        "all": [*measures, *endings, *seats],
        "plots": _plots(reader, table, ident, endings, seats),
        "things": [
            _things(reader, things, f"{ident}-{number}")
            for number, things in enumerate(table["things"])
        ],
    }


def _row(
    reader: FiguresReader,
    one: JudgedFigures,
    sides: BothSides[IntervalFigures] | BothSides[SeatInterval],
    title: str,
    unit: str,
    whole: str = "",
) -> ReportRow:
    """`whole` is the key of a title that can be understood without its table."""
    numbers = reader.numbers
    verdict = one.get("verdict")
    word = "" if unit == SHARE else unit
    row: ReportRow = {
        "title": title,
        "whole": reader.say(whole, what=title) if whole else title,
        "unit": word,
        "verdict": verdict,
        "said": reader.say(f"verdict_{verdict}") if verdict else "",
        "games_more": one.get("games_more"),
        "more": "",
        "cells": [
            {
                "value": numbers.value(sides[side], unit),
                "interval": numbers.interval(sides[side], unit),
            }
            for side in reader.sides
        ],
        "difference": numbers.difference(one.get("difference"), unit),
        "interval": numbers.interval(one.get("difference"), unit, sign=True),
    }
    if verdict == "open":
        more = one.get("games_more")
        row["more"] = (
            reader.say("more_games", n=numbers.count(more)) if more else reader.say("more_unknown")
        )
    return row


# -- plots ---------------------------------------------------------------------------------------


def _plot(
    reader: FiguresReader,
    key: str,
    drawn: str,
    head: list[str],
    rows: list[list[str]],
    **values: str,
) -> TemplatePart:
    return {
        "title": reader.say(key, **values),
        "help": reader.say(f"{key}_help"),
        "svg": Markup(drawn),  # from our own code; every text in it was escaped as XML
        "head": head,
        "rows": rows,
    }


def _plots(
    reader: FiguresReader,
    table: TableFigures,
    ident: str,
    endings: list[ReportRow],
    seats: list[ReportRow],
) -> list[TemplatePart]:
    made = []
    labels, numbers = reader.labels, reader.numbers
    heads = [*labels.values()]
    if reader.two and (groups := _by_unit(table["measures"])):
        drawn = plots.differences(
            list(groups.values()), reader.say("points"), f"{ident}-d-", numbers
        )
        rows = [
            [one["title"], numbers.difference(one["difference"], one["unit"]),
             numbers.interval(one["difference"], one["unit"], sign=True)]
            for rows in groups.values() for one in rows
        ]  # fmt: skip
        head = [reader.say("measure"), reader.say("difference"), reader.say("from_to")]
        made.append(_plot(reader, "plot_differences", drawn, head, rows))
    if table["endings"]:
        told = [(one["title"], _both(one["rates"])) for one in table["endings"]]
        drawn = plots.intervals(told, labels, f"{ident}-e-", numbers)
        made.append(
            _plot(reader, "plot_endings", drawn, [reader.say("ending"), *heads], _cells(endings))
        )
    if table["seat_rates"]:
        told = [
            (reader.say("seat", n=one["seat"]), _both(one["from_fair"]))
            for one in table["seat_rates"]
        ]
        drawn = plots.intervals(told, labels, f"{ident}-s-", numbers, fair=reader.say("from_fair"))
        made.append(
            _plot(reader, "plot_seats", drawn, [reader.say("seat_head"), *heads], _cells(seats))
        )
    made += _words(reader, table, ident)
    made += _histograms(reader, table, ident)
    sides = table.get("luck")
    if sides and (luck := _present_sides(sides.get("a"), sides.get("b"))):
        words = (reader.say("luck"), reader.say("play"))
        drawn = plots.luck(luck, labels, words, f"{ident}-l-", numbers)
        rows = [
            [labels[side], *(numbers.percent(part, 0) for part in (both["luck"], both["play"]))]
            for side, both in luck.items()
        ]
        made.append(_plot(reader, "plot_luck", drawn, [reader.say("which_side"), *words], rows))
    return made


def _words(reader: FiguresReader, table: TableFigures, ident: str) -> list[TemplatePart]:
    """The game's coded measures: how often each word occurred, the most frequent first."""
    made = []
    for number, one in enumerate(table.get("words") or ()):
        items = [
            (word["name"],
             {side: _interval(told) for side, told in _both(word).items()})
            for word in one["items"]
        ]  # fmt: skip
        if not items:
            continue
        drawn = plots.intervals(
            items[:MOST_WORDS], reader.labels, f"{ident}-w{number}-", reader.numbers
        )
        rows = [
            [title, *(_share(reader, told) for told in sides.values())] for title, sides in items
        ]
        head = [one["title"], *reader.labels.values()]
        made.append(_plot(reader, "plot_words", drawn, head, rows, what=one["title"]))
    return made


def _interval(told: RateFigures) -> IntervalFigures:
    return {"value": told["rate"], "low": told["low"], "high": told["high"]}


def _share(reader: FiguresReader, told: IntervalFigures) -> str:
    return f"{reader.numbers.value(told, SHARE)} ({reader.numbers.interval(told, SHARE)})"


def _histograms(reader: FiguresReader, table: TableFigures, ident: str) -> list[TemplatePart]:
    titles = {one["name"]: one["title"] for one in table["measures"]}
    made = []
    numbers = reader.numbers
    for number, (name, sides) in enumerate(table["histograms"].items()):
        there = {side: pairs for side, pairs in _both(sides).items() if pairs}
        if not there:
            continue
        title = titles.get(name, name)
        drawn = plots.histogram(there, reader.labels, title, f"{ident}-h{number}-", numbers)
        bars = plots.bars_of(there)
        rows = [
            [told, *(numbers.percent(bars[side][n]) for side in there)]
            for n, told in enumerate(plots.bins_of(there, numbers))
        ]
        head = [title, *(reader.labels[side] for side in there)]
        made.append(_plot(reader, "plot_histogram", drawn, head, rows, what=title))
    return made


def _by_unit(measures: list[MeasureFigures]) -> dict[str, list[MeasureFigures]]:
    """Measures of one unit share a scale, so that their intervals can be compared."""
    groups: dict[str, list[MeasureFigures]] = {}
    for one in measures:
        told = one["difference"]
        if told is not None and told["value"] is not None:
            # Numbers without a unit are not comparable: each has its own scale.
            groups.setdefault(one["unit"] or one["name"], []).append(one)
    return groups


def _both(sides: BothSides[S]) -> dict[str, S]:
    return _present_sides(sides.get("a"), sides.get("b"))


def _present_sides(a: S | None, b: S | None) -> dict[str, S]:
    """The sides that exist and have figures."""
    return {side: told for side, told in (("a", a), ("b", b)) if told is not None}


def _cells(rows: list[ReportRow]) -> list[list[str]]:
    return [
        [row["title"], *(f"{cell['value']} ({cell['interval']})" for cell in row["cells"])]
        for row in rows
    ]


MANY = 120
"""Longer lists (the spaces of all cars) are shortened: unused items are left out, and each side
shows only the share."""
NOTHING: ThingCell = {"sort": -1, "value": "–", "interval": "", "won": "", "verdict": ""}


# -- cards, cars, spaces, fields -----------------------------------------------------------------


def _things(reader: FiguresReader, things: ThingsFigures, ident: str) -> TemplatePart:
    many = len(things["items"]) > MANY
    items = [
        {
            "name": item["name"],
            "cells": [
                cell
                for deed in things["deeds"]
                for cell in _cells_of(reader, item, deed["name"], brief=many)
            ],
        }
        for item in things["items"]
        if not many or _met(item)
    ]
    return {
        "id": ident,
        "title": things["title"],
        "deeds": titled(reader, things["deeds"]),
        "items": items,
        "count": len(items),
        "help": reader.say("things_brief" if many else "things_help"),
    }


def _met(item: ItemFigures) -> bool:
    """Whether anything ever happened to it."""
    return any(
        deed["times"]
        for side in _present_sides(item.get("a"), item.get("b")).values()
        for deed in side.values()
    )


def _cells_of(reader: FiguresReader, item: ItemFigures, deed: str, brief: bool) -> list[ThingCell]:
    """For one deed: each side, and the difference."""
    cells = [_cell(reader, item.get(side), deed) for side in reader.sides]
    if brief:
        cells = [{**cell, "interval": "", "won": ""} for cell in cells]
    if reader.two:
        second = (item.get("b") or {}).get(deed)
        told = second.get("difference") if second else None
        cells.append(
            {
                "sort": round(told["value"], 4) if told and told["value"] is not None else -9,
                "value": reader.numbers.points(told),
                "interval": reader.numbers.interval(told, SHARE, sign=True),
                "won": "",
                "verdict": second["verdict"] if second and told else "",
            }
        )
    return cells


def _cell(reader: FiguresReader, side: dict[str, DeedRates] | None, deed: str) -> ThingCell:
    told = None if side is None else side.get(deed)
    if told is None:
        return {**NOTHING, "interval": reader.say("not_here")}
    numbers = reader.numbers
    if told["rate"] is None:
        return NOTHING
    won = ""
    if told["won"] is not None:
        won = reader.say("won_of_those", share=numbers.percent(told["won"], 0))
    return {
        "sort": round(told["rate"], 4),
        "value": numbers.percent(told["rate"]),
        "interval": numbers.interval(_interval(told), SHARE),
        "won": won,
        "verdict": "",
    }
