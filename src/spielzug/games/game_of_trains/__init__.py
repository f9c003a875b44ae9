"""Game of Trains: assembles rules, cards, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from spielzug.core.game import Game
from spielzug.games.game_of_trains import (
    audit,
    facts,
    knowledge,
    observation,
    rules,
    state,
    study,
)
from spielzug.games.game_of_trains.play import greedy, levels, policy, value
from spielzug.games.game_of_trains.say import texts, words

_RULES: Any = SimpleNamespace(
    STATE=state.STATE,
    FACTS=facts.FACTS,
    N_ACTIONS=state.N_ACTIONS,
    N_CHOICES=state.RESIGN,
    MAX_LEGAL=state.MAX_LEGAL,
    MAX_EVENTS=state.MAX_EVENTS,
    REASONS=state.REASONS,
    **{name: getattr(rules, name) for name in rules.__all__},
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
    policy=policy.policy,
    value=value.value,
    SEARCH=levels.SEARCH,
    LADDER=levels.LADDER,
    NET_SEARCH=levels.NET_SEARCH,
    LEARN=levels.LEARN,
)

GAME = Game(
    name="game_of_trains",
    title=texts.TITLE,
    seats=range(2, facts.MAX_SEATS + 1),
    rules=_RULES,
    words=words,
    options=facts.GameOfTrainsOptions,
    build_facts=facts.build_facts,
    rules_version=facts.RULES_VERSION,
    simulation={"turn_limit": 500},
    revealing=frozenset({state.PLACED}),
    secrets=True,
    pieces=("row", "lock", "open", "hand", "rejects", "card", "pile"),
    uses={name: (state.USED, ability) for ability, name in enumerate(facts.ABILITIES)},
    reasons=texts.REASONS,
    credit=texts.CREDIT,
    about=texts.ABOUT,
    cast=texts.CAST,
    option_words=texts.OPTION_WORDS,
    truncations=frozenset({"turn_limit"}),
    longest=facts.longest,
    sets=facts.SETS,
    lessons=Path(__file__).parent / "lessons",
    things=study.THINGS,
)
