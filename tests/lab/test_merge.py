"""Any number of workers gives the same result, and merged parts of a run equal the whole run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spielzug.cli.app import app
from spielzug.core.errors import CannotRead, SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.games import get_game, load_set
from spielzug.games.zugraub.facts.sets import SETS
from spielzug.lab.arena.tournament import Arena, compete
from spielzug.lab.play import workers
from spielzug.lab.play.game_spec import CodeMismatch, GameSpec
from spielzug.lab.play.merge import merge
from spielzug.lab.play.run_files import untimed, written
from spielzug.lab.play.simulate import SimulationPlan, simulate
from spielzug.lab.play.workers import Jobs, Local, Processes, Ranges, Threads, WorkerPool
from waiting import has_exited, wait_for


def run_json(run: Any) -> str:
    """The exact JSON of a run, without its duration."""
    return written(untimed(run.to_json()))


# -- any number of workers -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("verify", [False, True])
def test_any_number_of_threads_gives_the_same_bytes(game_of_trains: Game, verify: bool) -> None:
    plan = SimulationPlan.make(
        game_of_trains, 3, ["greedy", "random", "mixed"], 300, "w", verify=verify
    )
    found = set()
    for count in (1, 2, 3):
        with Threads(count) as pool:
            found.add(run_json(simulate(plan, pool=pool)))
    assert len(found) == 1


@pytest.mark.slow
def test_measures_are_the_same_with_any_number_of_threads() -> None:
    plan = SimulationPlan.make(get_game("zugraub"), 4, ["greedy"], 60, "w")
    with Threads(1) as one, Threads(3) as three:
        assert run_json(simulate(plan, pool=one)) == run_json(simulate(plan, pool=three))
    assert set(simulate(plan).to_json()["measures"]) >= {"cars_lost", "winning_brain"}


@pytest.mark.slow
def test_other_processes_give_the_same_bytes(game_of_trains: Game, tmp_path: Path) -> None:
    """Simulations and arenas, with records, and with a set that only this process has loaded."""
    folders = tmp_path / "here", tmp_path / "there"
    runs: list[Callable[[WorkerPool, Path], Any]] = [
        lambda pool, folder: simulate(
            SimulationPlan.make(game_of_trains, 2, ["casual", "random"], 6, "p", records=folder),
            pool=pool,
        ),
        lambda pool, folder: compete(
            Arena.make(game_of_trains, ["casual", "random"], 4, "p", records=folder), pool=pool
        ),
        lambda pool, _: simulate(robbery(tmp_path), pool=pool),
    ]
    with Threads(1) as here, Processes(2) as there:
        for run in runs:
            assert run_json(run(here, folders[0])) == run_json(run(there, folders[1]))
    one, other = ({f.name: f.read_text() for f in folder.iterdir()} for folder in folders)
    assert len(one) == 10
    assert one == other


def robbery(folder: Path) -> SimulationPlan:
    """A plan with a custom set."""
    game = get_game("zugraub")
    text = SETS.shipped_text("shipped-1")
    file = folder / "own.yaml"
    file.write_text(text.replace("name: shipped-1", "name: own"), encoding="utf-8")
    number = load_set(file)[1].number
    return SimulationPlan.make(
        game, 3, ["greedy"], 20, "p", game.options(**game.simulation, set=number)
    )


@pytest.mark.slow
def test_a_long_run_is_handed_over_to_processes(
    game_of_trains: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "TRIAL", 0.0)
    monkeypatch.setattr(workers, "WORTH", 1e-9)
    plan = SimulationPlan.make(game_of_trains, 2, ["casual", "random"], 20, "long")
    with Local(2) as pool:
        many = run_json(simulate(plan, pool=pool))
        assert pool._processes is not None
    monkeypatch.undo()
    with Local(2) as pool:
        assert run_json(simulate(plan, pool=pool)) == many
        assert pool._processes is None


@pytest.mark.slow
def test_a_process_that_is_killed_is_told_in_plain_words(game_of_trains: Game) -> None:
    plan = SimulationPlan.make(game_of_trains, 2, ["casual"], 10_000, "killed")
    with Processes(2) as pool:

        def kill(_: int) -> None:
            next(iter(pool._pool._processes.values())).kill()

        with pytest.raises(SpielzugError, match="ended unexpectedly"):
            simulate(plan, kill, pool=pool)


HIRES = """
import os, time
from spielzug.lab.play.workers import Processes

