"""Figures as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from spielzug.cli.common import counted

OTHER_COLUMNS = 50  # beside the name and the bar of an interval
MOST_WORDS = 8  # of a measure in words that are told; the JSON has all


def show_figures(figures: dict[str, Any]) -> None:
    table = Table("figure", "value", box=None)
    for name, value in figures.items():
        if isinstance(value, dict):
            shown = ", ".join(f"{one} {number}" for one, number in value.items())
        else:
            shown = f"{value:,}" if isinstance(value, int | float) else str(value)
        table.add_row(name, shown)
    Console().print(table)


def bar_width(console: Console, others: int) -> int:
    """What a terminal has room for beside so many columns of text."""
    return max(8, min(30, console.width - others))


def interval_bar(low: float, rate: float, high: float, width: int) -> str:
    """An interval drawn as a line with its middle marked."""
    line = [" "] * (width + 1)
    for i in range(round(low * width), round(high * width) + 1):
        line[i] = "─"
    line[round(rate * width)] = "●"
    return "".join(line)


def rarely_used(uses: dict[str, int], enough: int) -> list[str]:
    """What a run could hardly check, for people: nothing wrong with the rules, just not seen."""
    never = [name for name, count in uses.items() if count == 0]
    hardly = [f"{name} ({count:,})" for name, count in uses.items() if count]
    lines = []
    if never:
        lines.append(f"Never used: {', '.join(never)}.")
    if hardly:
        lines.append(f"Rarely used (fewer than {enough:,} times): {', '.join(hardly)}.")
    if lines:
        lines.insert(0, "")
        lines.append("More games, other options or other bots would test these as well.")
    return lines


def show_aliases(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """What the short names in a table stand for, where they are not the names themselves."""
    long = [row for row in rows if row["alias"] != row["bot"]]
    if long:
        console.print()
    for row in long:
        # Whole and in one piece, so that it can be copied: never cut, never folded.
        console.print(
            f"{row['alias']}: {row['bot']}", markup=False, highlight=False, soft_wrap=True
        )


def show_forfeits(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """Games that a program broke off: they stand in the tables as lost."""
    for row in rows:
        if row["forfeits"]:
            console.print(
                f"\n{row['alias']} forfeited {counted(row['forfeits'], 'game')} (counted as lost)",
                style="yellow", highlight=False, markup=False,
            )  # fmt: skip


def show_measures(console: Console, measures: Mapping[str, Mapping[str, Any]]) -> None:
    """Numbers with their spread, and of words how often each was met."""
    names = ("min", "median", "mean", "p95", "max", "most_often", "share")
    numbers = Table("measure", *names, box=None)
    words = [name for name, about in measures.items() if "shares" in about]
    for name, about in measures.items():
        if name not in words:
            numbers.add_row(name, *(f"{about[key]:g}" for key in names))
    console.print()
    console.print(numbers)
    for name in words:
        shares = measures[name]["shares"]
        told = [f"{what} {share:.1%}" for what, share in list(shares.items())[:MOST_WORDS]]
        more = f" and {len(shares) - MOST_WORDS} more" if len(shares) > MOST_WORDS else ""
        console.print(f"{name}: {', '.join(told)}{more}", markup=False, highlight=False)


def show_simulation(figures: dict[str, Any]) -> None:
    console = Console()
    seconds, time = figures.get("seconds"), ""
    if seconds:
        speed = figures["decisions"] / seconds / 1e6
        time = f" in {seconds:.2f} s ({speed:.2f} million per second)"
    console.print(
        f"{counted(figures['games'], 'game')} of {figures['game']} "
        f"with {figures['seats']} seats, "
        f"{figures['decisions']:,} decisions{time}"
    )
    lengths = figures["lengths"]
    console.print(
        f"decisions per game: median {lengths['median']:.0f}, mean {lengths['mean']:.1f}, "
        f"from {lengths['min']} to {lengths['max']}"
    )
    reasons = ", ".join(f"{name} {count:,}" for name, count in figures["reasons"].items())
    console.print(f"endings: {reasons}\n")
    table = Table("who", "games", "wins", "draws", "rate", "95%", "0 … 100%", box=None)
    rows = [(f"seat {row['seat']}", row) for row in figures["by_seat"]]
    rows += [(row["alias"], row) for row in figures["by_bot"]]
    width = bar_width(console, OTHER_COLUMNS + max(len(name) for name, _ in rows))
    for name, row in rows:
        interval = f"{row['low']:.1%} … {row['high']:.1%}"
        drawn = interval_bar(row["low"], row["rate"], row["high"], width)
        numbers = [f"{row[key]:,}" for key in ("games", "wins", "draws")]
        table.add_row(name, *numbers, f"{row['rate']:.2%}", interval, drawn)
    console.print(table)
    show_forfeits(console, figures["by_bot"])
    show_aliases(console, figures["by_bot"])
    if "measures" in figures:
        show_measures(console, figures["measures"])
    if "checks" in figures:
        checks = Table("check", "times", box=None)
        for name, count in figures["checks"].items():
            checks.add_row(name, f"{count:,}")
        for name, count in figures["uses"].items():
            checks.add_row(f"used: {name}", f"{count:,}")
        console.print("\nNo violations.", style="bold green")
        console.print(checks)
        for line in rarely_used(figures["hardly_used"], figures["enough_uses"]):
            console.print(line, highlight=False)
    if "records" in figures:
        console.print(f"\n{counted(figures['records'], 'record')} written")
