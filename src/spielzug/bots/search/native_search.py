"""The compiled search of this process, see `engine.SearchEngine`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import cast

import numpy as np

from spielzug.bots.names import HasGameTerms
from spielzug.bots.net.inference import Net
from spielzug.bots.search.endings import OTHERS, OWN, PROOF, ProofTree
from spielzug.bots.search.engine import NetStyle, SearchTree, Style, TreeSettings
from spielzug.bots.search.search_tree import (
    NET_SEARCH,
    SEARCH,
    Loop,
    NetTree,
    Tree,
    make_ready,
)
from spielzug.core import jit
from spielzug.core.engine import InMemory
from spielzug.core.game import Game
from spielzug.core.jit import entry
from spielzug.core.native_records import record_in_memory
from spielzug.core.record_types import Facts, Number, Rule, State


def loops_for(game: Game, net: bool) -> tuple[Loop, ...]:
    """The loops needed to search this game, with or without a net."""
    return PROOF, NET_SEARCH if net else SEARCH


class NativeSearch:
    """The search of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def ready_to_search(self, net: bool = False) -> None:
        make_ready(self.game, *loops_for(self.game, net))

    def new_tree(self, settings: TreeSettings) -> SearchTree:
        game = _with_open_cards(self.game) if settings.open_cards else self.game
        make_ready(game, *loops_for(game, settings.net is not None))
        if settings.net is None:
            assert isinstance(settings.style, Style)
            return Tree(game, settings, settings.style)
        assert isinstance(settings.style, NetStyle)
        return NetTree(game, settings, settings.style, cast(Net, settings.net))

    def prove_win(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, depth: int, steps: int,
        answers: bool, open_cards: bool = False,
    ) -> list[int]:  # fmt: skip
        game = _with_open_cards(self.game) if open_cards else self.game
        make_ready(game, PROOF)
        proof = ProofTree.allocate(game, depth)
        proof.roots[0] = record_in_memory(hidden)
        whose = OTHERS if answers else OWN
        length = PROOF.of(game)(
            record_in_memory(facts), proof, seat, depth, np.uint64(key), whose, steps
        )
        found: list[int] = proof.line[:length].tolist()
        return found

    def shipped_net(self, terms: HasGameTerms) -> Net | None:
        from spielzug.bots.net.player import find_fitting_net, net_in  # reads and checks net files

        loaded = find_fitting_net(terms)
        return None if loaded is None else net_in(loaded, terms)


# -- open cards ----------------------------------------------------------------------------------


def keep(facts: Facts, state: State, seat: Number, key: int) -> None:
    """A `guess` where nothing is hidden: only the luck to come changes."""
    state.rng = key


_open_games: dict[int, Game] = {}


def _with_open_cards(game: Game) -> Game:
    """The same game with rules that leave nothing to guess."""
    if id(game.rules) not in _open_games:
        rules = SimpleNamespace(**vars(game.rules))
        rules.guess = _keep_for(game)
        _open_games[id(game.rules)] = replace(game, own_rules=rules)
    return _open_games[id(game.rules)]


@cache
def _made(file: str, name: str) -> Rule:
    """`keep`, as if it were defined in this file.

    Loops are compiled and cached by the file of the first rule they get.
    """
    made = FunctionType(keep.__code__.replace(co_filename=file), keep.__globals__, name)
    made.__module__, made.__qualname__ = keep.__module__, name
    return entry(made)


def _keep_for(game: Game) -> Rule:
    if jit.PLAIN:
        return keep
    from spielzug.core import compiler as c

    file = jit.as_plain(game.rules.guess).__code__.co_filename
    made = _made(file, f"keep_{game.name}")
    arguments = (game.native.types["facts"], game.native.types["state"], c.INT, c.UINT)
    c.compile_entry(made, c.VOID, *arguments)
    return made
