"""Runs that are interrupted: failing programs, Ctrl-C, folders that cannot be written."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.programs import written
from spielzug.bots.clock import Stop
from spielzug.cli.arena import show_standing
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.records import load_record
from spielzug.games import get_game
from spielzug.lab.arena.tournament import Arena, compete
from spielzug.lab.play import workers
from spielzug.lab.play.game_spec import MOST, aliases
from spielzug.lab.play.one_game import Forfeit, Forfeits, forfeited
from spielzug.lab.play.simulate import SimulationPlan, simulate
from spielzug.lab.play.totals import Sums

BREAKS_OFF = """
    begin()
    for _ in range(5):
        play(asked())
    sys.exit(3)
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    """A program that ends in the middle of every game."""
    file, _ = written(tmp_path, BREAKS_OFF)
    return f"program:{file}"


# -- forfeits ------------------------------------------------------------------------------------


def test_a_program_that_forfeits_three_games_in_a_row_is_out_and_the_arena_goes_on(
    game_of_trains: Game, program: str
) -> None:
    told: list[str] = []
    arena = Arena.make(game_of_trains, ["greedy", program, "random"], 2, "forfeit")
    figures = compete(arena, tell=told.append).to_json()
    assert (figures["games"], figures["planned"], figures["stopped"]) == (5, 6, False)
    greedy, crashed, random = figures["by_bot"]
    assert (crashed["forfeits"], crashed["wins"], crashed["rate"]) == (3, 0, 0.0)
    assert [row["out"] for row in figures["by_bot"]] == [False, True, False]
    assert (greedy["forfeits"], random["forfeits"]) == (0, 0)
    assert greedy["wins"] + random["wins"] == 5
    [line] = told  # only the first time
    assert "ended with exit code 3" in line
    assert "the run continues" in line


