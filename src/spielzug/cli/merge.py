"""`spielzug merge`: parts of a run, played on several machines, put together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielzug.cli.common import AsJson, refuse_file
from spielzug.cli.running import RunOutput, Untimed


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
    from spielzug.lab.play.run_head import ARENA

    if picture is not None:
        refuse_file(picture, "--picture")
    figures = run(files, allow_gaps)
    if picture is not None:
        draw_ladder(figures, picture)
    if as_json:
        print(RunOutput(untimed=untimed).written(figures))
    elif figures["command"] == ARENA:
        show_standing(figures)
    else:
        show_simulation(figures)
