"""`spielzug arena`: tournaments between bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from spielzug.cli import common


@common.expand_option_groups
def arena(
    game: common.GameName,
    running: common.RunOutput,
    bots: Annotated[
        str, typer.Option(help="At least two bots, separated by commas; see `spielzug bots`.")
    ],
    games: Annotated[int, typer.Option(help="How many games each pair plays.")] = 100,
    seats: common.Seats = None,
    seed: common.Seed = "1",
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="Only pair bots next to each other in the list.")
    ] = False,
    until_decided: Annotated[
        bool,
        typer.Option("--until-decided", help="Stop a pair once it is clear which bot is better."),
    ] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw the ladder to this SVG file.")] = None,
    records: Annotated[Path | None, typer.Option(help="Save every game to this folder.")] = None,
    set_file: common.SetFile = None,
    option: common.OptionPairs = None,
) -> None:
    """Let bots play each other and rate them. Every deal is played in every seating order."""
    from spielzug.lab.arena.tournament import Arena, compete

    found = common.find_game(game)
    options = common.simulation_options(found, option, set_file)
    names = common.read_bots(bots)
    plan = Arena.make(
        found, names, games, seed, seats, options, neighbours, until_decided, records,
        running.first_game, common.program_limit(running.program_seconds),
    )  # fmt: skip
    common.check_writable(picture, "--picture")
    total = plan.planned
    with running.pool(compiled=False) as pool, common.progress_bar(f"{total} games", total) as tick:
        result = compete(plan, tick, tell=common.tell, pool=pool)
    if result.stopped:
        common.report_interrupted(result.standing.games, total)
    figures = result.to_json()
    if picture is not None:
        draw_ladder(figures, picture)
    if running.as_json:
        print(running.written(figures))
    else:
        show_standing(figures)
        if picture is not None:
            print(f"\nLadder drawn to {picture}")
    if result.stopped:
        raise typer.Exit(common.EXIT_INTERRUPTED)


def draw_ladder(figures: Mapping[str, Any], picture: Path) -> None:
    from spielzug.lab.arena.standings import ladder_svg

    picture.write_text(ladder_svg(figures), encoding="utf-8")


LEAD_COLUMN = 20  # characters


def _lead(lead: Mapping[str, Any]) -> str:
    """How far a bot is ahead of the next one, with the interval."""
    return f"{lead['lead']:.0f} ({lead['lead_low']:.0f} … {lead['lead_high']:.0f})"


def show_standing(figures: Mapping[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from spielzug.cli.show import (
        OTHER_COLUMNS,
        bar_width,
        interval_bar,
        show_aliases,
        show_forfeits,
    )

    console = Console()
    time = f" in {figures['seconds']:.1f} s" if "seconds" in figures else ""
    console.print(
        f"{common.counted(figures['games'], 'game')} of {figures['game']} "
        f"with {figures['seats']} seats{time}\n"
    )
    rows = sorted(figures["by_bot"], key=lambda row: -row["rating"])
    longest = max(len(row["alias"]) for row in rows)
    width = bar_width(console, OTHER_COLUMNS + LEAD_COLUMN + longest)
    low = min(row["rating_low"] for row in rows)
    span = max(1.0, max(row["rating_high"] for row in rows) - low)
    ladder = Table("bot", "rating", "95%", "", "ahead", "games", "rate", "s/turn", box=None)
    for row, lead in zip(rows, [*map(_lead, figures["leads"]), ""], strict=True):
        at = [(row[key] - low) / span for key in ("rating_low", "rating", "rating_high")]
        interval = f"{row['rating_low']:.0f} … {row['rating_high']:.0f}"
        ladder.add_row(
            row["alias"], f"{row['rating']:.0f}", interval,
            interval_bar(at[0], at[1], at[2], width), lead, f"{row['games']:,}",
            f"{row['rate']:.1%}",
            f"{row['seconds_per_turn']:.3f}" if "seconds" in figures else "",
        )  # fmt: skip
    console.print(ladder)
    console.print()
    pairs = Table("bot", "against", "games", "wins", "draws", "rate", "95%", "0 … 100%", box=None)
    width = bar_width(console, OTHER_COLUMNS + 2 * longest)
    for row in figures["pairs"]:
        pairs.add_row(
            row["alias"], row["rival_alias"],
            *(f"{row[key]:,}" for key in ("games", "wins", "draws")),
            f"{row['rate']:.1%}", f"{row['low']:.1%} … {row['high']:.1%}",
            interval_bar(row["low"], row["rate"], row["high"], width),
        )  # fmt: skip
    console.print(pairs)
    show_forfeits(console, rows)
    show_aliases(console, rows)
    if "records" in figures:
        console.print(f"\n{common.counted(figures['records'], 'record')} written")
