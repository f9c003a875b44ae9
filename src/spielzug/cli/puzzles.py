"""`spielzug puzzles`: finds puzzles in games of bots."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli import common
from spielzug.core.errors import UsageError

if TYPE_CHECKING:
    from spielzug.bots.clock import Stop
    from spielzug.core.game import Game
    from spielzug.school.puzzles.finder import PuzzleSearchPlan, SearchLog
    from spielzug.school.puzzles.model import Puzzle, PuzzleFileHeader

MOST_GAMES = 1_000_000
MOST_MINUTES = 10_000.0
MOST_KEPT = 10_000
LEAST_GAP, MOST_GAP = 0.03, 0.9  # less is noise

Found = tuple[int, "list[Puzzle]"]


def puzzles(
    game: common.GameName,
    games: Annotated[int, typer.Option(help="How many games to search.")] = 200,
    seed: Annotated[str, typer.Option(help="A different seed gives different games.")] = "1",
    bot: Annotated[str, typer.Option(help="The bot that plays the games.")] = "strong",
    gap: Annotated[
        float, typer.Option(help="The least that a wrong choice must cost, as a share of a win.")
    ] = 0.1,
    jobs: common.Jobs = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Stop after this many minutes; run the same command to continue."),
    ] = None,
    keep: Annotated[int, typer.Option(help="The maximum number of puzzles to write.")] = 150,
    also: Annotated[
        Path | None, typer.Option(help="A file of earlier puzzles to choose from as well.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write; GAME.jsonl if not given.")
    ] = None,
) -> None:
    """Find puzzles in games between bots."""
    from spielzug.lab.play.game_spec import check_bot, check_seed
    from spielzug.lab.play.workers import check_jobs

    found = common.find_game(game)
    _check_number("--games", games, MOST_GAMES)
    _check_number("--keep", keep, MOST_KEPT)
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise UsageError(f"--minutes {minutes:g}: give more than 0, at most {MOST_MINUTES:g}")
    if not LEAST_GAP <= gap <= MOST_GAP:
        raise UsageError(f"--gap {gap:g}: give {LEAST_GAP:g} to {MOST_GAP:g} of the win")
    check_jobs(jobs)
    check_seed(seed)
    check_bot(bot)
    file = out or Path(f"{found.name}.jsonl")
    common.check_writable(file, "--out")
    before = _read(found, also) if also is not None else None
    from spielzug.school.puzzles.finder import SUFFIX, PuzzleSearchPlan, SearchLog

    plan = PuzzleSearchPlan(found.name, bot, seed, gap=gap)
    journal = SearchLog(file.with_name(file.name + SUFFIX), plan)
    if journal.done:
        games_done, so_far = (
            common.counted(len(journal.done), "game"),
            common.counted(journal.found, "puzzle"),
        )
        common.tell(f"continuing: {games_done} done, {so_far} found")
    stopped = _search(found, journal, games, jobs, minutes)
    _write(found, journal, file, keep, before)
    if stopped:
        common.tell("stopped: run the same command to continue")
        raise typer.Exit(common.EXIT_INTERRUPTED)


def _check_number(option: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise UsageError(f"{option} {value}: give 1 to {most}")


def _search(
    game: Game, journal: SearchLog, games: int, jobs: int | None, minutes: float | None
) -> bool:
    """Search the remaining games; returns whether it was interrupted."""
    from spielzug.bots.clock import Stop
    from spielzug.lab.play.workers import Jobs as Work
    from spielzug.lab.play.workers import Processes, Task, Threads, cores, stop_on_signals
    from spielzug.school.puzzles.finder import warm_up

    left = [number for number in range(games) if number not in journal.done]
    if not left:
        return False
    warm_up(journal.plan)
    stop, late = Stop(), threading.Event()
    workers = min(jobs if jobs is not None else cores(), len(left))
    pool = Threads(1) if workers == 1 else Processes(workers)
    pool.ahead = 2
    work = Work.of(((journal.plan, number) for number in left), len(left))
    with (
        pool,
        stop_on_signals(stop),
        _stop_after(minutes, stop, late),
        _bar(games, minutes) as show,
    ):
        show(journal)
        for done in pool.each(Task(_search_inline, _search_in_worker), work, stop):
            for number, puzzles in done:
                journal.note(number, puzzles)
            show(journal)
    return stop.is_set() and not late.is_set()


def _search_inline(job: tuple[tuple[PuzzleSearchPlan, int], ...], stop: Stop) -> list[Found]:
    from spielzug.review import ReviewStopped
    from spielzug.school.puzzles.finder import search

    found: list[Found] = []
    try:
        for plan, number in job:
            if stop.is_set():
                break
            found.append((number, search(plan, number, stop)))
    except ReviewStopped:
        pass  # an unfinished game is searched again next time
    return found


def _search_in_worker(job: tuple[tuple[PuzzleSearchPlan, int], ...]) -> list[Found]:
    from spielzug.lab.play.workers import STOP

    return _search_inline(job, STOP)


@contextmanager
def _stop_after(minutes: float | None, stop: Stop, late: threading.Event) -> Iterator[None]:
    """Set `stop` and `late` when the time is over."""
    if minutes is None:
        yield
        return

    def end() -> None:
        late.set()
        stop.set()

    timer = threading.Timer(60 * minutes, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _bar(games: int, minutes: float | None) -> Iterator[Callable[[SearchLog], None]]:
    """A progress bar by games, or by time if that ends sooner."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    begin = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("puzzles", total=1.0)

        def show(journal: SearchLog) -> None:
            share = len(journal.done) / games
            if minutes is not None:
                share = max(share, (time.monotonic() - begin) / (60 * minutes))
            text = (
                f"{len(journal.done)} of {games} games, {common.counted(journal.found, 'puzzle')}"
            )
            bar.update(task, completed=min(1.0, share), description=text)

        yield show


