"""Trains – Die Bahn kommt!: assembles rules, cards, boards, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path

from spielzug.core.game import Declaration, Game, for_options
from spielzug.games.trains import facts, state
from spielzug.games.trains.facts import sets
from spielzug.games.trains.play import levels
from spielzug.games.trains.say import texts, words

GAME = Game(
    name="trains",
    title=texts.TITLE,
    seats=range(2, facts.MAX_SEATS + 1),
    declaration=Declaration(state.State, facts.Facts, state.ACTIONS, state.REASONS),
    package=__name__,
    levels=levels,
    words=words,
    options=facts.TrainsOptions,
    build_facts=for_options(facts.TrainsOptions, facts.build_facts),
    rules_version=facts.RULES_VERSION,
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
    reasons=texts.REASONS,
    credit=texts.CREDIT,
    about=texts.ABOUT,
    cast=texts.CAST,
    option_words=texts.OPTION_WORDS,
    truncations=frozenset({"turn_limit"}),
    gpu_registers=64,  # measured on an H200: the code is long, and threads wait for it
    longest=for_options(facts.TrainsOptions, facts.longest),
    sets=sets.SETS,
    lessons=Path(__file__).parent / "lessons",
)  # fmt: skip
