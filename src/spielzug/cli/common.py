"""What the commands share: their common options, and a bar for long work.

What the commands that play many games share: which of them, who plays, and how it is told.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from spielzug.core.errors import UsageError

if TYPE_CHECKING:
    from spielzug.core.game import Game
    from spielzug.core.options import Options
    from spielzug.lab.play.workers import WorkerPool

EXIT_INTERRUPTED = 130
"""The exit code after Ctrl-C, what a shell gives a command that was ended so; after SIGTERM too."""

GameName = Annotated[str, typer.Argument(help="The game; see `spielzug games`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Seats = Annotated[
    int | None, typer.Option(help="How many seats; the fewest possible if not given.")
]
SetFile = Annotated[
    Path | None, typer.Option("--set", help="A file with other cards or boards for the game.")
]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="A game option, as NAME=VALUE; may be repeated."),
]


def terminal_language() -> str:
    """The language of the terminal, as the environment tells it."""
    from spielzug.core.texts import LANGUAGES

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2]
        if code:
            return code if code in LANGUAGES else "en"
    return "en"


def find_game(name: str) -> Game:
    from spielzug.games import get_game

    return get_game(name)


def resolve_seats(game: Game, seats: int | None) -> int:
    """As many as were asked for, as few as the game allows if nothing was; never a wrong number."""
    count = game.seats[0] if seats is None else seats
    game.check_seats(count)
    return count


def check_writable(file: Path, what: str) -> None:
    """Refuse a file that could not be written when the time comes; it stays as it is."""
    try:
        if os.path.isdir(file):
            raise UsageError(f"{what} {file}: this is a folder; name a file in it")
        if not os.path.isdir(file.parent):
            raise UsageError(f"{what} {file}: there is no folder {file.parent}: create it first")
        new = not os.path.exists(file)
        file.open("a").close()
        if new:
            file.unlink()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{what} {file}: cannot be written: {why}; name another file") from None


def tell(text: str) -> None:
    """Something on the way that is no figure."""
    print(f"spielzug: {text}", file=sys.stderr, flush=True)


def counted(count: int, noun: str) -> str:
    """`1 record`, `2 records`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def report_interrupted(done: int, planned: int) -> None:
    """After Ctrl-C or SIGTERM: what the figures are about. Ends the command if there are none."""
    if not done:
        tell("stopped before a game was finished, so there are no figures")
        raise typer.Exit(EXIT_INTERRUPTED)
    tell(f"stopped after {done} of {planned} games; the figures cover those")


def use_set(file: Path | None, game: Game | None = None) -> dict[str, int]:
    """Load a set if one is given: the option that chooses it."""
    from spielzug.games import load_set

    if file is None:
        return {}
    found, loaded = load_set(file)
    if game is not None and found is not game:
        raise UsageError(f"{file}: this is a set of {found.title['en']}, not of {game.title['en']}")
    for line in loaded.told(file):
        tell(line)
    return {"set": loaded.number}


def read_options(
    game: Game, pairs: list[str] | None, base: dict[str, int] | None = None
) -> Options:
    said = game.options.read_text(" ".join(pairs or []))
    options: Options = game.options(**{**(base or {}), **said})
    return options


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr while long work runs."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.advance(task, done)


FirstGame = Annotated[
    int, typer.Option(help="The number of the first game, to play part of a run; see `merge`.")
]
Jobs = Annotated[
    int | None,
    typer.Option(help="How many games to play at once; one per core if not given."),
]
Ray = Annotated[
    str | None, typer.Option(help="Play on the Ray cluster at this address; `local` starts one.")
]
Untimed = Annotated[
    bool, typer.Option("--untimed", help="Leave timings out of the JSON.")
]  # fmt: skip


@dataclass(frozen=True)
class WorkerOptions:
    """The options of a run that say who plays its games."""

    jobs: Jobs = None
    ray: Ray = None
    as_json: AsJson = False

    def pool(self, compiled: bool) -> AbstractContextManager[WorkerPool]:
        """Who plays, for one run; `compiled` tells whether whole games are."""
        from spielzug.lab.play.workers import check_jobs, pool_for_run

        check_jobs(self.jobs)
        if self.ray is not None:
            from spielzug.lab.play.ray_cluster import Cluster

            return Cluster(self.ray, self.jobs)
        return pool_for_run(None, compiled, self.jobs)


@dataclass(frozen=True)
class RunOutput(WorkerOptions):
    """The options of a run that say nothing about its games; of a part of a run, see `merge`."""

    first_game: FirstGame = 0
    untimed: Untimed = False

    def written(self, figures: dict[str, Any]) -> str:
        """Figures as JSON."""
        from spielzug.lab.play.run_files import untimed, written

        return written(untimed(figures) if self.untimed else figures)


def expand_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command with groups of options: a parameter that is a dataclass is given as options of its
    own, one for each field."""
    hints = get_type_hints(command, include_extras=True)
    parameters = inspect.signature(command).parameters
    groups = {name: hints[name] for name in parameters if is_dataclass(hints[name])}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            own = {field.name: given.pop(field.name) for field in fields(group)}
            given[name] = group(**own)
        command(**given)

    kept = [
        each.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
        for name, each in parameters.items()
        if name not in groups
    ]
    more = [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default,
            annotation=get_type_hints(group, include_extras=True)[field.name],
        )
        for group in groups.values()
        for field in fields(group)
    ]  # fmt: skip
    run.__signature__ = inspect.Signature([*kept, *more])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in (*kept, *more)}
    return run
