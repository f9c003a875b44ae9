"""Game of Trains, whole: rules, cards, words, and a quick player."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from spielzug.core.game import Game
from spielzug.games.game_of_trains import (
    audit,
    facts,
    greedy,
    knowledge,
    policy,
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
    policy=policy.policy,
    value=value.value,
    SEARCH=value.SEARCH,
    LADDER=value.LADDER,
)

GAME = Game(
    name="game_of_trains",
    title=texts.TITLE,
    seats=range(2, facts.MAX_SEATS + 1),
    rules=_RULES,
    words=words,
    options=facts.TrainsOptions,
    build_facts=facts.build_facts,
    rules_version=facts.RULES_VERSION,
    simulation={"turn_limit": 500},
    revealing=frozenset({rules.PLACED}),
    secrets=True,
    pieces=("row", "lock", "open", "hand", "rejects", "card", "pile"),
    uses={name: (rules.USED, ability) for ability, name in enumerate(facts.ABILITIES)},
    reasons=texts.REASONS,
)
