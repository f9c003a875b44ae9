"""Game length, endings and wins by seat when strong bots play.

    python bench/balance.py zugraub [--bot master] [--games 400]

These are the figures of `spielzug simulate`, kept in `docs/strength.yaml` because they take too
long to compute whenever the docs are built.
"""

from __future__ import annotations

import argparse

from duel_game import SEED
from strength import keep
from worker_options import add_options, crew_of, tick

from spielzug.core.game import Game
from spielzug.games import get_game
from spielzug.lab.play.simulate import SimulationPlan, simulate
from spielzug.lab.play.workers import WorkerPool

RECORDED_KEYS = ("games", "bots", "seats", "lengths", "measures", "reasons", "by_seat")


def balance(game: Game, seats: int, bot: str, games: int, pool: WorkerPool) -> None:
    options = game.options(**{**game.simulation, "first": 1})  # seat 1 begins: is it better off?
    plan = SimulationPlan.make(game, seats, [bot], games, SEED, options)
    report = simulate(plan, tick, pool=pool)
    if report.stopped:
        raise KeyboardInterrupt
    figures = report.to_json()
    keep(
        game.name, f"balance {bot}", {key: figures[key] for key in RECORDED_KEYS if key in figures}
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="+")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--games", type=int, default=400)
    add_options(parser)
    chosen = parser.parse_args()
    for name in chosen.game:
        with crew_of(chosen) as pool:
            balance(get_game(name), chosen.seats, chosen.bot, chosen.games, pool)


if __name__ == "__main__":
    main()
