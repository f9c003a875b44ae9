"""Der große Zugraub: assembles rules, sets, texts and bots into `GAME`."""

from __future__ import annotations

from spielzug.core.events import MAX_SEATS
from spielzug.core.game import assemble_game
from spielzug.games.zugraub import facts, state

GAME = assemble_game(
    __name__,
    facts.ZugraubOptions,
    seats=range(facts.MIN_SEATS, MAX_SEATS + 1),
    oldest_rules_version=facts.RULES_VERSION,
    simulation={"turn_limit": 300},
    # These show cards that only their holder knew: no undo past them.
    revealing=frozenset(
        {
            state.DISCARDED,
            state.BOOSTED,
            state.HIT,
            state.SAW,
            state.THREW,
            state.GAVE,
            state.INSTALLED,
        }
    ),
    secrets=True,
    pieces=("head", "hand", "pile", "played"),
    uses={
        "B5 discard": (state.DISCARDED, state.DISCARDING),
        "B6 roll": (state.ROLLED, None),
        "B6 play a card to run": (state.BOOSTED, None),
        "B7 walk": (state.WALKED, None),
        "B8 new car": (state.LEFT_FRONT, None),
        "B8 the Engine": (state.ENGINE_UP, None),
        "B10 marker": (state.FOUND, 1),
        "B10 marker for two points": (state.FOUND, 2),
        "B10 card": (state.DREW, None),
        "B11 fight of two": (state.ATTACKED, 2),
        "B11 fight of three": (state.ATTACKED, 3),
        "B11 no dice in a fight": (state.FOUGHT, 0),
        "B11 three dice in a fight": (state.FOUGHT, 3),
        "B11 card to hit": (state.HIT, None),
        "B11 pass": (state.PASSED, None),
        "B12 highest total": (state.WON_FIGHT, 0),
        "B12 tie": (state.WON_FIGHT, 1),
        "B13 point for a loser": (state.LOST_FIGHT, None),
        "B14 hand seen": (state.SAW, None),
        "B14 thrown away": (state.THREW, None),
        "B14 given": (state.GAVE, None),
        "B15 down to the limit at the end": (state.DISCARDED, state.END),
        "B15 down to the limit at once": (state.DISCARDED, state.LIMIT),
        "B16 install": (state.INSTALLED, None),
        "B16 old brain out": (state.THREW_BRAIN, None),
        "B17 check": (state.CHECKED, None),
        "B17 car lost": (state.LOST_CAR, None),
        "B17 the Caboose back": (state.CABOOSE_BACK, None),
        "B18 brake": (state.BRAKED, None),
        "B18 the train stands": (state.STOPPED, None),
        "B19 hand card lost behind the train": (state.DISCARDED, state.OVER),
        "B19 fall": (state.FELL, None),
    },
    truncations=frozenset({"turn_limit"}),
)
