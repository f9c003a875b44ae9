"""Die Zwergenzugfahrt: assembles rules, boards, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from spielzug.core.game import Game
from spielzug.games.zwergenzugfahrt import (
    audit,
    facts,
    knowledge,
    observation,
    rules,
    state,
    study,
)
from spielzug.games.zwergenzugfahrt.facts import sets
from spielzug.games.zwergenzugfahrt.play import greedy, levels, value
from spielzug.games.zwergenzugfahrt.say import texts, words

_RULES: Any = SimpleNamespace(
    STATE=state.STATE,
    FACTS=facts.FACTS,
    N_ACTIONS=state.N_ACTIONS,
    N_CHOICES=state.RESIGN,
    MAX_LEGAL=state.MAX_LEGAL,
    MAX_EVENTS=state.MAX_EVENTS,
    REASONS=state.REASONS,
    start=rules.start,
    actor=rules.actor,
    over=rules.over,
    legal=rules.legal,
    step=rules.step,
    step_quiet=rules.step_quiet,
    outside=rules.outside,
    result=rules.result,
    hide=knowledge.hide,
    guess=knowledge.guess,
    observe=observation.observe,
    OBSERVATION=observation.OBSERVATION,
    note=study.note,
    MAX_NOTES=study.MAX_NOTES,
    audit=audit.audit,
    CHECKS=audit.CHECKS,
    RANGES=audit.RANGES,
    greedy=greedy.greedy,
    value=value.value,
    SEARCH=levels.SEARCH,
    LADDER=levels.LADDER,
    NET_LEVELS=levels.NET_LEVELS,
    NET_SEARCH=levels.NET_SEARCH,
    LEARN=levels.LEARN,
)

GAME = Game(
    name="zwergenzugfahrt",
    title=texts.TITLE,
    seats=range(facts.CLANS, facts.CLANS + 1),
    rules=_RULES,
    words=words,
    options=facts.ZwergenOptions,
    build_facts=facts.build_facts,
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
    clock=facts.seconds,
    truncations=frozenset(),  # after the last turn, more seats win (Z14)
    longest=facts.longest,
    things=study.THINGS,
    sets=sets.SETS,
    lessons=Path(__file__).parent / "lessons",
    time_over=state.notation(state.TIME),
)