def test_a_program_that_hangs_is_out_after_three_limits(
    game_of_trains: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It never answers, so it takes as long as it may: with a limit of 30 seconds, minutes."""
    file, _ = written(tmp_path, "begin()\ntime.sleep(600)")
    bots = ["random", f"program:{file}", "greedy"]
    arena = Arena.make(game_of_trains, bots, 6, "hang", program_seconds=0.2)
    with workers.Threads(1) as pool:
        figures = compete(arena, pool=pool).to_json()
    assert [row["forfeits"] for row in figures["by_bot"]] == [0, 3, 0]
    assert [row["games"] for row in figures["pairs"]] == [2, 6, 1]
    show_standing(figures)
    assert "program forfeited 3 games (counted as lost), the last ones" in capsys.readouterr().out
    plan = SimulationPlan.make(game_of_trains, 2, bots[:2], 9, "hang", program_seconds=0.2)
    with workers.Threads(1) as pool:
        report = simulate(plan, pool=pool)
    assert (report.games, report.stopped, report.out) == (3, False, frozenset(bots[1:2]))
    assert [row["out"] for row in report.to_json()["by_bot"]] == [False, True]


def test_a_forfeit_now_and_then_takes_nobody_out() -> None:
    forfeits, lost = Forfeits(lambda _: None), Forfeit("one", "why")
    games = [lost, lost, None, lost, lost]
    assert not any(forfeits.is_out("ab", "a" if each else None, each) for each in games)
    assert forfeits.is_out("ab", "a", lost)
    assert forfeits.counts == {"one": 5}


def test_simulate_counts_forfeits_and_keeps_what_was_played_of_them(
    game_of_trains: Game, program: str, tmp_path: Path
) -> None:
    folder = tmp_path / "records"
    plan = SimulationPlan.make(game_of_trains, 2, [program, "random"], 2, "forfeit", records=folder)
    figures = simulate(plan).to_json()
    assert figures["reasons"] == {"forfeited": 2}
    assert [row["forfeits"] for row in figures["by_bot"]] == [2, 0]
    assert figures["by_bot"][1]["wins"] == 2
    records = [load_record(path, get_game) for path in sorted(folder.iterdir())]
    assert len(records) == figures["records"] == 2
    assert not any(match.over for match in records)
    assert {seat.player for match in records for seat in match.seats} == {"program", "random"}


def test_a_program_loses_with_all_its_seats_and_the_others_share() -> None:
    assert forfeited(["a", "b", "a", "c"], "a") == (0.0, 0.5, 0.0, 0.5)
    assert forfeited(["a", "a"], "a") == (0.0, 0.0)


@pytest.mark.parametrize("command", ["./nowhere.py", "no-such-command --fast"])
def test_a_program_that_is_not_there_is_told_before_the_first_game(
    game_of_trains: Game, command: str
) -> None:
    for make in (
        lambda: SimulationPlan.make(game_of_trains, 2, [f"program:{command}", "random"], 4, "x"),
        lambda: Arena.make(game_of_trains, [f"program:{command}", "random"], 4, "x"),
    ):
        with pytest.raises(UsageError, match=f"there is no {command.split()[0]}; name a file"):
            make()


# -- names ---------------------------------------------------------------------------------------


def test_programs_whose_names_are_cut_to_the_same_text_are_told_apart(tmp_path: Path) -> None:
    files = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "a_rather_long_name_of_a_bot.py"
        file.touch()
        files.append(f"program:python3 {file} --fast")
    found = aliases([*files, "casual", files[0]])
    assert list(found) == [*files, "casual"]
    assert list(found.values()) == ["a_rather_long_n…", "a_rather_long… 2", "casual"]
    assert all(len(name) <= MOST for name in found.values())


# -- stopping ------------------------------------------------------------------------------------


def after(games: int, sign: signal.Signals = signal.SIGINT) -> Any:
    """A progress that presses Ctrl-C when so many games are done, or sends another signal."""
    done = 0
    once = threading.Lock()

    def progress(count: int) -> None:
        nonlocal done
        done += count
        if done >= games and once.acquire(blocking=False):
            os.kill(os.getpid(), sign)

    return progress


@pytest.fixture
def sigterm_raises() -> Iterator[None]:
    """Where nobody takes care of SIGTERM, a test fails and the others go on."""

    def fail(*_: Any) -> None:
        raise AssertionError("nobody takes care of SIGTERM")

    before = signal.signal(signal.SIGTERM, fail)
    yield
    assert signal.signal(signal.SIGTERM, before) is fail, "a run leaves signals as they were"


def test_sigterm_asks_for_the_end_and_a_second_one_is_impatient(sigterm_raises: None) -> None:
    stop = Stop()
    with workers.stop_on_signals(stop):
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.is_set()
        with pytest.raises(AssertionError, match="nobody takes care"):
            os.kill(os.getpid(), signal.SIGTERM)


def test_sigterm_in_simulate_keeps_what_was_played(
    game_of_trains: Game, sigterm_raises: None
) -> None:
    plan = SimulationPlan.make(game_of_trains, 2, ["greedy"], 1_000_000, "stop")
    figures = simulate(plan, after(3, signal.SIGTERM)).to_json()
    assert figures["stopped"]
    assert 3 <= figures["games"] < figures["planned"] == 1_000_000


@pytest.mark.parametrize("bots", ["greedy", "casual"])
def test_ctrl_c_in_simulate_keeps_what_was_played(
    game_of_trains: Game, bots: str, tmp_path: Path
) -> None:
    plan = SimulationPlan.make(game_of_trains, 2, [bots], 1_000_000, "stop", records=tmp_path)
    report = simulate(plan, after(3))
    figures = report.to_json()
    assert figures["stopped"]
    assert 3 <= figures["games"] < figures["planned"] == 1_000_000
    assert figures["games"] == sum(figures["reasons"].values()) == figures["records"]
    again = Sums.blank(game_of_trains.rules.REASONS, report.plan.bots)
    for first, end in report.sums.games:
        plan = SimulationPlan.make(game_of_trains, 2, [bots], end - first, "stop", first=first)
        again.add(simulate(plan).sums)
    assert again == report.sums


def test_ctrl_c_in_an_arena_keeps_what_was_played(game_of_trains: Game, tmp_path: Path) -> None:
    arena = Arena.make(game_of_trains, ["greedy", "random"], 1_000_000, "x", records=tmp_path)
    figures = compete(arena, after(3)).to_json()
    assert figures["stopped"]
    assert 3 <= figures["games"] < figures["planned"]
    assert figures["records"] == figures["games"]


def test_an_error_ends_the_work_and_no_other_job_begins() -> None:
    begun: list[int] = []
    stop = Stop()

    def run(job: tuple[int, ...], _: Stop) -> None:
        begun.extend(job)
        if job == (3,):
            raise SpielzugError("no")

    jobs = workers.Jobs.of(itertools.count(), 10**12)
    with workers.Threads(2) as threads, pytest.raises(SpielzugError):
        list(threads.each(workers.Task(run, None), jobs, stop))
    assert stop.is_set()
    assert max(begun) < 100


# -- records -------------------------------------------------------------------------------------


def test_the_records_of_an_arena_are_right(game_of_trains: Game, tmp_path: Path) -> None:
    names = ["greedy", "random", "casual"]
    figures = compete(Arena.make(game_of_trains, names, 2, "kept", records=tmp_path)).to_json()
    files = sorted(tmp_path.iterdir())
    assert len(files) == figures["records"] == figures["games"] == 6
    matches = [load_record(path, get_game) for path in files]
    assert all(match.over for match in matches)
    first, second = (load_record(tmp_path / name, get_game) for name in (
        "game_of_trains-2-kept-pair1-000000-order1.zug",
        "game_of_trains-2-kept-pair1-000000-order2.zug",
    ))  # fmt: skip
    assert first.log[0] == second.log[0]  # the same deal in both orders of seats
    assert [s.player for s in first.seats] == [s.player for s in reversed(second.seats)]


@pytest.mark.parametrize(
    ("folder", "seed", "message"),
    [
        ("file", "1", "this is a file; name a folder"),
        ("file/below", "1", "cannot be written to"),
        ("x" * 300, "1", "cannot be written to"),
        ("good", "s" * 230, "the seed is too long for the names of the records"),
        ("good", "ü" * 120, "the seed is too long for the names of the records"),
        ("good", "\udcff", "is not valid text"),
    ],
)
def test_what_would_fail_after_the_games_is_told_before(
    game_of_trains: Game, tmp_path: Path, folder: str, seed: str, message: str
) -> None:
    (tmp_path / "file").write_text("mine")
    at = tmp_path / folder
    played: list[int] = []
    with pytest.raises(UsageError, match=message):
        simulate(
            SimulationPlan.make(game_of_trains, 2, ["random"], 3, seed, records=at), played.append
        )
    with pytest.raises(UsageError, match=message):
        compete(
            Arena.make(game_of_trains, ["random", "greedy"], 3, seed, records=at), played.append
        )
    assert played == []
    assert (tmp_path / "file").read_text() == "mine"


def test_a_seed_that_just_fits_is_written(game_of_trains: Game, tmp_path: Path) -> None:
    seed = "s" * 200
    plan = SimulationPlan.make(game_of_trains, 2, ["greedy"], 1, seed, records=tmp_path)
    [path] = simulate(plan).files
    assert load_record(path, get_game).over
