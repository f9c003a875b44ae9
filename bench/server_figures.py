"""The figures of the server in each setup: `python bench/server.py --all --write`."""

from __future__ import annotations

import asyncio
import os
import platform
from pathlib import Path
from typing import Any

import yaml
from databases import SETUPS, Setup
from many_connections import idle, idle_tables
from saturate import cost

FIGURES_FILE = Path(__file__).parents[1] / "docs" / "server-figures.yaml"
CONNECTIONS, TABLES = 1_000, 400
HEAD = "# Written by `python bench/server.py --all --write`; shown in docs/together.md.\n"


def measure_all(seconds: float, write: bool) -> None:
    found = [measure_setup(setup, seconds) for setup in SETUPS]
    told = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "python": platform.python_version(),
        "seconds": seconds,
        "setups": found,
    }
    text = HEAD + yaml.safe_dump(told, sort_keys=False, allow_unicode=True)
    if write:
        FIGURES_FILE.write_text(text, encoding="utf-8")
    else:
        print(text)


def measure_setup(setup: Setup, seconds: float) -> dict[str, Any]:
    print(f"\n{setup.title}", flush=True)
    games = {}
    for told in cost((), seconds, setup):
        each = {
            part: round(1000 * spent / max(told["decisions"], 1), 3)
            for part, spent in told["cpu"].items()
        }
        games[told["game"]] = {
            "rules": told["rules"],
            "decisions_a_second": round(told["rate"]),
            "cpu_ms": each,
            "errors": told["errors"] + sum(row["errors"] for row in told["at"].values()),
            "acknowledged_ms": {
                f"{share:.0%}": _cuts(row["waits"]) for share, row in told["at"].items()
            },
        }
    return {
        "title": setup.title,
        "games": games,
        "idle_connection_kb": round(asyncio.run(idle(CONNECTIONS, setup)) / 1000, 1),
        "idle_table_kb": round(asyncio.run(idle_tables(TABLES, setup)) / 1000, 1),
    }


def _cuts(waits: list[float]) -> dict[str, float]:
    return {"p50": round(1000 * waits[49], 1), "p99": round(1000 * waits[98], 1)} if waits else {}
