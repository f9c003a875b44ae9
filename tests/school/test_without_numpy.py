"""Lessons, puzzles, figures, hints and reviews without NumPy, numba and the server's packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from school.whole_school import BLOCKED
from spielzug.core.sets.prepare import prepare

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden" / "tables"
GAMES = {
    "game_of_trains": "3-own_turn",
    "trains": "2-cubes",
    "zwergenzugfahrt": "2-turns",
    "zugraub": "4-won",
}
SMALL = "zwergenzugfahrt"
"""The game of the first tier; the second takes them all."""
ONE_OR_ALL = [pytest.param(n, marks=() if n == SMALL else pytest.mark.slow) for n in GAMES]


def lines_of(function: str, *arguments: str, blocked: tuple[str, ...] = ()) -> list[str]:
    """What a function of `whole_school` writes in a process of its own."""
    lines = ["import sys", *(f"sys.modules[{name!r}] = None" for name in blocked)]
    lines += [f"from school.whole_school import {function}", f"{function}(*{arguments!r})"]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True, text=True, timeout=300, cwd=TESTS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.mark.compiled
@pytest.mark.parametrize("name", ONE_OR_ALL)
def test_a_learner_is_told_the_same_as_by_the_server(name: str, tmp_path: Path) -> None:
    prepare()  # without PyYAML, sets and lessons come from what is prepared
    golden, kept = str(GOLDEN / name / f"{GAMES[name]}.zug"), str(tmp_path / "answers.json")
    wanted = lines_of("record", name, golden, kept)
    told = lines_of("main", name, golden, kept, blocked=BLOCKED)
    assert len(told) == len(wanted)
    assert all(mine == its for mine, its in zip(told, wanted, strict=True))
    kinds = {line.split(" ", 1)[0] for line in told}
    assert {"lesson", "attempt", "refusals", "advice", "review"} <= kinds
