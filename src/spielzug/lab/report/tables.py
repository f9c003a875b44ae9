"""The tables and plots of one number of seats, as rows of text for the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from spielzug.core.texts import say
from spielzug.lab.report import plots
from spielzug.lab.report.boards import titled
from spielzug.lab.report.texts import TEXTS
from spielzug.pages.page import SHARE, NumberFormat

Figures = Mapping[str, Any]
MOST_WORDS = 12
"""Shown in a plot; its table has all."""


@dataclass
class FiguresReader:
    """The figures, language and number format that all parts of a page use."""

    figures: Figures
    lang: str
    numbers: NumberFormat = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = NumberFormat(self.lang)

    @property
    def two(self) -> bool:
        return len(self.figures["sides"]) == 2

    @property
    def sides(self) -> tuple[str, ...]:
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


def table_part(reader: FiguresReader, table: Figures) -> dict[str, Any]:
    ident = f"seats-{table['seats']}"
    if not table["games"]:
        return {"id": ident, "seats": table["seats"], "games": 0}
    measures = [_row(reader, one, one["title"], one["unit"]) for one in table["measures"]]
    for row, one in zip(measures, table["measures"], strict=True):
        row["how"] = reader.say(f"how_{one['how']}") if f"how_{one['how']}" in TEXTS else ""
    endings = [
        _row(reader, {**one, **one["rates"]}, one["title"], SHARE, "ends_so")
        for one in table["endings"]
    ]
    seats = [
        _row(reader, one, reader.say("seat", n=one["seat"]), SHARE, "wins_of")
        for one in table["seat_rates"]
    ]
    return {
        "id": ident,
        "seats": table["seats"],
        "games": reader.numbers.count(table["games"]),
        "measures": measures,
        "all": [*measures, *endings, *seats],
        "plots": _plots(reader, table, ident, endings, seats),
        "things": [
            _things(reader, things, f"{ident}-{number}")
            for number, things in enumerate(table["things"])
        ],
    }


def _row(
    reader: FiguresReader, one: Figures, title: str, unit: str, whole: str = ""
) -> dict[str, Any]:
    """`whole` is the key of a title that can be understood without its table."""
    numbers = reader.numbers
    verdict = one.get("verdict")
    word = "" if unit == SHARE else unit
    row: dict[str, Any] = {
        "title": title,
        "whole": reader.say(whole, what=title) if whole else title,
        "unit": word,
        "verdict": verdict,
        "said": reader.say(f"verdict_{verdict}") if verdict else "",
        "games_more": one.get("games_more"),
        "more": "",
        "cells": [
            {"value": numbers.value(one[side], unit), "interval": numbers.interval(one[side], unit)}
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
) -> dict[str, Any]:
    return {
        "title": reader.say(key, **values),
        "help": reader.say(f"{key}_help"),
        "svg": Markup(drawn),  # from our own code; every text in it was escaped as XML
        "head": head,
        "rows": rows,
    }


def _plots(
    reader: FiguresReader,
    table: Figures,
    ident: str,
    endings: list[dict[str, Any]],
    seats: list[dict[str, Any]],
) -> list[dict[str, Any]]:
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
        told = [(one["title"], _present_sides(one["rates"])) for one in table["endings"]]
        drawn = plots.intervals(told, labels, f"{ident}-e-", numbers)
        made.append(
            _plot(reader, "plot_endings", drawn, [reader.say("ending"), *heads], _cells(endings))
        )
    if table["seat_rates"]:
        told = [
            (reader.say("seat", n=one["seat"]), _present_sides(one["from_fair"]))
            for one in table["seat_rates"]
        ]
        drawn = plots.intervals(told, labels, f"{ident}-s-", numbers, fair=reader.say("from_fair"))
        made.append(
            _plot(reader, "plot_seats", drawn, [reader.say("seat_head"), *heads], _cells(seats))
        )
    made += _words(reader, table, ident)
    made += _histograms(reader, table, ident)
    if luck := _present_sides(table.get("luck") or {}):
        words = (reader.say("luck"), reader.say("play"))
        drawn = plots.luck(luck, labels, words, f"{ident}-l-", numbers)
        rows = [
            [labels[side], *(numbers.percent(told[what], 0) for what in ("luck", "play"))]
            for side, told in luck.items()
        ]
        made.append(_plot(reader, "plot_luck", drawn, [reader.say("which_side"), *words], rows))
    return made


def _words(reader: FiguresReader, table: Figures, ident: str) -> list[dict[str, Any]]:
    """The game's coded measures: how often each word occurred, the most frequent first."""
    made = []
    for number, one in enumerate(table.get("words") or ()):
        items = [
            {"title": word["name"], "sides": {
                side: {**told, "value": told["rate"]} for side, told in _present_sides(word).items()
            }}
            for word in one["items"]
        ]  # fmt: skip
        if not items:
            continue
        drawn = plots.intervals(
            [(item["title"], item["sides"]) for item in items[:MOST_WORDS]],
            reader.labels,
            f"{ident}-w{number}-",
            reader.numbers,
        )
        rows = [
            [item["title"], *(_share(reader, told) for told in item["sides"].values())]
            for item in items
        ]
        head = [one["title"], *reader.labels.values()]
        made.append(_plot(reader, "plot_words", drawn, head, rows, what=one["title"]))
    return made


