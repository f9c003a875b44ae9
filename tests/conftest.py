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


LONG = ("test_check.py", "test_docs.py", "test_reference.py", "test_lab.py", "test_kill.py")
"""Files of few but long tests. They come first, so that at the end no core waits for another."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONG)


@pytest.fixture(scope="session")
def trains() -> Game:
    """Game of Trains, compiled."""
    return get_game("game_of_trains").ready()
