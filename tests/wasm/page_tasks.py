"""What a page does with an engine, to compare its Python with the one here.

Everything also runs without NumPy, and returns text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from spielzug.bots import get_bot
from spielzug.bots.hints import advise
from spielzug.bots.search.levels import net_for
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64, derive_key
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position
from spielzug.games import get_game
from spielzug.review import budget_of, review
from spielzug.review.records import VIEWS
from tables.whole_game import as_text, open_golden_game, play

NET_LEVEL = "expert"


def told(record: str) -> Iterator[str]:
    """Every message at a table where the game of this record is played again."""
    for kind, fields in play(*open_golden_game(Path(record).read_text("utf-8"))):
        yield f"{kind} {as_text(fields)}"


def decisions(game: Game, count: int) -> Iterator[Position]:
    """Positions with a choice, from games of all numbers of seats by the quick player."""
    number = 0
    while count:
        position = game.start(game.seats[number % len(game.seats)], seed=f"page-{number}")
        luck = SplitMix64(derive_key(4, number))
        number += 1
        since = 0
        while not position.over and count:
            if len(position.legal) > 1 and (since := since + 1) % 9 == 4:
                yield position.copy()
                count -= 1
            seen = position.seen(position.actor)
            legal = seen.legal
            quick = luck.below(4) > 0
            position.advance(
                seen.quick_choice("policy", luck) if quick else legal[luck.below(len(legal))]
            )


def thoughts(name: str, count: int) -> Iterator[str]:
    """What bots and hints say, with a net where one fits, and what can be asked of a position."""
    game = get_game(name)
    for number, position in enumerate(decisions(game, count)):
        seen = position.seen(position.actor)
        found: list[Any] = [position.digest, position.failed_check]
        for bot in ("search:150", "casual", "greedy"):
            found.append(get_bot(bot, SplitMix64(number)).choose(seen))
        budget = Budget(iterations=120)
        for with_net in (False, True):
            advice = advise(seen, SplitMix64(number), None, None, budget, with_net)
            found.append(advice.to_json())
        net = net_for(NET_LEVEL, seen)
        found.append(asdict(replace(Thinker(game, budget, net=net).think(seen, 5), seconds=0.0)))
        found.append(game.engine.observe(position.facts_memory, position.memory, 0))
        found.append(position.copy().advance_with_digits(position.legal[0], [1, 0, 2]))
        if game.engine.has("value"):
            found.append(position.value)
        yield json.dumps(found)


def reviews(name: str, last: int) -> Iterator[str]:
    """Reviews of about so many last decisions, with what the players knew and with open cards."""
    game = get_game(name)
    before = list(quick_game(game.start(game.seats[0], seed="page", **game.simulation)))
    start = before[-last]
    seats = [Seat(f"Seat {number}") for number in range(start.seats)]
    match = Match(game, seats, SeedLuck("page"), start.options, start=start)
    luck = SplitMix64(6)
    while not match.over:
        seen = match.seen(match.actor)
        match.play(get_bot("greedy" if luck.below(3) else "random", luck).choose(seen))
    for view in VIEWS:
        made = review(match, view=view, budget=budget_of(game, 16))
        yield json.dumps(asdict(replace(made, seconds=0.0)))


def quick_game(position: Position) -> Iterator[Position]:
    """Every position with a choice until the end, which quick players reach."""
    luck = SplitMix64(2)
    while not position.over:
        if len(position.legal) > 1:
            yield position.copy()
        position.advance(position.seen(position.actor).quick_choice("policy", luck))
