"""Die Zwergenzugfahrt: assembles rules, boards, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path

from spielzug.core.game import Declaration, Game, for_options
from spielzug.games.zwergenzugfahrt import facts, state
from spielzug.games.zwergenzugfahrt.facts import sets
from spielzug.games.zwergenzugfahrt.play import levels
from spielzug.games.zwergenzugfahrt.say import texts, words

GAME = Game(
    name="zwergenzugfahrt",
    title=texts.TITLE,
    seats=range(facts.CLANS, facts.CLANS + 1),
    declaration=Declaration(state.State, facts.Facts, state.ACTIONS, state.REASONS),
    package=__name__,
    levels=levels,
    words=words,
    options=facts.ZwergenOptions,
    build_facts=for_options(facts.ZwergenOptions, facts.build_facts),
    rules_version=facts.RULES_VERSION,
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
    reasons=texts.REASONS,
    credit=texts.CREDIT,
    about=texts.ABOUT,
    cast=texts.CAST,
    seat_names=texts.SEAT_NAMES,
    option_words=texts.OPTION_WORDS,
    clock=for_options(facts.ZwergenOptions, facts.seconds),
    truncations=frozenset(),  # after the last turn, more seats win (Z14)
    longest=for_options(facts.ZwergenOptions, facts.longest),
    sets=sets.SETS,
    lessons=Path(__file__).parent / "lessons",
    time_over=state.notation(state.TIME),
)
