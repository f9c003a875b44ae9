"""The plots of a report as SVG. Only this module imports matplotlib.

A is drawn with hollow circles and hatching, B with squares and solid: they differ without colour.
Every plot is as narrow as a phone; a wide page shows several side by side.

A strict content security policy allows no style attributes, so matplotlib's styles become SVG
attributes; the plots' colours are placeholders that become classes of the page's style sheet.
"""

from __future__ import annotations

import io
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from spielzug.pages.numbers import SHARE, NumberFormat

if TYPE_CHECKING:
    from spielzug.lab.compare.figure_types import LuckFigures

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
COLOURS = {
    "ink": "#000001",
    "muted": "#000002",
    "line": "#000003",
    "paper": "#000004",
    "a": "#000005",
    "b": "#000006",
    "red": "#000007",
}
"""Placeholders for colours while matplotlib draws."""
NAMES = {value: name for name, value in COLOURS.items()}
KEPT_ATTRIBUTES = {
    "d", "x", "y", "width", "height", "transform", "viewBox", "id", "href", "fill", "stroke",
    "class", "patternUnits",
}  # fmt: skip
STYLED = {
    "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
    "fill-opacity", "stroke-opacity", "font-size", "font-weight", "text-anchor",
}  # fmt: skip
DROPPED = {f"{SVG}metadata", f"{SVG}style", f"{SVG}clipPath"}
"""Clip paths are not needed: nothing is drawn outside its axes."""
LOCAL = re.compile(r"url\(#([^)]+)\)")
PLACE = re.compile(r"(?<![\w#])(-?\d+\.\d+)")


def page_svg(drawn: str, prefix: str) -> str:
    """A drawing for a page with several: its ids get a prefix."""
    root = ET.fromstring(drawn)
    used = _used(root)
    _clean(root, used, prefix)
    root.attrib = {
        "viewBox": root.get("viewBox", ""),
        "class": "plot",
        "aria-hidden": "true",
        "focusable": "false",
    }
    return ET.tostring(root, "unicode")


def _used(root: ET.Element) -> set[str]:
    """Ids that something in the drawing refers to."""
    found = set()
    for one in root.iter():
        found.add(one.get(f"{XLINK}href", "").removeprefix("#"))
        for value in one.attrib.values():
            found |= set(LOCAL.findall(value))
    return found


def _clean(element: ET.Element, used: set[str], prefix: str) -> None:
    element.tag = element.tag.removeprefix(SVG)
    element.tail = None
    if element.tag != "text":
        element.text = None
    for child in list(element):
        if child.tag in DROPPED:
            element.remove(child)
        else:
            _clean(child, used, prefix)
            if child.tag in ("g", "defs") and not len(child):
                element.remove(child)
    told = dict(element.attrib)
    kept: dict[str, str] = {}
    for name, value in told.items():
        name = name.removeprefix(XLINK)
        if name == "style":
            _unstyle(LOCAL.sub(rf"url(#{prefix}\1)", value), kept)
        elif name == "id" and value in used:
            kept["id"] = f"{prefix}{value}"
        elif name == "href":
            kept["href"] = f"#{prefix}{value.removeprefix('#')}"
        elif value in NAMES:
            kept["class"] = f"{name}-{NAMES[value]}"
        elif name in KEPT_ATTRIBUTES - {"id"}:
            kept[name] = LOCAL.sub(rf"url(#{prefix}\1)", value)
    for name in ("d", "x", "y", "transform"):
        if name in kept:  # a hundredth of a pixel is enough
            kept[name] = " ".join(PLACE.sub(_short_number, kept[name]).split())
    element.attrib = kept


def _short_number(found: re.Match[str]) -> str:
    return f"{float(found[1]):.2f}".rstrip("0").rstrip(".")


def _unstyle(style: str, kept: dict[str, str]) -> None:
    classes = []
    for part in style.split(";"):
        name, _, value = (piece.strip() for piece in part.partition(":"))
        if name in ("fill", "stroke") and value in NAMES:
            classes.append(f"{name}-{NAMES[value]}")
        elif name in ("fill", "stroke"):
            kept[name] = value
        elif name == "font":
            _font(value, kept)
        elif name in STYLED:
            kept[name] = value
    if classes:
        kept["class"] = " ".join(classes)


