"""Reports of a comparison or a sweep as one self-contained page: plots, the board, tables."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from spielzug.core.errors import UsageError
from spielzug.core.texts import require_language

NEEDS = "a report needs matplotlib: pip install 'spielzug[report]'"


def check_dependencies() -> None:
    """Raise `UsageError` before the first game if the report cannot be written after the last."""
    if find_spec("matplotlib") is None:
        raise UsageError(NEEDS)


def render_report(figures: Mapping[str, Any], lang: str = "en") -> str:
    """The whole page, from `Comparison.to_json()` or `Sweep.to_json()`."""
    require_language(lang)
    try:
        from spielzug.lab.report.page import page, sweep_page
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] != "matplotlib":
            raise
        raise UsageError(NEEDS) from None
    return (sweep_page if figures["command"] == "sweep" else page)(figures, lang)


__all__ = ["NEEDS", "check_dependencies", "render_report"]
