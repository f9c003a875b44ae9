"""Die Zwergenzugfahrt: assembles rules, boards, texts and bots into `GAME`."""

from __future__ import annotations

from spielzug.core.game import assemble_game, for_options
from spielzug.games.zwergenzugfahrt import facts, state
from spielzug.games.zwergenzugfahrt.say import texts

GAME = assemble_game(
    __name__,
    facts.ZwergenOptions,
    seats=range(facts.CLANS, facts.CLANS + 1),
    simulation={},
    revealing=frozenset(),
    secrets=False,
    pieces=(),
    uses={
        "reserve": (state.RESERVED, 0),
        "take away": (state.TOOK, 0),
        "first kick": (state.PENALTY, 1),
        "second kick": (state.PENALTY, 2),
        "sixth kick": (state.PENALTY, 6),
        "missed turn": (state.MISSED, 0),
        "toss": (state.TOSSED, 0),
        "toss without a sign": (state.NO_SIGN, 0),
    },
    seat_names=texts.SEAT_NAMES,
    clock=for_options(facts.ZwergenOptions, facts.seconds),
    truncations=frozenset(),  # after the last turn, more seats win (Z14)
    time_over=state.notation(state.TIME),
)
