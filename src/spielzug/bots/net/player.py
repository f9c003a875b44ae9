"""The player that takes its net's best choice without search, and which net fits a position."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from spielzug.bots import names
from spielzug.bots.clock import Clock
from spielzug.bots.names import HasGameTerms
from spielzug.bots.net import NET, NET_FILE
from spielzug.bots.net.file import Loaded, load
from spielzug.bots.net.fit import TrainedFor, misfit_of, setting_of
from spielzug.bots.net.inference import Net, NetBuffers, Sums, ask
from spielzug.core import jit
from spielzug.core.errors import DataError, UsageError
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import entry
from spielzug.core.keys import SplitMix64
from spielzug.core.observation import Observed
from spielzug.core.position import Seen, check_turn
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import Actions, Shares
from spielzug.games import NAMES, get_game


@cache
def _shipped(name: str) -> Loaded | str:
    """The net that ships with a game, or the reason there is none."""
    path = names.shipped_path(name)
    if path is None or not path.is_file():
        return f"no net ships with {name}"
    try:
        return load(path, get_game(name))
    except DataError as error:
        return str(error)


@cache
def _load_net(path: Path, name: str, changed: int, size: int) -> Loaded:
    return load(path, get_game(name))


def load_net_cached(path: Path, game: Game) -> Loaded:
    """The net of a file; read again only when the file has changed."""
    if game.name not in NAMES:  # a game defined only in a test
        return load(path, game)
    try:
        found = path.stat()
    except (OSError, ValueError):
        return load(path, game)  # raises with the reason
    return _load_net(path.resolve(), game.name, found.st_mtime_ns, found.st_size)


def net_of(game: Game) -> Loaded | None:
    """The net that ships with this game, if there is one."""
    found = _shipped(game.name)
    return found if isinstance(found, Loaded) else None


def find_fitting_net(terms: HasGameTerms) -> Loaded | None:
    """The shipped net, if it was trained for these options, seats and rules version."""
    found = net_of(terms.game)
    return found if found is not None and not misfit_error(found, terms) else None


def why_not(terms: HasGameTerms) -> str:
    """Why `find_fitting_net` returns None, in a sentence; empty if it returns a net."""
    found = _shipped(terms.game.name)
    return found if isinstance(found, str) else misfit_error(found, terms)


def require_net(name: str, terms: HasGameTerms, path: Path | None = None) -> Loaded:
    """The net of a file, or without `path` the shipped one, for the bot of this name.

    Raises `UsageError` with the reason if it cannot play here.
    """
    found = find_fitting_net(terms) if path is None else load_net_cached(path, terms.game)
    why = why_not(terms) if path is None or found is None else misfit_error(found, terms)
    if found is None or why:
        raise UsageError(f"{name!r} cannot play here: {why}. The levels can: they need no net")
    return found


def net_in(loaded: Loaded, terms: HasGameTerms) -> Net:
    """The net for this game's options; `loaded` must fit."""
    return loaded.nets[loaded.card.settings.index(setting_of(terms.game, terms.options))]


def misfit_error(loaded: Loaded, terms: HasGameTerms) -> str:
    """Why a net does not fit this position; empty if it fits."""
    card = loaded.card
    trained = TrainedFor(
        card.game, card.rules_version, card.seats, card.set.name, card.set.digest, card.settings
    )
    return misfit_of(loaded.source, trained, terms)


class NetAnswer(NamedTuple):
    """A net's evaluation of a position."""

    actions: Actions
    """The legal actions."""
    logits: Sums
    """One for each action, see `inference.softmax`."""
    shares: Shares
    """Each seat's share of the win, starting with the observing seat."""


@entry
def ask_about(
    net: Net, observed: Observed, actions: Actions, count: int, buffers: NetBuffers,
    logits: Sums, shares: Shares,
) -> None:  # fmt: skip
    ask(net, observed, actions, count, buffers, logits, shares)


def ready(net: Net, buffers: NetBuffers) -> None:
    """Compile the evaluation, once for all games: their nets differ in size only."""
    if jit.PLAIN:
        return
    from spielzug.core import compiler as c

    if c.is_uncompiled(ask_about):
        with show_compile_progress("nets", [ask_about]) as finished:
            c.compile_entry(
                ask_about, c.VOID, net, c.OBSERVED, c.ACTIONS, c.INT, buffers, c.ACTIONS, c.RESULTS
            )
            finished(ask_about)


def compile_inference(game: Game) -> None:
    """Compile the evaluation of this game's shipped net ahead of its first use."""
    loaded = net_of(game)
    if loaded is not None:
        ready(loaded.net, NetBuffers.for_net(loaded.net, game))


class NetEvaluator:
    """A net with its scratch memory, for one thread."""

    def __init__(self, net: Net, game: Game) -> None:
        self.net = net
        self._buffers = NetBuffers.for_net(net, game)
        ready(net, self._buffers)

    def ask(self, seen: Seen) -> NetAnswer:
        """Evaluate for the observing seat; there are actions only if it is to act."""
        actions = np.array(seen.legal, np.int32)
        logits = np.zeros(len(actions), np.int32)
        shares = np.zeros(MAX_SEATS)
        ask_about(self.net, seen.observation, actions, len(actions), self._buffers, logits, shares)
        return NetAnswer(actions, logits, shares[: seen.seats])


def net_for(name: str, terms: HasGameTerms) -> Loaded:
    """The net for the bot of this name; raises `UsageError` if it cannot play here."""
    return require_net(name, terms, None if name == NET else Path(name.removeprefix(NET_FILE)))


class NetPlayer:
    """Plays its net's best choice; among equals the action with the lowest number."""

    def __init__(self, name: str, rng: SplitMix64) -> None:
        self.name = name
        self._asker: NetEvaluator | None = None

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        check_turn(seen)
        net = net_in(net_for(self.name, seen), seen)
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        if self._asker is None or self._asker.net is not net:
            self._asker = NetEvaluator(net, seen.game)
        answer = self._asker.ask(seen)
        return int(answer.actions[np.argmax(answer.logits)])
