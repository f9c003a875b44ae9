"""`spielzug tune`: adjusts the numbers of a game until it meets the aims in a file."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielzug.cli import common
from spielzug.core.errors import UsageError

if TYPE_CHECKING:
    from spielzug.core.game import Game
    from spielzug.lab.play.workers import WorkerPool
    from spielzug.lab.tune.search import TuningStep
    from spielzug.lab.tune.tuning_run import TuningOutcome, TuningPlan, TuningSetup

TRIALS, GAMES, BOTS, SEED = 100, 90, "club", "1"
FRESH = 3
"""The final measurement on fresh deals plays this many times the games of a trial."""


@dataclass(frozen=True)
class Search:
    """Options for the length of the search and its folder."""

    trials: Annotated[
        int | None,
        typer.Option(
            min=1, help=f"How many trials in total; {TRIALS} if --minutes is not given either."
        ),
    ] = None
    minutes: Annotated[float | None, typer.Option(min=0.01, help="How many minutes to search.")] = (
        None
    )
    games: Annotated[
        int | None,
        typer.Option(
            help=f"Games in a full trial, for each number of seats; {GAMES} if not given."
        ),
    ] = None
    out: Annotated[
        Path | None, typer.Option(help="A new folder for the run; tune-GAME if not given.")
    ] = None
    resume: Annotated[Path | None, typer.Option(help="Continue the run in this folder.")] = None

    @property
    def most(self) -> int | None:
        return TRIALS if self.trials is None and self.minutes is None else self.trials


@common.expand_option_groups
def tune(
    game: common.GameName,
    search: Search,
    workers: common.WorkerOptions,
    aim: Annotated[Path | None, typer.Option(help="The file of aims.")] = None,
    set_file: common.SetFile = None,
    bots: Annotated[
        str | None,
        typer.Option(help=f"One bot for all seats, or one for each; {BOTS} if not given."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed tries the same values.")] = None,
    option: common.OptionPairs = None,
    schema: Annotated[
        Path | None,
        typer.Option(help="Only write the JSON schema for files of aims, for text editors."),
    ] = None,
) -> None:
    """Adjust a game's numbers until it meets the aims in a file as closely as possible."""
    found = common.find_game(game)
    if schema is not None:
        _write_schema(found, schema)
        return
    try:
        import optuna  # noqa: F401
    except ImportError:
        raise UsageError("tuning needs Optuna: pip install 'spielzug[lab]'") from None
    from spielzug.lab.play.run_files import begin, load_request
    from spielzug.lab.tune.tuning_run import TuningPlan, TuningSetup

    if search.resume is not None:
        if any(
            each is not None
            for each in (aim, set_file, bots, seed, option, search.games, search.out)
        ):
            raise UsageError(
                "--resume continues with the original options: only --trials, --minutes, --jobs, "
                "--ray and --json can be given with it"
            )
        folder = search.resume
        plan = TuningPlan.from_json(load_request(folder), folder)
        if plan.game != found.name:
            raise UsageError(f"{folder}: this is a run of {plan.game!r}, not of {found.name!r}")
        setup = TuningSetup(plan)
    else:
        if aim is None:
            raise UsageError("name a file of aims with --aim FILE")
        plan = _plan(found, search, aim, set_file, bots or BOTS, seed or SEED, option)
        setup = TuningSetup(plan)
        setup.ready()  # report errors in the file before the folder is created
        folder = search.out or Path(f"tune-{found.name}")
        begin(folder, plan.to_json())
    outcome = _search(setup, folder, search, workers)
    figures = {**outcome.to_json(), "folder": str(folder)}
    if workers.as_json:
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        show_tuning(figures)
    if outcome.stopped:
        raise typer.Exit(common.EXIT_INTERRUPTED)


def _plan(
    game: Game, search: Search, aim: Path, set_file: Path | None, bots: str, seed: str,
    option: list[str] | None,
) -> TuningPlan:  # fmt: skip
    from spielzug.core.sets import read_text
    from spielzug.lab.play.game_spec import source_code
    from spielzug.lab.tune.tuning_run import TuningPlan

    pairs = dict(game.options.from_text(" ".join(option or [])).named())
    given = {pair.partition("=")[0] for pair in option or []}
    games = GAMES if search.games is None else search.games
    return TuningPlan(
        game=game.name,
        aims=read_text(aim, "the file of aims"),
        aims_name=aim.name,
        set_text=read_text(set_file) if set_file is not None else None,
        options={name: value for name, value in pairs.items() if name in given},
        bots=tuple(name.strip() for name in bots.split(",")),
        games=games,
        check=FRESH * games,
        seed=seed,
        line=shlex.join(["spielzug", *sys.argv[1:]]),
        code=source_code(game),
        set_name=set_file.name if set_file is not None else "",
    )


