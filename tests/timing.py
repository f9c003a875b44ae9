"""Where the time of the tests goes: wall and CPU seconds of every step and test file.

As a pytest plug-in (see conftest.py), it measures each test including all processes that it starts.
As a program, it runs one step of `make test`, measures the machine or prints the report:
`timing.py step NAME COMMAND …`, `timing.py yardstick`, `timing.py report`. The first two append to
the file named by TEST_TIMES; without it, nothing is written.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

BUDGET = 400.0
"""Yardsticks of CPU time that `make test` may take, after the set-up."""
SHOWN = 10
LONG = 1.0  # CPU seconds from which on a test is kept by itself
COST = "cost"
COLLECTION = "(collection)"


@dataclass
class Cost:
    """Seconds of wall and of CPU time."""

    wall: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.wall + other.wall, self.cpu + other.cpu)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.wall - other.wall, self.cpu - other.cpu)


# -- measuring -----------------------------------------------------------------------------------


def now() -> Cost:
    """Time so far, and the CPU time of this process and all that it ever started."""
    return Cost(time.monotonic(), _tree_cpu() if sys.platform == "linux" else _reaped_cpu())


def _reaped_cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used)


def _tree_cpu() -> float:
    """Also of servers and browsers that still run, which getrusage does not count."""
    ticks, waiting = 0, [os.getpid()]
    while waiting:
        process = Path(f"/proc/{waiting.pop()}")
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # its own and those of its reaped children
            for thread in (process / "task").iterdir():
                waiting += map(int, (thread / "children").read_text().split())
        except OSError:  # it has just ended: its parent has its time now
            continue
    return float(ticks / os.sysconf("SC_CLK_TCK"))


class Timing:
    """The plug-in: workers measure, the process that reports adds up."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._started = now()
        self._files: dict[str, Cost] = defaultdict(Cost)

    def pytest_collection_finish(self) -> None:
        spent = now() - self._started
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[COST] = [spent.wall, spent.cpu]
        elif not self._config.getoption("numprocesses", None):
            self._files[COLLECTION] += spent

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._files[COLLECTION] += Cost(*getattr(node, "workeroutput", {}).get(COST, (0.0, 0.0)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        self._started = now()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            spent = now() - self._started
            # A process that nobody waited for takes its time along when it ends.
            report.user_properties.append((COST, [spent.wall, max(spent.cpu, 0.0)]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties: list[tuple[str, Any]] = report.user_properties
        for name, value in properties:
            if name == COST and report.when == "teardown":
                cost = Cost(*value)
                self._files[report.nodeid.partition("::")[0]] += cost
                if cost.cpu > LONG and not hasattr(self._config, "workerinput"):
                    keep("test", report.nodeid, cost)

    def pytest_sessionfinish(self) -> None:
        if not hasattr(self._config, "workerinput"):
            for name, cost in self._files.items():
                keep("file", name, cost)


# -- keeping and reporting -----------------------------------------------------------------------


def keep(kind: str, name: str, cost: Cost) -> None:
    if times := os.environ.get("TEST_TIMES"):
        with Path(times).open("a", encoding="utf-8") as file:
            file.write(json.dumps([kind, name, cost.wall, cost.cpu]) + "\n")


def run_step(name: str, command: list[str]) -> int:
    """Run a command and keep what it cost, also when it fails."""
    started = now()
    done = subprocess.run(command, check=False)
    keep("step", name, now() - started)
    return done.returncode


def measure_yardstick() -> float:
    """CPU seconds for a fixed loop of Python and a fixed function to compile.

    A minute of an unknown machine says nothing, and a busy one has slower minutes: so costs are
    divided by what this takes on the same machine, before and after.
    """
    numba: Any = importlib.import_module("numba")  # only here, and not cheap
    started, total = time.process_time(), 0
    for number in range(6_000_000):
        total = (total * 31 + number) & 0xFFFF

    def rows(cells: Any, shift: int) -> int:
        found = 0
        for row in range(cells.shape[0]):
            for cell in cells[row]:
                found += (cell ^ shift) % (row + 1) if cell > shift else found >> 1
        return found

    for width in (8, 16, 32):
        kind = numba.types.Array(getattr(numba, f"uint{width}"), 2, "C")
        numba.njit((kind, numba.int64))(rows)
    return time.process_time() - started


def report(times: Path, *, has_budget: bool) -> Iterator[str]:
    """What each step cost and which files cost most, beside the budget."""
    kept: dict[str, dict[str, Cost]] = defaultdict(lambda: defaultdict(Cost))
    for line in times.read_text(encoding="utf-8").splitlines():
        kind, name, wall, cpu = json.loads(line)
        kept[kind][name] += Cost(wall, cpu)
    total = sum(kept["step"].values(), Cost())
    yield "Where the time went (minutes:seconds)         wall     CPU"
    for name, cost in [*kept["step"].items(), ("total", total)]:
        yield _row(name, cost)
    files = sorted(kept["file"].items(), key=lambda item: -item[1].cpu)
    yield f"The {min(SHOWN, len(files))} slowest of {len(files)} files"
    for name, cost in files[:SHOWN]:
        yield _row(name, cost)
    measured = [cost.cpu for cost in kept["yardstick"].values()]
    if has_budget and measured:
        yardstick = sum(measured) / len(measured)
        yards = total.cpu / yardstick
        each = ", ".join(f"{cpu:.2f}" for cpu in measured)
        yield (
            f"{yards:.0f} yardsticks of CPU time (one took {each} s); the budget is {BUDGET:.0f}"
            + ("." if yards <= BUDGET else ": move or cheapen a test, see CONTRIBUTING.md.")
        )


def _row(name: str, cost: Cost) -> str:
    return f"  {name:<40} {_clock(cost.wall):>7} {_clock(cost.cpu):>7}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def main(arguments: list[str]) -> int:
    if arguments[0] == "step":
        return run_step(arguments[1], arguments[2:])
    if arguments[0] == "yardstick":
        keep("yardstick", arguments[1], Cost(0.0, measure_yardstick()))
        return 0
    for line in report(Path(os.environ["TEST_TIMES"]), has_budget="--budget" in arguments):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
