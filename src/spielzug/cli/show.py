"""Figures as tables for the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table


def show_figures(figures: dict[str, Any]) -> None:
    table = Table("figure", "value", box=None)
    for name, value in figures.items():
        table.add_row(name, f"{value:,}" if isinstance(value, int | float) else str(value))
    Console().print(table)


def interval_bar(low: float, rate: float, high: float, width: int = 30) -> str:
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
        lines.append(f"Hardly used (fewer than {enough:,} times): {', '.join(hardly)}.")
    if lines:
        lines.insert(0, "")
        lines.append("More games, other options or other bots would put these to the test, too.")
    return lines


def show_simulation(figures: dict[str, Any]) -> None:
    console = Console()
    speed = figures["decisions"] / figures["seconds"] if figures["seconds"] else 0
    console.print(
        f"{figures['games']:,} games of {figures['game']} with {figures['seats']} seats, "
        f"{figures['decisions']:,} decisions in {figures['seconds']:.2f} s "
        f"({speed / 1e6:.2f} million a second)"
    )
    lengths = figures["lengths"]
    console.print(
        f"decisions a game: median {lengths['median']:.0f}, mean {lengths['mean']:.1f}, "
        f"from {lengths['min']} to {lengths['max']}"
    )
    reasons = ", ".join(f"{name} {count:,}" for name, count in figures["reasons"].items())
    console.print(f"endings: {reasons}\n")
    table = Table("who", "games", "wins", "draws", "rate", "95 %", "0 … 100 %", box=None)
    rows = [(f"seat {row['seat']}", row) for row in figures["by_seat"]]
    rows += [(row["bot"], row) for row in figures["by_bot"]]
    for name, row in rows:
        interval = f"{row['low']:.1%} … {row['high']:.1%}"
        drawn = interval_bar(row["low"], row["rate"], row["high"])
        numbers = [f"{row[key]:,}" for key in ("games", "wins", "draws")]
        table.add_row(name, *numbers, f"{row['rate']:.2%}", interval, drawn)
    console.print(table)
    if "measures" in figures:
        names = ("min", "median", "mean", "p95", "max", "most_often", "share")
        measures = Table("measure", *names, box=None)
        for name, about in figures["measures"].items():
            measures.add_row(name, *(f"{about[key]:g}" for key in names))
        console.print()
        console.print(measures)
    if "checks" in figures:
        checks = Table("check", "times", box=None)
        for name, count in figures["checks"].items():
            checks.add_row(name, f"{count:,}")
        for name, count in figures["uses"].items():
            checks.add_row(f"used: {name}", f"{count:,}")
        console.print("\nNo violation.", style="bold green")
        console.print(checks)
        for line in rarely_used(figures["hardly_used"], figures["enough_uses"]):
            console.print(line, highlight=False)
    if "records" in figures:
        console.print(f"\n{figures['records']} records written")
