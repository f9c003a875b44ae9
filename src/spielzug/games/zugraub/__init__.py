"""Der große Zugraub: assembles rules, sets, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path

from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Declaration, Game, for_options
from spielzug.games.zugraub import facts, state
from spielzug.games.zugraub.facts import sets
from spielzug.games.zugraub.play import levels
from spielzug.games.zugraub.say import texts, words

GAME = Game(
    name="zugraub",
    title=texts.TITLE,
    seats=range(facts.MIN_SEATS, MAX_SEATS + 1),
    declaration=Declaration(state.State, facts.Facts, state.ACTIONS, state.REASONS),
    package=__name__,
    levels=levels,
    words=words,
    options=facts.ZugraubOptions,
    build_facts=for_options(facts.ZugraubOptions, facts.build_facts),
    rules_version=facts.RULES_VERSION,
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
    reasons=texts.REASONS,
    credit=texts.CREDIT,
    about=texts.ABOUT,
    cast=texts.CAST,
    option_words=texts.OPTION_WORDS,
    truncations=frozenset({"turn_limit"}),
    longest=for_options(facts.ZugraubOptions, facts.longest),
    sets=sets.SETS,
    lessons=Path(__file__).parent / "lessons",
)
