"""How strong the bots are: each level against the one below it, and the strongest against greedy.

    python bench/strength.py [GAME …] [--games 100] [--expert 200] [--jobs N] [--ray ADDRESS]

Takes hours, not minutes, and is no part of the tests. Every finished row is written at once into
`docs/strength.yaml`, from which the documentation makes its table; a row that is there already with
the same effort and at least as many games is not played again, so the run can be stopped and
continued.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from pathlib import Path
from typing import Any

import yaml
from against import SEED, ladder_seats, measure, tick
from crews import add_options, crew_of

from spielzug.bots.search.levels import LEVELS, effort
from spielzug.bots.search.thinker import DEFAULT_MEMORY
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from spielzug.lab.arena import Arena, compete
from spielzug.lab.bench import bench_bot
from spielzug.lab.crew import Crew

FILE = Path(__file__).parent.parent / "docs" / "strength.yaml"


def efforts(game: Game, *bots: str) -> list[list[int]]:
    """What the row depends on besides the games."""
    thinking = [effort(game, bot) for bot in bots if bot in LEVELS]
    return [[e.iterations, e.slips_in_64] for e in thinking]


def step(game: Game, higher: str, lower: str, games: int, crew: Crew) -> dict[str, Any]:
    arena = Arena.make(game, [higher, lower], games, SEED, ladder_seats(game))
    result = compete(arena, tick, crew=crew)
    if result.stopped:
        raise KeyboardInterrupt
    figures = result.to_json()
    pair, first = figures["pairs"][0], figures["by_bot"][0]
    return {**row_of(pair), "seconds_per_turn": first["seconds_per_turn"]}


def against_greedy(game: Game, bot: str, games: int, crew: Crew) -> dict[str, Any]:
    """One thinking seat, greedy in all others."""
    return measure(game.name, f"search:{effort(game, bot).iterations}", games, crew)


def row_of(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: figures[key] for key in ("games", "wins", "draws", "rate", "low", "high")}


def known() -> dict[str, Any]:
    return (yaml.safe_load(FILE.read_text()) or {}) if FILE.exists() else {}


def keep(game: str, name: str, row: dict[str, Any]) -> None:
    """Written at once: hours of work are not lost for an interruption."""
    rows = known()
    rows.setdefault(game, {})[name] = row
    FILE.write_text(yaml.safe_dump(rows, sort_keys=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=NAMES, help="which games, all if not given")
    parser.add_argument("--games", type=int, default=100, help="for each step of the ladder")
    parser.add_argument("--expert", type=int, default=200, help="games of expert against greedy")
    add_options(parser)
    chosen = parser.parse_args()
    for name in chosen.game:
        game = get_game(name)
        print(f"{name}: speed", file=sys.stderr)
        keep(name, "speed", bench_bot(game, ladder_seats(game), DEFAULT_MEMORY))
        rows = [("expert", "greedy", chosen.expert)]
        rows += [(high, low, chosen.games) for low, high in itertools.pairwise(LEVELS)]
        for bot, rival, games in rows:
            kept = known().get(name, {}).get(f"{bot} {rival}")
            work = efforts(game, bot, rival)
            if kept and kept["efforts"] == work and kept["games"] >= games:
                continue
            print(f"{name}: {bot} against {rival} ", end="", file=sys.stderr, flush=True)
            begin = time.perf_counter()
            with crew_of(chosen) as crew:
                if rival == "greedy":
                    row = against_greedy(game, bot, games, crew)
                else:
                    row = step(game, bot, rival, games, crew)
            row |= {"efforts": work, "seats": ladder_seats(game)}
            keep(name, f"{bot} {rival}", row)
            spent = time.perf_counter() - begin
            print(f" {row['rate']:.1%} ({spent:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
