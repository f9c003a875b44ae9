"""How many games a core plays per second, to estimate runs on many machines.

    python bench/rates.py [--seconds 3]

Prints a row for each game and quick bot, as in docs/cluster.md: games and decisions per second of a
core, with everything that `spielzug simulate` counts, and the time for 10⁹ games. It measures CPU
time, so that other work on the machine hardly matters.
"""

from __future__ import annotations

import argparse
import time

from spielzug.games import all_games
from spielzug.lab.play.simulate import SimulationPlan, simulate
from spielzug.lab.play.workers import Threads

BOTS = ("random", "greedy")
TRIAL = 200  # games to find out how many fill the time
MACHINES, CORES, MANY = 100, 2, 10**9


def measure_cost(plan: SimulationPlan) -> tuple[float, int]:
    """The CPU seconds for a plan, and its decisions."""
    with Threads(1) as pool:
        begin = time.process_time()
        figures = simulate(plan, pool=pool).to_json()
        return time.process_time() - begin, figures["decisions"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of a core, for each row")
    wanted = parser.parse_args().seconds
    print("| game | seats | bots | games a second | million decisions a second | 10⁹ games |")
    print("|---|---|---|---|---|---|")
    for game in all_games():
        for bot in BOTS:
            seats = 2 if 2 in game.seats else 4
            measure_cost(SimulationPlan.make(game, seats, [bot], 1, "warm"))
            trial, _ = measure_cost(SimulationPlan.make(game, seats, [bot], TRIAL, "trial"))
            games = max(TRIAL, int(TRIAL * wanted / trial))
            seconds, decisions = measure_cost(SimulationPlan.make(game, seats, [bot], games, "1"))
            minutes = MANY * seconds / games / (MACHINES * CORES) / 60
            print(
                f"| {game.name} | {seats} | {bot} | {games / seconds:,.0f} | "
                f"{decisions / seconds / 1e6:.2f} | {minutes:.1f} min |",
                flush=True,
            )


if __name__ == "__main__":
    main()