def _font(value: str, kept: dict[str, str]) -> None:
    """matplotlib writes ``600 11px 'DejaVu Sans', …``; the page sets the family."""
    size = re.search(r"([\d.]+)px", value)
    if size:
        kept["font-size"] = size[1]
    weight = re.search(r"\b([5-9]00|bold)\b", value)
    if weight:
        kept["font-weight"] = weight[1]


WIDTH = 4.8  # inches of 72 units: about the pixels of a phone
ROW = 0.46
INK, MUTED, LINE, PAPER = (COLOURS[name] for name in ("ink", "muted", "line", "paper"))
SIDES = {"a": (COLOURS["a"], "o"), "b": (COLOURS["b"], "s")}
SETTINGS: Any = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "spielzug",  # the same figures give the same page
    "font.size": 11.0,
    "text.parse_math": False,  # a name may contain a dollar sign
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": INK,
    "figure.facecolor": "none",
    "axes.unicode_minus": True,
    "hatch.linewidth": 0.8,
}
MOST_BARS = 40
BARS = 24  # for values that are not whole
Sides = Mapping[str, Sequence[Sequence[float]]]
"""For each side, values and their counts."""


@contextmanager
def _drawing(height: float, prefix: str) -> Iterator[tuple[Figure, list[str]]]:
    """A figure, and the list that gets its SVG when it is done."""
    made: list[str] = []
    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        # For scripts that matplotlib has no font for: the browser has one.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        yield figure, made
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    made.append(page_svg(out.getvalue().partition("?>")[2].partition('svg11.dtd">')[2], prefix))


def _ticks(axes: Axes, numbers: NumberFormat, unit: str, sign: bool = False) -> None:
    times = 100 if unit == SHARE else 1

    def told(value: float, _: object) -> str:
        shown = value * times
        digits = (
            0
            if float(round(shown, 6)).is_integer()
            else 1
            if round(shown, 1) == round(shown, 6)
            else 2
        )
        if unit == SHARE and not sign:
            return numbers.percent(value, digits)
        return numbers.plain(shown, digits, sign)

    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(told))
    axes.grid(axis="x", color=LINE, linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)


def _bare(axes: Axes) -> None:
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def differences(
    groups: Sequence[Sequence[Mapping[str, Any]]], points: str, prefix: str, numbers: NumberFormat
) -> str:
    """A forest plot: each difference with its interval, those of one unit on one scale.

    The thin line holds for all measures together, the thick one for this measure alone.
    """
    sizes = [len(rows) for rows in groups]
    with _drawing(sum(sizes) * ROW + len(sizes) * 0.55, prefix) as (figure, made):
        parts = figure.subplots(
            len(sizes), 1, height_ratios=[size + 0.6 for size in sizes], squeeze=False
        )
        for axes, rows in zip(parts[:, 0], groups, strict=True):
            _forest(axes, rows, numbers)
            unit = rows[0]["unit"]
            axes.set_xlabel(points if unit == SHARE else unit, fontsize=10)
    return made[0]


def _forest(axes: Axes, rows: Sequence[Mapping[str, Any]], numbers: NumberFormat) -> None:
    axes.axvline(0, color=INK, linewidth=1)
    for y, row in enumerate(rows):
        told = row["difference"]
        decided = row["verdict"] == "differs"
        colour = COLOURS["b"] if decided else MUTED
        low, high = told["low"], told["high"]
        if low is not None and high is not None:
            axes.plot([low, high], [y, y], color=colour, linewidth=1.4, solid_capstyle="butt")
        low, high = told.get("low_alone"), told.get("high_alone")
        if low is not None and high is not None:
            axes.plot([low, high], [y, y], color=colour, linewidth=4, solid_capstyle="butt")
        face = colour if decided else PAPER
        axes.plot([told["value"]], [y], "s", markersize=7, color=colour, markerfacecolor=face)
        axes.text(
            0, y - 0.3, row["title"], transform=axes.get_yaxis_transform(), va="bottom", fontsize=10
        )
    axes.set_ylim(len(rows) - 0.6, -0.8)
    left, right = axes.get_xlim()
    most = max(abs(left), abs(right))
    axes.set_xlim(-most, most)  # zero in the middle, so that the side is seen at once
    _ticks(axes, numbers, rows[0]["unit"], sign=True)
    _bare(axes)


