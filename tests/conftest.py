"""Fixtures for all tests."""

from __future__ import annotations

import pytest

from spielzug.core.game import Game
from spielzug.games import get_game


@pytest.fixture(scope="session")
def trains() -> Game:
    """Game of Trains, compiled."""
    return get_game("game_of_trains").ready()