def _search(
    setup: TuningSetup, folder: Path, search: Search, workers: common.WorkerOptions
) -> TuningOutcome:
    """Search until the limit or Ctrl-C; then measure the best on fresh deals."""
    from spielzug.bots.clock import Stop
    from spielzug.lab.play.one_game import Forfeits
    from spielzug.lab.play.run_files import lock_run_folder
    from spielzug.lab.play.workers import check_jobs, stop_on_signals
    from spielzug.lab.tune.search import Trials, Tuning
    from spielzug.lab.tune.tuning_run import GameTrialPlayer, measure, outcome_of, start_pool

    check_jobs(workers.jobs)
    compiled = setup.compiled
    if workers.ray is None:
        setup.warm_up()

    def pool() -> AbstractContextManager[WorkerPool]:
        return (
            workers.pool(compiled)
            if workers.ray is not None
            else start_pool(compiled, workers.jobs)
        )

    with lock_run_folder(folder):
        trials, stop = Trials(setup.knobs, setup.plan.seed, folder), Stop()
        with pool() as players, _bar(search) as (tick, step), stop_on_signals(stop):
            trial_player = GameTrialPlayer(setup, players, "tune", tick, Forfeits(common.tell))
            tuning = Tuning(trials, trial_player, setup.plan.games, stop)

            def on_step(now: TuningStep) -> None:
                step(now)
                if now.improved:
                    outcome_of(setup, trials).save(folder)

            step(tuning.step())
            seconds = search.minutes * 60 if search.minutes is not None else None
            tuning.run(search.most, seconds, on_step)
        outcome = outcome_of(setup, trials)
        outcome.stopped = stop.is_set()
        if trials.best is None:
            common.tell(f"stopped before a trial was finished: continue with --resume {folder}")
            raise typer.Exit(common.EXIT_INTERRUPTED)
        if stop.is_set():
            common.tell("stopped; measuring the best so far on fresh deals (Ctrl-C skips this)")
        again, games = Stop(), 2 * setup.plan.check * len(setup.file.seats)
        bar = common.progress_bar(f"{games} fresh games", games)
        with pool() as players, bar as tick_fresh, stop_on_signals(again):
            measure(outcome, players, again, tick_fresh)
        outcome.save(folder)
    return outcome


@contextmanager
def _bar(search: Search) -> Iterator[tuple[Callable[[int], None], Callable[[TuningStep], None]]]:
    """A progress bar on stderr, by trials or by time, with the results so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    begin, games = time.monotonic(), 0
    words = ["trials"]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        total = search.minutes * 60 if search.minutes is not None else search.most
        task = bar.add_task("trials", total=total)

        def show() -> None:
            if search.minutes is not None:
                bar.update(task, completed=time.monotonic() - begin)
            bar.update(task, description=f"{words[0]}, {games:,} games")

        def tick(more: int) -> None:
            nonlocal games
            games += more
            show()

        def step(now: TuningStep) -> None:
            of = f" of {search.most}" if search.most is not None else ""
            best = f", best {now.best:.3g}" if now.best is not None else ""
            words[0] = f"{now.trials}{of} trials, {now.given_up} given up early{best}"
            if search.minutes is None:
                bar.update(task, completed=now.trials)
            show()

        yield tick, step


def _write_schema(game: Game, file: Path) -> None:
    from spielzug.core.records import save_text
    from spielzug.lab.tune.aims import schema_of

    common.check_writable(file, "--schema")
    save_text(json.dumps(schema_of(game), indent=2, ensure_ascii=False) + "\n", file)
    print(f"Wrote the schema to {file}")


def show_tuning(figures: Mapping[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    refused = f", {figures['refused']} not playable" if figures["refused"] else ""
    console.print(
        f"{common.counted(figures['trials'], 'trial')} of "
        f"{common.counted(figures['knobs'], 'knob')}, "
        f"{figures['given_up']} given up early{refused}\n",
        highlight=False,
    )
    if figures["changes"]:
        changed = Table("changed", "was", "is", box=None)
        for row in figures["changes"]:
            changed.add_row(row["address"], str(row["from"]), str(row["to"]))
        console.print(changed)
    else:
        console.print("Nothing has changed: nothing better was found.")
    console.print()
    if figures["penalty"] is None:
        console.print("Not measured on fresh deals, so this looks better than it is.")
    else:
        console.print(
            f"On {figures['check']} fresh deals for each number of seats "
            f"(penalty {figures['penalty_before']:.3g} → {figures['penalty']:.3g}):",
            highlight=False,
        )
        aims = Table("aim", "before", "now", "95%", "worst for", "", box=None)
        for row in figures["aims"]:
            before, now = row["before"], row["now"]
            aims.add_row(
                row["aim"], _figure(before), _figure(now), _interval(now),
                now["place"] if now else "", now["verdict"] if now else "",
            )  # fmt: skip
        console.print(aims)
    best = Path(figures["folder"]) / "best.yaml"
    console.print(f"\nBest set: {best}", highlight=False, soft_wrap=True)


def _figure(judged: Mapping[str, Any] | None) -> str:
    return f"{judged['figure']['value']:.3g}" if judged else "?"


def _interval(judged: Mapping[str, Any] | None) -> str:
    if judged is None:
        return ""
    low, high = (judged["figure"][end] for end in ("low", "high"))
    return f"{'…' if low is None else f'{low:.3g}'} to {'…' if high is None else f'{high:.3g}'}"