def _read(game: Game, also: Path) -> tuple[PuzzleFileHeader, list[Puzzle]]:
    """The puzzles of an earlier search."""
    from spielzug.school.puzzles.model import read_puzzles

    try:
        text = also.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--also {also}: cannot be read: {error}") from None
    return read_puzzles(text, game, str(also))


def _write(
    game: Game,
    journal: SearchLog,
    file: Path,
    keep: int,
    before: tuple[PuzzleFileHeader, list[Puzzle]] | None,
) -> None:
    from spielzug.core.records import save_text
    from spielzug.school.puzzles.finder import select_puzzles
    from spielzug.school.puzzles.model import PuzzleFileHeader, puzzle_file_text

    plan, found, games = journal.plan, journal.puzzles, journal.games
    command = (
        f"spielzug puzzles {plan.game} --games {games} --seed {plan.seed} --bot {plan.bot} "
        f"--gap {plan.gap:g} --keep {keep}"
    )
    if before is not None:
        earlier, puzzles = before
        command = f"{earlier.command} --out earlier.jsonl\n{command} --also earlier.jsonl"
        found, games = [*puzzles, *found], earlier.games + games
    kept = select_puzzles(found, keep)
    head = PuzzleFileHeader(
        puzzles=game.name, rules=game.rules_version, command=command, games=games,
        found=len(found),
    )  # fmt: skip
    save_text(puzzle_file_text(head, kept), file)
    searched, all_found = common.counted(games, "game"), common.counted(len(found), "puzzle")
    print(f"{searched} searched, {all_found} found, {len(kept)} written to {file}")
    for grade in sorted({one.grade for one in kept}):
        same = [one for one in kept if one.grade == grade]
        wins = sum(one.kind == "win" for one in same)
        certain = common.counted(wins, "certain win")
        print(f"  missed by {grade} of 6 levels: {len(same)}, including {certain}")
