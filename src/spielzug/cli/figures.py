"""`spielzug figures`: measures how often things win in games of strong bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielzug.cli.common import (
    EXIT_INTERRUPTED,
    GameName,
    OptionPairs,
    WorkerOptions,
    check_writable,
    expand_option_groups,
    find_game,
    progress_bar,
    read_options,
    report_interrupted,
    tell,
)


@expand_option_groups
def figures(
    game: GameName,
    workers: WorkerOptions,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each, separated by commas.")
    ] = "club",
    games: Annotated[int, typer.Option(help="Games for each number of seats.")] = 200,
    lots: Annotated[
        int, typer.Option(help="Extra games in which one seat's opening is chosen at random.")
    ] = 200,
    seats: Annotated[
        str | None,
        typer.Option(help="How many seats, such as 4, 2-4 or 3,5; the fewest if not given."),
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    luck: Annotated[
        int,
        typer.Option(help="Alternative outcomes to sample wherever chance decides; 0 for none."),
    ] = 16,
    option: OptionPairs = None,
    out: Annotated[Path | None, typer.Option(help="Write the figures to this file.")] = None,
) -> None:
    """Measure how often each seat, opening, card and space wins."""
    from spielzug.lab.compare.variants import read_seats
    from spielzug.lab.figures import FiguresPlan, make_figures, to_json, written

    found = find_game(game)
    if out is not None:
        check_writable(out, "--out")
    names = [name.strip() for name in bots.split(",")]
    options = read_options(found, option, dict(found.simulation))
    plan = FiguresPlan.make(
        found, names, games, lots, read_seats(found, seats), seed, options, luck
    )
    with (
        workers.pool(compiled=False) as pool,
        progress_bar(f"{plan.planned} games", plan.planned) as tick,
    ):
        made = make_figures(plan, tick, tell, pool)
    if made.stopped:
        report_interrupted(made.games, plan.planned)
    told = to_json(made)
    if out is not None and not made.stopped:  # a file must be what its command reproduces
        out.write_text(written(told) + "\n", encoding="utf-8")
        tell(f"wrote {out}")
    if workers.as_json:
        print(written(told))
    elif out is None:
        from spielzug.cli.show import show_game_figures
        from spielzug.school.figures import localize_figures

        show_game_figures(localize_figures(found, told, "en"))
    if made.stopped:
        raise typer.Exit(EXIT_INTERRUPTED)
