"""Fixtures for all tests."""

from __future__ import annotations

import signal

import pytest

from spielzug.core.game import Game
from spielzug.games import get_game

# Whoever runs the tests in the background (nohup) may have told them to ignore Ctrl-C; programs
# that the tests start would inherit that, and those that are stopped by it would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def trains() -> Game:
    """Game of Trains, compiled."""
    return get_game("game_of_trains").ready()
