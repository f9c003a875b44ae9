"""Whatever a caller passes, the library answers with an error of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spielzug.games import NAMES

TESTS = Path(__file__).parents[1]


def errors_of_others(calls: int, game: str, **environment: str) -> list[str]:
    """The errors that are not our own; fails if the process was ended by one."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "core.fuzz_library", str(calls), game],
        cwd=TESTS, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_arguments_that_do_not_fit_are_refused_with_our_own_errors() -> None:
    assert errors_of_others(2, "game_of_trains", SPIELZUG_PLAIN="1") == []


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_a_thousand_calls_of_each_function_never_leave_the_bounds(game: str) -> None:
    assert errors_of_others(1000, game, NUMBA_BOUNDSCHECK="1") == []
