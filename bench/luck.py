"""How much of a game is luck: what more thought adds, and what knowing more than one can would.

    python bench/luck.py [GAME …] [--games 200] [--iterations 100 1000 24000] [--knows 6000]

Plays against `greedy` (see `against.py` for who plays and how luck is taken off) and keeps its rows
beside those of `strength.py` in `docs/strength.yaml`. Last, `expert` plays some more games, and at
each of its decisions `MORE` times the thought is asked what that decision is worth.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
from against import QUICK, SEED, SURE, ladder_seats, measure, thinker, tick
from strength import keep, known

from spielzug.bots.search.levels import effort
from spielzug.core.chance import generator, next_random, seed_key, stream
from spielzug.games import get_game

MORE = 10


def regrets(job: tuple[str, int]) -> list[float]:
    """Of each decision with a choice in one game: what more thought would rather have had."""
    name, number = job
    game = get_game(name).ready()
    tables = game.tables(game.options(**game.simulation))
    seats, iterations = ladder_seats(game), effort(game, "expert").iterations
    key = stream(seed_key("luck more", SEED), np.uint64(number))
    state, _ = game.start(tables, seats, key)
    lot, seat, found = generator(key), number % seats, []
    while not game.over(state):
        mover = game.actor(state)
        hidden = game.hidden(tables, state, mover)
        action = int(game.rules.greedy(tables, hidden, lot))
        if mover == seat:
            thought = thinker(name, iterations, None).think(tables, hidden, next_random(lot))
            action = thought.action
            if thought.iterations:
                longer = thinker(name, MORE * iterations, None)
                judged = longer.think(tables, hidden, next_random(lot)).candidates
                chances = {c.action: c.chance for c in judged}
                found.append(judged[0].chance - chances.get(action, 0.0))
        game.step(tables, state, action)
    tick(1)
    return found


def more_thought(name: str, games: int, processes: int | None) -> dict[str, Any]:
    with ProcessPoolExecutor(processes) as pool:
        played = list(pool.map(regrets, [(name, number) for number in range(games)]))
    decisions = np.array([regret for game in played for regret in game])
    each = np.array([sum(game) for game in played])
    return {
        "games": games, "decisions": len(decisions), "times": MORE,
        "changed": float((decisions != 0.0).mean()), "gain": float(each.mean()),
        "error": float(SURE * each.std(ddof=1) / games**0.5),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=["game_of_trains"])
    parser.add_argument("--games", type=int, default=200, help="of each search")
    parser.add_argument("--quick", type=int, default=1000, help="games of the other two players")
    parser.add_argument("--iterations", type=int, nargs="*", default=[100, 1000, 24000])
    parser.add_argument("--knows", type=int, nargs="*", default=[6000])
    parser.add_argument("--more", type=int, default=20, help="games judged by more thought")
    parser.add_argument("--processes", type=int, help="at once, one for each core if not given")
    chosen = parser.parse_args()
    wanted = dict.fromkeys(QUICK, chosen.quick)
    wanted |= {f"search:{number}": chosen.games for number in chosen.iterations}
    wanted |= {f"knows:{number}": chosen.games for number in chosen.knows}
    for name in chosen.game:
        for who, games in wanted.items():
            kept = known().get(name, {}).get(f"luck {who}")
            if kept and kept["games"] >= games:
                continue
            print(f"{name}: {who} against greedy ", end="", file=sys.stderr, flush=True)
            begin = time.perf_counter()
            row = measure(name, who, games, chosen.processes)
            keep(name, f"luck {who}", row)
            print(f" {row['rate']:.1%} ({time.perf_counter() - begin:.0f} s)", file=sys.stderr)
        if chosen.more > known().get(name, {}).get("luck more", {"games": 0})["games"]:
            print(f"{name}: more thought ", end="", file=sys.stderr, flush=True)
            keep(name, "luck more", more_thought(name, chosen.more, chosen.processes))
            print(file=sys.stderr)


if __name__ == "__main__":
    main()
