"""`spielzug simulate` plays many games of bots, `merge` combines parts of such a run, and `figures`
measures how often things win in games of strong bots.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielzug.cli import common
from spielzug.core.errors import UsageError


@common.expand_option_groups
def simulate(
    game: common.GameName,
    running: common.RunOutput,
    seats: common.Seats = None,
    bots: common.Bots = "random",
    games: Annotated[int, typer.Option(help="How many games to play.")] = 1000,
    seed: common.Seed = "1",
    records: Annotated[Path | None, typer.Option(help="Save every game to this folder.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every rule at every decision.")
    ] = False,
    set_file: common.SetFile = None,
    option: common.OptionPairs = None,
) -> None:
    """Play many games between bots and show the statistics."""
    from spielzug.lab.play.simulate import SimulationPlan
    from spielzug.lab.play.simulate import simulate as run

    found = common.find_game(game)
    options = common.simulation_options(found, option, set_file)
    count, names = common.resolve_seats(found, seats), common.read_bots(bots)
    first = running.first_game
    plan = SimulationPlan.make(
        found, count, names, games, seed, options, verify, records, first,
        common.program_limit(running.program_seconds),
    )  # fmt: skip
    with running.pool(plan.compiled) as pool, common.progress_bar(f"{games} games", games) as tick:
        report = run(plan, tick, common.tell, pool)
    if report.stopped:
        common.report_interrupted(report.games, games)
    figures = report.to_json()
    if running.as_json:
        print(running.written(figures))
    else:
        from spielzug.cli.show import show_simulation

        show_simulation(figures)
    if report.stopped:
        raise typer.Exit(common.EXIT_INTERRUPTED)
    if report.out:
        raise typer.Exit(1)


def merge(
    files: Annotated[
        list[Path], typer.Argument(help="Files written by `simulate --json` or `arena --json`.")
    ],
    as_json: common.AsJson = False,
    allow_gaps: Annotated[
        bool,
        typer.Option("--allow-gaps", help="Merge even if games between the parts are missing."),
    ] = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw an arena's ladder to this SVG file.")
    ] = None,
    untimed: common.Untimed = False,
) -> None:
    """Combine parts of a run into what a single run would give."""
    from spielzug.cli.arena import draw_ladder, show_standing
    from spielzug.cli.show import show_simulation
    from spielzug.lab.play.merge import merge as run
    from spielzug.lab.play.run_files import ARENA

    common.check_writable(picture, "--picture")
    figures = run(files, allow_gaps)
    if picture is not None:
        if figures["command"] != ARENA:
            raise UsageError(
                "--picture draws the ladder of an arena, and these files are parts of a "
                "simulation: leave it out"
            )
        draw_ladder(figures, picture)
    if as_json:
        print(common.RunOutput(untimed=untimed).written(figures))
    elif figures["command"] == ARENA:
        show_standing(figures)
    else:
        show_simulation(figures)


@common.expand_option_groups
def figures(
    game: common.GameName,
    workers: common.WorkerOptions,
    bots: common.Bots = "club",
    games: Annotated[int, typer.Option(help="Games for each number of seats.")] = 200,
    lots: Annotated[
        int, typer.Option(help="Extra games in which one seat's opening is chosen at random.")
    ] = 200,
    seats: common.SeatCounts = None,
    seed: common.Seed = "1",
    luck: common.Luck = 16,
    option: common.OptionPairs = None,
    out: Annotated[Path | None, typer.Option(help="Write the figures to this file.")] = None,
) -> None:
    """Measure how often each seat, opening, card and space wins."""
    from spielzug.lab.compare.variants import read_seats
    from spielzug.lab.figures import FiguresPlan, make_figures, to_json, written

    found = common.find_game(game)
    common.check_writable(out, "--out")
    names = common.read_bots(bots)
    options = common.read_options(found, option, dict(found.simulation))
    plan = FiguresPlan.make(
        found, names, games, lots, read_seats(found, seats), seed, options, luck
    )
    with (
        workers.pool(compiled=False) as pool,
        common.progress_bar(f"{plan.planned} games", plan.planned) as tick,
    ):
        made = make_figures(plan, tick, common.tell, pool)
    if made.stopped:
        common.report_interrupted(made.games, plan.planned)
    told = to_json(made)
    if out is not None and not made.stopped:  # a file must be what its command reproduces
        out.write_text(written(told) + "\n", encoding="utf-8")
        common.tell(f"wrote {out}")
    if workers.as_json:
        print(written(told))
    elif out is None:
        from spielzug.cli.show import show_game_figures
        from spielzug.school.figures import localize_figures

        show_game_figures(localize_figures(found, told, "en"))
    if made.stopped:
        raise typer.Exit(common.EXIT_INTERRUPTED)
