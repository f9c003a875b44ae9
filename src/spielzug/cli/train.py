"""`spielzug train` trains a net by self-play; `spielzug net` describes a net and its strength."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielzug.cli.common import EXIT_INTERRUPTED, AsJson, GameName, find_game, progress_bar, tell
from spielzug.core.errors import DataError, UsageError
from spielzug.core.rules_mode import use_plain_rules

if TYPE_CHECKING:
    from spielzug.bots.net.file import NetCard, Strength
    from spielzug.core.game import Game
    from spielzug.learn.plan import TrainingPlan
    from spielzug.learn.training_run import TrainingProgress, TrainingRun

NEEDS = (
    "training needs torch: pip install 'spielzug[learn]', or run `make learn`, which installs it "
    "in .venv-learn (then use .venv-learn/bin/spielzug train …)"
)


def train(
    game: GameName,
    seats: Annotated[
        str | None,
        typer.Option(help="How many seats, such as 2 or 2,3; every possible number if not given."),
    ] = None,
    device: Annotated[str | None, typer.Option(help="cpu or cuda; cpu if not given.")] = None,
    minutes: Annotated[
        float | None, typer.Option(help="How many minutes to train in total; 60 if not given.")
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option(help="How many decisions to train for, instead of minutes."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The random seed; 1 if not given.")] = None,
    size: Annotated[
        int | None,
        typer.Option(help="Games to play at once; as many as suit the device if not given."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(help="Games against each rival to measure a net; 200 if not given."),
    ] = None,
    from_nothing: Annotated[
        bool,
        typer.Option("--from-nothing", help="Do not learn from the game's quick player first."),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="A new folder for the run; train-GAME if not given.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the run in this folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a net to play a game by self-play. You can stop the run and resume it."""
    found = find_game(game)
    if minutes is not None and decisions is not None:
        raise UsageError("--minutes and --decisions both say how long to train: give one of them")
    if decisions is not None and decisions < 1:
        raise UsageError(f"--decisions {decisions}: ask for at least 1")
    from spielzug.lab.play.run_files import begin, load_request, lock_run_folder, save_request
    from spielzug.learn.plan import GAMES, MINUTES, SEED, TrainingPlan

    if resume is not None:
        given = (seats, device, seed, size, games, out, from_nothing or None)
        if any(each is not None for each in given):
            raise UsageError(
                "--resume continues with the original options: only --minutes can be given with "
                "it, or --decisions for a run that counts them"
            )
        folder, plan = resume, TrainingPlan.from_json(load_request(resume), resume)
        if plan.game != found.name:
            raise UsageError(f"{folder}: this is a run of {plan.game!r}, not of {found.name!r}")
        other, unit = (minutes, "decisions") if plan.decisions else (decisions, "minutes")
        if other is not None:
            raise UsageError(f"{folder}: this run counts {unit}: give a new total with --{unit}")
        if minutes is not None:
            plan = replace(plan, minutes=minutes).require_valid()
        if decisions is not None:
            plan = replace(plan, decisions=decisions).require_valid()
        _check_device(plan.device)
        save_request(folder, plan.to_json())
    else:
        plan = TrainingPlan(
            game=found.name, seats=_seats(seats), device=device or "cpu",
            minutes=MINUTES if minutes is None else minutes, seed=SEED if seed is None else seed,
            size=size or 0, games=GAMES if games is None else games, imitate=not from_nothing,
            decisions=decisions or 0, line=shlex.join(["spielzug", *sys.argv[1:]]),
        ).require_valid()  # fmt: skip
        _check_device(plan.device)
        folder = out or Path(f"train-{found.name}")
        begin(folder, plan.to_json())
    with lock_run_folder(folder):
        figures = _run_training(plan, folder)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        show_training(figures)
    if figures["stopped"]:
        raise typer.Exit(EXIT_INTERRUPTED)


def _check_device(device: str) -> None:
    """Check the device before the folder is created."""
    try:
        import torch
    except ImportError:
        raise UsageError(NEEDS) from None
    if device == "cuda" and not torch.cuda.is_available():
        raise UsageError("torch finds no GPU here: train with --device cpu")


