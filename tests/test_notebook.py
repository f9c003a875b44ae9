"""The notebook in the docs runs from first cell to last, and contains no stale results."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

pytestmark = pytest.mark.slow

NOTEBOOK = Path(__file__).parent.parent / "docs" / "notebooks" / "lab.ipynb"


class ThisPython(AsyncKernelManager):
    """Runs cells with the Python of the tests, whatever kernels a machine has."""

    @property
    def kernel_spec(self) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name="Python 3", language="python")


def opened() -> nbformat.NotebookNode:
    book: nbformat.NotebookNode = nbformat.read(NOTEBOOK, 4)  # type: ignore[no-untyped-call]
    return book


def run(book: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    client = NotebookClient(
        book, timeout=900, kernel_manager_class=ThisPython,
        resources={"metadata": {"path": str(folder)}},
    )  # fmt: skip
    return client.execute()


@pytest.mark.compiled
def test_the_notebook_of_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    book = run(opened(), tmp_path)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    said = [
        "".join(str(out.get("text", "")) + str(out.get("data", "")) for out in cell.outputs)
        for cell in cells
    ]
    assert "spielzug compare game_of_trains shipped turn_limit=14" in said[0]
    assert "turn limit" in said[1] and "differs" in said[1]
    assert "the limit left as they were" in said[2]
    assert "image/png" in said[4]
    assert int(said[5].split("'")[3]) > 20_000  # the characters of the report


def test_a_cell_that_fails_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    book = opened()
    book.cells = book.cells[1:2]
    book.cells[0].source = "1 / 0"
    with pytest.raises(CellExecutionError):
        run(book, tmp_path)


def test_the_notebook_holds_no_results_and_no_traces_of_a_machine() -> None:
    book = opened()
    nbformat.validate(book)
    for cell in book.cells:
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None
