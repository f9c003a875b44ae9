"""`bench/gpu.py` when something is missing or fails: the rest is still measured."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from lab.bench_modules import import_bench

gpu = import_bench("gpu")


@pytest.mark.parametrize("missing", ["jax", "pgx"])
def test_without_pgx_the_run_says_what_to_install_and_goes_on(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for name in ("jax", "jax.numpy", "pgx"):
        monkeypatch.setitem(sys.modules, name, type(sys)(name))
    monkeypatch.setitem(sys.modules, missing, None)
    report = tmp_path / "pgx"
    gpu.measure_pgx(Namespace(report=str(report), lock=str(tmp_path / "lock")))
    out = capsys.readouterr().out
    assert out == f"pgx: not measured {missing} is not installed: pip install 'jax[cuda13]' pgx\n"
    assert "failed" not in report.read_text()


def test_a_part_that_fails_is_reported_and_the_others_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    done: list[str] = []

    def part(name: str) -> Any:
        def run(*_: Any) -> Any:
            done.append(name)
            if name == "speed":
                raise RuntimeError("CUDA_ERROR_ILLEGAL_ADDRESS")

        return run

    names = {
        "Batch": "begin", "bytes_written": "begin", "speed_of_rows": "speed", "Pair": "pair",
        "compare": "compare", "check_values": "values", "speed_of_rules": "rules",
    }  # fmt: skip
    for name, told in names.items():
        monkeypatch.setattr(gpu, name, part(told))
    wanted = Namespace(
        report=str(tmp_path / "trains"), lock=str(tmp_path / "lock"), game="trains", check=False,
        speed=False, no_random=False, rows=4, seconds=1.0, bots=["greedy"],
    )  # fmt: skip
    gpu.one_game(wanted)
    assert {"speed", "compare", "values", "rules"} <= set(done)
    gpu.table({"trains": {"rules failed": "CUDA_ERROR_ILLEGAL_ADDRESS", "best_in_kernel": 1e8}})
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("trains "))
    assert row.split()[:3] == ["trains", "failed", "0.10"]
