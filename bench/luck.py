"""How much of a game is luck: what more thought adds, and what knowing more than one can would.

    python bench/luck.py [GAME …] [--games 200] [--iterations 100 1000 24000] [--knows 6000]

Plays against `greedy` (see `against.py` for who plays and how luck is taken off) and keeps its rows
beside those of `strength.py` in `docs/strength.yaml`.
"""

from __future__ import annotations

import argparse
import sys
import time

from against import QUICK, measure
from crews import add_options, crew_of
from strength import keep, known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=["game_of_trains"])
    parser.add_argument("--games", type=int, default=200, help="of each search")
    parser.add_argument("--quick", type=int, default=1000, help="games of the other two players")
    parser.add_argument("--iterations", type=int, nargs="*", default=[100, 1000, 24000])
    parser.add_argument("--knows", type=int, nargs="*", default=[6000])
    add_options(parser)
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
            with crew_of(chosen) as crew:
                row = measure(name, who, games, crew)
            keep(name, f"luck {who}", row)
            print(f" {row['rate']:.1%} ({time.perf_counter() - begin:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
