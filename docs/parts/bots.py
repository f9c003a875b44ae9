"""How strong and how fast the bots are, as it was measured."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import yaml

from parts.shared import table
from spielzug.bots.names import LEVELS
from spielzug.bots.search.levels import effort
from spielzug.games import NAMES, get_game

FILE = Path(__file__).parent.parent / "strength.yaml"
STEPS = [(high, low) for low, high in itertools.pairwise(LEVELS)]


def measured_games() -> list[str]:
    """Those whose bots have met; a new game waits for `make strength`."""
    return [name for name in NAMES if name in read_strength()]


def read_strength() -> dict[str, Any]:
    """What `bench/strength.py` wrote down."""
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def share(row: dict[str, Any]) -> str:
    return f"{row['rate']:.0%} ({row['low']:.0%} – {row['high']:.0%}) of {row['games']} games"


def luck_free_share(row: dict[str, Any]) -> str:
    """With luck taken off, where it was."""
    sure = row.get("without_luck")
    if sure is None:
        return share(row)
    return f"{sure['rate']:.1%} ({sure['low']:.1%} – {sure['high']:.1%}) of {row['games']} games"


def against(pairs: list[tuple[str, str]]) -> str:
    """What the first of each pair wins, game by game; pairs that never met are left out."""
    known, names, rows = read_strength(), measured_games(), []
    for bot, rival in pairs:
        cells = [known[name].get(f"{bot} {rival}") for name in names]
        if any(cells):
            rows.append(
                [f"{bot} against {rival}", *(luck_free_share(c) if c else "–" for c in cells)]
            )
    return table(["", *(get_game(name).title["en"] for name in names)], rows)


def strength() -> str:
    """The steps of the ladder, everybody against `greedy`, and against those of before."""
    best = LEVELS[-1]
    greedy = [(bot, "greedy") for bot in (*LEVELS, "net", f"frozen:{best}")]
    before = [("net", "frozen:strong"), ("net", "frozen:master"), (best, f"frozen:{best}")]
    before += [(bot, f"{rival} alone") for bot, rival in before]
    return against([*STEPS, *greedy, *before])


def luck() -> str:
    """What players of very different means win against greedy in Game of Trains."""
    rows = read_strength()["game_of_trains"]
    expert = effort(get_game("game_of_trains"), "expert", net=False).iterations
    names = {"luck ahead": "looks to the end of its turn"}
    for n in sorted({expert, *_iterations(rows, "search")}):
        key, who = (
            ("frozen:expert greedy", "`frozen:expert`: ")
            if n == expert
            else (f"luck search:{n}", "")
        )
        names[key] = f"{who}search, {n:,} iterations"
    names |= {f"luck {bot}": f"`{bot}`" for bot in _with_net(rows)}
    names |= {
        f"luck knows:{n}": f"search, {n:,} iterations, **told** how `greedy` will answer"
        for n in _iterations(rows, "knows")
    }
    names |= {
        f"luck knows:{n}+net": f"search with the net, {n:,} iterations, **told** the same"
        for n in _iterations(rows, "knows", "+net")
    }
    names["luck told"] = "looks to the end of its turn and is **told** the card it would draw"
    known = [
        [title, share(rows[key]), interval(rows[key].get("without_luck"))]
        for key, title in names.items()
        if key in rows
    ]
    return table(["player", "wins against `greedy`", "adjusted for luck"], known)


def _with_net(rows: dict[str, Any]) -> list[str]:
    """Players that have a net, the quickest first."""
    found = [key.removeprefix("luck ") for key in rows if key.startswith("luck ")]
    return sorted(
        (bot for bot in found if re.search(r"(^|\+)net$", bot)), key=lambda b: (len(b), b)
    )


def _iterations(rows: dict[str, Any], kind: str, end: str = "") -> list[int]:
    found = (re.fullmatch(rf"luck {kind}:(\d+){re.escape(end)}", key) for key in rows)
    return sorted(int(match[1]) for match in found if match)


def interval(row: dict[str, Any] | None) -> str:
    return f"{row['rate']:.1%} ± {(row['high'] - row['low']) / 2:.1%}" if row else "–"


def search_speed() -> str:
    names = {
        "iterations_per_second": "iterations per second",
        "slowest_position": "iterations per second, slowest position",
        "time_used_median": "share of the time limit used, median",
        "time_used_p99": "share of the time limit used, 99th percentile",
        "time_used_p99_busy": "the same 99th percentile on a busy machine",
    }
    known, timed = (
        read_strength(),
        [name for name in measured_games() if "speed" in read_strength()[name]],
    )
    rows = [
        [title, *(figure(known[name]["speed"][key]) for name in timed)]
        for key, title in names.items()
    ]
    return table(["", *(get_game(name).title["en"] for name in timed)], rows)


def figure(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.1%}"
