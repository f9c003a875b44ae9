"""Imports modules of bench/, which are not part of the package, for tests."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

BENCH = str(Path(__file__).parents[2] / "bench")


def import_bench(name: str) -> Any:
    """Imports a module of bench/, which is on the path only meanwhile."""
    sys.path.insert(0, BENCH)
    try:
        return import_module(name)
    finally:
        sys.path.remove(BENCH)
