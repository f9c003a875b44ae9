"""A game's browser engine in Node: built once for each test run, asked line by line."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from site_tool import site_tool
from spielzug.games import get_game
from spielzug.wasm.build import build

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "web"
COMPILE = (
    "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "preserve",
    "--moduleResolution", "bundler", "--lib", "es2022,dom",
)  # fmt: skip


def node() -> str:
    """Node's program; the set-up installs one where there is none."""
    found = shutil.which(
        "node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    assert found, "Node is not installed: run make setup"
    return found


@cache
def engine_folder(game: str, folder: Path) -> Path:
    """The files of this game's engine and their JavaScript, made by the first process to ask."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "js").is_dir():
            make_engine(game, folder)
    return folder


def make_engine(game: str, folder: Path) -> None:
    """Write an engine, checked by TypeScript."""
    files = build(get_game(game)).named(game)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    site_tool().keep_engine(game, files)  # for tests/browser/test_site.py
    (folder / "package.json").write_text('{"type": "module"}')
    compiler = WEB / "node_modules" / "typescript" / "bin" / "tsc"
    sources = [str(folder / f"{name}.ts") for name in ("engine", game)]
    command = [node(), str(compiler), *COMPILE, "--outDir", str(folder / "js"), *sources]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout


def ask(folder: Path, game: str, tasks: Sequence[dict[str, Any]], build: str = "wasm") -> list[Any]:
    """The engine's answers to these tasks, see `driver.mjs`."""
    given = "".join(json.dumps(task) + "\n" for task in tasks)
    command = [node(), str(HERE / "driver.mjs"), str(folder), game, build]
    made = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return [json.loads(line) for line in made.stdout.splitlines()]


def text(data: Any) -> str:
    """Bytes as the driver takes them."""
    return base64.b64encode(bytes(data)).decode()
