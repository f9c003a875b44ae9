"""`spielzug sweep`: measures a game for each of several values, on the same deals."""

from __future__ import annotations

import csv
import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielzug.cli import common

if TYPE_CHECKING:
    from rich.table import Table

MOST_COLUMNS = 8
"""Most points shown as columns in the terminal; more become rows."""
MOST_MEASURES = 5
"""Measures shown as columns in that case."""


@dataclass(frozen=True)
class SweepOutput:
    """Options for output other than the terminal."""

    html: Annotated[
        Path | None, typer.Option(help="Write a page with a chart of every measure to this file.")
    ] = None
    table: Annotated[
        Path | None, typer.Option("--csv", help="Write all figures to this CSV file.")
    ] = None
    lang: common.Language = "en"


@common.expand_option_groups
def sweep(
    game: common.GameName,
    workers: common.WorkerOptions,
    output: SweepOutput,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="What to vary, such as cards.Regina.cost=3:8 or option.NAME=a,b. May be repeated: "
            "then every combination is tried."
        ),
    ] = None,
    set_file: common.SetFile = None,
    bots: common.Bots = "club",
    games: Annotated[int, typer.Option(help="Games for each point and number of seats.")] = 100,
    seats: common.SeatCounts = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same deals.")] = "1",
    option: common.OptionPairs = None,
) -> None:
    """Try one value after another and see what each does to the game."""
    from spielzug.core.texts import require_language
    from spielzug.lab.compare.variants import read_seats
    from spielzug.lab.tune.sweep import SweepPlan, swept_bench
    from spielzug.lab.tune.sweep import sweep as run

    require_language(output.lang)
    common.check_writable(output.html, "--html")
    common.check_writable(output.table, "--csv")
    if output.html is not None:
        from spielzug.lab.report import check_dependencies

        check_dependencies()
    found = common.find_game(game)
    options = common.simulation_options(found, option, set_file)
    line = shlex.join(["spielzug", *sys.argv[1:]])
    names = common.read_bots(bots)
    counts = read_seats(found, seats)
    plan = SweepPlan.make(swept_bench(found, options), vary or [], counts, names, games, seed, line)
    title = f"{len(plan.points)} points"
    with workers.pool(plan.compiled) as pool, common.progress_bar(title, plan.planned) as tick:
        result = run(plan, tick, common.tell, pool)
    if result.stopped:
        common.report_interrupted(result.games, plan.planned)
    figures = result.to_json(output.lang)
    if output.html is not None:
        from spielzug.lab.report import render_report

        output.html.write_text(render_report(figures, output.lang), encoding="utf-8")
    if output.table is not None:
        write_csv(figures, output.table)
    if workers.as_json:
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        show_sweep(figures)
    if result.stopped:
        raise typer.Exit(common.EXIT_INTERRUPTED)


def write_csv(figures: Mapping[str, Any], file: Path) -> None:
    """A row for each number of seats, measure and point."""
    axes = [axis["address"] for axis in figures["vary"]]
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow([
            "seats", *axes, "measure", "how", "value", "low", "high", "difference",
            "difference_low", "difference_high", "decided",
        ])  # fmt: skip
        for table in figures["tables"]:
            for measure in table["measures"]:
                for point, figure in zip(figures["points"], measure["points"], strict=True):
                    values = [
                        a["values"][at] for a, at in zip(figures["vary"], point["at"], strict=True)
                    ]
                    difference = figure["difference"] or {}
                    writer.writerow([
                        table["seats"], *values, measure["name"], measure["how"],
                        *(figure[end] for end in ("value", "low", "high")),
                        *(difference.get(end) for end in ("value", "low", "high", "decided")),
                    ])  # fmt: skip


def show_sweep(figures: Mapping[str, Any]) -> None:
    from rich.console import Console

    console = Console()
    axes = ", ".join(axis["address"] for axis in figures["vary"])
    beside = figures["points"][figures["beside"]]["label"]
    for table in figures["tables"]:
        games = " to ".join(f"{n:,}" for n in sorted({min(table["games"]), max(table["games"])}))
        console.print(
            f"{figures['title']}, {table['seats']} seats, {games} games per value of {axes}\n",
            highlight=False,
        )
        if table["measures"]:
            shown = (
                _points_as_columns if len(figures["points"]) <= MOST_COLUMNS else _points_as_rows
            )
            console.print(shown(figures, table))
        console.print()
    console.print(
        f"* differs from {beside}, with certainty for all values and measures here together. "
        "For the intervals, use --json, --csv or --html.",
        highlight=False,
    )  # fmt: skip


def _points_as_columns(figures: Mapping[str, Any], table: Mapping[str, Any]) -> Table:
    from rich.table import Table

    shown = Table("", *(point["label"] for point in figures["points"]), box=None)
    for measure in table["measures"]:
        shown.add_row(measure["title"], *(_cell(measure, figure) for figure in measure["points"]))
    return shown


def _points_as_rows(figures: Mapping[str, Any], table: Mapping[str, Any]) -> Table:
    """Points as rows, with the measures that change most."""
    from rich.table import Table

    def decided(measure: Mapping[str, Any]) -> int:
        return sum(bool((p["difference"] or {}).get("decided")) for p in measure["points"])

    most = sorted(table["measures"], key=decided, reverse=True)[:MOST_MEASURES]
    shown = Table("", *(measure["title"] for measure in most), box=None)
    for at, point in enumerate(figures["points"]):
        shown.add_row(point["label"], *(_cell(measure, measure["points"][at]) for measure in most))
    return shown


def _cell(measure: Mapping[str, Any], figure: Mapping[str, Any]) -> str:
    value = figure["value"]
    if value is None:
        return "–"
    share = measure["unit"] == "share"
    mark = "*" if (figure["difference"] or {}).get("decided") else ""
    return (f"{value:.1%}" if share else f"{value:.3g}") + mark
