"""The compiled search of this process, see `engine.SearchEngine`."""

from __future__ import annotations

from typing import cast

import numpy as np

from spielzug.bots.names import HasGameTerms
from spielzug.bots.net.inference import Net
from spielzug.bots.search.endings import OTHERS, OWN, PROOF, ProofTree
from spielzug.bots.search.engine import SearchTree, TreeSettings
from spielzug.bots.search.search_tree import (
    NET_SEARCH,
    SEARCH,
    Loop,
    NetTree,
    Tree,
    make_ready,
)
from spielzug.core.engine import InMemory
from spielzug.core.game import Game
from spielzug.core.native_records import record_in_memory


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
        self.ready_to_search(settings.net is not None)
        if settings.net is None:
            return Tree(self.game, settings)
        return NetTree(self.game, settings, cast(Net, settings.net))

    def prove_win(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, depth: int, steps: int,
        answers: bool, open_cards: bool = False,
    ) -> list[int]:  # fmt: skip
        make_ready(self.game, PROOF)
        proof = ProofTree.allocate(self.game, depth)
        proof.roots[0] = record_in_memory(hidden)
        whose = OTHERS if answers else OWN
        length = PROOF.of(self.game)(
            record_in_memory(facts), proof, seat, depth, np.uint64(key), whose, steps,
            int(open_cards),
        )  # fmt: skip
        found: list[int] = proof.line[:length].tolist()
        return found

    def shipped_net(self, terms: HasGameTerms) -> Net | None:
        from spielzug.bots.net.player import find_fitting_net, net_in  # reads and checks net files

        loaded = find_fitting_net(terms)
        return None if loaded is None else net_in(loaded, terms)
