"""Plays one or two variants of a game with the same bots on the same deals, and exports the games.

Game number n of both sides is dealt from the same key, so that much of the luck is the same for
both. `intervals` has the statistics, `comparison_result` the figures.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.lab.compare.comparison_result import (
    Comparison,
    ComparisonPlan,
    ComparisonTable,
)
from spielzug.lab.measure.jobs import Order, merge_measured, run_orders
from spielzug.lab.measure.measures import OWN
from spielzug.lab.play.one_game import Forfeits
from spielzug.lab.play.workers import WorkerPool, pool_for_run, stop_on_signals


def compare(
    plan: ComparisonPlan,
    progress: Callable[[int, int], None] = lambda _, __: None,
    tell: Callable[[str], None] = lambda _: None,
    pool: WorkerPool | None = None,
    stop: Stop | None = None,
) -> Comparison:
    """Play the plan; `progress` gets (games done, games planned), `tell` errors.

    Without a pool all cores of this machine play. Ctrl-C or `stop` ends it: the comparison then
    holds the finished games.
    """
    ends, forfeits, measurers = stop or Stop(), Forfeits(tell), plan.measurers()
    tables = [
        ComparisonTable(seats, [measurer.blank() for measurer in row])
        for seats, row in zip(plan.seats, measurers, strict=True)
    ]
    found, done = Comparison(plan, tables), 0

    def tick(games: int) -> None:
        nonlocal done
        done += games
        progress(done, plan.planned)

    with pool_for_run(pool, plan.compiled) as workers, stop_on_signals(ends):
        if not workers.is_remote:  # compile time is not measured
            measurers[0][0].warm_up()
        begin, first = time.perf_counter(), 0
        for look, end in enumerate(plan.looks, 1):
            found.look = look
            orders = [Order(measurer, (first, end)) for row in measurers for measurer in row]
            played = iter(run_orders(orders, merge_measured, workers, ends, tick))
            for table in tables:
                for whole in table.measured:
                    part = next(played)
                    whole.add(part)
                    forfeits.add_all(part.forfeits)
            first = end
            if ends.is_set() or (plan.until_decided and found.all_decided):
                break
        found.seconds = time.perf_counter() - begin
    found.stopped = ends.is_set()
    return found


Column = NDArray[np.int64] | NDArray[np.object_]
"""A value of each game: a number or a word."""
NEEDS_ARROW = "--parquet needs pyarrow: pip install 'spielzug[lab]', or write --csv"


def columns(comparison: Comparison) -> dict[str, Column]:
    """By name: the side's label, and coded measures as words."""
    rows, plan = comparison.rows(), comparison.plan
    labels = np.array([side.label for side in plan.sides], dtype=object)
    found: dict[str, Column] = {"label": labels[rows["side"]]}
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
        writer.writerows(zip(*(column.tolist() for column in made.values()), strict=True))


def write_parquet(comparison: Comparison, path: Path) -> None:
    require_pyarrow()
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table(
        {name: pyarrow.array(column) for name, column in columns(comparison).items()}
    )
    about = {"spielzug": comparison.plan.line}
    parquet.write_table(table.replace_schema_metadata(about), path)


def require_pyarrow() -> None:
    """Raise `UsageError` before the first game instead of after the last."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise UsageError(NEEDS_ARROW) from None
