"""A copied game passes with only what CONTRIBUTING asks for.

Die Zwergenzugfahrt is copied under another name into a separate checkout, without what a new game
need not ship. There, those tests of the first tier run that cover all games.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spielzug.core.records.writing import checksum

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
MODEL, COPY = "zwergenzugfahrt", "doppelfahrt"
CHECKOUT = (
    "src", "tests", "docs", "web/src", "web/views.py", "bench", "deploy", "examples", "mkdocs.yml",
    "pyproject.toml", "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
)  # fmt: skip
LEFT_OUT = ("__pycache__", "static")
FOLDERS = (
    "src/spielzug/games/{}", "web/src/games/{}", "tests/games/{}", "tests/golden/endings/{}",
    "docs/games/{}.md", "docs/parts/sentences/{}.yaml",
)  # fmt: skip
"""What is copied as it stands, with the name replaced."""
NOT_SHIPPED = ("puzzles", "data/figures.json", "data/net.safetensors")
THINKING = ("bots/", "lab/", "school/", "cli/test_review.py")
"""Tests that take longer by plain rules than the copy takes to compile."""
LISTS = (
    "mkdocs.yml",
    "docs/sentences.md",
    "docs/sets.md",
    "docs/events.md",
    "docs/observations.md",
)
"""Pages on which every game has its part."""

EXPECTATIONS = """
from expectations import Expectations

EXPECTATIONS = Expectations(rules=("Z", 15), short_game="turns:22", single_draws=True)
"""

ONLY_THE_COPY = f"""
import inspect, re

OVER_ALL_GAMES = re.compile(r"^def .*\\b(NAMES|all_games|games_shipping|texts)\\b", re.M | re.S)

def pytest_collection_modifyitems(config, items):
    def wanted(item):
        if item.name == "test_the_cache_can_be_filled_before_anyone_plays":
            return False  # it would compile all games
        if "[" in item.name:
            return "{COPY}" in item.name
        return OVER_ALL_GAMES.search(inspect.getsource(item.function)) is not None
    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = filter(wanted, items)
"""


def copy_renamed(checkout: Path, pattern: str) -> None:
    model, copy = checkout / pattern.format(MODEL), checkout / pattern.format(COPY)
    if model.is_dir():
        shutil.copytree(model, copy)
    else:
        shutil.copy(model, copy)
    for path in [copy, *copy.rglob("*")]:
        if path.is_file() and path.suffix != ".safetensors":
            text = path.read_text("utf-8").replace(MODEL, COPY)
            if path.suffix == ".zug":
                text = text[: text.rindex("check ")]
                text += f"check {checksum(text)}\n"
            path.write_text(text, "utf-8")


def list_copy(page: Path) -> None:
    """Below each line that names the model's part, the same for the copy."""
    lines = page.read_text("utf-8").splitlines(keepends=True)
    part = re.compile(rf"<!-- generated: \w+ {MODEL} -->|games/{MODEL}\.md")
    for number in reversed([n for n, line in enumerate(lines) if part.search(line)]):
        end = "\n<!-- end -->\n\n" if lines[number].startswith("<!--") else ""
        lines.insert(number, lines[number].replace(MODEL, COPY) + end)
    page.write_text("".join(lines), "utf-8")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for name in CHECKOUT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(ROOT / name, folder / name)
    for pattern in FOLDERS:
        copy_renamed(folder, pattern)
    game = folder / "src" / "spielzug" / "games" / COPY
    for name in NOT_SHIPPED:
        path = game / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "tests" / "games" / COPY / "expectations.py").write_text(EXPECTATIONS, "utf-8")
    registry = game.parent / "__init__.py"
    text = registry.read_text("utf-8")
    registered = re.sub(r"^(NAMES = \[.*)\]$", rf'\1, "{COPY}"]', text, flags=re.MULTILINE)
    assert registered != text
    registry.write_text(registered, "utf-8")
    for name in LISTS:
        list_copy(folder / name)
    (folder / "only_the_copy.py").write_text(ONLY_THE_COPY, "utf-8")
    done = run(folder, "tests/make_golden.py", COPY)
    assert done.returncode == 0, done.stderr
    return folder


def run(checkout: Path, *arguments: str, plain: bool = True) -> subprocess.CompletedProcess[str]:
    paths = [checkout / "src", checkout / "tests", checkout, checkout / "docs"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "SPIELZUG_CACHE_DIR": str(checkout / "cache"),
        "SPIELZUG_PLAIN": "1" if plain else "",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def shared_tests(checkout: Path) -> Iterator[str]:
    """The files of tests that go over all games, but those in a browser."""
    over_games = re.compile(r"\b(NAMES|all_games|games_shipping)\b")
    for path in sorted((checkout / "tests").rglob("test_*.py")):
        name = path.relative_to(checkout / "tests").as_posix()
        if not name.startswith(("browser/", "cold/", "games/")):
            if over_games.search(path.read_text("utf-8")):
                yield name


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("mode", "fewest"), [("plain", 30), ("compiled", 5)])
def test_a_copied_game_passes_the_tests_of_all_games(
    checkout: Path, mode: str, fewest: int
) -> None:
    compiled = mode == "compiled"
    names = [n for n in shared_tests(checkout) if n.startswith(THINKING) == compiled]
    done = run(
        checkout, "-m", "pytest", "-p", "only_the_copy", "-p", "no:cacheprovider", "-v",
        "-m", "not compiled", "-W", "ignore:overflow encountered",  # plain rules in threads
        *(f"tests/{name}" for name in names),
        plain=not compiled,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.findall(rf"::(\w+)\[[^\]]*{COPY}[^\]]*\] PASSED", done.stdout)
    assert len(set(passed)) >= fewest


def test_the_parts_of_the_docs_are_made_for_a_copied_game(checkout: Path) -> None:
    code = f"""
import generate
game = generate.get_game({COPY!r})
for part in ("options", "endings", "events", "observation", "sentences", "set_entries"):
    assert "| --- |" in generate.GAME_BLOCKS[part](game), part
for part in ("strength", "search_speed", "review_words", "review_found", "shipped_puzzles"):
    assert "| --- |" in generate.BLOCKS[part](), part
"""
    done = run(checkout, "-W", "ignore:overflow encountered", "-c", code)
    assert done.returncode == 0, done.stderr
