"""Millions of checked decisions in every game, with a check that they cover everything in it.

    python bench/soak.py [trains …] [--share 0.01]

Part of `make soak`. Exits with 1 if a rule is violated, or if an ability or card of a game (its
`uses`) was used fewer than 1,000 times in all its runs; `--share` scales both the runs and this
number.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import product

from spielzug.cli.common import read_options
from spielzug.core.game import Game
from spielzug.games import all_games, get_game
from spielzug.lab.play.simulate import SimulationPlan, simulate
from spielzug.lab.play.totals import ENOUGH, hardly_used

Run = tuple[int, str, int, str]
"""Seats, bots (with commas), games, and options as in a record."""

MONEY = "supply=chosen kinds=BT-ET-FT-MT-PS-HT-SU-CR"
"""Who has these gets rich enough for the two dearest kinds, Subway Excavation and Control Room."""

RUNS: dict[str, list[Run]] = {
    "game_of_trains": [(4, "random", 100_000, "")],
    "zwergenzugfahrt": [
        (2, "random", 1_000_000, ""),
        *((2, "random", 100_000, f"mode=seats board={b}") for b in ("station", "small", "long")),
    ],
    "trains": [
        # Each board and supply at each number of seats, then what random players are too poor for.
        *(
            (seats, "random", 6_700, f"board={board} supply={supply}")
            for board, supply, seats in product(
                ("tokyo", "osaka"), ("lot", "tokyo", "osaka", "tunneling", "holiday"), (2, 3, 4)
            )
        ),
        (4, "mixed", 350_000, ""),
        (4, "mixed", 100_000, MONEY),
    ],
    "zugraub": [
        *(
            (seats, "mixed", 10_000, f"{option} spoils_to_head=yes")
            for seats, option in product(
                (3, 4, 5, 6, 7),
                ("bonus=no", "bonus=yes", "recycle=yes", "cars=4", "engine_rounds=3", "cheese=yes"),
            )
        ),
        # A hand above its limit outside its owner's turn (B15) is rare: full hands, many fights.
        (7, ",".join([*["greedy"] * 6, "random"]), 800_000, "bonus=yes"),
    ],
}  # fmt: skip


def plan_of(game: Game, run: Run, share: float) -> SimulationPlan:
    seats, bots, games, text = run
    options = read_options(game, text.split(), dict(game.simulation))
    return SimulationPlan.make(
        game, seats, bots.split(","), max(1, round(share * games)), "1", options, verify=True
    )  # fmt: skip


def soak(game: Game, share: float) -> dict[str, int]:
    """Plays all runs of a game; returns what they hardly used."""
    uses: Counter[str] = Counter(dict.fromkeys(game.uses, 0))
    games = decisions = 0
    for run in RUNS[game.name]:
        figures = simulate(plan_of(game, run, share)).to_json()
        games, decisions = games + figures["games"], decisions + figures["decisions"]
        uses.update(figures["uses"])
        print(f"{game.name} {run[0]} {run[1]} {run[3]}: {figures['decisions']:,}", flush=True)
    rarest = min(uses.items(), key=lambda use: use[1])
    print(f"{game.name}: {games:,} games, {decisions:,} decisions without a violation; "
          f"used least: {rarest[0]}, {rarest[1]:,} times", flush=True)  # fmt: skip
    return hardly_used(uses, max(1, round(share * ENOUGH)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=[game.name for game in all_games()])
    parser.add_argument("--share", type=float, default=1.0)
    chosen = parser.parse_args()
    status = 0
    for name in chosen.game:
        rare = soak(get_game(name), chosen.share)
        if rare:
            told = ", ".join(f"{use} ({count:,})" for use, count in rare.items())
            print(f"{name}: rarely reached, so barely checked: {told}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
