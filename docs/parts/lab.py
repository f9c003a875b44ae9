"""The page of the lab."""

from __future__ import annotations

import io

from rich.console import Console

from parts.shared import code, ready_game_of_trains, table
from spielzug.cli.show import show_comparison
from spielzug.core.study import MEAN, MEDIAN, P95
from spielzug.lab.compare.comparison import compare
from spielzug.lab.compare.comparison_result import ComparisonPlan
from spielzug.lab.compare.variants import sides
from spielzug.lab.measure.columns import CLOSE, CLOSE_PART, CLOSE_RATE
from spielzug.lab.measure.measures import MEASURES

WIDTH = 124


def comparison() -> str:
    game = ready_game_of_trains()
    plan = ComparisonPlan.make(game, sides(game, ["shipped", "turn_limit=14"]), ["greedy"], 400)
    console = Console(width=WIDTH, file=io.StringIO(), record=True)
    show_comparison(compare(plan).to_json(), console)
    return code("\n".join(line.rstrip() for line in console.export_text().splitlines()), "text")


def close_enough() -> str:
    titles = {measure.name: measure.title["en"] for measure in MEASURES}
    rows = [["rates, endings, seats, the share of luck", f"{CLOSE_RATE:.0%} of the games"]]
    rows += [[f"`{name}`: {titles[name]}", f"{amount:g}"] for name, amount in CLOSE.items()]
    rows += [
        [f"all other {kind}", f"{CLOSE_PART[how]:.0%} of A's figure{least}"]
        for how, kind, least in (
            (MEAN, "means", ""),
            (MEDIAN, "medians", ", at least 1 for whole numbers"),
            (P95, "95% marks", ", at least 1 for whole numbers"),
        )
    ]
    return table(["measure", "a difference that does not matter"], rows)
