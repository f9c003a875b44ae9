"""The figures of a game as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

MOST_ROWS = 12
"""Of a long table the best and the worst; the JSON has all."""


def percent(interval: Sequence[float] | None) -> str:
    """A rate with its interval, in hundredths."""
    if interval is None:
        return "–"
    value, low, high = interval
    return f"{value:.1%} ({low:.1%} … {high:.1%})"


def points(interval: Sequence[float]) -> str:
    """A difference of rates with its interval, in hundredths of the games."""
    value, low, high = (100 * end for end in interval)
    return f"{value:+.1f} ({low:+.1f} … {high:+.1f})"


def show_game_figures(figures: dict[str, Any], console: Console | None = None) -> None:
    """With names, as `school.figures.named` gives them."""
    console = console or Console()
    for table in figures["tables"]:
        console.print(f"\n{table['games']:,} games with {table['seats']} seats", style="bold")
        _rates(console, "order", [f"number {n} to decide" for n in _from_1(table["order"])], table)
        titles = [row["title"] or f"seat {n}" for n, row in enumerate(table["by_seat"], 1)]
        _rates(console, "by_seat", titles, table)
        if table["openings"] is not None:
            _openings(console, table["openings"])
        for kind in table["things"]:
            for deed in kind["deeds"]:
                _things(console, f"{kind['title']}: {deed['title']}", deed["items"])


def _from_1(rows: Sequence[Any]) -> range:
    return range(1, len(rows) + 1)


def _rates(console: Console, name: str, titles: Sequence[str], table: dict[str, Any]) -> None:
    shown = Table("who", "wins", "rate", box=None)
    for title, row in zip(titles, table[name], strict=True):
        shown.add_row(title, f"{row['wins']:g}", percent(row["rate"]) + _mark(row))
    console.print(shown)


def _mark(row: dict[str, Any]) -> str:
    return " *" if row["sure"] else ""


def _openings(console: Console, openings: dict[str, Any]) -> None:
    shown = Table("opening", "chosen", "wins if chosen", "drawn", "wins if drawn", box=None)
    for row in openings["items"]:
        shown.add_row(
            row["name"], f"{row['chosen']:.1%}", percent(row["won"]), f"{row['lot']}",
            percent(row["lot_won"]) + _mark(row),
        )  # fmt: skip
    console.print(shown)


def _things(console: Console, title: str, rows: Sequence[dict[str, Any]]) -> None:
    rows = [row for row in rows if "worth" in row]
    if not rows:
        return
    shown = Table(title, "games", "winners", "others", "worth", box=None)
    half = MOST_ROWS // 2
    for row in rows if len(rows) <= MOST_ROWS else [*rows[:half], *rows[-half:]]:
        shown.add_row(
            row["name"], f"{row['games']:.0%}", f"{row['winners']:.0%}", f"{row['others']:.0%}",
            points(row["worth"]) + _mark(row),
        )  # fmt: skip
    console.print(shown)
