"""The same games in other modes: as plain Python, and with every index checked.

Those runs need processes of their own, because numba reads its settings when it is imported.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np

from spielzug.core import jit
from spielzug.core.check.case import CheckCase, CheckFailed, Ply, expect, play_out
from spielzug.core.check.secrets import observed
from spielzug.core.check.study import notes_of_step
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.native_records import plain
from spielzug.core.position import Position
from spielzug.core.record_types import Number
from spielzug.core.rng import new_rng

SAMPLE_EVERY = 8  # decisions between two at which every function of the game is called


def digest(case: CheckCase, number: int, limit: int = 200) -> str:
    told = hashlib.sha256()
    for ply in play_out(case, number, limit):
        line = [ply.action, ply.legal, plain(ply.after.state), [list(e) for e in ply.events]]
        if ply.number % SAMPLE_EVERY == 0:
            line += _everything_else(ply)
        told.update(json.dumps(line).encode())
    return told.hexdigest()


def _everything_else(ply: Ply) -> list[object]:
    """The results of the functions that a random game does not call."""
    before, facts, seat = ply.before, ply.before.facts, ply.before.actor
    rules = before.game.rules
    rng, shares = new_rng(ply.number), np.zeros(MAX_SEATS)
    everybody = [before.seen(s) for s in range(-1, before.seats)]
    own = everybody[seat + 1]
    world = own.guess(ply.number).state
    counts, out = np.zeros(len(rules.CHECKS), np.int64), np.zeros(rules.MAX_LEGAL, np.int32)
    said = [
        [plain(seen.hidden) for seen in everybody],
        plain(world),
        int(rules.audit(facts, before.state, ply.action, ply.after.state, counts)),
        int(rules.greedy(facts, own.hidden, rng)),
        [_observed_twice(before, seat) for seat in range(before.seats)],
        notes_of_step(before, ply.action, ply.after, ply.events),
    ]
    if hasattr(rules, "policy"):
        said.append(int(rules.policy(facts, world, rng)))
    if hasattr(rules, "value"):
        rules.value(facts, world, shares)
        said.append([round(float(share), 9) for share in shares])
    if hasattr(rules, "ordered"):
        said.append([int(a) for a in out[: rules.ordered(facts, world, out)]])
    return said


class WrittenOnce:
    """An observation as on a GPU: its values lie apart, and each may be written only once."""

    itemsize, strides = 2, (4,)

    def __init__(self, size: int) -> None:
        self.values: list[int | None] = [None] * size

    def __len__(self) -> int:
        return len(self.values)

    def __setitem__(self, index: int, value: Number) -> None:
        expect(self.values[index] is None, f"value {index} of an observation is written twice")
        self.values[index] = int(value)


def _observed_twice(position: Position, seat: int) -> list[int]:
    """An observation; without the compiler also compared with one laid out as on a GPU."""
    told: list[int] = observed(position, seat).tolist()
    if jit.PLAIN:
        once: Any = WrittenOnce(len(told))
        position.game.rules.observe(position.facts, position.state, seat, once)
        expect(once.values == told, "an observation is another one where its values lie apart")
    return told


def jit_off(case: CheckCase) -> None:
    """Plain Python rules play the same games."""
    _compare_other_mode(case, {"NUMBA_DISABLE_JIT": "1"}, "without the compiler")


def bounds(case: CheckCase) -> None:
    """No rule reads or writes past the end of an array."""
    _compare_other_mode(case, {"NUMBA_BOUNDSCHECK": "1"}, "with bounds checked")


def _compare_other_mode(case: CheckCase, mode: dict[str, str], how: str) -> None:
    environment = os.environ | mode | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "spielzug.core.check", case.origin, str(case.games)]
    command += [] if case.version is None else [str(case.version)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CheckFailed(f"{how}: {done.stderr.strip().splitlines()[-1]}")
    theirs = json.loads(done.stdout)
    ours = [digest(case, number) for number in range(case.games)]
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        expect(a == b, f"{how} game {number} goes another way")


def find_origin(origin: str) -> Game:
    module, _, attribute = origin.partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game
