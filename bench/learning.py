"""Decisions per second of training: ours, and CleanRL's PPO on the same machine.

    python bench/learning.py --device cuda --cleanrl ppo.py --out learning.json

`ppo.py` is CleanRL's unchanged file of that name; it needs gymnasium and tyro. It is run twice with
its own game (CartPole, with its default number of environments and with many), and once with ours:
the same file, but with `SeatVectorEnv` as its environments, so that it plays the same games. (It
ignores legal actions and loses most games at once; only speed is measured.) Its TensorBoard output
is discarded. Its own figure, SPS, counts decisions since the start. Ours is comparable: whole
updates, after a few to warm up.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import runpy
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any

from spielzug.games import get_game

GAMES = ("zwergenzugfahrt", "game_of_trains")
WARM = 3  # updates that are not counted
MANY = {"cartpole": 256, "spielzug": 1024}
"""Environments at once: as many as pay."""
BEGIN = 15  # seconds that a process may take until it learns
CARTPOLE = "CartPole-v1"
Json = dict[str, Any]


def ours(name: str, device: str, size: int, seconds: float) -> Json:
    """A training run as in `spielzug train`, with all seats and settings of a game."""
    import torch

    from spielzug.learn.plan import TrainingPlan
    from spielzug.learn.training_run import training_for

    begin = time.monotonic()
    training = training_for(TrainingPlan(name, device=device, size=size))
    training.ready(imitate=False)
    for _ in range(WARM):
        training.update(0.1)
    if device == "cuda":
        torch.cuda.synchronize()
    ready = time.monotonic()
    done, updates = training.decisions, 0
    while time.monotonic() - ready < seconds:
        training.update(0.1)
        updates += 1
    if device == "cuda":
        torch.cuda.synchronize()
    spent = time.monotonic() - ready
    return {
        "who": "spielzug train", "game": name, "seats": list(get_game(name).seats),
        "at_once": training.size, "weights": sum(p.numel() for p in training.model.parameters()),
        "updates": updates, "ready_seconds": round(ready - begin, 1),
        "decisions_per_second": round((training.decisions - done) / spent),
    }  # fmt: skip


def cleanrl(file: Path, game: str, at_once: int, device: str, seconds: float) -> Json:
    """Runs CleanRL's file in its own process for a while; returns the last figure it prints."""
    command = [sys.executable, __file__, "--child", str(file), game, str(at_once), device]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    row: Json = {"who": "CleanRL ppo.py", "game": game, "at_once": at_once}
    if game != CARTPOLE:  # compiled here, so that it need not be there
        from spielzug.envs.gymnasium import SeatVectorEnv

        SeatVectorEnv(game, 2).reset()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            out, error = child.communicate(timeout=seconds + BEGIN)
        except subprocess.TimeoutExpired:
            child.kill()
            out, error = child.communicate()
    found = re.findall(r"SPS: (\d+)", out)
    if not found:
        return {**row, "failed": (error.strip().splitlines() or ["nothing was learned"])[-1]}
    return {**row, "decisions_per_second": int(found[-1])}


def child(file: str, game: str, at_once: str, device: str) -> None:
    """What runs in that process: the file, changed only as described above."""
    nowhere = types.ModuleType("torch.utils.tensorboard")

    class SummaryWriter:
        def __init__(self, *_: Any) -> None: ...
        def add_text(self, *_: Any) -> None: ...
        def add_scalar(self, *_: Any) -> None: ...
        def close(self) -> None: ...

    nowhere.SummaryWriter = SummaryWriter  # type: ignore[attr-defined]
    sys.modules["torch.utils.tensorboard"] = nowhere
    environment = game
    if game != CARTPOLE:
        import gymnasium

        from spielzug.envs.gymnasium import SeatVectorEnv, gymnasium_id

        environment = gymnasium_id(game)
        gymnasium.vector.SyncVectorEnv = lambda made: SeatVectorEnv(game, len(made))  # type: ignore
    words = ["--env-id", environment, "--num-envs", at_once, "--total-timesteps", "100000000000"]
    sys.argv = [file, *words, "--cuda" if device == "cuda" else "--no-cuda"]
    runpy.run_path(file, run_name="__main__")


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:6])
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", default=",".join(GAMES), help="ours, one after the other")
    parser.add_argument("--size", type=int, default=0, help="of ours at once")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each")
    parser.add_argument("--cleanrl", type=Path, help="its file ppo.py; left out if not given")
    parser.add_argument("--out", type=Path, help="write the figures into this file")
    wish = parser.parse_args()
    rows: list[Json] = []

    def add(row: Json) -> None:
        rows.append(row)
        print(json.dumps(row), flush=True)
        if wish.out is not None:  # after each, so that nothing is lost
            wish.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")

    if wish.cleanrl is None:
        print("CleanRL is left out: no --cleanrl FILE", file=sys.stderr)
    else:
        for game, at_once in (
            (CARTPOLE, 4),
            (CARTPOLE, MANY["cartpole"]),
            (wish.games.split(",")[0], MANY["spielzug"]),
        ):
            add(cleanrl(wish.cleanrl, game, at_once, wish.device, wish.seconds))
    for name in wish.games.split(","):
        add(ours(name, wish.device, wish.size, wish.seconds))


if __name__ == "__main__":
    main()
