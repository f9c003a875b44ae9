"""The strength of the bots.

Each level plays against the next, all against greedy, and the strongest against earlier versions:

    python bench/strength.py [GAME …] [--minutes 240] [--deals 300] [--jobs N] [--ray ADDRESS]
    python bench/strength.py --write A.jsonl B.jsonl …

Takes hours and is not part of the tests. The games are kept in a file of samples, one per line, and
the figures in `docs/strength.yaml`, from which the docs generate their tables. It can be stopped at
any time and continues where it was; `--write` computes the figures from games that were played
elsewhere, see `duels.py`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml
from duel_game import ALONE, Duel, ladder_seats
from duels import lines_of, play_duels
from frozen_levels import FROZEN
from samples import Row, bot_fingerprint, read, table
from worker_options import add_options, crew_of

from spielzug.bots.names import LEVELS
from spielzug.bots.search.thinker import DEFAULT_MEMORY
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from spielzug.lab.measure.bench import bench_bot

FILE = Path(__file__).parent.parent / "docs" / "strength.yaml"
SAMPLES = Path(__file__).parent.parent / "build" / "strength.jsonl"


def duels_of(game: Game) -> list[Duel]:
    """All duels that the documentation shows for a game."""
    best = LEVELS[-1]
    pairs = [(high, low) for low, high in itertools.pairwise(LEVELS)]
    pairs += [(bot, "greedy") for bot in (*LEVELS, FROZEN + best)]
    if bot_fingerprint(game.name, "net"):  # its shipped net
        pairs += [("net", "greedy"), ("net", f"{FROZEN}strong"), ("net", f"{FROZEN}master")]
        pairs += [(best, FROZEN + best)]
    duels = [Duel.of(game, a, b) for a, b in pairs]
    if ladder_seats(game) > 2:
        duels += [Duel.of(game, d.a, d.b, how=ALONE) for d in duels if d.b.startswith(FROZEN)]
    return duels


def known() -> dict[str, Any]:
    return (yaml.safe_load(FILE.read_text()) or {}) if FILE.exists() else {}


def keep(game: str, name: str, row: dict[str, Any]) -> None:
    rows = known()
    rows.setdefault(game, {})[name] = row
    FILE.write_text(yaml.safe_dump(rows, sort_keys=True))


def keep_rows(rows: Iterable[Row]) -> None:
    """Writes the known rows, by the names of their two bots; trials are left out."""
    for row in rows:
        figures = row.figures()
        if figures is not None and row.duel in duels_of(get_game(row.duel.game)):
            keep(row.duel.game, row.duel.name, figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", help="which games, all if not given")
    parser.add_argument("--minutes", type=float, default=240.0, help="for all games together")
    parser.add_argument("--deals", type=int, default=300, help="of each row, at most")
    parser.add_argument("--samples", type=Path, default=SAMPLES, help="where the games are kept")
    parser.add_argument("--write", type=Path, nargs="+", help="only write down these games")
    add_options(parser)
    chosen = parser.parse_args()
    try:
        if chosen.write:
            rows = read(chosen.write)
            keep_rows(rows)
            print(table(rows))
            return
        games = [get_game(name) for name in chosen.game or NAMES]
        for game in games:
            print(f"{game.name}: speed", file=sys.stderr)
            keep(game.name, "speed", bench_bot(game, ladder_seats(game), DEFAULT_MEMORY))
        rows = play_rows(chosen, [duel for game in games for duel in duels_of(game)])
        keep_rows(rows)
        print(table(rows))
    except SpielzugError as error:
        sys.exit(str(error))


def play_rows(chosen: argparse.Namespace, duels: Iterable[Duel]) -> list[Row]:
    """The rows of these duels after that many minutes, including earlier runs."""
    samples: Path = chosen.samples
    samples.parent.mkdir(parents=True, exist_ok=True)
    lines = lines_of(duels, read([samples]) if samples.exists() else [], chosen.deals)
    with crew_of(chosen) as pool, samples.open("a", encoding="utf-8") as file:
        play_duels(
            lines, chosen.minutes, pool, lambda line: print(line, file=file, flush=True),
            lambda told: print(told, file=sys.stderr, flush=True),
        )  # fmt: skip
    return [line.row for line in lines]


if __name__ == "__main__":
    main()
