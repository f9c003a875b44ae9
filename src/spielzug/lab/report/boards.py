"""The game's own board as a heat map: every field as strong as seats used it.

The first map is drawn in the page; the script changes what is shown by the numbers beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from spielzug.lab.report.numbers import Numbers

Figures = Mapping[str, Any]
SCENERY = -1


class Reads(Protocol):
    lang: str
    numbers: Numbers

    @property
    def sides(self) -> tuple[str, ...]: ...

    @property
    def labels(self) -> dict[str, str]: ...

    def say(self, key: str, **values: object) -> str: ...


def board(
    reader: Reads, things: Figures, deeds: Sequence[Mapping[str, str]], ident: str
) -> dict[str, Any] | None:
    drawings = things.get("drawing")
    if not drawings or not drawings.get("a"):
        return None
    same = len(reader.sides) == 2 and drawings["a"] == drawings.get("b")
    choices = [{"name": side, "title": reader.labels[side]} for side in reader.sides]
    if same:
        choices.append({"name": "d", "title": reader.say("difference")})
    shown: dict[str, Any] = {
        deed["name"]: _maps(reader, things["items"], deed["name"], same) for deed in deeds
    }
    start = deeds[0]["name"]
    first = shown[start]["a"]
    return {
        "id": ident,
        "deeds": deeds,
        "choices": choices,
        "maps": shown,
        "first": first,
        "drawings": [
            {"side": "" if same else side, **_drawn(drawings[side], shown[start][side])}
            for side in (("a",) if same else reader.sides)
            if drawings.get(side)
        ],
    }


def _maps(reader: Reads, items: Sequence[Figures], deed: str, same: bool) -> dict[str, Any]:
    """For each side: how strong every item is (0 to 1), what it says, and the ends of the scale."""
    rates = {
        side: {
            item["numbers"][side]: item[side][deed]["rate"]
            for item in items
            if item.get(side) and item[side].get(deed) and item[side][deed]["rate"] is not None
        }
        for side in reader.sides
    }
    # Both sides on one scale: the same strength is the same share.
    most = max((rate for found in rates.values() for rate in found.values()), default=0.0) or 1.0
    names = {
        side: {item["numbers"][side]: item["name"] for item in items if item.get(side)}
        for side in reader.sides
    }
    numbers = reader.numbers
    made: dict[str, Any] = {
        side: {
            "ends": [numbers.percent(0, 0), numbers.percent(most)],
            "items": {
                number: [round(rate / most, 3), f"{names[side][number]}: {numbers.percent(rate)}"]
                for number, rate in found.items()
            },
        }
        for side, found in rates.items()
    }
    if same:
        both = {n: rates["b"][n] - rates["a"][n] for n in rates["a"] if n in rates["b"]}
        widest = max(map(abs, both.values()), default=0.0) or 1.0
        made["d"] = {
            "ends": [
                reader.say("less", share=_points(numbers, widest)),
                reader.say("more", share=_points(numbers, widest)),
            ],
            "items": {
                n: [
                    round(value / widest, 3),
                    f"{names['a'][n]}: {numbers.difference({'value': value}, 'share')}",
                ]
                for n, value in both.items()
            },
        }
    return made


def _points(numbers: Numbers, share: float) -> str:
    return numbers.difference({"value": share}, "share").removeprefix("+")


def _drawn(drawing: Figures, first: Figures) -> dict[str, Any]:
    shapes = []
    for shape in drawing["shapes"]:
        strength, said = first["items"].get(shape["item"], (0, shape.get("label", "")))
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
                "strength": strength,
                "said": said,
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
    """A class of the style sheet: letters only, whatever a file calls it."""
    return "".join(c for c in kind.lower() if c.isascii() and c.isalpha()) or "plain"


def _size(shape: Figures, width: float, height: float, whole: float) -> float:
    """Letters that fit into the shape; a text alone has no size but that of the drawing."""
    if len(shape["points"]) < 3:
        return round(whole / 40, 2)
    return round(min(height * 0.28, width * 1.3 / max(1, len(shape.get("label", "")))), 2)
