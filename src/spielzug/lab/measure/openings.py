"""How a seat opens: the first place of the board on which it does something.

The board are the things that a game draws (`core.study`): spaces, fields, the places of a train. So
an opening is the first rail in one game, the first step or the first car in another, and no game
has to say so. Who plays looks at it only through what its seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spielzug.bots import Bot
from spielzug.bots.clock import Clock
from spielzug.core.events import event_buffer
from spielzug.core.game import Game
from spielzug.core.kinds import Rng
from spielzug.core.position import Seen
from spielzug.core.rng import below, next_random
from spielzug.core.study import SEAT, Things, all_deeds

NONE = -1
"""No opening yet."""


def board_of(game: Game) -> Things | None:
    """The things that are places of the board, None in a game that draws none."""
    return next((things for things in game.things if things.drawing is not None), None)


class OpeningBoard:
    """Finds what a choice does on the board."""

    def __init__(self, game: Game) -> None:
        board = board_of(game)
        self._deeds = {
            number
            for number, (things, deed) in enumerate(all_deeds(game.things))
            if things is board and deed.by == SEAT
        }
        self._game = game
        self._states: Any = game.blank(2)
        self._events = event_buffer(game.rules.MAX_EVENTS)
        self._notes = np.zeros((game.rules.MAX_NOTES, 3), np.int32)

    def openings(self, seen: Seen, key: Any) -> dict[int, int]:
        """For each legal choice that does something on the board: on which place of it.

        What is hidden is guessed: where one goes does not hang on it.
        """
        if not self._deeds:
            return {}
        world, rules, states = seen.guess(key), self._game.rules, self._states
        facts = world.facts
        states[0] = world.state
        found = {}
        for action in seen.legal:
            states[1] = states[0]
            rules.step(facts, states[1], action, self._events)
            count = rules.note(facts, states[0], action, states[1], self._events, self._notes)
            for deed, item, seat in self._notes[:count].tolist():
                if deed in self._deeds and seat == seen.seat:
                    found[action] = item
                    break
        return found


class Opener:
    """A bot whose opening is noted, or left to a lot among `lots`."""

    def __init__(self, bot: Bot, board: OpeningBoard, rng: Rng, lots: Sequence[int] = ()) -> None:
        self.name = bot.name
        self.opening = NONE
        self.by_lot = False
        self.possible: frozenset[int] = frozenset()
        """The openings among which it was chosen."""
        self._bot, self._board, self._rng, self._lots = bot, board, rng, lots

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        if self.opening != NONE:
            return self._bot.choose(seen, clock)
        found = self._board.openings(seen, next_random(self._rng))
        drawn = self._drawn(found)
        action = self._bot.choose(seen, clock) if drawn is None else drawn
        self.opening, self.by_lot = found.get(action, NONE), drawn is not None
        self.possible = frozenset(found.values())
        return action

    def _drawn(self, found: dict[int, int]) -> int | None:
        """A choice by lot, each opening as likely; None where there are not two to draw from."""
        open_now = [item for item in self._lots if item in found.values()]
        if len(open_now) < 2:
            return None
        item = open_now[int(below(self._rng, len(open_now)))]
        return next(action for action, place in found.items() if place == item)
