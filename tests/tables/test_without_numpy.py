"""A whole game at a table in a process without NumPy, numba and the server's packages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic_core import to_json

from recorded_engine import RecordingEngine
from spielzug.core.sets.prepare import prepare
from spielzug.games import get_game
from spielzug.server.tables.server_table import ServerTable
from spielzug.wire import live, parts, responses
from tables import stored_game, whole_game
from tables.whole_game import as_text, open_golden_game, play
from wire_shapes import check_shape

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden" / "tables"
GAMES = {
    "game_of_trains": "3-own_turn",
    "trains": "2-cubes",
    "zwergenzugfahrt": "2-turns",
    "zugraub": "4-won",
}
SMALL = "zwergenzugfahrt"
"""The game of the first tier; the second takes them all."""
ONE_OR_ALL = [pytest.param(n, marks=() if n == SMALL else pytest.mark.slow) for n in GAMES]
SHAPES = {
    "facts": parts.FactsMessage,
    "entry": live.LiveEntry,
    "outcome": parts.Outcome,
    "replay": responses.Replay,
}
"""What the wire says of each message."""


def without_numpy(
    then: str, module: str = "whole_game", blocked: Sequence[str] = whole_game.BLOCKED
) -> subprocess.CompletedProcess[str]:
    """Import all that plays the game in a process without these packages, and do this."""
    prepare()  # without PyYAML, sets and lessons come from what is prepared
    lines = ["import sys", *(f"sys.modules[{name!r}] = None" for name in blocked)]
    lines += [f"from tables.{module} import *", then]
    return subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True, text=True, timeout=300, cwd=TESTS,
    )  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", ONE_OR_ALL)
def test_a_golden_game_is_told_as_by_the_server(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = GOLDEN / name / f"{GAMES[name]}.zug"
    game = get_game(name)
    engine = RecordingEngine(game.native)
    monkeypatch.setitem(game.__dict__, "engine", engine)
    golden, table = open_golden_game(record.read_text("utf-8"), ServerTable)
    wanted = []
    for kind, fields in play(golden, table):
        line = as_text(fields)
        if kind in SHAPES:
            check_shape(SHAPES[kind], fields)
            line = to_json(fields).decode()
        wanted.append(f"{kind} {line}")
    assert table.played().now == golden.now
    assert sum(entry.kind == "undo" for entry in table.played().log) >= 1
    answers = tmp_path / "answers.json"
    engine.save(answers)
    done = without_numpy(f"main({name!r}, {str(record)!r}, {str(answers)!r})")
    assert done.returncode == 0, done.stderr[-3000:]
    told = done.stdout.splitlines()
    assert len(told) == len(wanted)
    assert all(mine == its for mine, its in zip(told, wanted, strict=True))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ONE_OR_ALL)
def test_a_table_is_opened_saved_as_rows_and_read_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = get_game(name)
    engine = RecordingEngine(game.native)
    monkeypatch.setitem(game.__dict__, "engine", engine)
    wanted = "\n".join(stored_game.play(game)).splitlines()
    answers = tmp_path / "answers.json"
    engine.save(answers)
    done = without_numpy(f"main({name!r}, {str(answers)!r})", "stored_game")
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.splitlines() == wanted


def test_the_catalogue_is_the_same() -> None:
    found, wanted = (
        without_numpy("write_catalogue()", "stored_game", blocked)
        for blocked in (whole_game.BLOCKED, ())
    )
    assert found.returncode == wanted.returncode == 0, found.stderr[-3000:]
    assert found.stdout == wanted.stdout
    assert all(name in found.stdout for name in GAMES)


def test_numpy_cannot_be_imported_there() -> None:
    refused = without_numpy("import spielzug.core.observation")
    assert refused.returncode != 0
    assert "import of numpy halted" in refused.stderr
