"""`spielzug review`: shows a finished game's turning points, its luck and the better choices."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli import common
from spielzug.core.errors import UsageError

if TYPE_CHECKING:
    from spielzug.core.match import Match
    from spielzug.core.table_values import ReviewView
    from spielzug.review.records import EvaluationBudget, GameReview
    from spielzug.wire.review import ReviewWords

MOST_BUDGET = 1_000_000  # search iterations per decision; more must be a typo


def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    seat: Annotated[
        int | None, typer.Option(help="Review only this seat; all seats if not given.")
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(help="Search iterations per choice; the game's default if not given."),
    ] = None,
    view: Annotated[
        str,
        typer.Option(help="known: judge by what each seat knew; open: judge with all cards open."),
    ] = "known",
    lang: common.Language = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a shareable page to this file.")] = None,
    set_file: common.SetFile = None,
) -> None:
    """Review a finished game: what was play and what was luck."""
    from spielzug.core.records import load_record
    from spielzug.games import get_game
    from spielzug.review import say_agreed

    spoken = common.read_language(lang)
    common.check_writable(html, "--html")
    common.use_set(set_file)
    match = load_record(file, get_game)
    made = _compute_review(match, file, _view(view), _budget(match, budget), _seat(match, seat))
    if html is not None:
        from spielzug.core.records import save_text
        from spielzug.review.page import render_review

        save_text(render_review(made, match, spoken), html)
        common.tell(f"wrote {html}")
    if as_json:
        if match.agreed_undos:
            common.tell(say_agreed(match, spoken))
        print(json.dumps(asdict(made), ensure_ascii=False, indent=2))
    elif html is None:
        from spielzug.review import write_words

        show_review(made, write_words(made, match, spoken), match)


def _view(text: str) -> ReviewView:
    from spielzug.review.records import VIEWS

    for view in VIEWS:
        if view == text:
            return view
    raise UsageError(f"--view {text}: choose `known` (what each seat knew) or `open` (all cards)")


def _budget(match: Match, iterations: int | None) -> EvaluationBudget:
    from spielzug.review import budget_of

    if iterations is not None and not 1 <= iterations <= MOST_BUDGET:
        raise UsageError(
            f"--budget {iterations}: give 1 to {MOST_BUDGET} iterations; "
            f"the default for {match.game.title['en']} is {budget_of(match.game).iterations}"
        )
    return budget_of(match.game, iterations)


def _seat(match: Match, seat: int | None) -> int | None:
    if seat is None:
        return None
    if not 1 <= seat <= len(match.seats):
        raise UsageError(f"there is no seat {seat}; choose 1 to {len(match.seats)}")
    return seat - 1


def _compute_review(
    match: Match, file: Path, view: ReviewView, budget: EvaluationBudget, seat: int | None
) -> GameReview:
    """Compute the review with a progress bar; an interrupted one leaves nothing behind."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    from spielzug.bots.clock import Stop
    from spielzug.lab.play.workers import stop_on_signals
    from spielzug.review import ReviewStopped
    from spielzug.review import review as think

    if not match.over:
        raise UsageError(
            f"{file}: this game is not finished, and only finished games can be reviewed; "
            f"to finish it: spielzug play --resume {file}"
        )
    stop = Stop()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), Remaining())
    with (
        Progress(*columns, console=Console(stderr=True), transient=True) as bar,
        stop_on_signals(stop),
    ):
        task = bar.add_task("review", total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        try:
            return think(match, view=view, budget=budget, seat=seat, progress=progress, stop=stop)
        except ReviewStopped:
            pass
    common.tell("stopped: the review is not complete, so nothing was written")
    raise typer.Exit(common.EXIT_INTERRUPTED)


# -- tables ---------------------------------------------------------------------------------------


def show_review(made: GameReview, words: ReviewWords, match: Match) -> None:
    """Print a summary for each seat, and every decision that cost something."""
    from rich.table import Table
    from rich.text import Text

    from spielzug.core.texts import say
    from spielzug.review.texts import PAGE

    def t(key: str, **values: object) -> str:
        return say(PAGE, key, words["lang"], **values)

    console = common.literal_console()
    console.print(Text(t("title", game=match.game.title[words["lang"]]), style="bold"))
    console.print(Text(f"{words['view']} {words['about']}", style="dim"))
    by_entry = {one["entry"]: one for one in words["decisions"]}
    for seat in words["seats"]:
        console.print()
        console.print(Text(seat["headline"], style="bold"))
        for sentence in seat["sentences"]:
            console.print(Text(f"  {sentence}"))
        for entry in seat["worst"]:
            one = by_entry[entry]
            at = t("at", n=one["position"], name=seat["name"])
            console.print(Text(f"  {at}: {one['word']}, {one['cost']}"))
            console.print(Text(f"    {t('played')}: {one['taken']}"))
            console.print(Text(f"    {one['reason']} {one['line']}".rstrip()))
    console.print()
    heads = ("number", "player", "word", "cost", "played", "better")
    table = Table(*(t(head) for head in heads), box=None, pad_edge=False)
    for one in words["decisions"]:
        if one["cost"]:
            row = (f"{one['position'] + 1}", match.names[one["seat"]], one["word"], one["cost"],
                   one["taken"], one["best"])  # fmt: skip
            table.add_row(*row)
    if table.row_count:
        console.print(table)
    else:
        console.print(t("dearest_none"))
    console.print(Text(t("cannot"), style="dim"))
