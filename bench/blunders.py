"""Does a review find what really cost a game, and does it call nothing else a mistake?

    python bench/blunders.py [GAME …] [--minutes 60] [--bot expert] [--samples FILE]
    python bench/blunders.py --write A.jsonl …

Plays games of a strong bot. Of each some decisions are taken by lot: its own, and the same ones
with the worst legal choice in their place (worst by a short look at each). The review judges them
as it does in a game. Then the same is judged again with `TIMES` as many iterations and other luck,
of which the review knows nothing: that is taken for the truth.

- *found*: of the planted choices that truly cost more than `DEAR`, those called mistake or blunder;
- *called*: of the bot's own decisions, those called mistake or blunder;
- *wrongly*: of the bot's own decisions, those of them that truly cost less than what the game calls
  an inaccuracy. (A strong bot errs, too: what truly cost something is no false alarm.)

Figures are kept in `docs/review-figures.yaml`. Rows of a file that was begun are gone on with.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from against import ladder_seats, usual

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.rng import below, new_rng, next_random, seed_key, stream
from spielzug.games import NAMES, get_game
from spielzug.lab.statistics import wilson
from spielzug.review import Scale
from spielzug.review.decision import Reviewer
from spielzug.review.look import Looker, net_for

FIGURES = Path(__file__).parent.parent / "docs" / "review-figures.yaml"
SAMPLES = Path("blunders.jsonl")
DEAR = 0.15
TIMES = 10
EACH = 4  # decisions of a game
CALLED = ("mistake", "blunder")
Row = dict[str, Any]


def decisions(game: Game, bot: str, number: int) -> list[tuple[Seen, int]]:
    """The decisions of a whole game that had a choice."""
    key = stream(seed_key("blunders", game.name), np.uint64(number))
    position, _ = game.deal(ladder_seats(game), key, usual(game))
    player, found = get_bot(bot, new_rng(key)), []
    while not position.over:
        seen = position.seen(position.actor)
        action = player.choose(seen)
        if len(seen.legal) > 1:
            found.append((seen, action))
        position.step(action)
    return found


def rows_of(game: Game, bot: str, number: int) -> list[Row]:
    """Some decisions of one game, each judged as it was and with the worst choice instead."""
    scale, stop, rows = Scale.of(game), Stop(), []
    played = decisions(game, bot, number)
    net = net_for(played[0][0])
    n = scale.iterations
    reviewer, truth = (Reviewer(game, scale, times * n, net) for times in (1, TIMES))
    short = Looker(game, max(32, n // 4), net)
    rng = new_rng(stream(seed_key("blunders judged", game.name), np.uint64(number)))
    for _ in range(min(EACH, len(played))):
        seen, own = played.pop(int(below(rng, len(played))))
        others = [a for a in seen.legal if a != own]
        promised = {a: short.look(seen, a, next_random(rng), stop) for a in others}
        worst = min(others, key=lambda a: promised[a].chances[seen.seat])
        for kind, action in (("own", own), ("planted", worst)):
            begin = time.thread_time()
            made = reviewer.decide(0, seen, action, next_random(rng), stop)
            row: Row = {
                "game": game.name, "bot": bot, "number": number, "iterations": n, "kind": kind,
                "word": made.word, "cost": made.cost, "error": made.error,
                "seconds": time.thread_time() - begin, "scale": vars(scale),
            }  # fmt: skip
            if kind == "planted" or made.word in CALLED:
                again = truth.decide(0, seen, action, next_random(rng), stop)
                row |= {"true": again.cost, "true_error": again.error}
            rows.append(row)
    return rows


def figures(rows: list[Row]) -> dict[str, Any]:
    """What a table tells of one game."""
    own = [row for row in rows if row["kind"] == "own"]
    dear = [row for row in rows if row["kind"] == "planted" and row["true"] > DEAR]
    called = [row for row in own if row["word"] in CALLED]
    wrongly = [row for row in called if row["true"] < row["scale"]["inaccuracy"]]
    found = [row for row in dear if row["word"] in CALLED]
    parts = {"found": (found, dear), "called": (called, own), "wrongly": (wrongly, own)}
    told: dict[str, Any] = {"bot": rows[0]["bot"], "iterations": rows[0]["iterations"]}
    for name, (some, every) in parts.items():
        low, high = wilson(len(some), len(every))
        told[name] = {"count": len(some), "of": len(every), "low": round(low, 4)}
        told[name]["high"] = round(high, 4)
    told["seconds_per_decision"] = round(float(np.mean([row["seconds"] for row in own])), 3)
    return told


def read(paths: list[Path]) -> list[Row]:
    lines = [line for path in paths if path.exists() for line in path.read_text().splitlines()]
    return [json.loads(line) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=list(NAMES))
    parser.add_argument("--minutes", type=float, default=60.0, help="for all of it")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--samples", type=Path, default=SAMPLES)
    parser.add_argument("--write", type=Path, nargs="+", help="only write these rows down")
    chosen = parser.parse_args()
    end = time.monotonic() + 60 * chosen.minutes
    rows = read(chosen.write or [chosen.samples])
    while not chosen.write and time.monotonic() < end:
        counts = dict.fromkeys(chosen.game, 0)
        for row in rows:
            if row["game"] in counts:
                counts[row["game"]] = max(counts[row["game"]], row["number"] + 1)
        name = min(counts, key=lambda game: counts[game])
        made = rows_of(get_game(name), chosen.bot, counts[name])
        rows += made
        with chosen.samples.open("a") as file:
            file.writelines(json.dumps(row) + "\n" for row in made)
    told = {name: figures(own) for name in NAMES if (own := [r for r in rows if r["game"] == name])}
    if chosen.write:
        FIGURES.write_text(yaml.safe_dump(told), "utf-8")
    print(yaml.safe_dump(told))


if __name__ == "__main__":
    main()
