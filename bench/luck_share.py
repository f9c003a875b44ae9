"""How much of a game is luck: the value of more thought, and of knowing more than a player can.

    python bench/luck_share.py [GAME …] [--minutes 60] [--deals 500] [--iterations 100 1000 24000]
    python bench/luck_share.py --write A.jsonl B.jsonl …

Plays against `greedy` (see `duel_game.py` for the bots and how luck is subtracted) and writes its
rows beside those of `strength.py` to `docs/strength.yaml`.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from duel_game import QUICK, Duel
from samples import read, table
from strength import SAMPLES, keep, play_rows
from worker_options import add_options

from spielzug.core.errors import SpielzugError
from spielzug.games import get_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=["game_of_trains"])
    parser.add_argument("--minutes", type=float, default=60.0, help="time for the whole run")
    parser.add_argument("--deals", type=int, default=500, help="of each player, at most")
    parser.add_argument("--iterations", type=int, nargs="*", default=[100, 1000, 24000])
    parser.add_argument("--knows", nargs="*", default=["6000"], help="like 6000 or 800+net")
    parser.add_argument("--bots", nargs="*", default=[], help="others, like `search:1000+net`")
    parser.add_argument("--samples", type=Path, default=SAMPLES, help="where the games are kept")
    parser.add_argument("--write", type=Path, nargs="+", help="only write down these games")
    add_options(parser)
    chosen = parser.parse_args()
    who = [*QUICK, *(f"search:{n}" for n in chosen.iterations), *chosen.bots]
    who += [f"knows:{n}" for n in chosen.knows]
    try:
        games = [get_game(name) for name in chosen.game]
        duels = [Duel.of(game, bot, "greedy") for game in games for bot in who]
        rows = read(chosen.write) if chosen.write else play_rows(chosen, duels)
    except SpielzugError as error:
        sys.exit(str(error))
    for row in rows:
        trial = row.duel.b != "greedy" or re.search("net[:=]", row.duel.a)
        if not trial and (figures := row.figures()) is not None:
            keep(row.duel.game, f"luck {row.duel.a}", figures)
    print(table(rows))


if __name__ == "__main__":
    main()
