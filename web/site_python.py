"""Runs in Pyodide, started by `site_python.mjs`: packs exactly the modules that a page needs.

Python's own library and Spielzug are compiled here without docstrings, by the same Python that
will run them, so that browsers do not have to compile them.
"""

from __future__ import annotations

import ast
import importlib
import io
import sys
import zipfile
from importlib import _bootstrap_external, util  # type: ignore[attr-defined]
from pathlib import Path
from types import CodeType

SOURCES = Path("/sources")
HOST = "spielzug.browser.worker"
EXTRA_MODULES = (
    "spielzug.games", "spielzug.review", "spielzug.school", "spielzug.school.figures",
    "spielzug.school.puzzles", "spielzug.tables",
)  # fmt: skip
BLOCKED_PACKAGES = (
    "fastapi", "jinja2", "llvmlite", "numba", "numpy", "pydantic", "safetensors", "sqlalchemy",
    "starlette", "yaml",
)  # fmt: skip
LATE_IMPORTS = (
    "asyncio", "encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1",
    "encodings.utf_8_sig", "importlib.resources", "linecache", "pyodide.code", "pyodide.ffi",
    "pyodide.webloop", "shutil", "tempfile", "traceback", "zipfile",
)  # fmt: skip
"""What a page or Pyodide imports later from Python's library."""
DATA = ("*.json", "*.jsonl")
UNUSED_DATA = ("data/figures.json",)
"""Figures are files of the site; `data/figures` holds them in every language."""
DATE = (1980, 1, 1, 0, 0, 0)


def main() -> dict[str, bytes]:
    for name in BLOCKED_PACKAGES:
        sys.modules[name] = None  # type: ignore[assignment]
    sys.path.insert(0, str(SOURCES))
    for name in (*LATE_IMPORTS, HOST, *EXTRA_MODULES):
        importlib.import_module(name)
    from spielzug.games import all_games

    all_games()
    import_late()
    return {"python_stdlib.zip": pack(library()), "spielzug.zip": pack(spielzug())}


def import_late() -> None:
    """Import what our modules import within functions, as far as it is available here."""
    seen: set[str] = set()
    while new := {name for name in sys.modules if name.split(".")[0] == "spielzug"} - seen:
        seen |= new
        for name in sorted(new):
            for wanted in imports_of(name):
                try:
                    importlib.import_module(wanted)
                except (ImportError, AttributeError):
                    continue  # only needed by a server


def imports_of(name: str) -> list[str]:
    file = getattr(sys.modules[name], "__file__", None)
    if file is None:
        return []
    found: dict[str, None] = {}
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found[node.module] = None
            found.update(dict.fromkeys(f"{node.module}.{alias.name}" for alias in node.names))
    return [one for one in found if one.split(".")[0] in ("spielzug", *sys.stdlib_module_names)]


# -- packing ---------------------------------------------------------------------------------------


def library() -> dict[str, bytes]:
    """All of Python's library that has been imported, and Pyodide's own packages."""
    archive = next(path for path in sys.path if path.endswith(".zip"))
    loaded = {
        str(module.__file__).removeprefix(f"{archive}/")
        for module in list(sys.modules.values())
        if str(getattr(module, "__file__", "")).startswith(f"{archive}/")
    }
    found = {}
    with zipfile.ZipFile(archive) as files:
        for name in files.namelist():
            if name in loaded or name.split("/")[0] in ("_pyodide", "pyodide"):
                if name.endswith(".py"):
                    found[f"{name}c"] = compiled(files.read(name), name, lines=False)
    return found


def spielzug() -> dict[str, bytes]:
    """Our modules that have been imported, and the data of the games."""
    found = {}
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and Path(file).is_relative_to(SOURCES):
            name = str(Path(file).relative_to(SOURCES))
            found[f"{name}c"] = compiled(Path(file).read_bytes(), name)
    for game in sorted((SOURCES / "spielzug" / "games").iterdir()):
        for pattern in DATA:
            for path in sorted(game.rglob(pattern)):
                if str(path.relative_to(game)) not in UNUSED_DATA:
                    found[str(path.relative_to(SOURCES))] = path.read_bytes()
    return found


def compiled(source: bytes, name: str, lines: bool = True) -> bytes:
    """Byte code that is valid whatever a file's date is, with or without line numbers."""
    tree = without_docstrings(ast.parse(source, name))
    code = compile(tree, name, "exec", dont_inherit=True)
    if not lines:
        code = without_lines(code)
    data: bytes = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
    return data


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
                continue
            if not isinstance(first.value.value, str):
                continue
            # A dataclass without a docstring would make one, which is slow.
            first.value.value = "." if isinstance(node, ast.ClassDef) else ""
    return tree


def without_lines(code: CodeType) -> CodeType:
    """A fifth smaller; errors within Python's library are then shown without line numbers."""
    constants = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))


def pack(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, DATE), files[name], zipfile.ZIP_DEFLATED)
    return made.getvalue()


if __name__ == "__main__":
    for _name, _content in main().items():
        Path("/made", _name).write_bytes(_content)