def _share(reader: FiguresReader, told: Figures) -> str:
    return f"{reader.numbers.value(told, SHARE)} ({reader.numbers.interval(told, SHARE)})"


def _histograms(reader: FiguresReader, table: Figures, ident: str) -> list[dict[str, Any]]:
    titles = {one["name"]: one["title"] for one in table["measures"]}
    made = []
    numbers = reader.numbers
    for number, (name, sides) in enumerate(table["histograms"].items()):
        there = {side: pairs for side, pairs in _present_sides(sides).items() if pairs}
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


def _by_unit(measures: list[Figures]) -> dict[str, list[Figures]]:
    """Measures of one unit share a scale, so that their intervals can be compared."""
    groups: dict[str, list[Figures]] = {}
    for one in measures:
        told = one["difference"]
        if told is not None and told["value"] is not None:
            # Numbers without a unit are not comparable: each has its own scale.
            groups.setdefault(one["unit"] or one["name"], []).append(one)
    return groups


def _present_sides(sides: Figures) -> dict[str, Any]:
    """The sides that exist and have figures."""
    found = {side: sides.get(side) for side in ("a", "b")}
    return {side: told for side, told in found.items() if told is not None}


def _cells(rows: list[dict[str, Any]]) -> list[list[str]]:
    return [
        [row["title"], *(f"{cell['value']} ({cell['interval']})" for cell in row["cells"])]
        for row in rows
    ]


MANY = 120
"""Longer lists (the spaces of all cars) are shortened: unused items are left out, and each side
shows only the share."""
NOTHING = {"sort": -1, "value": "–", "interval": "", "won": "", "verdict": ""}


# -- cards, cars, spaces, fields -----------------------------------------------------------------


def _things(reader: FiguresReader, things: Figures, ident: str) -> dict[str, Any]:
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


def _met(item: Figures) -> bool:
    """Whether anything ever happened to it."""
    return any(deed["times"] for side in _present_sides(item).values() for deed in side.values())


def _cells_of(reader: FiguresReader, item: Figures, deed: str, brief: bool) -> list[dict[str, Any]]:
    """For one deed: each side, and the difference."""
    cells = [_cell(reader, item.get(side), deed) for side in reader.sides]
    if brief:
        cells = [{**cell, "interval": "", "won": ""} for cell in cells]
    if reader.two:
        told = ((item.get("b") or {}).get(deed) or {}).get("difference")
        cells.append(
            {
                "sort": round(told["value"], 4) if told else -9,
                "value": reader.numbers.points(told),
                "interval": reader.numbers.interval(told, SHARE, sign=True),
                "won": "",
                "verdict": item["b"][deed]["verdict"] if told else "",
            }
        )
    return cells


def _cell(reader: FiguresReader, side: Figures | None, deed: str) -> dict[str, Any]:
    told = None if side is None else side.get(deed)
    if told is None:
        return {**NOTHING, "interval": reader.say("not_here")}
    numbers = reader.numbers
    if told["rate"] is None:
        return NOTHING
    won = ""
    if told["won"] is not None:
        won = reader.say("won_of_those", share=numbers.percent(told["won"], 0))
    known = {"value": told["rate"], "low": told["low"], "high": told["high"]}
    return {
        "sort": round(told["rate"], 4),
        "value": numbers.percent(told["rate"]),
        "interval": numbers.interval(known, SHARE),
        "won": won,
        "verdict": "",
    }
