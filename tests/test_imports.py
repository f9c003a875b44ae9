"""What can be imported, and done, where there is nothing but Python: in a page."""

from __future__ import annotations

import subprocess
import sys

import pytest

MISSING = ("numpy", "numba", "llvmlite", "pydantic", "yaml", "fastapi", "sqlalchemy")
"""Packages that a page does not have."""
NEEDED = (
    "spielzug.core.match", "spielzug.core.records", "spielzug.core.chance",
    "spielzug.games.game_of_trains", "spielzug.games.trains", "spielzug.games.zugraub",
    "spielzug.games.zwergenzugfahrt",
    "spielzug.bots", "spielzug.bots.hints", "spielzug.bots.search.levels",
    "spielzug.bots.search.proofs",
    "spielzug.tables.catalogue", "spielzug.tables.exports", "spielzug.tables.hints",
    "spielzug.tables.messages", "spielzug.tables.opening", "spielzug.tables.proof",
    "spielzug.tables.rows", "spielzug.tables.seat_changes",
    "spielzug.tables.summary", "spielzug.tables.time_limit",
    "spielzug.review", "spielzug.review.luck", "spielzug.review.open_cards",
    "spielzug.school", "spielzug.school.lessons", "spielzug.school.attempts",
    "spielzug.school.puzzles",
)  # fmt: skip
"""What a page needs."""


def run_without_packages(script: str) -> None:
    """Run a script in a process that cannot import the packages that a page does not have."""
    blocked = f"import sys\nfor name in {MISSING!r}: sys.modules[name] = None\n"
    done = subprocess.run(
        [sys.executable, "-c", blocked + script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", NEEDED)
def test_what_a_page_needs_can_be_imported_there(module: str) -> None:
    run_without_packages(f"import {module}")


SETTINGS = """
from spielzug.bots import BOTS, get_bot
from spielzug.bots.hints import budget_of
from spielzug.bots.search.levels import LEVELS, effort
from spielzug.games import all_games
from spielzug.review import Scale

for game in all_games():
    assert effort(game, LEVELS[-1]).iterations > 0
    assert budget_of(game).iterations and Scale.of(game).iterations
    assert game.declaration.actions.choices > 1
assert {get_bot(name).name for name in BOTS} == set(BOTS)
"""


def test_levels_hints_and_reviews_know_their_settings_without_the_rules() -> None:
    run_without_packages(SETTINGS)
