"""Die Zwergenzugfahrt, whole: rules, boards, words, and a quick player."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from spielzug.core.game import Game
from spielzug.games.zwergenzugfahrt import (
    actions,
    audit,
    facts,
    greedy,
    knowledge,
    rules,
    texts,
    value,
    words,
)

_RULES: Any = SimpleNamespace(
    **{name: getattr(rules, name) for name in rules.__all__},
    hide=knowledge.hide,
    guess=knowledge.guess,
    audit=audit.audit,
    CHECKS=audit.CHECKS,
    greedy=greedy.greedy,
    value=value.value,
    SEARCH=value.SEARCH,
    LADDER=value.LADDER,
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
        "reserve": (rules.RESERVED, 0),
        "take away": (rules.TOOK, 0),
        "first kick": (rules.PENALTY, 1),
        "second kick": (rules.PENALTY, 2),
        "sixth kick": (rules.PENALTY, 6),
        "missed turn": (rules.MISSED, 0),
        "toss": (rules.TOSSED, 0),
        "toss without a sign": (rules.NO_SIGN, 0),
    },
    reasons=texts.REASONS,
    clock=facts.seconds,
    time_over=actions.notation(actions.TIME),
)
