"""Compiled code: cached, never stale, and announced."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import spielzug
from spielzug.core import cache as cached
from spielzug.core import jit
from spielzug.core.errors import UsageError
from spielzug.games import all_games
from toys.toy import SOUND_TOY

PACKAGE = Path(spielzug.__file__).parent

TINY = {
    "__init__.py": "",
    "callee.py": (
        "from spielzug.core.jit import rule\n\n"
        "@rule\ndef answer(x):\n    return x + 1\n"
    ),
    "facts.yaml": "value: 10\n",
    "rules.py": (
        "from spielzug.core import compiler as c, jit\nfrom tiny.callee import answer\n\n"
        "@jit.entry\ndef ask(x):\n    return answer(x)\n\n"
        "c.compile_entry(ask, c.INT, c.INT)\n"
        "print(ask(1), c.came_from_cache(ask))\n"
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
    # Python takes a file for unchanged if it has the same size and was written in the same second.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-c", f"import {folder.name}.rules"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.compiled
def test_an_edited_data_file_makes_the_cache_old(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(tiny, cache)
    (tiny / "facts.yaml").write_text("value: 11\n")
    assert run(tiny, cache) == "2 False"


@pytest.mark.slow
@pytest.mark.compiled
def test_bounds_checked_code_has_a_cache_of_its_own(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(tiny, cache)
    assert run(tiny, cache, NUMBA_BOUNDSCHECK="1") == "2 False"
    assert run(tiny, cache) == "2 True"


@pytest.mark.slow
@pytest.mark.compiled
def test_code_of_much_earlier_sources_is_thrown_away(tiny: Path, tmp_path: Path) -> None:
    """But not at once: a program that began with them may still be running."""
    cache, facts = tmp_path / "cache", tiny / "facts.yaml"
    for value in range(4):
        facts.write_text(f"value: {value}\n")
        assert run(tiny, cache) == "2 False"
    assert len(list(cache.glob("*/*"))) == cached.KEPT_CACHES
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
    assert cached.cache_root().parent == tmp_path


def test_no_folder_at_all_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(blocked / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(blocked))
    with pytest.raises(UsageError, match="no folder for compiled code"):
        cached.cache_root()


def test_clearing_tells_what_was_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(tmp_path / "cache"))
    (cached.cache_root() / "x").write_bytes(b"1234")
    assert cached.clear_cache() == (tmp_path / "cache", 4)
    assert not (tmp_path / "cache").exists()


def test_the_stamp_of_a_game_covers_core_its_folder_and_its_data() -> None:
    files = cached.source_files(PACKAGE / "games" / "game_of_trains" / "rules.py")
    names = {str(f.relative_to(PACKAGE)) for f in files}
    assert {"core/jit.py", "games/game_of_trains/data/shipped-1.yaml", "core/rng.py"} <= names
    assert not any(name.startswith(("lab/", "cli/")) for name in names)


def test_the_stamp_of_a_loop_covers_the_packages_up_to_its_own_and_its_game() -> None:
    game = PACKAGE / "games" / "trains" / "rules" / "__init__.py"
    for loop, rooms in (("bots/search/tree.py", {"core", "bots"}),
                        ("lab/play/loops.py", {"core", "bots", "lab"})):  # fmt: skip
        files = {f.relative_to(PACKAGE) for f in cached.source_files(PACKAGE / loop, game)}
        assert {f.parts[0] for f in files} == {*rooms, "games"}
        assert {f.parts[1] for f in files if f.parts[0] == "games"} == {"trains"}


def test_a_changed_file_changes_the_stamp(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "rules.py").write_text("a = 1\n")
    before = cached.source_stamp(folder / "rules.py")
    (folder / "rules.py").write_text("a = 2\n")
    assert cached.source_stamp(folder / "rules.py") != before
    shutil.rmtree(folder)


ANNOUNCED = """
from spielzug.core import compiler as c
from spielzug.core.progress import show_compile_progress
from tiny.rules import ask, c
from tiny.other import other, inner
shares = []
for tell in (None, shares.append):
    for outer in (ask, other):
        with show_compile_progress("a thing", [outer], tell) as finished:
            c.compile_entry(outer, c.INT, c.INT)
            finished(outer)
