"""How strong and how fast the bots are, as it was measured."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import yaml

from parts.shared import table
from spielzug.bots.search.levels import LEVELS, effort
from spielzug.games import NAMES, get_game

FILE = Path(__file__).parent.parent / "strength.yaml"
STEPS = [(high, low) for low, high in itertools.pairwise(LEVELS)]


def measured() -> dict[str, Any]:
    """What `bench/strength.py` wrote down."""
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def share(row: dict[str, Any]) -> str:
    return f"{row['rate']:.0%} ({row['low']:.0%} – {row['high']:.0%}) of {row['games']}"


def strength() -> str:
    known = measured()
    rows = []
    for bot, rival in [*STEPS, ("expert", "greedy")]:
        cells = [known[name].get(f"{bot} {rival}") for name in NAMES]
        rows.append([f"{bot} against {rival}", *(share(c) if c else "–" for c in cells)])
    return table(["", *(get_game(name).title["en"] for name in NAMES)], rows)


def luck() -> str:
    """What players of very different means win against greedy in Game of Trains."""
    rows = measured()["game_of_trains"]
    expert = effort(get_game("game_of_trains"), "expert").iterations
    names = {"luck ahead": "looks to the end of its turn"}
    for n in sorted({expert, *_iterations(rows, "search")}):
        key, who = ("expert greedy", "`expert`: ") if n == expert else (f"luck search:{n}", "")
        names[key] = f"{who}search, {n:,} iterations"
    names |= {
        f"luck knows:{n}": f"search, {n:,} iterations, **told** how `greedy` will answer"
        for n in _iterations(rows, "knows")
    }
    names["luck told"] = "looks to the end of its turn and is **told** the card it would draw"
    known = [
        [title, share(rows[key]), interval(rows[key].get("without_luck"))]
        for key, title in names.items()
        if key in rows
    ]
    return table(["player", "wins against `greedy`", "with luck taken off"], known)


def _iterations(rows: dict[str, Any], kind: str) -> list[int]:
    begin = f"luck {kind}:"
    return sorted(int(key.removeprefix(begin)) for key in rows if key.startswith(begin))


def interval(row: dict[str, Any] | None) -> str:
    return f"{row['rate']:.1%} ± {(row['high'] - row['low']) / 2:.1%}" if row else "–"


def search_speed() -> str:
    names = {
        "iterations_per_second": "iterations a second",
        "slowest_position": "at the slowest position",
        "time_used_median": "of its time used, median",
        "time_used_p99": "of its time used, 99th percentile",
        "time_used_p99_busy": "the same on a busy machine",
    }
    known = measured()
    rows = [
        [title, *(figure(known[name]["speed"][key]) for name in NAMES)]
        for key, title in names.items()
    ]
    return table(["", *(get_game(name).title["en"] for name in NAMES)], rows)


def figure(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.1%}"
