"""Fixtures for all tests."""

from __future__ import annotations

import signal

import pytest

from not_run import without_browser, without_postgres
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out, said by the one process that speaks, not by its workers."""
    for line in [*without_browser(), *without_postgres()]:
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def game_of_trains() -> Game:
    """Game of Trains, compiled."""
    return get_game("game_of_trains").ready()
