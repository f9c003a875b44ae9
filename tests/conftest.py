"""Fixtures for all tests."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

from skipped_report import without_browser, without_postgres
from spielzug.core.game import Game
from spielzug.games import get_game
from timing import Timing

# Whoever runs the tests in the background (nohup) may have told them to ignore Ctrl-C; programs
# that the tests start would inherit that, and those that are stopped by it would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


TIERS = ("first", "second", "all")
WHOLE_FILE_IS_SLOW = re.compile(r"^pytestmark = pytest\.mark\.slow$", re.MULTILINE)
FIRST = ("test_check.py", "test_reference.py")
"""Files of few but long tests. They start first, so that at the end no core waits for another."""

WORKER = os.environ.get("PYTEST_XDIST_WORKER")  # gw0, gw1 …; None in a run without workers


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tier",
        choices=TIERS,
        default="first",
        help="first: all but the tests marked slow (`make test`); second: only those; all: both",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Timing(config))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file that is slow as a whole is not even imported in the first tier."""
    if config.getoption("--tier") != "first" or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return True if WHOLE_FILE_IS_SLOW.search(text) else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Every second worker imports the tests in reverse order, so that no file is rewritten twice.

    pytest rewrites the assertions of each file and keeps the result for other processes. The order
    of the tests is restored below, because all workers must have the same.
    """
    report = yield
    is_every_second = WORKER is not None and int(WORKER.removeprefix("gw")) % 2 == 1
    if is_every_second and isinstance(collector, pytest.Directory):
        report.result.reverse()
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier = config.getoption("--tier")
    if tier != "all":
        wanted: list[pytest.Item] = []
        other: list[pytest.Item] = []
        for item in items:
            is_slow = item.get_closest_marker("slow") is not None
            (wanted if is_slow == (tier == "second") else other).append(item)
        items[:] = wanted
        config.hook.pytest_deselected(items=other)
    if WORKER is not None:
        items.sort(key=lambda item: item.path)
    items.sort(key=lambda item: item.path.name not in FIRST)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Reports what was left out, only in the main process."""
    slow = [] if config.getoption("--tier") == "first" else without_postgres()
    for line in [*without_browser(), *slow]:
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def game_of_trains() -> Game:
    """Game of Trains, compiled."""
    return get_game("game_of_trains").ready()
