"""Trains – Die Bahn kommt!: assembles rules, cards, boards, texts and bots into `GAME`."""

from __future__ import annotations

from spielzug.core.game import assemble_game
from spielzug.games.trains import facts, state
from spielzug.games.trains.facts import sets

GAME = assemble_game(
    __name__,
    facts.TrainsOptions,
    seats=range(2, facts.MAX_SEATS + 1),
    simulation={"supply": facts.RANDOM_SUPPLY, "turn_limit": 400},
    # A card that leaves the hand or is shown reveals to the others what was in it.
    revealing=frozenset(
        {
            state.PLAYED, state.DISCARDED, state.TRASHED, state.COPIED, state.RETURNED,
            state.REVEALED,
        }
    ),
    secrets=True,
    pieces=(),
    uses={
        sets.CODES[kind]: (state.USED, kind)
        for kind in (sets.LR, sets.SE, *range(sets.FIXED, sets.KINDS))
    },
    truncations=frozenset({"turn_limit"}),
    gpu_registers=64,  # measured on an H200: the code is long, and threads wait for it
)  # fmt: skip
