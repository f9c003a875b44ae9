"""`spielzug train` as people run it, and whether the net learns anything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.numpy import load_file
from typer.testing import CliRunner

from spielzug.bots.clock import Stop
from spielzug.bots.net.file import load, read_card
from spielzug.cli.app import app
from spielzug.core.errors import SpielzugError
from spielzug.games import get_game
from spielzug.lab.play.workers import Processes, cores
from spielzug.learn.plan import TrainingPlan
from spielzug.learn.strength import Rival
from spielzug.learn.training_run import CHECKPOINT, NET, TrainingRun
from waiting import wait_for

DWARVES = "zwergenzugfahrt"
LESSONS, UPDATES = 24, 8  # of 4096 decisions each: some seconds on an ordinary machine


def run(*words: object) -> str:
    done = CliRunner().invoke(app, ["train", *map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def refused(*words: object) -> str:
    with pytest.raises(SpielzugError) as error:
        run(*words)
    return str(error.value)


def started(*words: object) -> subprocess.Popen[str]:
    code = "from spielzug.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "train", *map(str, words)], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


def test_a_net_that_learns_gets_better(tmp_path: Path) -> None:
    """Counted in decisions, not in seconds. (Seen, once: 100 % of 80 games each.)"""
    course = TrainingRun(TrainingPlan(DWARVES, games=80), tmp_path)
    course.training.imitate()
    before = tmp_path / course._point().net
    before = before.rename(tmp_path / "before.safetensors")
    for _ in range(LESSONS):
        course.training.imitate()
    for number in range(UPDATES):
        course.training.update(0.5 + number / UPDATES / 2)
    after = tmp_path / course._point().net
    rivals = (Rival("random", "random"), Rival("itself", f"net:{before}"))
    with Processes(cores()) as pool:
        scores = course.gauge.measure(after, rivals, pool, Stop())
    found = {score.against: score for score in scores}
    print({name: (score.rate, score.low, score.high) for name, score in found.items()})
    assert found["random"].rate > 0.8
    assert found["itself"].rate > 0.65


def test_the_same_seed_and_decisions_give_the_same_bits(tmp_path: Path) -> None:
    """However long each part took: the net, and what was measured on the way."""
    nets, points = [], []
    for name in ("one", "two"):
        folder = tmp_path / name
        run(DWARVES, "--decisions", 2000, "--size", 16, "--games", 20, "--seed", 5, "--out", folder)
        nets.append({key: value.tobytes() for key, value in load_file(folder / NET).items()})
        curve = json.loads((folder / "curve.json").read_text())["points"]
        points.append([{k: v for k, v in point.items() if k != "minutes"} for point in curve])
    assert points[0][-1]["decisions"] >= 2000
    assert len(points[0]) > 3
    assert points[0] == points[1]
    assert nets[0] == nets[1]
    told = refused(DWARVES, "--resume", tmp_path / "one", "--minutes", 9)
    assert "this run counts decisions" in told


def test_a_run_that_is_killed_is_resumed_and_one_that_is_stopped_leaves_a_net(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    asked = ("--minutes", 500, "--games", 20, "--size", 16, "--out", folder)
    first = started(DWARVES, *asked)
    try:
        wait_for((folder / CHECKPOINT).exists, 300)
        assert "another process is using this folder" in refused(DWARVES, "--resume", folder)
    finally:
        first.kill()
        first.communicate()
    kept = torch.load(folder / CHECKPOINT, weights_only=True)
    decisions = kept["training"]["counts"][1]
    assert decisions > 0
    assert "there is already a run here" in refused(DWARVES, *asked)

    second = started(DWARVES, "--resume", folder, "--json")
    try:
        net = folder / NET
        wait_for(net.exists, 300)  # the first one that was measured on the way
        assert read_card(net).made.decisions > decisions
        second.send_signal(signal.SIGINT)
        out, error = second.communicate(timeout=300)
    finally:
        second.kill()
        second.communicate()
    assert second.returncode == 130, error
    assert "stopped; measuring the net as it is now" in error
    figures: dict[str, Any] = json.loads(out)
    assert figures["stopped"] and figures["decisions"] > decisions
    loaded = load(net, get_game(DWARVES))
    assert loaded.card.made.decisions == figures["best"]["decisions"]
    assert loaded.card.made.command.startswith("spielzug train")
    assert [s.against for s in loaded.card.strength] == ["greedy"]
    curve = json.loads((folder / "curve.json").read_text())["points"]
    assert curve[-1]["decisions"] == figures["best"]["decisions"]
    assert ET.fromstring((folder / "curve.svg").read_text()).tag.endswith("svg")


def test_a_damaged_checkpoint_and_another_game_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "asked.json").write_text(json.dumps(TrainingPlan(DWARVES).to_json()))
    (folder / CHECKPOINT).write_bytes(b"PK\x03\x04 no checkpoint")
    assert f"{CHECKPOINT}: cannot be read" in refused(DWARVES, "--resume", folder)
    assert "a run of 'zwergenzugfahrt', not of 'trains'" in refused("trains", "--resume", folder)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_the_way_out_is_told(tmp_path: Path) -> None:
    told = refused(DWARVES, "--device", "cuda", "--out", tmp_path / "run")
    assert "train with --device cpu" in told
    assert not (tmp_path / "run").exists()
