"""A game under check: its random games, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from math import gcd, prod

import numpy as np

from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.observation import Observed
from spielzug.core.options import Options
from spielzug.core.options import bounds as range_of
from spielzug.core.position import Position, Seen
from spielzug.core.record_types import Facts, Rng, State
from spielzug.core.rng import below, new_rng, seed_key, stream

MAX_DECISIONS = 100_000
MAX_CLOCK_DECISIONS = 100  # by then a clock, if there is one, has run out


Decode = Callable[[Facts, Observed, int, State], State]


class CheckFailed(AssertionError):
    """A game that breaks the contract; the message names the check and the place."""


@dataclass(frozen=True)
class CheckCase:
    """A game under check, and how thorough to be."""

    game: Game
    origin: str
    """Where another process finds it, ``module:attribute``."""
    games: int = 6
    worlds: int = 60
    samples: int = 400
    depth: int = 60
    """How many decisions deep two worlds are compared at most."""
    version: int | None = None
    """The version of the rules; None for the newest."""
    decode: Decode | None = None
    """Restores what a seat knows: ``decode(facts, observation, seat, blank)`` fills the blank."""
    alike: Callable[[Facts, State], None] | None = None
    """Brings a hidden position into the form that `decode` gives; None if it has that form."""

    def options(self, number: int) -> Options:
        """The options of game `number`: the games are spread over all combinations."""
        choices = named_options(self.game)
        chosen: dict[str, int] = {}
        index = number * _stride(prod(map(len, choices.values())))
        # The option with most values changes fastest, so that few games cover all of them.
        for name, values in sorted(choices.items(), key=lambda choice: -len(choice[1])):
            index, which = divmod(index, len(values))
            chosen[name] = values[which]
        made: Options = self.game.options(**{**chosen, **self.game.simulation})
        return made

    def seats(self, number: int) -> int:
        return self.game.seats[number % len(self.game.seats)]


def named_options(game: Game) -> dict[str, list[int]]:
    """The options of which every value has a name (a mode, a board)."""
    found = {}
    for f in fields(game.options):
        if f.name in game.simulation:
            continue
        if "of_set" in f.metadata:
            found[f.name] = list(f.metadata["of_set"](game.simulation.get("set", 0)))
            continue
        if "live" in f.metadata:
            continue  # a file that another process has not loaded
        names, (low, high) = list(f.metadata["names"]), range_of(f.metadata)
        if len(names) > high - low:
            found[f.name] = names
    return found


def _stride(kinds: int) -> int:
    """A step size that covers all kinds, with neighbouring steps far apart (golden section)."""
    stride = round(kinds * 0.618)
    while gcd(stride, kinds) > 1:
        stride += 1
    return stride


@dataclass
class Ply:
    """One decision of a random game."""

    number: int
    before: Position
    action: int
    legal: list[int]
    after: Position
    events: list[Event]
    story: list[Event]
    """The events of the whole game; it keeps growing."""
    events_before: int
    """How many of them came before this decision, those of the deal included."""

    @property
    def past(self) -> list[Event]:
        return self.story[: self.events_before]


def play_out(case: CheckCase, number: int, limit: int = MAX_DECISIONS) -> Iterator[Ply]:
    """A random game, decision by decision; positions are copies."""
    game = case.game
    rng = new_rng(stream(seed_key("check", "bots"), np.uint64(number)))
    key = stream(seed_key("check", "games"), np.uint64(number))
    position, story = game.deal(case.seats(number), key, case.options(number), case.version)
    rings = clock_expires_after(case, number)
    for ply in range(limit):
        if position.over:
            return
        legal = position.legal
        if not legal:
            raise CheckFailed(f"game {number}, decision {ply}: not over, but nothing is legal")
        action = legal[int(below(rng, len(legal)))]
        if ply == rings:
            action = position.parse(game.time_over)
        before = position.copy()
        events = position.step(action)
        yield Ply(ply, before, action, legal, position.copy(), events, story, len(story))
        story += events
    if limit == MAX_DECISIONS:
        raise CheckFailed(f"game {number} does not end within {limit} decisions")


def clock_expires_after(case: CheckCase, number: int) -> int:
    """After how many decisions the clock of this game runs out, -1 if it has none."""
    if case.game.clock(case.options(number)) is None:
        return -1
    rng = new_rng(stream(seed_key("check", "clock"), np.uint64(number)))
    return int(below(rng, MAX_CLOCK_DECISIONS))


def expect(holds: bool, text: str) -> None:
    if not holds:
        raise CheckFailed(text)


def record_bytes(known: Position | Seen) -> bytes:
    """The bytes of its record."""
    state = known.state if isinstance(known, Position) else known.hidden
    return bytes(state.tobytes())


def some_actions(game: Game, rng: Rng) -> list[int]:
    """All action ids and one too low and too high; for a game with very many, a random part.

    Hundreds of positions are checked, so every action of a large game is tried in many of them.
    """
    count = game.rules.N_ACTIONS
    if count <= MANY_ACTIONS:
        return list(range(-1, count + 1))
    return [-1, count, *(int(below(rng, count)) for _ in range(MANY_ACTIONS))]


MANY_ACTIONS = 60  # a game with more has this many tried in each position, at random
