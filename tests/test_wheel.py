"""A built wheel carries everything it needs, the browser client included, and serves it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
        "--disable-pip-version-check", "--wheel-dir", str(folder), str(ROOT),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("spielzug-*.whl"))


def test_the_wheel_carries_client_data_and_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "spielzug/server/static/index.html" in names
    assert any(re.fullmatch(r"spielzug/server/static/assets/.+\.js", name) for name in names)
    assert "spielzug/games/game_of_trains/data/shipped-1.yaml" in names
    assert "spielzug/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.fixture
def address(wheel: Path, tmp_path: Path) -> Iterator[str]:
    """A server run from the wheel's files alone, far away from the checkout."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    command = [
        sys.executable, "-m", "spielzug.server", "--port", "0",
        "--database", str(tmp_path / "tables.sqlite3"),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
    finally:
        process.kill()
        process.communicate()


def test_the_wheel_serves_the_client(address: str) -> None:
    with urllib.request.urlopen(address, timeout=20) as answer:
        page = answer.read().decode()
    script = re.search(r'src="\./(assets/[^"]+\.js)"', page)
    assert script is not None
    with urllib.request.urlopen(f"{address}/{script[1]}", timeout=20) as answer:
        assert answer.status == 200
