"""The worked examples of the docs run, in small."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(name: str, *arguments: str) -> list[str]:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    # Nets this small gain nothing from a second thread, and other tests run beside them.
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(name).stem, EXAMPLES / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.compiled
def test_ppo_learns_and_tells_how_strong_it_is() -> None:
    told = run(
        "ppo.py", "game_of_trains", "--size", "16", "--updates", "2", "--every", "1", "--test", "8"
    )
    assert len(told) == 2
    assert all(line.endswith("against greedy") for line in told)
    assert " 1,024 decisions:" in told[1]


def test_the_advantages_of_each_seat_are_its_own() -> None:
    """Two seats in turn, worked out by hand: a game that ends, then one that goes on."""
    ppo = load("ppo.py")

    class Judge:
        """Takes what it sees for what it is worth."""

        def __call__(self, seen, mask):  # type: ignore[no-untyped-def]
            return None, seen[:, 0].float()

    def column(*values: float) -> torch.Tensor:
        return torch.tensor(values).reshape(-1, 1)

    # One game: seats 0, 1, 0 decide; the last decision ends it, and seat 1 has won. Then 1, 0.
    reward = torch.zeros(5, 1, 2)
    reward[2, 0] = torch.tensor([-1.0, 1.0])
    rollout = ppo.Rollout(
        seen=None, mask=None, action=None, logp=None,
        actor=column(0, 1, 0, 1, 0).long(),
        value=column(0.1, 0.2, 0.3, 0.4, 0.5),
        reward=reward,
        done=column(0, 0, 1, 0, 0).bool(),
    )  # fmt: skip
    views = torch.tensor([[0.6]]), None, torch.tensor([1])  # seat 1 is next
    gains, sure = ppo.advantages(Judge(), views, rollout)
    discount, trace = ppo.DISCOUNT, ppo.TRACE
    last = -1 - 0.3  # seat 0 has lost
    assert gains[2, 0] == pytest.approx(last)
    assert gains[1, 0] == pytest.approx(1 - 0.2)  # seat 1 had no other decision in that game
    assert gains[0, 0] == pytest.approx(discount * 0.3 - 0.1 + discount * trace * last)
    assert gains[3, 0] == pytest.approx(discount * 0.6 - 0.4)
    assert sure[:, 0].tolist() == [True, True, True, True, False]  # seat 0 has not decided again


@pytest.mark.compiled
def test_stable_baselines_learns_through_gymnasium() -> None:
    told = run(
        "stable_baselines.py", "spielzug/Zwergenzugfahrt-v1", "--steps", "64", "--round", "64",
        "--test", "2",
    )  # fmt: skip
    assert [line.split(":")[0] for line in told] == ["before", "after 64 steps"]
