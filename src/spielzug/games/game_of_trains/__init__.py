"""Game of Trains: assembles rules, cards, texts and bots into `GAME`."""

from __future__ import annotations

from spielzug.core.game import assemble_game
from spielzug.games.game_of_trains import facts, state

GAME = assemble_game(
    __name__,
    facts.GameOfTrainsOptions,
    seats=range(2, facts.MAX_SEATS + 1),
    simulation={"turn_limit": 500},
    revealing=frozenset({state.PLACED}),
    secrets=True,
    pieces=("row", "lock", "open", "hand", "rejects", "card", "pile"),
    uses={name: (state.USED, ability) for ability, name in enumerate(facts.ABILITIES)},
    truncations=frozenset({"turn_limit"}),
)
