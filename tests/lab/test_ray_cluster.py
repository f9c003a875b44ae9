"""Runs on a real Ray cluster of two nodes on this machine: the same bytes, whatever happens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from lab.test_interrupted_runs import after
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.lab.arena.tournament import Arena, compete
from spielzug.lab.compare.comparison import compare
from spielzug.lab.compare.comparison_result import ComparisonPlan
from spielzug.lab.compare.variants import sides
from spielzug.lab.play.game_spec import CodeMismatch, source_code
from spielzug.lab.play.ray_cluster import Cluster
from spielzug.lab.play.run_files import untimed, written
from spielzug.lab.play.simulate import SimulationPlan, simulate
from spielzug.lab.play.workers import Jobs, Task

pytestmark = pytest.mark.slow

SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


def run_json(run: Any) -> str:
    return written(untimed(run.to_json()))


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two nodes on this machine, which Ray takes for two machines."""
    patch = pytest.MonkeyPatch()
    home = tmp_path_factory.mktemp("home")
    patch.setenv("RAY_AUTH_TOKEN_PATH", str(home / "token"))
    patch.setenv("RAY_AUTH_MODE", "disabled")
    patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # the nodes know what the tests know
    nodes = Nodes(initialize_head=True, head_node_args=SMALL)
    nodes.add_node(**SMALL)
    yield nodes
    nodes.shutdown()
    patch.undo()


@pytest.fixture(scope="module")
def pool(nodes: Any) -> Iterator[Cluster]:
    with Cluster(nodes.address) as pool:
        pool.seconds = 0.05  # many small jobs
        yield pool


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'spielzug\[cluster\]'"):
        Cluster("local")


def test_two_nodes_give_the_same_bytes(pool: Cluster, game_of_trains: Game, tmp_path: Path) -> None:
    assert pool.workers == 2
    plan = SimulationPlan.make(game_of_trains, 2, ["greedy", "mixed"], 3000, "ray", verify=True)
    ticks: list[int] = []
    assert run_json(simulate(plan, ticks.append, pool=pool)) == run_json(simulate(plan))
    assert sum(ticks) == 3000
    kept = tmp_path / "here", tmp_path / "there"
    for names in (["greedy", "random"], ["casual", "random"]):
        here, there = (
            SimulationPlan.make(game_of_trains, 2, names, 8, "kept", records=at) for at in kept
        )
        assert run_json(simulate(there, pool=pool)) == run_json(simulate(here))
    duel, far_duel = (
        Arena.make(game_of_trains, ["greedy", "random"], 40, "ray", None, None, False, True, at)
        for at in kept
    )
    assert run_json(compete(far_duel, pool=pool)) == run_json(compete(duel))
    one, other = ({f.name: f.read_text() for f in folder.iterdir()} for folder in kept)
    assert len(one) > 16
    assert one == other


def test_a_comparison_is_the_same_on_two_nodes(
    pool: Cluster, game_of_trains: Game, tmp_path: Path
) -> None:
    """Also of a set that only this process has loaded: its text travels with the jobs."""
    assert game_of_trains.sets is not None
    shipped = game_of_trains.sets.shipped_text()
    box = tmp_path / "box.yaml"
    box.write_text(shipped.replace("name: shipped-1", "name: box"), encoding="utf-8")
    for bots, games in (("greedy", 40), ("search:20", 2)):
        both = sides(game_of_trains, [str(box), "turn_limit=14"])
        plan = ComparisonPlan.make(game_of_trains, both, [bots], games, seats=[2, 3])
        here, there = compare(plan).to_json(), compare(plan, pool=pool).to_json()
        assert {**here, "seconds": 0} == {**there, "seconds": 0}


def test_what_fails_far_away_is_told_as_if_it_were_here(
    pool: Cluster, game_of_trains: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielzug.lab.play.game_spec.source_code", lambda _: "0123456789ab")
    plan = SimulationPlan.make(game_of_trains, 2, ["greedy"], 50, "old")
    with pytest.raises(CodeMismatch, match=f"installed here \\({source_code(game_of_trains)}"):
        simulate(plan, pool=pool)


def test_a_package_that_a_machine_does_not_have_is_named(
    pool: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("only_here")
    exec("def play(job): return job", module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    task: Task[Any, Any] = Task(lambda job, _: job, module.play)
    with pytest.raises(UsageError, match="No module named 'only_here': the same packages must"):
        list(pool.each(task, Jobs.of([1], 1), Stop()))


def test_ctrl_c_counts_what_has_arrived(pool: Cluster, game_of_trains: Game) -> None:
    plan = SimulationPlan.make(game_of_trains, 2, ["greedy"], 10**9, "stop")
    report = simulate(plan, after(1000), pool=pool)
    assert report.stopped
    assert 1000 <= report.games < 10**9


def test_the_command_plays_on_a_cluster(nodes: Any, game_of_trains: Game) -> None:
    wanted = ["simulate", "game_of_trains", "--games", "200", "--json", "--untimed"]
    main = "from spielzug.cli import main; main()"
    run: Callable[..., Any] = subprocess.run
    done = run(
        [sys.executable, "-c", main, *wanted, "--ray", nodes.address],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    plan = SimulationPlan.make(game_of_trains, 2, ["random"], 200, "1")
    assert json.loads(done.stdout) == untimed(simulate(plan).to_json())


def test_a_cluster_that_is_none_is_told_at_once() -> None:
    for address, why in (("nonsense", "HOST:PORT"), ("127.0.0.1:1", "nobody answers there")):
        with pytest.raises(UsageError, match=why), Cluster(address):
            pass


@dataclass(frozen=True)
class BlockingNode:
    """The node plays one job and never ends its second; the other waits until that has begun."""

    play: Callable[[Any], Any]
    node: str
    folder: Path

    def __call__(self, job: Any) -> Any:
        first, held = self.folder / "first", self.folder / "held"
        if ray.get_runtime_context().get_node_id() != self.node:
            while not held.exists():
                time.sleep(0.01)
        elif first.exists():
            held.touch()
            time.sleep(600)
        else:
            first.touch()
        return self.play(job)


def test_a_node_that_dies_in_mid_run_loses_nothing_and_nothing_counts_twice(
    nodes: Any, pool: Cluster, game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last test here: the cluster is not the same afterwards."""
    [doomed] = nodes.worker_nodes
    alive = [doomed]
    plan = SimulationPlan.make(game_of_trains, 2, ["greedy"], 6000, "death")
    submit = pool.submit

    def held(task: Task[Any, Any], job: Any, stop: Stop) -> Any:
        assert task.remote_task is not None
        return submit(
            Task(task.local_task, BlockingNode(task.remote_task, doomed.node_id, tmp_path)),
            job,
            stop,
        )

    def kill(_: int) -> None:
        if alive and (tmp_path / "held").exists():
            nodes.remove_node(alive.pop(), allow_graceful=False)

    monkeypatch.setattr(pool, "submit", held)
    report = simulate(plan, kill, pool=pool)
    assert not alive, "the node that was to die has played nothing"
    assert report.games == 6000
    assert run_json(report) == run_json(simulate(plan))
