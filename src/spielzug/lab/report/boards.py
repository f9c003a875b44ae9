"""The game's own board as a heat map: each field is as dark as its rate of use.

The page contains the first map; the script switches it with the numbers beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from spielzug.pages.numbers import POINTS, NumberFormat

if TYPE_CHECKING:
    from spielzug.lab.compare.figure_types import (
        BothSides,
        DeedTitle,
        DrawingJson,
        ItemFigures,
        SideName,
        TableFigures,
        ThingsFigures,
    )

SCENERY = -1


class Reads(Protocol):
    lang: str
    numbers: NumberFormat

    @property
    def sides(self) -> tuple[SideName, ...]: ...

    @property
    def labels(self) -> dict[str, str]: ...

    def say(self, key: str, **values: object) -> str: ...


def boards(reader: Reads, tables: Sequence[TableFigures]) -> list[dict[str, object]]:
    """One map for each kind of component with a drawing, for all numbers of seats."""
    played = [table for table in tables if table["games"]]
    if not played:
        return []
    return [
        _board(reader, n, things, drawings, played)
        for n, things in enumerate(played[0]["things"])
        if (drawings := things.get("drawing")) and drawings.get("a")
    ]


def _board(
    reader: Reads,
    number: int,
    things: ThingsFigures,
    drawings: BothSides[DrawingJson],
    played: Sequence[TableFigures],
) -> dict[str, object]:
    same = len(reader.sides) == 2 and drawings["a"] == drawings.get("b")
    choices = [{"name": side, "title": reader.labels[side]} for side in reader.sides]
    if same:
        choices.append({"name": "d", "title": reader.say("difference")})
    names = {
        side: {item["numbers"][side]: item["name"] for item in things["items"] if item.get(side)}
        for side in reader.sides
    }
    rates = {
        table["seats"]: {
            deed["name"]: {
                side: _rates(table["things"][number]["items"], side, deed["name"])
                for side in reader.sides
            }
            for deed in things["deeds"]
        }
        for table in played
    }
    start = rates[played[0]["seats"]][things["deeds"][0]["name"]]
    most = max((rate for found in start.values() for rate in found.values()), default=0) or 1
    return {
        "id": f"board-{number}",
        "title": things["title"],
        "deeds": titled(reader, things["deeds"]),
        "seats": [table["seats"] for table in played],
        "choices": choices,
        "ends": [reader.numbers.percent(0, 0), reader.numbers.percent(most / 1000)],
        "words": {
            "names": names,
            "rates": rates,
            "points": POINTS[reader.lang],
            "less": reader.say("map_less"),
            "more": reader.say("map_more"),
        },
        "drawings": [
            {
                "side": "" if same else side,
                **_drawn(reader, drawing, start[side], most, names[side]),
            }
            for side in (("a",) if same else reader.sides)
            if (drawing := drawings.get(side))
        ],
    }


def titled(reader: Reads, deeds: Sequence[DeedTitle]) -> list[dict[str, str]]:
    """Titles of deeds; a share of those who did another deed names that one."""
    names = {deed["name"]: deed["title"] for deed in deeds}
    return [
        {
            "name": deed["name"],
            "title": reader.say("deed_of", deed=deed["title"], base=names[deed["of"]])
            if deed["of"]
            else deed["title"],
        }
        for deed in deeds
    ]


def _rates(items: Sequence[ItemFigures], side: SideName, deed: str) -> dict[int | None, int]:
    """In thousandths, by the item's number on this side."""
    return {
        item["numbers"][side]: round(told["rate"] * 1000)
        for item in items
        if (told := (item.get(side) or {}).get(deed)) and told["rate"] is not None
    }


def _drawn(
    reader: Reads,
    drawing: DrawingJson,
    rates: Mapping[int | None, int],
    most: int,
    names: Mapping[int | None, str],
) -> dict[str, object]:
    shapes = []
    for shape in drawing["shapes"]:
        rate = rates.get(shape["item"], 0)
        name = names.get(shape["item"], "")
        xs = [x for x, _ in shape["points"]]
        ys = [y for _, y in shape["points"]]
        shapes.append(
            {
                "points": _points_text(shape["points"]),
                "item": shape["item"],
                "scenery": shape["item"] == SCENERY,
                "line": len(shape["points"]) == 2,
                "kind": _kind(shape.get("kind", "")),
                "label": shape.get("label", ""),
                "strength": round(rate / most, 3),
                "said": f"{name}: {reader.numbers.percent(rate / 1000)}",
                "x": round((min(xs) + max(xs)) / 2, 1),
                "y": round((min(ys) + max(ys)) / 2, 1),
                "size": _size(shape, max(xs) - min(xs), max(ys) - min(ys), drawing["width"]),
            }
        )
    lines = [
        {"points": _points_text(line["points"]), "kind": _kind(line.get("kind", ""))}
        for line in drawing.get("lines", ())
    ]
    return {
        "width": drawing["width"],
        "height": drawing["height"],
        "shapes": shapes,
        "lines": lines,
    }


def _points_text(points: Sequence[Sequence[float]]) -> str:
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in points)


def _kind(kind: str) -> str:
    """A class name for the style sheet: ASCII letters only, whatever a file contains."""
    return "".join(c for c in kind.lower() if c.isascii() and c.isalpha()) or "plain"


def _size(shape: Mapping[str, Any], width: float, height: float, whole: float) -> float:
    """A font size that fits the shape; without a shape relative to the whole drawing."""
    if len(shape["points"]) < 3:
        return round(whole / 40, 2)
    return round(min(height * 0.28, width * 1.3 / max(1, len(shape.get("label", "")))), 2)
