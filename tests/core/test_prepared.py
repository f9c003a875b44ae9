"""Without PyYAML and pydantic, games read the JSON of their files: the same sets and lessons."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from spielzug.core.errors import CannotRead, DataError
from spielzug.core.sets import digest_of, source
from spielzug.core.sets.prepare import prepare, prepare_file
from spielzug.core.sets.source import parse, read_shipped, shipped_files
from spielzug.games import get_game

TEXT = (
    "game: toy\nname: shipped-1\n# a note\ncards: [{name: Été, cost: 1, sweet: yes, odd: null}]\n"
)


def report(*without: str) -> list[str]:
    command = [sys.executable, "-m", "shipped_report", *without]
    done = subprocess.run(
        command, env={**os.environ, "SPIELZUG_PLAIN": "1"}, check=True, capture_output=True,
        text=True, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


def test_a_process_without_yaml_and_pydantic_reads_the_same() -> None:
    prepare()
    found = report("yaml", "pydantic")
    assert len(found) >= 9
    assert found == report()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shipped-1.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def no_yaml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "can_check_files", lambda: False)


@pytest.mark.usefixtures("no_yaml")
def test_text_and_entries_are_those_of_the_file(file: Path) -> None:
    assert prepare_file(file) == file.with_suffix(".json")
    found, written = read_shipped(file), parse(TEXT, file.name)
    assert (found.name, found.text, found.data) == (file.name, TEXT, written.data)
    assert digest_of(found.data) == digest_of(written.data)
    assert str(found.error_at(("cards", 0, "cost"), "odd")) == "shipped-1.yaml: cards.Été.cost: odd"
    file.unlink()  # the JSON alone is enough
    assert shipped_files(file.parent) == [file]
    assert read_shipped(file).data == written.data


@pytest.mark.usefixtures("no_yaml")
def test_what_is_not_prepared_or_has_changed_since_is_refused(file: Path) -> None:
    with pytest.raises(CannotRead, match=r"shipped-1.json: the set is not prepared .*: python -m"):
        read_shipped(file)
    prepare_file(file)
    file.write_text(TEXT.replace("cost: 1", "cost: 2"), encoding="utf-8")
    with pytest.raises(DataError, match="the set was prepared before shipped-1.yaml changed"):
        read_shipped(file)


@pytest.mark.parametrize(("package", "module"), [("yaml", "yaml_text"), ("pydantic", "model")])
def test_a_set_of_ones_own_names_the_package_that_is_missing(
    file: Path, monkeypatch: pytest.MonkeyPatch, package: str, module: str
) -> None:
    sets = get_game("game_of_trains").sets
    assert sets is not None
    monkeypatch.delitem(sys.modules, f"spielzug.core.sets.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    wanted = f"shipped-1.yaml: a file .* without the Python package {package}: pip install"
    with pytest.raises(CannotRead, match=wanted):
        sets.load(file)


def test_where_yaml_is_there_nobody_reads_the_json(file: Path) -> None:
    prepare_file(file)
    file.write_text(TEXT.replace("cost: 1", "cost: 2"), encoding="utf-8")
    assert "'cost': 2" in str(read_shipped(file).data)


@pytest.mark.parametrize("value", ["2026-11-18", ".nan", "{1: 2}"])
def test_values_that_json_cannot_hold_are_refused(file: Path, value: str) -> None:
    file.write_text(f"{TEXT}more: {value}\n", encoding="utf-8")
    with pytest.raises((TypeError, ValueError)):
        prepare_file(file)
    assert not file.with_suffix(".json").exists()