def histogram(
    sides: Sides, labels: Mapping[str, str], title: str,
    prefix: str, numbers: NumberFormat,
) -> str:  # fmt: skip
    """How often each value occurred, both sides above each other on the same scale."""
    bars, edges = bars_of(sides), edges_of(sides)
    with _drawing(0.9 + 1.25 * len(sides), prefix) as (figure, made):
        parts = figure.subplots(len(sides), 1, sharex=True, sharey=True, squeeze=False)
        for axes, (side, pairs) in zip(parts[:, 0], sides.items(), strict=True):
            colour = SIDES[side][0]
            # One outline instead of forty bars: a report has many of these.
            axes.stairs(bars[side], edges, fill=True, facecolor=colour, alpha=0.85)
            middle = _median(pairs)
            axes.axvline(middle, color=INK, linewidth=1.4, linestyle=(0, (4, 2)))
            axes.set_title(labels[side], fontsize=10, loc="left", color=INK)
            axes.yaxis.set_major_locator(MaxNLocator(3))
            axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: numbers.percent(y, 0)))
            axes.tick_params(axis="y", labelcolor=MUTED)
        last = parts[-1, 0]
        _whole_or_not(last, numbers)
        last.set_xlabel(title, fontsize=10)
    return made[0]


def _whole_or_not(axes: Axes, numbers: NumberFormat) -> None:
    left, right = axes.get_xlim()
    narrow = right - left < 4
    axes.xaxis.set_major_locator(MaxNLocator(6 if narrow else 8, integer=not narrow))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: numbers.plain(x, 1 if narrow else 0)))


def _whole(sides: Sides) -> bool:
    return all(float(value).is_integer() for pairs in sides.values() for value, _ in pairs)