if __name__ == "__main__":
    crew = Processes(1)
    print(crew._pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""


def test_processes_end_when_the_one_that_began_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "hires.py"
    script.write_text(HIRES, "utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        try:
            assert not has_exited(worker)
            parent.kill()
            wait_for(lambda: has_exited(worker))
        finally:
            parent.kill()
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)


PLAYS = """
import sys
from pathlib import Path
from spielzug.bots.clock import Stop
from spielzug.lab.play.workers import Jobs, Task, stop_on_signals
from spielzug.lab.play.workers import STOP, Processes

def play(job):
    (number,) = job
    Path(sys.argv[1], f"begun-{number}").touch()
    STOP.wait()
    return 1

if __name__ == "__main__":
    stop = Stop()
    with Processes(2) as crew, stop_on_signals(stop):
        print(sum(crew.each(Task(None, play), Jobs.of(range(2), 2), stop)))
"""


@pytest.mark.slow
def test_sigterm_to_all_processes_of_a_run_loses_nothing(tmp_path: Path) -> None:
    """As `timeout` and service managers send it."""
    script = tmp_path / "plays.py"
    script.write_text(PLAYS, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as parent:  # fmt: skip
        try:
            wait_for(lambda: len(list(tmp_path.glob("begun-*"))) == 2)
            os.killpg(parent.pid, signal.SIGTERM)
            out, _ = parent.communicate(timeout=120)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(parent.pid, signal.SIGKILL)
    assert (out, parent.returncode) == ("2\n", 0)


def test_jobs_grow_to_what_pays_and_leave_nothing_out() -> None:
    jobs = Jobs.between(5, 10_005, 1)
    with Threads(2) as pool:
        jobs.fit(pool)
    sizes, at = [], 5
    for first, end in jobs:
        assert first == at
        sizes.append(end - first)
        jobs.learn(end - first, (end - first) / 1000)
        at = end
    assert at == 10_005
    assert sizes[:4] == [1, 4, 16, 64]
    assert max(sizes) == 100  # a tenth of a second
    assert sizes[-1] == 1  # so that all end together


def test_until_decided_looks_at_the_same_games_whoever_plays(game_of_trains: Game) -> None:
    names = ["greedy", "random"]
    arena = Arena.make(game_of_trains, names, 400, "look", until_decided=True)
    with Threads(1) as one, Threads(4) as four:
        assert run_json(compete(arena, pool=one)) == run_json(compete(arena, pool=four))


# -- parts -----------------------------------------------------------------------------------------


def parts_of(folder: Path, command: str, *ranges: tuple[int, int], more: str = "") -> list[Path]:
    files = []
    for first, count in ranges:
        at = ["--first-game", str(first), "--games", str(count), "--json", *more.split()]
        done = CliRunner().invoke(app, [*command.split(), *at])
        assert done.exit_code == 0, done.output
        files.append(folder / f"{first}-{count}{more.replace(' ', '_')}.json")
        files[-1].write_text(done.stdout)
    return files


SIMULATE = "simulate game_of_trains --bots greedy,random --seed part"
ARENA = "arena game_of_trains --bots greedy,random --seed part -o turn_limit=20"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "whole", "ranges"),
    [
        (SIMULATE, (0, 300), [(0, 101), (101, 50), (151, 149)]),
        (SIMULATE, (37, 200), [(137, 100), (37, 100)]),
        (f"{SIMULATE} --verify", (0, 100), [(0, 60), (60, 40)]),
        ("simulate zugraub --bots mixed --seed part", (0, 90), [(0, 40), (40, 50)]),
        (ARENA, (0, 12), [(6, 6), (0, 6)]),
        (f"{ARENA} --seats 3 --neighbours", (6, 12), [(6, 6), (12, 6)]),
    ],
)
def test_parts_together_are_the_run_to_the_byte(
    command: str, whole: tuple[int, int], ranges: list[tuple[int, int]], tmp_path: Path
) -> None:
    [one] = parts_of(tmp_path, command, whole, more="--untimed")
    files = parts_of(tmp_path, command, *ranges)
    done = CliRunner().invoke(app, ["merge", *map(str, files), "--json", "--untimed"])
    assert done.exit_code == 0, done.output
    assert done.stdout == one.read_text()
    shown = CliRunner().invoke(app, ["merge", *map(str, files)])
    assert shown.exit_code == 0, shown.output
    assert "greedy" in shown.stdout or "mixed" in shown.stdout


