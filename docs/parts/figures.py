"""The pages of figures: what `spielzug figures` wrote down about each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parts.shared import code, table
from spielzug.core.game import Game
from spielzug.core.study import RATE
from spielzug.school.figures import figures_of, localize_figures

MOST = 24
"""Rows of a table of things: of more the best and the worst half."""
WIDTH, ROW, LEFT = 640, 26, 190


def figures(game: Game) -> str:
    """All tables of one game; things for the first number of seats."""
    kept = figures_of(game)
    if kept is None:
        raise SystemExit(f"{game.name} has no figures yet: make figures GAMES={game.name}")
    told = localize_figures(game, kept, "en")
    tables = told["tables"]
    return "\n".join(
        [
            code(told["command"], "sh"),
            f"Rules version {kept['rules_version']}; options: "
            + ", ".join(f"`{name}={value}`" for name, value in kept["options"].items())
            + ".\n",
            "## Who wins\n",
            _order(tables),
            _seats(tables),
            "## Openings\n",
            *(_openings(one) for one in tables),
            "## What goes with winning\n",
            f"In {tables[0]['games']:,} games with {tables[0]['seats']} seats.\n",
            *(_kind(kind) for kind in tables[0]["things"]),
            "## Length and endings\n",
            _measures(tables),
        ]
    )


def percent(interval: Sequence[float] | None) -> str:
    if interval is None:
        return "–"
    value, low, high = interval
    return f"{value:.1%} ({low:.1%} to {high:.1%})"


def points(interval: Sequence[float]) -> str:
    value, low, high = (f"{100 * end:+.1f}".replace("-", "−") for end in interval)
    return f"{value} ({low} to {high})"


def _bold_if_certain(text: str, row: dict[str, Any]) -> str:
    return f"**{text}**" if row["sure"] else text


def _order(tables: Sequence[Any]) -> str:
    most = max(one["seats"] for one in tables)
    head = ["seats", "games", "begins", *(f"{n}." for n in range(2, most + 1))]
    rows = []
    for one in tables:
        told = [_bold_if_certain(percent(row["rate"]), row) for row in one["order"]]
        rows.append([str(one["seats"]), f"{one['games']:,}", *told, *[""] * (most - len(told))])
    return "By the order in which the seats make their first decision:\n\n" + table(head, rows)


def _seats(tables: Sequence[Any]) -> str:
    most = max(one["seats"] for one in tables)
    names = [row["title"] for row in tables[-1]["by_seat"]]
    head = ["seats", *(name or f"seat {n}" for n, name in enumerate(names, 1))][: most + 1]
    rows = []
    for one in tables:
        told = [_bold_if_certain(percent(row["rate"]), row) for row in one["by_seat"]]
        rows.append([str(one["seats"]), *told, *[""] * (most - len(told))])
    return "By the seat, whoever begins:\n\n" + table(head, rows)


def _openings(one: dict[str, Any]) -> str:
    openings, seats = one["openings"], one["seats"]
    if openings is None or not openings["items"]:
        return ""
    head = ["opening", "chosen", "wins when chosen", "drawn", "wins when drawn"]
    rows = [
        [
            row["name"],
            f"{row['chosen']:.1%}",
            percent(row["won"]),
            f"{row['lot']:,}",
            _bold_if_certain(percent(row["lot_won"]), row),
        ]
        for row in openings["items"]
    ]
    fair = f"{1 / seats:.1%}"
    text = f"With {seats} seats ({openings['title'].lower()}; a fair share is {fair}):\n\n"
    drawn = [(r["name"], r["lot_won"]) for r in openings["items"] if r["lot_won"] is not None]
    text += table(head, rows)
    if len(drawn) > 1:
        text += "\n" + chart(drawn, 1 / seats, f"Wins of drawn openings with {seats} seats") + "\n"
    return text


def _kind(kind: dict[str, Any]) -> str:
    parts = []
    for deed in kind["deeds"]:
        rows = [row for row in deed["items"] if row["worth"] is not None]
        if not rows:
            continue
        left = max(0, len(rows) - MOST)
        shown = rows if not left else [*rows[: MOST // 2], *rows[-MOST // 2 :]]
        told = [
            [
                row["name"],
                f"{row['winners']:.0%}",
                f"{row['others']:.0%}",
                _bold_if_certain(points(row["worth"]), row),
            ]
            for row in shown
        ]
        head = [deed["title"], "winners", "others", "difference in the same game"]
        text = table(head, told)
        if left:
            text += f"\nThe {left} in between are left out.\n"
        parts.append(text)
    return f"### {kind['title']}\n\n" + "\n".join(parts) if parts else ""


def _number(row: dict[str, Any]) -> str:
    value, low, high = row["value"]
    if value is None:
        return "–"
    if row["how"] == RATE or row["name"] == "decided":
        return percent(row["value"]) if None not in (low, high) else f"{value:.1%}"
    ends = "" if None in (low, high) else f" ({low:,.4g} to {high:,.4g})"
    return f"{value:,.4g}{ends}"


def _measures(tables: Sequence[Any]) -> str:
    head = ["", *(f"{one['seats']} seats" for one in tables)]
    rows = [
        [row["title"], *(_number(one["measures"][n]) for one in tables)]
        for n, row in enumerate(tables[0]["measures"])
    ]
    known = dict.fromkeys(row["title"] for one in tables for row in one["endings"])
    for title in known:
        found = [{r["title"]: r["rate"] for r in one["endings"]}.get(title) for one in tables]
        rows.append([title, *(percent(rate) for rate in found)])
    if all(one["luck"] is not None for one in tables):
        rows.append(["Share of luck, at least", *(f"{one['luck'][0]:.0%}" for one in tables)])
    return table(head, rows)


def chart(rows: Sequence[tuple[str, Sequence[float]]], fair: float, title: str) -> str:
    """Intervals as lines with their middle marked, and a line where all would be alike."""
    high = min(1.0, max(max(one[2] for _, one in rows), fair) * 1.05)

    def x(rate: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 20) * rate / high, 1)

    tall = ROW * len(rows) + 30
    lines = [
        f'<svg class="figures" viewBox="0 0 {WIDTH} {tall}" role="img" aria-label="{title}">',
        f'<line class="fair" x1="{x(fair)}" y1="4" x2="{x(fair)}" y2="{tall - 24}"/>',
        f'<text class="end" x="{x(fair)}" y="{tall - 8}">{fair:.0%}</text>',
    ]
    for number, (name, (value, low, top)) in enumerate(rows):
        y = ROW * number + 18
        name = name.replace("&", "&amp;").replace("<", "&lt;")
        lines.append(f'<text x="{LEFT - 12}" y="{y + 5}" class="name">{name}</text>')
        lines.append(f'<line x1="{x(low)}" y1="{y}" x2="{x(top)}" y2="{y}"/>')
        lines.append(f'<circle cx="{x(value)}" cy="{y}" r="5"/>')
    return "\n".join([*lines, "</svg>"])