print(shares)
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_compiling_is_announced_only_when_it_happens(tiny: Path, tmp_path: Path) -> None:
    (tiny / "other.py").write_text(
        "from spielzug.core.jit import entry, rule\n\n"
        "@rule\ndef inner(x):\n    return 2 * x\n\n"
        "@entry\ndef other(x):\n    return inner(x) + inner(1)\n"
    )
    script = tmp_path / "announced.py"
    script.write_text(ANNOUNCED)
    cache = tmp_path / "cache"
    for said in ("Compiling a thing (first time only) …", ""):
        paths = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
        environment = {**os.environ, "PYTHONPATH": paths, "SPIELZUG_CACHE_DIR": str(cache)}
        command = [sys.executable, str(script)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stderr.splitlines()[:1] == [said][: len(said)]
        assert done.stdout.splitlines()[-1].endswith("1.0]")


@pytest.mark.slow
@pytest.mark.compiled
def test_how_much_is_done_only_grows_and_ends_whole(tmp_path: Path) -> None:
    """In a process with an empty cache: the rules of a game, function by function."""
    environment = {**os.environ, "SPIELZUG_CACHE_DIR": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "spielzug.bots.thinking.compilation",
        "zwergenzugfahrt",
        "rules",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    shares = [float(line) for line in done.stdout.splitlines()]
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.2
    assert shares[-1] == 1.0
    assert max(b - a for a, b in pairwise(shares)) < 0.4  # no long stand-still, no great leap


@pytest.mark.compiled
def test_an_inner_function_is_never_made_into_machine_code_by_itself() -> None:
    """That is what makes compiling quick; called from Python it is an outer one."""
    from spielzug.core import compiler

    @jit.rule
    def inner(x: Any) -> Any:
        return x + 1

    @jit.rule
    def caller(x: Any) -> Any:
        return inner(x) * 2

    assert caller(3) == 8
    (made,) = caller.overloads.values()  # type: ignore[attr-defined]
    assert isinstance(made.library, compiler.OuterLibrary)
    linked = {library.name: type(library) for library in made.library._linking_libraries}
    assert [kind for name, kind in linked.items() if "inner" in name] == [compiler.InnerLibrary]
    assert inner(1) == 2


@pytest.mark.compiled
def test_inner_functions_are_linked_after_all_that_call_them() -> None:
    """LLVM would forget one that nobody calls yet, and later miss it."""
    from spielzug.core import compiler

    class Library(compiler.InnerLibrary):
        def __init__(self, name: str, *needs: Any) -> None:
            self._name, self._linking_libraries = name, list(needs)

    low = Library("low")
    left, right = Library("left", low), Library("right", low)
    top = Library("top", right)
    for roots in ([low, left, top], [top, left, low], [left, top]):
        order = [library.name for library in compiler.callers_first(roots)]
        assert sorted(order) == ["left", "low", "right", "top"]
        assert order[-1] == "low"
        assert order.index("top") < order.index("right")


@pytest.mark.compiled
def test_an_entry_has_one_signature_for_ever() -> None:
    from spielzug.core import compiler as c

    @jit.entry
    def once(x: Any) -> Any:
        return x

    c.compile_entry(once, c.INT, c.INT)
    c.compile_entry(once, c.INT, c.INT)
    with pytest.raises(TypeError, match="once has its one signature already"):
        c.compile_entry(once, c.UINT, c.UINT)


@pytest.mark.compiled
def test_an_entry_that_was_called_first_can_be_given_to_a_loop_all_the_same() -> None:
    """As in a program that asks for a guess, and simulates later."""
    from spielzug.core import compiler as c

    @jit.entry
    def asked(x: int) -> int:
        return x + 1

    assert asked(1) == 2
    c.compile_entry(asked, c.INT, c.INT)
    assert c.type_of(asked) is not None
    assert asked(1) == 2
    assert len(asked.overloads) == 1  # type: ignore[attr-defined]


@pytest.mark.compiled
def test_only_a_compiled_entry_has_a_type_and_only_an_entry_has_a_twin() -> None:
    from spielzug.core import compiler as c

    @jit.entry
    def waiting(x: int) -> int:
        return x

    with pytest.raises(TypeError, match="waiting is not compiled yet"):
        c.type_of(waiting)
    with pytest.raises(TypeError, match="is not compiled"):
        jit.entry_twin(abs, "again")


@pytest.mark.compiled
def test_a_rule_is_compiled_once_for_numbers_of_every_width() -> None:
    @jit.rule
    def double(x: Any) -> Any:
        return 2 * x

    @jit.rule
    def caller(small: Any, flags: Any) -> Any:
        return double(1) + double(7) + double(small) + double(flags)

    outcome = caller(np.uint8(200), np.int64(1))
    assert outcome == 2 + 14 + 400 + 2
    inner = double.get_overload.__self__  # type: ignore[attr-defined]
    assert len(inner.overloads) == 1


@pytest.mark.compiled
def test_a_tuple_has_the_types_of_what_is_in_it() -> None:
    from numba import types

    from spielzug.core import compiler as c

    class Room(NamedTuple):
        numbers: Any
        how_many: Any

    made = c.type_of(Room(np.zeros(3, np.int64), 1))
    assert isinstance(made, types.NamedTuple)
    assert (made.instance_class, tuple(made)) == (Room, (c.COUNTS, c.INT))
    assert c.type_of(Room(c.COUNTS, c.INT)) == made  # types stand for themselves


@pytest.mark.compiled
def test_a_part_of_an_array_is_no_argument() -> None:
    """Compiled code goes through it as if it were whole, and nobody looks at it again."""
    from spielzug.core import compiler as c

    whole = np.zeros((4, 4), np.int64)
    assert c.type_of(whole[1:3]) == c.type_of(whole)
    with pytest.raises(TypeError, match="whole arrays"):
        c.type_of(whole[:, 1])


# -- records ---------------------------------------------------------------------------------------

RECORDS = {
    f"{game.name} {name}": getattr(game.rules, name)
    for game in (*all_games(), SOUND_TOY)
    for name in ("STATE", "FACTS")
}


def dirty(size: int, value: int) -> None:
    """Memory of that size is freed with this in every byte: the next to ask is likely to get it."""
    for _ in range(4):
        np.full(size, value, np.uint8)


@pytest.mark.parametrize("dtype", RECORDS.values(), ids=RECORDS)
def test_equal_positions_are_equal_bytes_whatever_the_memory_held_before(dtype: Any) -> None:
    one = np.zeros(1, dtype).view(np.recarray)
    one[0][jit.fields(dtype)[0]] = 1
    found = set()
    for value in range(1, 200):
        dirty(dtype.itemsize, value)
        copied = one[0].copy()
        dirty(dtype.itemsize, value)
        found |= {copied.tobytes(), one.copy().tobytes(), deepcopy(one).tobytes()}
        other = np.zeros(1, dtype)
        other[0] = copied
        found.add(other.tobytes())
    assert found == {one.tobytes()}


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", RECORDS.values(), ids=RECORDS)
def test_gaps_have_names_and_move_no_field(dtype: Any) -> None:
    real = [(name, dtype[name]) for name in jit.fields(dtype)]
    aligned: Any = np.dtype(real, align=True)
    assert aligned.itemsize == dtype.itemsize == sum(dtype[n].itemsize for n in dtype.names)
    assert [dtype.fields[n][1] for n, _ in real] == [aligned.fields[n][1] for n, _ in real]
    assert dtype.alignment == aligned.alignment


@pytest.mark.compiled
def test_a_gap_is_no_field() -> None:
    narrow = jit.record([("a", "i1"), ("b", "i4"), ("c", "i1", (3,))])
    assert narrow.names == ("a", "_gap1", "b", "c", "_gap11")
    assert jit.fields(narrow) == ("a", "b", "c")