def _seats(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    try:
        return tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        raise UsageError(f"--seats {text}: give numbers, such as 2 or 2,3") from None


def _run_training(plan: TrainingPlan, folder: Path) -> dict[str, Any]:
    """Train until the plan's end or Ctrl-C; then measure the strength."""
    from spielzug.bots.clock import Stop
    from spielzug.lab.play.workers import Processes, cores, stop_on_signals
    from spielzug.learn.training_run import NET, TrainingRun

    course, stop, rate = TrainingRun(plan, folder), Stop(), 0.0
    if course.over:
        length, unit = (
            (plan.decisions, "decisions") if plan.decisions else (plan.minutes, "minutes")
        )
        tell(
            f"the {length:.12g} {unit} of this run are used up; to train longer: "
            f"--resume {folder} --{unit} {2 * length:.12g}"
        )
    else:
        course.ready()
        with _bar(course) as show, stop_on_signals(stop):

            def on_progress(now: TrainingProgress) -> None:
                nonlocal rate
                rate = now.rate
                show(now)

            course.run(stop, on_progress)
    if not course.training.decisions:
        tell(f"stopped before anything was learned: continue with --resume {folder}")
        raise typer.Exit(EXIT_INTERRUPTED)
    if stop.is_set():
        tell("stopped; measuring the net as it is now (Ctrl-C skips this)")
    again, total = Stop(), course.final_game_count
    bar = progress_bar(f"{total} games to measure the net", total)
    with Processes(cores()) as pool, bar as tick, stop_on_signals(again):
        best = course.finish(pool, again, tick)
    return {
        "game": plan.game, "device": plan.device, "folder": str(folder),
        "net": str(folder / NET), "stopped": stop.is_set(),
        "minutes": round(course.seconds / 60, 3), "decisions": course.training.decisions,
        "games": course.training.games, "decisions_per_second": round(rate),
        "best": best.to_json(),
    }  # fmt: skip


@contextmanager
def _bar(course: TrainingRun) -> Iterator[Callable[[TrainingProgress], None]]:
    """A progress bar on stderr, with the results so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("training", total=1.0)

        def show(now: TrainingProgress) -> None:
            words = [f"{now.decisions:,} decisions, {now.rate:,.0f} per second"]
            if now.point is not None:
                words += [f"{score.rate:.0%} against {score.against}" for score in now.point.scores]
            bar.update(task, completed=now.done, description=", ".join(words))

        yield show


def show_training(figures: Mapping[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(
        f"{figures['minutes']:.1f} minutes, {figures['decisions']:,} decisions "
        f"({figures['decisions_per_second']:,} per second), {figures['games']:,} games\n",
        highlight=False,
    )
    table = Table("against", "seats", "games", "won", "95%", box=None)
    for score in figures["best"]["strength"]:
        table.add_row(
            score["against"], str(score["seats"]), str(score["games"]), f"{score['rate']:.1%}",
            f"{score['low']:.1%} … {score['high']:.1%}",
        )  # fmt: skip
    console.print(table)
    folder = figures["folder"]
    console.print(
        f"\nNet: {figures['net']}\nCurve: {Path(folder) / 'curve.svg'}\n"
        f"To play it: spielzug play {figures['game']} --seats me,net:{figures['net']}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip


def net(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Argument(help="A net file; the net that ships with the game if not given."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a net was made, how strong it is and whether it fits this version."""
    use_plain_rules()
    from spielzug.bots.names import shipped_path
    from spielzug.bots.net.file import read_card

    found = find_game(game)
    path = file or shipped_path(found.name)
    if path is None or (file is None and not path.is_file()):
        raise UsageError(f"no net ships with {found.name}; name a net file")
    card = read_card(path)
    why = why_not(found, path, card)
    if as_json:
        print(json.dumps({**card.model_dump(), "fits": not why, "why_not": why}, indent=2))
        return
    for line in card_lines(card, path):
        print(line)
    if why:
        print(f"It does not fit: {why}.")
    else:
        bot = "net" if file is None else f"net:{file}"
        print(f"It fits. To try it: spielzug arena {found.name} --bots {bot},club --games 40")


def why_not(game: Game, path: Path, card: NetCard) -> str:
    """Why a net cannot play this game with its default options; empty if it can."""
    from spielzug.bots.names import GameTerms
    from spielzug.bots.net.file import load
    from spielzug.bots.net.player import misfit_error

    seats = next((n for n in card.seats if n in game.seats), game.seats[0])
    try:
        loaded = load(path, game)
    except DataError as error:
        return str(error)
    return misfit_error(loaded, GameTerms(game, game.options(), seats, game.rules_version))


def card_lines(card: NetCard, path: Path) -> list[str]:
    made = card.made
    seats = ", ".join(map(str, card.seats))
    layers = ", ".join(map(str, card.sizes))
    named = f" the set {card.set.name} ({card.set.digest})," if card.set.digest else ""
    settings = "; ".join(setting or "the default options" for setting in card.settings)
    versions = ", ".join(f"{name} {version}" for name, version in made.versions.items())
    return [
        f"{path}: a net for {card.game}, {path.stat().st_size / 1e6:.2f} MB, layers of {layers}",
        f"Trained on rules version {card.rules_version},{named} with {seats} seats, {settings},",
        f"from {made.decisions:,} decisions in {made.games:,} games, "
        f"in {made.minutes:,.0f} minutes on {made.device}",
        f"Made {made.date}, seed {made.seed}: {made.command}",
        *([f"with {versions}"] if versions else []),
        *(["How strong it is:"] if card.strength else []),
        *(f"  {strength(row)}" for row in card.strength),
        *([card.notes] if card.notes else []),
    ]


def strength(row: Strength) -> str:
    luck = ", adjusted for luck" if row.luck_off else ""
    return (
        f"against {row.against}: {row.rate:.1%} ({row.low:.1%} – {row.high:.1%}) "
        f"of {row.games:,} games with {row.seats} seats{luck}"
    )
