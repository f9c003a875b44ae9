"""The answers of nets to positions of golden games, as digests: the same bytes on every machine.

`python -m bots.golden_nets` in tests/ updates them, after an observation or a shipped net has
changed.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path

from bots.random_net import random_net
from expectations import games_shipping
from make_golden import TABLES
from spielzug.bots.net.file import Loaded
from spielzug.bots.net.player import NetEvaluator, net_of
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.records import load_record
from spielzug.games import get_game

FILE = Path(__file__).with_name("golden_nets.json")
SIZES = (64, 32, 32)
FROM_EACH = 4
"""Positions of one record."""


def golden_positions(game: Game) -> list[Position]:
    """Decisions with a choice, from games of every number of seats by the rules of today."""
    found = []
    for path in sorted((TABLES / game.name).glob("[0-9]*.zug")):
        match = load_record(path, get_game)
        if match.version != game.rules_version:
            continue
        length = len(match.decisions)
        for number in range(FROM_EACH):
            position = match.position_after(number * length // FROM_EACH)
            if len(position.legal) > 1:
                found.append(position)
    return found


def answers(loaded: Loaded, game: Game) -> dict[str, str | int]:
    """The answers of the net for its first setting, whatever the options of the games were."""
    asker, made, asked = NetEvaluator(loaded.net, game), hashlib.sha256(), 0
    for position in golden_positions(game):
        answer = asker.ask(position.seen(position.actor))
        made.update(answer.logits.astype("<i4").tobytes())
        made.update(answer.shares.astype("<f8").tobytes())
        asked += 1
    return {"positions": asked, "answers": made.hexdigest()[:16]}


def of_game(game: Game) -> dict[str, dict[str, str | int]]:
    """The answers of a random net, and of the shipped one if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"by lot": answers(random_net(game, Path(folder), sizes=SIZES), game)}
    shipped = net_of(game)
    if shipped is not None:
        found["ships"] = answers(shipped, game)
    return found


if __name__ == "__main__":
    kept = {name: of_game(get_game(name)) for name in games_shipping("net")}
    FILE.write_text(json.dumps(kept, indent=1) + "\n")
