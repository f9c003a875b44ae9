"""`spielzug simulate` plays many games of bots; `spielzug merge` combines parts of such a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielzug.cli.common import (
    EXIT_INTERRUPTED,
    AsJson,
    GameName,
    OptionPairs,
    RunOutput,
    Seats,
    SetFile,
    Untimed,
    check_writable,
    expand_option_groups,
    find_game,
    progress_bar,
    read_options,
    report_interrupted,
    resolve_seats,
    tell,
    use_set,
)


@expand_option_groups
def simulate(
    game: GameName,
    running: RunOutput,
    seats: Seats = None,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each, separated by commas.")
    ] = "random",
    games: Annotated[int, typer.Option(help="How many games to play.")] = 1000,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    records: Annotated[Path | None, typer.Option(help="Save every game to this folder.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every rule at every decision.")
    ] = False,
    set_file: SetFile = None,
    option: OptionPairs = None,
) -> None:
    """Play many games between bots and show the statistics."""
    from spielzug.lab.play.simulate import SimulationPlan
    from spielzug.lab.play.simulate import simulate as run

    found = find_game(game)
    chosen = {**found.simulation, **use_set(set_file, found)}
    options = read_options(found, option, chosen)
    count, names = resolve_seats(found, seats), [name.strip() for name in bots.split(",")]
    first = running.first_game
    plan = SimulationPlan.make(found, count, names, games, seed, options, verify, records, first)
    with running.pool(plan.compiled) as pool, progress_bar(f"{games} games", games) as tick:
        report = run(plan, tick, tell, pool)
    if report.stopped:
        report_interrupted(report.games, games)
    figures = report.to_json()
    if running.as_json:
        print(running.written(figures))
    else:
        from spielzug.cli.show import show_simulation

        show_simulation(figures)
    if report.stopped:
        raise typer.Exit(EXIT_INTERRUPTED)


def merge(
    files: Annotated[
        list[Path], typer.Argument(help="Files written by `simulate --json` or `arena --json`.")
    ],
    as_json: AsJson = False,
    allow_gaps: Annotated[
        bool,
        typer.Option("--allow-gaps", help="Merge even if games between the parts are missing."),
    ] = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw an arena's ladder to this SVG file.")
    ] = None,
    untimed: Untimed = False,
) -> None:
    """Combine parts of a run into what a single run would give."""
    from spielzug.cli.arena import draw_ladder, show_standing
    from spielzug.cli.show import show_simulation
    from spielzug.lab.play.merge import merge as run
    from spielzug.lab.play.run_files import ARENA

    if picture is not None:
        check_writable(picture, "--picture")
    figures = run(files, allow_gaps)
    if picture is not None:
        draw_ladder(figures, picture)
    if as_json:
        print(RunOutput(untimed=untimed).written(figures))
    elif figures["command"] == ARENA:
        show_standing(figures)
    else:
        show_simulation(figures)