def test_only_an_arena_has_a_ladder_to_draw(tmp_path: Path) -> None:
    files = parts_of(tmp_path, SIMULATE, (0, 20), (20, 20))
    picture = tmp_path / "ladder.svg"
    done = CliRunner().invoke(app, ["merge", *map(str, files), "--picture", str(picture)])
    assert done.exit_code != 0
    assert "these files are parts of a simulation" in str(done.exception)
    assert not picture.exists()


def test_a_merge_can_be_merged_again(tmp_path: Path) -> None:
    files = parts_of(tmp_path, SIMULATE, (0, 50), (50, 50), (100, 50))
    half = tmp_path / "half.json"
    half.write_text(CliRunner().invoke(app, ["merge", *map(str, files[1:]), "--json"]).stdout)
    assert merge([half, files[0]]) == merge(files)


def test_what_is_no_part_of_the_run_is_refused(tmp_path: Path) -> None:
    [mine] = parts_of(tmp_path, SIMULATE, (0, 50))

    def refused(command: str, start: tuple[int, int] = (50, 50)) -> str:
        folder = tmp_path / "other"
        folder.mkdir(exist_ok=True)
        [other] = parts_of(folder, command, start)
        with pytest.raises(UsageError) as error:
            merge([mine, other])
        assert str(other) in str(error.value) or "none of the files" in str(error.value)
        return str(error.value)

    assert "seed is 'other', not 'part'" in refused(SIMULATE.replace("part", "other"))
    assert "the option turn_limit is '9', not" in refused(f"{SIMULATE} -o turn_limit=9")
    assert "bots is ['random', 'greedy'], not ['greedy', 'random']" in refused(
        SIMULATE.replace("greedy,random", "random,greedy")
    )
    assert "seats is 4, not 2" in refused("simulate game_of_trains --seats 4 --seed part")
    assert "verify is True, not False" in refused(f"{SIMULATE} --verify")
    assert "command is 'arena', not 'simulate'" in refused(ARENA)
    assert "games 20 to 49 are also in" in refused(SIMULATE, (20, 40))
    assert "game 0 is also in" in refused(SIMULATE, (0, 1))
    assert "games 50 to 59 are in none of the files: play what is missing (--first-game 50 " in (
        refused(SIMULATE, (60, 40))
    )


def test_parts_of_other_sources_are_refused(tmp_path: Path) -> None:
    files = parts_of(tmp_path, SIMULATE, (0, 50), (50, 50))
    figures = json.loads(files[1].read_text())
    for name, value in (("code", "0" * 12), ("version", "0.0.1"), ("rules_version", 99)):
        files[1].write_text(json.dumps({**figures, name: value}))
        with pytest.raises(UsageError, match=f"{name} is "):
            merge(files)


