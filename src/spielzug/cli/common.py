"""Options and helpers that commands share, including those that play many games."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO, get_type_hints

import typer

from spielzug.core.errors import UsageError
from spielzug.core.texts import LINE_BREAK, printable

if TYPE_CHECKING:
    from rich.console import Console

    from spielzug.core.game import Game
    from spielzug.core.options import Options
    from spielzug.lab.arena.standings import ArenaFigures
    from spielzug.lab.play.simulate import SimulationFigures
    from spielzug.lab.play.workers import WorkerPool

EXIT_INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells use it; after SIGTERM, too."""


def _game_names() -> list[str]:
    from spielzug.games import NAMES

    return list(NAMES)


GameName = Annotated[
    str, typer.Argument(help="The game; see `spielzug games`.", autocompletion=_game_names)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Seats = Annotated[
    int | None, typer.Option(help="How many seats; the fewest possible if not given.")
]
SeatCounts = Annotated[
    str | None,
    typer.Option(help="How many seats, such as 4, 2-4 or 3,5; the fewest if not given."),
]
Bots = Annotated[
    str, typer.Option(help="One bot for all seats, or one for each, separated by commas.")
]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games.")]
Luck = Annotated[
    int, typer.Option(help="Alternative outcomes to sample wherever chance decides; 0 for none.")
]
Language = Annotated[str, typer.Option(help="The language: de, en, fr or nl.")]
SetFile = Annotated[
    Path | None, typer.Option("--set", help="A file with other cards or boards for the game.")
]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="A game option, as NAME=VALUE; may be repeated."),
]


def terminal_language() -> str:
    """The language of the terminal, from the environment."""
    from spielzug.core.texts import LANGUAGES

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2]
        if code:
            return code if code in LANGUAGES else "en"
    return "en"


def read_language(given: str) -> str:
    """The language asked for, or else that of the terminal."""
    from spielzug.core.texts import require_language

    return require_language(given) if given else terminal_language()


def read_bots(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def find_game(name: str) -> Game:
    from spielzug.games import get_game

    return get_game(name)


def resolve_seats(game: Game, seats: int | None) -> int:
    """The number of seats, checked; by default the smallest that the game allows."""
    count = game.seats[0] if seats is None else seats
    game.check_seats(count)
    return count


def check_writable(file: Path | None, what: str) -> None:
    """Check now that a file, if there will be one, can be written later, without changing it."""
    if file is None:
        return
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


def create_folder(folder: Path, what: str) -> None:
    """Create the folder unless it is there, and check that files can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"{what} {folder}: cannot be created: {why}; name another folder"
        ) from None
    check_writable(folder / ".spielzug", what)


def tell(text: str) -> None:
    """Print a message to stderr, apart from the figures on stdout."""
    print(f"spielzug: {printable(text, keep=LINE_BREAK)}", file=sys.stderr, flush=True)


def print_line(text: str, to: TextIO | None = None) -> None:
    """Print one line, to stdout by default, of which a part may come from a file."""
    print(printable(text), file=to)


def literal_console() -> Console:
    """A console for text from files: in names, nothing is markup or the code of an emoji."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def ask_line(console: Console, prompt: str) -> str:
    """Ask for a line; the prompt may contain a name."""
    from rich.text import Text

    return console.input(Text(prompt, "bold"))


def counted(count: int, noun: str) -> str:
    """`1 record`, `2 records`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def program_limit(seconds: float | None) -> float:
    from spielzug.bots.names import PROGRAM_SECONDS

    return PROGRAM_SECONDS if seconds is None else seconds


def report_interrupted(done: int, planned: int) -> None:
    """After Ctrl-C or SIGTERM, say what the figures cover; exit if there are none."""
    if not done:
        tell("stopped before a game was finished, so there are no figures")
        raise typer.Exit(EXIT_INTERRUPTED)
    tell(f"stopped after {done} of {planned} games; the figures cover those")


def use_set(file: Path | None, game: Game | None = None) -> dict[str, int]:
    """Load a set file if one is given; returns the option that selects it."""
    from spielzug.games import load_set

    if file is None:
        return {}
    found, loaded = load_set(file)
    if game is not None and found is not game:
        raise UsageError(f"{file}: this is a set of {found.title['en']}, not of {game.title['en']}")
    for line in loaded.warning_lines(file):
        tell(line)
    return {"set": loaded.number}


def read_options(
    game: Game, pairs: list[str] | None, base: dict[str, int] | None = None
) -> Options:
    said = game.options.read_text(" ".join(pairs or []))
    options: Options = game.options(**{**(base or {}), **said})
    return options


def simulation_options(game: Game, pairs: list[str] | None, set_file: Path | None) -> Options:
    """The options of a game that bots play, with the set in this file."""
    return read_options(game, pairs, {**game.simulation, **use_set(set_file, game)})


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr; yields the function to call with steps done."""
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


ProgramSeconds = Annotated[
    float | None,
    typer.Option(help="Seconds that a program has for each decision; 30 if not given."),
]
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
    """Options that choose which processes or machines play the games of a run."""

    jobs: Jobs = None
    ray: Ray = None
    as_json: AsJson = False

    def pool(self, compiled: bool) -> AbstractContextManager[WorkerPool]:
        """The workers for one run; `compiled`: whether whole games run compiled."""
        from spielzug.lab.play.workers import check_jobs, pool_for_run

        check_jobs(self.jobs)
        if self.ray is not None:
            from spielzug.lab.play.ray_cluster import Cluster

            return Cluster(self.ray, self.jobs)
        return pool_for_run(None, compiled, self.jobs)


@dataclass(frozen=True)
class RunOutput(WorkerOptions):
    """Options of a run that do not change its games; `first_game` is for `spielzug merge`.

    A program that is slower than `program_seconds` forfeits its games.
    """

    first_game: FirstGame = 0
    untimed: Untimed = False
    program_seconds: ProgramSeconds = None

    def written(self, figures: SimulationFigures | ArenaFigures) -> str:
        """The figures as JSON."""
        from spielzug.lab.play.run_files import untimed, written

        return written(untimed(figures) if self.untimed else figures)


def expand_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose dataclass parameters are replaced by one option for each field."""
    hints = get_type_hints(command, include_extras=True)
    parameters = inspect.signature(command).parameters
    groups = {name: hints[name] for name in parameters if is_dataclass(hints[name])}

    @wraps(command)
    def run(**given: object) -> None:
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
