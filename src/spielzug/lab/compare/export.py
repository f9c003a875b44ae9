"""The games of a comparison as tables for notebooks: a row for each, as CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from spielzug.core.errors import UsageError
from spielzug.lab.compare.compare import Comparison
from spielzug.lab.measure.measures import OWN

NEEDS_ARROW = "--parquet needs pyarrow: pip install 'spielzug[lab]', or write --csv"


def columns(comparison: Comparison) -> dict[str, Any]:
    """By their names; the label of the side and all that are words as words."""
    rows, plan = comparison.rows(), comparison.plan
    labels = np.array([side.label for side in plan.sides], dtype=object)
    found: dict[str, Any] = {"label": labels[rows["side"]]}
    for name in rows.dtype.names or ():
        found[name] = rows[name]
    reasons = np.array(plan.game.rules.REASONS, dtype=object)
    found["reason"] = reasons[rows["reason"]]
    for measure in plan.game.measures:
        if measure.words is not None:
            words = np.zeros(len(rows), dtype=object)
            for side, variant in enumerate(plan.sides):
                own = rows["side"] == side
                known = np.array(list(measure.words(variant.reading)), dtype=object)
                words[own] = known[rows[f"{OWN}{measure.name}"][own]]
            found[f"{OWN}{measure.name}"] = words
    return found


def write_csv(comparison: Comparison, path: Path) -> None:
    made = columns(comparison)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(made)
        writer.writerows(_rows(made))


def _rows(made: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in made.values()), strict=True)


def write_parquet(comparison: Comparison, path: Path) -> None:
    refuse_without_arrow()
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table(
        {name: pyarrow.array(column) for name, column in columns(comparison).items()}
    )
    about = {"spielzug": comparison.plan.line}
    parquet.write_table(table.replace_schema_metadata(about), path)


def refuse_without_arrow() -> None:
    """Told before the first game, not after the last."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise UsageError(NEEDS_ARROW) from None
