"""What the server bears on each set-up, from docs/server-figures.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from parts.shared import table
from spielzug.games import get_game

FIGURES_FILE = Path(__file__).parents[1] / "server-figures.yaml"


def _read_figures() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(FIGURES_FILE.read_text(encoding="utf-8"))
    return told


def _title(game: str) -> str:
    return get_game(game).title["en"]


def server_rates() -> str:
    """How many decisions a second, and how long one waits for its acknowledgement."""
    told = _read_figures()
    rows = []
    for setup in told["setups"]:
        for game, found in setup["games"].items():
            half, most = found["acknowledged_ms"].values()
            rows.append(
                [
                    setup["title"],
                    _title(game),
                    f"{found['decisions_a_second']}",
                    f"{half['p50']} / {half['p99']}",
                    f"{most['p50']} / {most['p99']}",
                    f"{found['cpu_ms']['all']:.2f}",
                ]
            )
    head = [
        "setup", "game", "decisions per second", "p50 / p99 at 50%, ms", "p50 / p99 at 80%, ms",
        "CPU ms per decision",
    ]  # fmt: skip
    machine = f"Measured on {told['machine']}, with Python {told['python']}, "
    machine += f"for {told['seconds']:.0f} seconds per row."
    return f"{table(head, rows)}\n\n{machine}"


def server_parts() -> str:
    """Processor milliseconds of one decision by part, of the game with the longest turns."""
    setups = _read_figures()["setups"]
    game = "trains"
    parts = [part for part in setups[0]["games"][game]["cpu_ms"] if part != "all"]
    rows = [
        [part, *(f"{setup['games'][game]['cpu_ms'].get(part, 0):.2f}" for setup in setups)]
        for part in parts
    ]
    rows.append(["total", *(f"{setup['games'][game]['cpu_ms']['all']:.2f}" for setup in setups)])
    return table([_title(game), *(setup["title"] for setup in setups)], rows)


def server_memory() -> str:
    rows = [
        [setup["title"], f"{setup['idle_table_kb']}", f"{setup['idle_connection_kb']}"]
        for setup in _read_figures()["setups"]
    ]
    return table(["setup", "idle table, kB", "idle connection, kB"], rows)
