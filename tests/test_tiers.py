"""The two tiers of tests, and the report on their time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import conftest
import timing


class Item:
    def __init__(self, name: str, *, slow: bool) -> None:
        self.path = Path(f"{name}.py")
        self._slow = slow

    def get_closest_marker(self, name: str) -> object | None:
        return object() if self._slow and name == "slow" else None


def config(tier: str, deselected: list[Any]) -> Any:
    hook = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(items))
    return SimpleNamespace(getoption=lambda _: tier, hook=hook)


@pytest.mark.parametrize(
    ("tier", "expected"), [("first", ["a"]), ("second", ["b"]), ("all", ["a", "b"])]
)
def test_a_tier_runs_its_own_tests_and_no_others(tier: str, expected: list[str]) -> None:
    items: Any = [Item("a", slow=False), Item("b", slow=True)]
    others: list[Any] = []
    conftest.pytest_collection_modifyitems(config(tier, others), items)
    assert [item.path.stem for item in items] == expected
    assert len(items) + len(others) == 2


def test_workers_that_import_the_tests_in_another_order_run_them_in_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    orders = []
    for worker in ("gw0", "gw1"):
        monkeypatch.setattr(conftest, "WORKER", worker)
        collector: Any = object.__new__(pytest.Dir)
        report: Any = SimpleNamespace(result=[Item(name, slow=False) for name in "abc"])
        hook = conftest.pytest_make_collect_report(collector)
        next(hook)
        with pytest.raises(StopIteration) as returned:
            hook.send(report)
        items: Any = returned.value.value.result
        orders.append([item.path.stem for item in items])
        conftest.pytest_collection_modifyitems(config("first", []), items)
        assert [item.path.stem for item in items] == ["a", "b", "c"]
    assert orders == [["a", "b", "c"], ["c", "b", "a"]]


@pytest.mark.parametrize("tier", conftest.TIERS)
def test_a_file_that_is_slow_as_a_whole_is_not_imported_in_the_first_tier(
    tier: str, tmp_path: Path
) -> None:
    slow, quick = tmp_path / "slow.py", tmp_path / "quick.py"
    slow.write_text("import pytest\n\npytestmark = pytest.mark.slow\n")
    quick.write_text("# pytestmark = pytest.mark.slow\n")
    ignored = [conftest.pytest_ignore_collect(path, config(tier, [])) for path in (slow, quick)]
    assert ignored == ([True, None] if tier == "first" else [None, None])


def test_the_report_names_steps_and_the_slowest_files(tmp_path: Path) -> None:
    times = tmp_path / "times.jsonl"
    rows = [["step", "lint", 61.0, 90.0], ["step", "tests", 30.0, 45.4]]
    rows += [["file", f"f{n:02}", n, n] for n in range(12)]
    times.write_text("".join(json.dumps(row) + "\n" for row in rows))
    lines = list(timing.report(times, has_budget=True))
    assert lines[1].split() == ["lint", "1:01", "1:30"]
    assert lines[3].split() == ["total", "1:31", "2:15"]
    assert lines[4] == "The 10 slowest of 12 files"
    assert [line.split()[0] for line in lines[5:]] == [f"f{n:02}" for n in range(11, 1, -1)]


@pytest.mark.parametrize(("share", "told"), [(0.9, "."), (1.1, "move or cheapen a test")])
def test_the_budget_is_counted_in_yardsticks(tmp_path: Path, share: float, told: str) -> None:
    times = tmp_path / "times.jsonl"
    rows = [["yardstick", "before", 0.0, 1.0], ["yardstick", "after", 0.0, 3.0]]
    rows += [["step", "tests", 0.0, 2.0 * timing.BUDGET * share]]
    times.write_text("".join(json.dumps(row) + "\n" for row in rows))
    line = list(timing.report(times, has_budget=True))[-1]
    assert line.startswith(f"{timing.BUDGET * share:.0f} yardsticks") and told in line
    assert "budget" not in "".join(timing.report(times, has_budget=False))


def test_a_step_that_fails_is_measured_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = tmp_path / "times.jsonl"
    monkeypatch.setenv("TEST_TIMES", str(times))
    assert timing.run_step("broken", [sys.executable, "-c", "raise SystemExit(3)"]) == 3
    kind, name, wall, _ = json.loads(times.read_text())
    assert (kind, name) == ("step", "broken")
    assert wall > 0


def test_what_a_child_computes_is_counted_while_it_runs() -> None:
    before = timing.now()
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        spent = timing.now() - before
        child.communicate(b"\n")
    assert spent.cpu >= (0.3 if sys.platform == "linux" else 0.0) - 0.05
