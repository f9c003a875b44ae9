"""Positions with all cards open, for reviews of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spielzug.bots.names import HasGameTerms
from spielzug.bots.search.engine import SearchNet, SearchTree, TreeSettings, search_engine
from spielzug.core.engine import InMemory
from spielzug.core.game import Game
from spielzug.core.position import Position, Seen

if TYPE_CHECKING:
    pass


class OpenCardsEngine:
    """The engine of a game of perfect information: nothing is left to guess but luck to come."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._engine, self._search = game.engine, search_engine(game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def guess(self, facts: InMemory, state: InMemory, seat: int, key: int) -> None:
        self._game.state_layout.set(state.data, "rng", key)

    def ready_to_search(self, net: bool = False) -> None:
        self._search.ready_to_search(net)

    def new_tree(self, settings: TreeSettings) -> SearchTree:
        return self._search.new_tree(replace(settings, open_cards=True))

    def prove_win(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, depth: int, steps: int,
        answers: bool, open_cards: bool = True,
    ) -> list[int]:  # fmt: skip
        return self._search.prove_win(facts, hidden, seat, key, depth, steps, answers, open_cards)

    def shipped_net(self, terms: HasGameTerms) -> SearchNet | None:
        return self._search.shipped_net(terms)


_games: dict[int, Game] = {}
"""By the identity of the closed game's engine, which the open game keeps alive."""


def perfect_information_game(game: Game) -> Game:
    """The same game with perfect information."""
    engine = game.engine
    if id(engine) not in _games:
        opened = _games[id(engine)] = replace(game)
        opened.use_engine(OpenCardsEngine(game))
    return _games[id(engine)]


def reveal_all(position: Position, seat: int, names: Sequence[str] = ()) -> Seen:
    """A whole position, as if this seat might know all of it."""
    whole = position.copy()
    whole.set_rng(0)
    game = perfect_information_game(position.game)
    return Seen(game, whole.options, whole.facts_memory, whole.memory, seat, names)
