"""Tables for the terminal: the figures of simulations and of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from spielzug.cli.common import counted

OTHER_COLUMNS = 50  # characters beside the name and the interval's bar
MOST_WORDS = 8  # values shown of a measure in words; the JSON has all


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
    """The width of a bar beside `others` characters of text."""
    return max(8, min(30, console.width - others))


def interval_bar(low: float, rate: float, high: float, width: int) -> str:
    """An interval drawn as a line with its middle marked."""
    line = [" "] * (width + 1)
    for i in range(round(low * width), round(high * width) + 1):
        line[i] = "─"
    line[round(rate * width)] = "●"
    return "".join(line)


def rarely_used(uses: dict[str, int], enough: int) -> list[str]:
    """Lines that list what a run never or hardly used and so could not check."""
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
    """Print what abbreviated names in a table stand for."""
    long = [row for row in rows if row["alias"] != row["bot"]]
    if long:
        console.print()
    for row in long:
        # Never truncated or wrapped, so that it can be copied.
        console.print(
            f"{row['alias']}: {row['bot']}", markup=False, highlight=False, soft_wrap=True
        )


def show_forfeits(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """Print games forfeited by programs, which the tables count as lost."""
    for row in rows:
        if row["forfeits"]:
            console.print(
                f"\n{row['alias']} forfeited {counted(row['forfeits'], 'game')} (counted as lost)",
                style="yellow", highlight=False, markup=False,
            )  # fmt: skip


def show_measures(console: Console, measures: Mapping[str, Mapping[str, Any]]) -> None:
    """Print numbers with their spread, and measures in words with the share of each."""
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


MOST_ROWS = 12
"""Of longer tables only the best and worst rows are shown; the JSON has all."""


def percent(interval: Sequence[float] | None) -> str:
    """A rate with its interval, in percent."""
    if interval is None:
        return "–"
    value, low, high = interval
    return f"{value:.1%} ({low:.1%} … {high:.1%})"


def points(interval: Sequence[float]) -> str:
    """A difference of rates with its interval, in percentage points."""
    value, low, high = (100 * end for end in interval)
    return f"{value:+.1f} ({low:+.1f} … {high:+.1f})"


def show_game_figures(figures: dict[str, Any], console: Console | None = None) -> None:
    """Print figures with names, as `school.figures.localize_figures` returns them."""
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
