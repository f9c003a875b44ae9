"""Reports of a comparison or a sweep as one self-contained page: plots, the board, tables."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from spielzug.core.errors import UsageError
from spielzug.core.texts import require_language

if TYPE_CHECKING:
    from spielzug.lab.compare.figure_types import ComparisonFigures
    from spielzug.lab.tune.sweep import SweepFigures

NEEDS = "a report needs matplotlib: pip install 'spielzug[report]'"


def check_dependencies() -> None:
    """Raise `UsageError` before the first game if the report cannot be written after the last."""
    if find_spec("matplotlib") is None:
        raise UsageError(NEEDS)


def render_report(figures: ComparisonFigures | SweepFigures, lang: str = "en") -> str:
    """The whole page, from `Comparison.to_json()` or `Sweep.to_json()`."""
    require_language(lang)
    try:
        from spielzug.lab.report.page import page, sweep_page
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] != "matplotlib":
            raise
        raise UsageError(NEEDS) from None
    if figures["command"] == "sweep":
        return sweep_page(figures, lang)
    return page(figures, lang)
