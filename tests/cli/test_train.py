"""`spielzug train` without torch: it says what is missing and starts nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spielzug.cli.app import app
from spielzug.core.errors import SpielzugError


@pytest.fixture(autouse=True)
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)


def refused(*words: object) -> str:
    with pytest.raises(SpielzugError) as error:
        CliRunner().invoke(app, ["train", *map(str, words)], catch_exceptions=False)
    return str(error.value)


def test_without_torch_the_way_out_is_told_and_no_folder_is_made(tmp_path: Path) -> None:
    told = refused("trains", "--out", tmp_path / "run")
    assert "pip install 'spielzug[learn]'" in told and "make learn" in told
    assert not (tmp_path / "run").exists()


def test_what_is_asked_is_looked_at_first(tmp_path: Path) -> None:
    assert "no game 'chess'" in refused("chess")
    assert "--seats two: give numbers" in refused("trains", "--seats", "two")
    assert "7" in refused("trains", "--seats", "7")
    assert "there is no run here" in refused("trains", "--resume", tmp_path)
    both = ("--resume", tmp_path, "--seed", 3)
    assert "only --minutes can be given with it" in refused("trains", *both)
    lengths = ("--minutes", 3, "--decisions", 3)
    assert "both say how long to train" in refused("trains", *lengths)
    assert "--decisions 0: ask for at least 1" in refused("trains", "--decisions", 0)
