"""`spielzug figures`: its tables, its file, its errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.test_commands import run
from spielzug.cli.show import percent, points

SMALL = ("figures", "game_of_trains", "--bots", "greedy", "--luck", "0", "--jobs", "1")


@pytest.mark.slow
@pytest.mark.compiled
def test_figures_are_told_and_written(tmp_path: Path) -> None:
    told = run(*SMALL, "--games", "90", "--lots", "4", "-o", "turn_limit=60")
    assert told.returncode == 0, told.stderr
    for words in ("90 games with 2 seats", "number 1 to decide", "opening", "Place 7", "worth"):
        assert words in told.stdout
    file = tmp_path / "figures.json"
    args = (*SMALL, "--games", "4", "--lots", "0", "-o", "turn_limit=60")
    written = run(*args, "--out", str(file), "--json")
    assert written.returncode == 0, written.stderr
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == json.loads(written.stdout)
    assert kept["options"]["turn_limit"] == "60"
    assert kept["command"].endswith("--seed 1 --luck 0 -o turn_limit=60")
    again = run(*kept["command"].split()[1:], "--json")
    assert json.loads(again.stdout) == kept


@pytest.mark.slow
def test_what_cannot_be_written_or_played_is_refused_before(tmp_path: Path) -> None:
    for args, said in (
        (("--out", str(tmp_path / "no" / "f.json")), "create it first"),
        (("--seats", "9"), "2 to 4 seats"),
        (("--lots", "-1"), "0 or more"),
    ):
        done = run(*SMALL, *args)
        assert done.returncode == 2
        assert said in done.stderr


def test_intervals_are_written_for_people() -> None:
    assert percent((0.5, 0.25, 0.75)) == "50.0% (25.0% … 75.0%)"
    assert percent(None) == "–"
    assert points((0.123, -0.01, 0.2)) == "+12.3 (-1.0 … +20.0)"