def edges_of(sides: Sides) -> list[float]:
    """The edges of the bars, the same for all sides; whole numbers are centred."""
    values = [value for pairs in sides.values() for value, _ in pairs]
    low, high = min(values), max(values)
    if _whole(sides):
        step = -(-int(high - low + 1) // MOST_BARS)
        return [low - 0.5 + step * n for n in range(-(-int(high - low + 1) // step) + 1)]
    width = (high - low) / BARS or 0.01
    return [low + width * n for n in range(BARS)] + [max(high, low + width)]


def bars_of(sides: Sides) -> dict[str, list[float]]:
    """The height of each bar: its share of the games."""
    edges = edges_of(sides)
    made = {}
    for side, pairs in sides.items():
        values, counts = zip(*pairs, strict=True)
        heights, _ = np.histogram(values, edges, weights=counts)
        made[side] = [float(height) / sum(counts) for height in heights]
    return made


def bins_of(sides: Sides, numbers: NumberFormat) -> list[str]:
    """The values of each bar, as text."""
    edges = edges_of(sides)
    told = []
    for left, right in pairwise(edges):
        if _whole(sides):
            first, last = int(left + 0.5), int(right - 0.5)
            whole = f"{numbers.plain(first)}–{numbers.plain(last)}"
            told.append(numbers.plain(first) if first == last else whole)
        else:
            told.append(f"{numbers.plain(left, 2)}–{numbers.plain(right, 2)}")
    return told


def _median(pairs: Sequence[Sequence[float]]) -> float:
    half = sum(count for _, count in pairs) / 2
    so_far = 0.0
    for value, count in sorted(map(tuple, pairs)):
        so_far += count
        if so_far >= half:
            return float(value)
    return 0.0


def intervals(
    rows: Sequence[tuple[str, Mapping[str, Mapping[str, Any]]]], labels: Mapping[str, str],
    prefix: str, numbers: NumberFormat, *, fair: str = "",
) -> str:  # fmt: skip
    """Shares with their intervals, one row each; with `fair` they are relative to a fair share."""
    with _drawing(0.75 + len(rows) * (ROW + 0.1), prefix) as (figure, made):
        axes = figure.subplots()
        if fair:
            axes.axvline(0, color=COLOURS["red"], linewidth=1.4, linestyle=(0, (4, 2)))
        shift = {"a": -0.02, "b": 0.24} if len(labels) == 2 else {"a": 0.1}
        for y, (title, sides) in enumerate(rows):
            axes.text(
                0, y - 0.2, title, transform=axes.get_yaxis_transform(), va="bottom", fontsize=10
            )
            for side, told in sides.items():
                colour, marker = SIDES[side]
                place = y + shift[side]
                if told["low"] is not None and told["high"] is not None:
                    axes.plot(
                        [told["low"], told["high"]], [place, place], color=colour, linewidth=2
                    )
                face = PAPER if side == "a" else colour
                axes.plot(
                    [told["value"]], [place], marker, markersize=6.5, color=colour,
                    markerfacecolor=face, markeredgewidth=1.6,
                )  # fmt: skip
        axes.set_ylim(len(rows) - 0.5, -0.7)
        left, right = axes.get_xlim()
        if fair:
            most = max(abs(left), abs(right), 0.03)
            axes.set_xlim(-most, most)
            axes.set_xlabel(fair, fontsize=10)
        else:
            axes.set_xlim(max(left, -0.02), min(max(right, 0.05), 1.02))
        _ticks(axes, numbers, SHARE, sign=bool(fair))
        _bare(axes)
    return made[0]


def luck(
    sides: Mapping[str, LuckFigures], labels: Mapping[str, str], words: tuple[str, str],
    prefix: str, numbers: NumberFormat,
) -> str:  # fmt: skip
    """How much of the result was luck and how much play: one bar for each side."""
    with _drawing(0.35 + 0.75 * len(sides), prefix) as (figure, made):
        axes = figure.subplots()
        for y, (side, told) in enumerate(sides.items()):
            colour = SIDES[side][0]
            lucky, played = told["luck"], told["play"]
            axes.barh([y], [lucky], height=0.4, facecolor=PAPER, edgecolor=colour, hatch="////")
            axes.barh([y], [played], left=lucky, height=0.4, facecolor=colour, edgecolor=colour)
            axes.text(0, y - 0.26, labels[side], va="bottom", fontsize=10, fontweight="bold")
            axes.text(0, y + 0.26, f"{words[0]} {numbers.percent(lucky, 0)}", va="top", fontsize=10)
            axes.text(
                1,
                y + 0.26,
                f"{words[1]} {numbers.percent(played, 0)}",
                va="top",
                ha="right",
                fontsize=10,
            )
        axes.set_xlim(0, 1)
        axes.set_ylim(len(sides) - 0.4, -0.65)
        axes.set_axis_off()
    return made[0]


MARKS = "osD^vP*X"
DASHES: Sequence[str | tuple[int, tuple[float, ...]]] = (
    "solid",
    (0, (5, 2)),
    (0, (1.5, 1.5)),
    (0, (6, 2, 1.5, 2)),
)


def plot_against_axis(
    axis: tuple[str, Sequence[str]], lines: Sequence[tuple[str, Sequence[Mapping[str, Any]]]],
    unit: str, prefix: str, numbers: NumberFormat,
) -> str:  # fmt: skip
    """A measure against the values of an axis, with intervals; decided points are filled."""
    name, labels = axis
    legend = len(lines) > 1
    with _drawing(2.5 + 0.2 * (len(lines) if legend else 0), prefix) as (figure, made):
        axes = figure.subplots()
        for number, (title, points) in enumerate(lines):
            shift = (number - (len(lines) - 1) / 2) * 0.5 / len(lines)
            colour = COLOURS["b" if number % 2 else "a"]
            mark, dash = MARKS[number % len(MARKS)], DASHES[number // 2 % len(DASHES)]
            known = [(at + shift, p) for at, p in enumerate(points) if p["value"] is not None]
            axes.plot(
                [x for x, _ in known], [p["value"] for _, p in known], color=colour, linewidth=1.2,
                linestyle=dash, label=title, marker=mark, markersize=6.5, markerfacecolor=PAPER,
            )  # fmt: skip
            for x, p in known:
                if p["low"] is not None and p["high"] is not None:
                    axes.plot([x, x], [p["low"], p["high"]], color=colour, linewidth=1.8)
                if p["difference"] and p["difference"]["decided"]:
                    axes.plot([x], [p["value"]], mark, color=colour, markersize=6.5)
        axes.set_xticks(range(len(labels)), [_short(label) for label in labels])
        axes.set_xlim(-0.5, len(labels) - 0.5)
        axes.set_xlabel(name, fontsize=10)
        _scale(axes, numbers, unit)
        if legend:
            # Above the plot, never over a point.
            axes.legend(
                loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=10, ncols=1
            )
    return made[0]


def curve(
    lines: Sequence[tuple[str, Sequence[Mapping[str, float]]]],
    decisions: tuple[Sequence[float], Sequence[float]], fair: float,
) -> str:  # fmt: skip
    """A net's strength against each rival over its minutes of training, and decisions."""
    numbers = NumberFormat("en")
    with _drawing(3.4 + 0.2 * len(lines), "curve-") as (figure, made):
        axes = figure.subplots()
        for number, (title, points) in enumerate(lines):
            colour = COLOURS[("a", "b", "ink")[number % 3]]
            mark, dash = MARKS[number % len(MARKS)], DASHES[number // 2 % len(DASHES)]
            at = [p["at"] for p in points]
            for p in points:
                axes.plot([p["at"]] * 2, [p["low"], p["high"]], color=colour, linewidth=1.4)
            axes.plot(
                at, [p["value"] for p in points], color=colour, linewidth=1.4, linestyle=dash,
                label=title, marker=mark, markersize=5.5, markerfacecolor=PAPER,
            )  # fmt: skip
        red, equal = COLOURS["red"], "as strong as the rival"
        axes.axhline(fair, color=red, linewidth=1.2, linestyle=(0, (4, 2)), label=equal)
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlim(left=0)
        axes.set_xlabel("minutes", fontsize=10)
        _scale(axes, numbers, SHARE)
        minutes, done = decisions
        # The upper scale: the decisions made by then.
        marks = [t for t in axes.get_xticks() if minutes[0] <= t <= minutes[-1]]
        if marks:
            above = axes.secondary_xaxis("top")
            above.set_xticks(marks, [_millions(np.interp(t, minutes, done)) for t in marks])
            above.set_xlabel("decisions", fontsize=10)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.14), frameon=False, fontsize=10)
    return made[0]


def _millions(number: float) -> str:
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}"
    return f"{number:.0f}"


THEMES = {
    "light": {"ink": "#22302a", "muted": "#575c4c", "line": "#d2bf93", "paper": "#fcf6e6",
              "a": "#86600f", "b": "#1d6b43", "red": "#b3261e"},
    "dark": {"ink": "#f3e8cf", "muted": "#b4b8a0", "line": "#3a5045", "paper": "#182720",
             "a": "#e5ba5c", "b": "#58c08c", "red": "#ff8b76"},
}  # fmt: skip
"""The colours of report.css, for a standalone plot."""


def standalone_svg(drawn: str, title: str, told: str) -> str:
    """A plot as a file of its own; follows the reader's light or dark theme."""
    rules = {
        theme: " ".join(
            f".fill-{name} {{ fill: {value} }} .stroke-{name} {{ stroke: {value} }}"
            for name, value in colours.items()
        )
        for theme, colours in THEMES.items()
    }
    style = (
        f"text {{ font-family: system-ui, sans-serif }} {rules['light']} "
        f"@media (prefers-color-scheme: dark) {{ {rules['dark']} }}"
    )
    box = drawn.partition('viewBox="')[2].partition('"')[0]
    width, height = (float(number) for number in box.split()[2:])
    body = drawn.partition(">")[2].removesuffix("</svg>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -24 {width:g} {height + 24:g}" '
        f'width="{1.5 * width:g}" height="{1.5 * (height + 24):g}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc><style>{style}</style>"
        f'<rect class="fill-paper" y="-24" width="{width:g}" height="{height + 24:g}" rx="6"/>'
        f'<text class="fill-ink" x="10" y="-6" font-size="12" font-weight="700">'
        f"{escape(title)}</text>{body}</svg>\n"
    )


MOST_LABEL = 10  # characters of a value below an axis


def _short(label: str) -> str:
    return label if len(label) <= MOST_LABEL else label[: MOST_LABEL - 1] + "…"


def _scale(axes: Axes, numbers: NumberFormat, unit: str) -> None:
    """Numbers along the left, in the reader's number format."""
    times = 100 if unit == SHARE else 1

    def told(value: float, _: object) -> str:
        shown = round(value * times, 6)
        digits = next((n for n in range(3) if round(shown, n) == shown), 3)
        return numbers.percent(value, digits) if unit == SHARE else numbers.plain(shown, digits)

    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(told))
    axes.grid(axis="y", color=LINE, linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