def test_with_gaps_it_counts_what_is_there(tmp_path: Path) -> None:
    files = parts_of(tmp_path, SIMULATE, (0, 50), (60, 40))
    figures = merge(files, allow_gaps=True)
    assert (figures["games"], figures["planned"], figures["stopped"]) == (90, 100, True)
    [gap] = parts_of(tmp_path, SIMULATE, (50, 10))
    assert merge([*files, gap])["stopped"] is False


def test_an_arena_that_ends_by_itself_is_no_part(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [*ARENA.split(), "--games", "4", "--until-decided", "--json"])
    file = tmp_path / "decided.json"
    file.write_text(done.stdout)
    with pytest.raises(UsageError, match="it cannot be part of another run"):
        merge([file])


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"command": "bench"}', '{"command": []}', "\x00", "[" * 100_000]
)
def test_files_that_hold_no_figures_are_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "part.json"
    file.write_text(text)
    with pytest.raises(CannotRead, match="part.json: "):
        merge([file])


@pytest.mark.parametrize("command", [SIMULATE, ARENA])
def test_damaged_figures_are_told_and_never_counted(command: str, tmp_path: Path) -> None:
    [good] = parts_of(tmp_path, command, (0, 4))
    bad = tmp_path / "bad.json"
    figures = json.loads(good.read_text())
    sums = figures["sums"]
    one = sums if isinstance(sums, dict) else sums[0]
    wrong: list[Any] = [
        {**figures, "sums": None},
        {**figures, "sums": {}},
        {**figures, "planned": "many"},
        {**figures, "seconds": "long"},
        {**figures, "planned": float("inf")},
        {**figures, "planned": 2},
        {**figures, "first_game": 100},
        {**figures, "bots": None},
        {name: value for name, value in figures.items() if name != "bots"},
    ]
    changed: list[dict[str, Any]] = [{**one, "games": [[0, 3]]}, {**one, "games": [[0, 9]]}]
    if isinstance(sums, dict):
        changed += [{**one, "lengths": [[1, -4]]}, {**one, "seats": []}, {**one, "reasons": [1]}]
        changed += [{**one, "measures": {"a": {}}}]
        wrong += [{**figures, "sums": each} for each in changed]
    else:
        changed += [{**one, "scores": [7, 0, 0, 0]}, {**one, "scores": None}]
        changed += [{**one, "games": [[0, 10**13]]}, {**one, "games": [[0, 2], [1, 3]]}]
        wrong += [{**figures, "pairs": []}]
        wrong += [{**figures, "sums": [each]} for each in changed]
    for each in wrong:
        bad.write_text(json.dumps(each))
        with pytest.raises(CannotRead, match="bad.json: the figures are damaged"):
            merge([bad])


def test_ranges_join_and_count_nothing_twice() -> None:
    ranges = Ranges([(4, 6), (0, 2), (9, 12)])
    assert (list(ranges), len(ranges)) == ([(0, 2), (4, 6), (9, 12)], 7)
    assert ranges.gaps(0, 15) == [(2, 4), (6, 9), (12, 15)]
    assert ranges.overlap(5, 10) == (5, 6)
    for first, end in ((0, 1), (5, 7), (3, 5), (11, 20), (0, 20)):
        with pytest.raises(ValueError, match="counted already"):
            ranges.add(first, end)
    ranges.add(2, 4)
    ranges.add(6, 9)
    assert list(ranges) == [(0, 12)]


# -- what another process is told ------------------------------------------------------------------


def test_other_sources_play_no_game_of_the_run(game_of_trains: Game) -> None:
    spec = GameSpec.of(game_of_trains, game_of_trains.options())
    assert spec is not None
    assert spec.open()[0] is game_of_trains
    old = GameSpec(spec.game, spec.options, "0123456789ab")
    with pytest.raises(CodeMismatch, match="install the same version on every machine"):
        old.open()
