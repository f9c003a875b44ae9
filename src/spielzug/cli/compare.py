"""`spielzug compare`: measures what a change does to a game, with confidence intervals."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli import common
from spielzug.core.errors import UsageError

if TYPE_CHECKING:
    from spielzug.lab.compare.comparison_result import Comparison
    from spielzug.lab.compare.figure_types import ComparisonFigures

Side = "shipped, shipped-1, a set file, or an option such as board=osaka; join several with a plus."


@dataclass(frozen=True)
class CompareOutput:
    """Options for where and how the figures are shown."""

    html: Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")] = (
        None
    )
    csv: Annotated[Path | None, typer.Option(help="Write one row per game to this CSV file.")] = (
        None
    )
    parquet: Annotated[
        Path | None, typer.Option(help="Write the same rows to this Parquet file.")
    ] = None
    lang: common.Language = "en"

    def check_files(self) -> None:
        """Report files that cannot be written before the games are played."""
        for name in ("html", "csv", "parquet"):
            common.check_writable(getattr(self, name), f"--{name}")
        if self.html is not None:
            from spielzug.lab.report import check_dependencies

            check_dependencies()
        if self.parquet is not None:
            from spielzug.lab.compare.comparison import require_pyarrow

            require_pyarrow()


@common.expand_option_groups
def compare(
    game: common.GameName,
    workers: common.WorkerOptions,
    output: CompareOutput,
    a: Annotated[str, typer.Argument(help=Side)] = "shipped",
    b: Annotated[
        str | None, typer.Argument(help="The other side; if not given, only A is measured.")
    ] = None,
    bots: common.Bots = "club",
    games: Annotated[
        int | None,
        typer.Option(help="How many games each side plays; with --until-decided, the most."),
    ] = None,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Play until every difference is decided.")
    ] = False,
    seats: common.SeatCounts = None,
    seed: common.Seed = "1",
    close: Annotated[
        list[str] | None,
        typer.Option(help="The largest difference that does not matter, as MEASURE=AMOUNT."),
    ] = None,
    luck: common.Luck = 16,
) -> None:
    """Compare two variants of a game, played on the same deals."""
    from spielzug.cli.show import show_comparison
    from spielzug.lab.compare.comparison import compare as run
    from spielzug.lab.compare.comparison_result import ComparisonPlan
    from spielzug.lab.compare.variants import read_seats, sides

    found = common.find_game(game)
    output.check_files()
    names = common.read_bots(bots)
    variants = sides(found, [a] if b is None else [a, b])
    plan = ComparisonPlan.make(
        found, variants, names, games, read_seats(found, seats), seed, until_decided,
        read_close(close), luck, output.lang,
    )  # fmt: skip
    for side in variants:
        for warning in side.warnings:
            common.tell(f"warning: {side.label}: {warning}")
    with (
        workers.pool(plan.compiled) as pool,
        common.progress_bar(f"{plan.planned} games", plan.planned) as tick,
    ):
        at = 0

        def progress(done: int, _: int) -> None:
            nonlocal at
            tick(done - at)
            at = done

        comparison = run(plan, progress, common.tell, pool)
    if comparison.stopped:
        common.report_interrupted(comparison.games, plan.planned)
    figures = comparison.to_json()
    save(comparison, figures, output)
    if workers.as_json:
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        show_comparison(figures)
    if comparison.stopped:
        raise typer.Exit(common.EXIT_INTERRUPTED)


def read_close(pairs: list[str] | None) -> dict[str, float]:
    """Measures and their margins, from texts like ``turns=2``."""
    found = {}
    for pair in pairs or []:
        name, _, amount = pair.partition("=")
        try:
            found[name] = float(amount)
        except ValueError:
            raise UsageError(
                f"--close {pair}: write it as NAME=AMOUNT, for example turns=2"
            ) from None
    return found


def save(comparison: Comparison, figures: ComparisonFigures, output: CompareOutput) -> None:
    """Write all requested files."""
    from spielzug.lab.compare.comparison import write_csv, write_parquet

    if output.csv is not None:
        write_csv(comparison, output.csv)
    if output.parquet is not None:
        write_parquet(comparison, output.parquet)
    if output.html is not None:
        from spielzug.lab.report import render_report

        output.html.write_text(render_report(figures, output.lang), encoding="utf-8")
    for file in (output.csv, output.parquet, output.html):
        if file is not None:
            common.tell(f"wrote {file}")
