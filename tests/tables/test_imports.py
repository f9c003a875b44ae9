"""The package of tables runs where there is no server: what it may not import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import spielzug.tables
from spielzug.core.texts import Texts, missing
from spielzug.tables.errors import REFUSALS
from spielzug.tables.texts import NAMES, PROOF, REASONS, SENTENCES

FOLDER = Path(spielzug.tables.__file__).parent
SOURCES = sorted(FOLDER.glob("*.py"))
FORBIDDEN = {
    "asyncio", "fastapi", "multiprocessing", "numba", "numpy", "pydantic", "pydantic_core",
    "sqlalchemy", "starlette", "subprocess", "threading", "time", "yaml",
}  # fmt: skip
OURS = {"core", "games", "bots", "tables"}
SERVERS = {"asyncio", "fastapi", "pydantic", "pydantic_core", "sqlalchemy", "starlette"}
NUMBERS = {"numba", "numpy", "yaml"}
"""They come with the core, and with nothing else."""
LIST = """
import sys
import spielzug.tables.hints, spielzug.tables.messages, spielzug.tables.time_limit
import spielzug.tables.catalogue, spielzug.tables.exports, spielzug.tables.opening
import spielzug.tables.proof, spielzug.tables.summary
print(*sorted(sys.modules))
"""


def imported(text: str) -> Iterator[str]:
    """Every module that a source imports, anywhere in it but for the type checker."""
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting.extend(ast.iter_child_nodes(node))


def forbidden_in(text: str) -> list[str]:
    parts = [name.split(".") for name in imported(text)]
    return [
        ".".join(name)
        for name in parts
        if name[0] in FORBIDDEN or (name[0] == "spielzug" and name[1] not in OURS)
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_table_needs_no_store_no_web_no_clock_and_no_process(path: Path) -> None:
    assert forbidden_in(path.read_text("utf-8")) == []


def test_a_forbidden_import_would_be_found() -> None:
    text = "import numpy as np\ndef f():\n    from spielzug.server import tables\n    import time"
    assert sorted(forbidden_in(text)) == ["numpy", "spielzug.server.tables", "time"]


def test_what_else_is_loaded_with_it_needs_none_of_these_either() -> None:
    done = subprocess.run([sys.executable, "-c", LIST], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & SERVERS
    parts = {name for name in loaded if re.match(r"spielzug\.(?!core)", name)}
    for name in parts:
        source = Path(str(spielzug.__path__[0]), *name.split(".")[1:])
        file = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
        tree = ast.parse(file.read_text("utf-8")).body
        at_load = "\n".join(map(ast.unparse, (n for n in tree if "Import" in type(n).__name__)))
        assert not NUMBERS & {one.split(".")[0] for one in imported(at_load)}, name


@pytest.mark.parametrize("texts", [REFUSALS, NAMES, SENTENCES, REASONS, PROOF])
def test_every_text_exists_in_four_languages(texts: Texts) -> None:
    assert missing(texts) == []


def test_every_error_has_a_sentence() -> None:
    used = set()
    for path in SOURCES:
        used |= set(re.findall(r'TableError\(\s*"(\w+)"', path.read_text("utf-8")))
    assert used
    assert used <= set(REFUSALS)
