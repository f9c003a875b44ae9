"""A player that asks its net and does not think: the choice that looks best, at once."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from spielzug.bots.clock import Clock
from spielzug.bots.net import NET, NET_FILE
from spielzug.bots.net.ask import Net, NetBuffers, Sums, ask
from spielzug.bots.net.file import Loaded
from spielzug.bots.net.find import Stand, net_in, net_of, required
from spielzug.core import jit
from spielzug.core.game import Game
from spielzug.core.jit import entry
from spielzug.core.kinds import Actions, Rng, Shares
from spielzug.core.observation import Observed
from spielzug.core.outcome import MAX_SEATS
from spielzug.core.position import Seen
from spielzug.core.progress import compiling


class NetAnswer(NamedTuple):
    """What a net says about a position."""

    actions: Actions
    """The legal ones."""
    logits: Sums
    """How good each looks, see `ask.portion`."""
    shares: Shares
    """Each seat's share of the win, from the one that looks on."""


@entry
def ask_about(
    net: Net, observed: Observed, actions: Actions, count: int, room: NetBuffers,
    logits: Sums, shares: Shares,
) -> None:  # fmt: skip
    ask(net, observed, actions, count, room, logits, shares)


def ready(net: Net, room: NetBuffers) -> None:
    """Compile what asking takes: once for all games, whose nets differ in size only."""
    if jit.PLAIN:
        return
    from spielzug.core import compiler as c

    if c.waiting(ask_about):
        with compiling("nets", [ask_about]) as finished:
            c.compile_entry(
                ask_about, c.VOID, net, c.OBSERVED, c.ACTIONS, c.INT, room, c.ACTIONS, c.RESULTS
            )
            finished(ask_about)


def ready_to_ask(game: Game) -> None:
    """Compile it before somebody waits for the net that ships with this game."""
    loaded = net_of(game)
    if loaded is not None:
        ready(loaded.net, NetBuffers.for_net(loaded.net, game))


class Asker:
    """A net with the room that asking takes, for one thread."""

    def __init__(self, net: Net, game: Game) -> None:
        self.net = net
        self._room = NetBuffers.for_net(net, game)
        ready(net, self._room)

    def ask(self, seen: Seen) -> NetAnswer:
        """What it says to the seat that looks; of actions only if that one is to act."""
        actions = np.array(seen.legal, np.int32)
        logits = np.zeros(len(actions), np.int32)
        shares = np.zeros(MAX_SEATS)
        ask_about(self.net, seen.observation, actions, len(actions), self._room, logits, shares)
        return NetAnswer(actions, logits, shares[: seen.seats])


def net_for(name: str, stand: Stand) -> Loaded:
    """The net of a player with this name; if it cannot play here, `UsageError` tells why."""
    return required(name, stand, None if name == NET else Path(name.removeprefix(NET_FILE)))


class NetPlayer:
    """Plays what its net finds best; among equals the action with the lowest number."""

    def __init__(self, name: str, rng: Rng) -> None:
        self.name = name
        self._asker: Asker | None = None

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        net = net_in(net_for(self.name, seen), seen)
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        if self._asker is None or self._asker.net is not net:
            self._asker = Asker(net, seen.game)
        answer = self._asker.ask(seen)
        return int(answer.actions[np.argmax(answer.logits)])
