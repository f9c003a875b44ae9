"""Plain and compiled rules: servers with either can continue the same tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from server.helpers import RANDOM, Device, Json, Live, wait_for
from server.processes import free_port, started
from spielzug.core.cache import TABLE, all_games_prepared
from spielzug.core.game import Game
from spielzug.games import all_games

PLAIN, COMPILED = "plain", "compiled"


@contextmanager
def server(database: Path, rules: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    """A server that plays by these rules, and a device that keeps its name."""
    monkeypatch.setenv("SPIELZUG_PLAIN", "1" if rules == PLAIN else "0")
    port = free_port()
    with started(database, "--port", str(port), "--no-limits"):
        device = Device(f"http://127.0.0.1:{port}")
        assert device.get("health")["rules"] == rules
        yield device
        device.http.close()


def to_its_end(device: Device, path: str) -> Json:
    with watching(device, path):
        found: Json = wait_for(lambda: _over(device, path), 300)
    return found


def watching(device: Device, path: str) -> AbstractContextManager[Live]:
    """Bots play each other only while somebody watches."""
    return device.live(path.removeprefix("tables/"))


def _over(device: Device, path: str) -> Json | None:
    now: Json = device.get(path)
    return now if now["status"] == "over" else None


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(PLAIN, COMPILED), (COMPILED, PLAIN)])
def test_both_kinds_play_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str
) -> None:
    """One begins a table of each game, the other finds it right to the last digit and ends it."""
    assert all_games_prepared(TABLE), "run `make tests`, or `spielzug cache --fill` first"
    database = tmp_path / "t.sqlite3"
    paths: dict[str, str] = {}
    with server(database, first, monkeypatch) as device:
        for game in all_games():
            bots = [RANDOM] * game.seats[0]
            options = _short(game)
            wanted = {"game": game.name, "seats": bots, "pace": 0, "options": options}
            paths[game.name] = f"tables/{device.post('tables', wanted, 201)['id']}"
        for path in paths.values():
            with watching(device, path):
                wait_for(lambda p=path: device.get(p)["number"] > 15 or _over(device, p))  # type: ignore[misc]
    with server(database, second, monkeypatch) as device:
        for path in paths.values():
            to_its_end(device, path)
            assert device.get(f"{path}/proof", lang="en")["word"]["ok"] is True
        logs = {name: device.get(path)["log"] for name, path in paths.items()}
    with server(database, first, monkeypatch) as device:
        assert {name: device.get(path)["log"] for name, path in paths.items()} == logs


def _short(game: Game) -> dict[str, int | str]:
    known = {described["name"] for described in game.options.describe()}
    return {"turn_limit": 30} if "turn_limit" in known else {}


@pytest.mark.slow
def test_a_server_with_plain_rules_has_no_compiler(tmp_path: Path) -> None:
    """Not even imported: that alone would take half a second at every start."""
    script = (
        "import json, sys\n"
        "from spielzug.core.rules_mode import use_plain_rules\n"
        "use_plain_rules()\n"
        "from spielzug.server import create_app\n"
        "from spielzug.games import all_games\n"
        f"create_app({str(tmp_path / 't.sqlite3')!r}).state.services.games.close()\n"
        "[game.ready().facts() for game in all_games()]\n"
        "json.dump([name for name in ('numba', 'llvmlite') if name in sys.modules], sys.stdout)\n"
    )
    environment = {**os.environ, "SPIELZUG_CACHE_DIR": str(tmp_path / "empty")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


@pytest.mark.slow
def test_the_lab_of_a_cold_server_runs_compiled_rules(tmp_path: Path) -> None:
    """The server plays by plain rules until all are compiled; a thousand games must not."""
    port, cache = free_port(), {"SPIELZUG_CACHE_DIR": str(tmp_path / "empty")}
    with started(tmp_path / "t.sqlite3", "--port", str(port), env=cache) as server:
        device = Device(f"http://127.0.0.1:{port}")
        assert device.get("health")["rules"] == PLAIN
        run = {"game": "zwergenzugfahrt", "sides": [{}, {"options": {"turns": "12"}}]}
        device.post("lab/run", {**run, "bot": "greedy", "seats": [2], "games": 10})
        worker = wait_for(lambda: _environment(server.process.pid, "lab.compare.worker"))
        assert "SPIELZUG_PLAIN=1" not in worker
        device.http.close()


def _environment(parent: int, module: str) -> list[str] | None:
    """The environment of the process that runs this module for its parent."""
    for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        process = Path("/proc") / child
        if module in (process / "cmdline").read_text():
            return (process / "environ").read_text().split("\0")
    return None


def test_a_process_that_has_its_rules_keeps_them() -> None:
    script = (
        "from spielzug.core import jit, rules_mode\n"
        "before = jit.PLAIN\n"
        "rules_mode.use_plain_rules()\n"
        "print(before, rules_mode.uses_plain_rules())\n"
    )
    environment = {name: v for name, v in os.environ.items() if name != "SPIELZUG_PLAIN"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
