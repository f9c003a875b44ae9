"""Trains – Die Bahn kommt!: assembles rules, cards, boards, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from spielzug.core.game import Game
from spielzug.games.trains import audit, facts, knowledge, observation, rules, state, study
from spielzug.games.trains.facts import sets
from spielzug.games.trains.play import greedy, levels, policy, value
from spielzug.games.trains.say import texts, words

_RULES: Any = SimpleNamespace(
    **{name: getattr(rules, name) for name in rules.__all__},
    N_CHOICES=state.RESIGN,
    hide=knowledge.hide,
    guess=knowledge.guess,
    exchange=knowledge.exchange,
    audit=audit.audit,
    CHECKS=audit.CHECKS,
    RANGES=audit.RANGES,
    observe=observation.observe,
    OBSERVATION=observation.OBSERVATION,
    note=study.note,
    MAX_NOTES=study.MAX_NOTES,
    greedy=greedy.greedy,
    policy=policy.policy,
    value=value.value,
    SEARCH=levels.SEARCH,
    LADDER=levels.LADDER,
    NET_LEVELS=levels.NET_LEVELS,
    NET_SEARCH=levels.NET_SEARCH,
    LEARN=levels.LEARN,
    REVIEW=levels.REVIEW,
)

GAME = Game(
    name="trains",
    title=texts.TITLE,
    seats=range(2, facts.MAX_SEATS + 1),
    rules=_RULES,
    words=words,
    options=facts.TrainsOptions,
    build_facts=facts.build_facts,
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
    longest=facts.longest,
    things=study.THINGS,
    sets=sets.SETS,
    lessons=Path(__file__).parent / "lessons",
)  # fmt: skip
