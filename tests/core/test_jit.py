"""Compiled code: cached, never stale, and announced."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import spielzug
from spielzug.core import jit

PACKAGE = Path(spielzug.__file__).parent

TINY = {
    "__init__.py": "",
    "callee.py": (
        "from spielzug.core.jit import rule\n\n"
        "@rule\ndef answer(x):\n    return x + 1\n"
    ),
    "facts.yaml": "value: 10\n",
    "rules.py": (
        "import sys\nfrom spielzug.core import jit\nfrom tiny.callee import answer\n\n"
        "@jit.entry\ndef ask(x):\n    return answer(x)\n\n"
        "jit.compile_entry(ask, jit.INT, jit.INT)\n"
        "print(ask(1), jit.came_from_cache(ask))\n"
    ),
}  # fmt: skip


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A package with one entry, its callee in another module, and a data file."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for name, text in TINY.items():
        (folder / name).write_text(text)
    return folder


def run(folder: Path, cache: Path, **extra: str) -> str:
    paths = os.pathsep.join([str(folder.parent), str(PACKAGE.parent)])
    environment = {**os.environ, "PYTHONPATH": paths, "SPIELZUG_CACHE_DIR": str(cache), **extra}
    command = [sys.executable, "-c", f"import {folder.name}.rules"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.compiled
def test_a_second_process_compiles_nothing_and_writes_no_file(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert run(tiny, cache) == "2 False"
    files = sorted(cache.rglob("*"))
    assert run(tiny, cache) == "2 True"
    assert sorted(cache.rglob("*")) == files


@pytest.mark.compiled
def test_an_edited_callee_in_another_module_is_never_played_stale(
    tiny: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    run(tiny, cache)
    callee = tiny / "callee.py"
    callee.write_text(callee.read_text().replace("x + 1", "x + 9"))
    assert run(tiny, cache) == "10 False"


@pytest.mark.compiled
def test_an_edited_data_file_makes_the_cache_old(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(tiny, cache)
    (tiny / "facts.yaml").write_text("value: 11\n")
    assert run(tiny, cache) == "2 False"


@pytest.mark.compiled
def test_bounds_checked_code_has_a_cache_of_its_own(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(tiny, cache)
    assert run(tiny, cache, NUMBA_BOUNDSCHECK="1") == "2 False"
    assert run(tiny, cache) == "2 True"


@pytest.mark.compiled
def test_code_of_much_earlier_sources_is_thrown_away(tiny: Path, tmp_path: Path) -> None:
    """But not at once: a program that began with them may still be running."""
    cache, facts = tmp_path / "cache", tiny / "facts.yaml"
    for value in range(4):
        facts.write_text(f"value: {value}\n")
        assert run(tiny, cache) == "2 False"
    assert len(list(cache.glob("*/*"))) == jit.KEPT_CACHES
    facts.write_text("value: 2\n")
    assert run(tiny, cache) == "2 True"
    facts.write_text("value: 0\n")
    assert run(tiny, cache) == "2 False"  # the oldest had to go


def test_a_cache_folder_that_cannot_be_written_is_replaced_by_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(blocked / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert jit.cache_root().parent == tmp_path


def test_no_folder_at_all_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(blocked / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(blocked))
    with pytest.raises(OSError, match="no folder for compiled code"):
        jit.cache_root()


def test_clearing_tells_what_was_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(tmp_path / "cache"))
    (jit.cache_root() / "x").write_bytes(b"1234")
    assert jit.clear_cache() == (tmp_path / "cache", 4)
    assert not (tmp_path / "cache").exists()


def test_the_stamp_of_a_game_covers_core_its_folder_and_its_data() -> None:
    files = jit.source_files(PACKAGE / "games" / "game_of_trains" / "rules.py")
    names = {str(f.relative_to(PACKAGE)) for f in files}
    assert {"core/jit.py", "games/game_of_trains/cards.yaml", "core/chance.py"} <= names
    assert not any(name.startswith(("lab/", "cli/")) for name in names)


def test_the_stamp_of_a_loop_covers_all_rooms_but_the_games() -> None:
    files = jit.source_files(PACKAGE / "lab" / "loops.py")
    rooms = {f.relative_to(PACKAGE).parts[0] for f in files}
    assert {"core", "lab", "bots"} <= rooms
    assert "games" not in rooms


def test_a_changed_file_changes_the_stamp(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "rules.py").write_text("a = 1\n")
    before = jit.source_stamp(folder / "rules.py")
    (folder / "rules.py").write_text("a = 2\n")
    assert jit.source_stamp(folder / "rules.py") != before
    shutil.rmtree(folder)


@pytest.mark.compiled
def test_compiling_is_announced_only_when_it_happens(capsys: pytest.CaptureFixture[str]) -> None:
    @jit.rule
    def twice(x: int) -> int:
        return 2 * x

    with jit.announced("a thing"):
        twice(3)
    assert "Compiling a thing (only the first time)" in capsys.readouterr().err
    with jit.announced("a thing"):
        twice(3)
    assert capsys.readouterr().err == ""


@pytest.mark.compiled
def test_a_rule_is_compiled_once_for_numbers_of_every_width() -> None:
    import numpy as np

    @jit.rule
    def double(x: Any) -> Any:
        return 2 * x

    @jit.rule
    def caller(small: Any, flags: Any) -> Any:
        return double(1) + double(7) + double(small) + double(flags)

    outcome = caller(np.uint8(200), np.int64(1))
    assert outcome == 2 + 14 + 400 + 2
    assert len(double.overloads) == 1  # type: ignore[attr-defined]
