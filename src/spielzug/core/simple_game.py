"""Makes a whole game of a small one: a declaration, its texts, and four rules.

Everything else that `core.game.Game` asks for has a default here; a game that outgrows one gives
its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from spielzug.core.actions import ActionPart, ActionSpace, Band
from spielzug.core.declaration import (
    ALWAYS,
    NEVER,
    F,
    FactsRecord,
    StateRecord,
    Value,
    declare,
    declare_word,
    fields_of,
)
from spielzug.core.default_words import STANDARD, DefaultWords, GameTexts
from spielzug.core.events import MAX_SEATS, EventKind
from spielzug.core.game import Declaration, Game
from spielzug.core.options import Options

MOST_DECISIONS = 1000
"""The length at which a game counts as endless unless it says otherwise."""
ENDINGS_FROM_OUTSIDE = ("resigned", "abandoned")
MOST_ENDINGS = 64


class StandardState(StateRecord[F]):
    """The fields that every small game has; its own follow."""

    rng = declare_word(seen=NEVER)  # the generator of all luck to come
    turns = declare("u4")  # turns completed
    seats = declare("u1", within=(1, MAX_SEATS))  # number of players
    turn = declare("i1", within=(-1, MAX_SEATS - 1))  # whose turn it is, -1 when the game is over
    reason = declare("u1", within=(0, MOST_ENDINGS))  # index into the endings, 0 while it runs
    resigned = declare("u1", within=(0, MAX_SEATS))  # 1 + the seat that resigned, 0 for none


class StandardFacts(FactsRecord[F]):
    """The facts of a small game without options."""

    rules_version = declare("i4")


def simple_game(
    *,
    name: str,
    package: str,
    seats: range,
    state: type[StateRecord[Any]],
    actions: ActionSpace,
    endings: Sequence[str],
    texts: GameTexts,
    events: Mapping[int, EventKind] | None = None,
    facts: type[FactsRecord[Any]] = StandardFacts,
    options: type[Options] = Options,
    most_decisions: int = MOST_DECISIONS,
    max_events: int = 128,
) -> Game:
    """A game from what must be said of it.

    `endings` are the names of the reasons why it ends, from 1; number 0, "", is no reason. The
    options become the facts of the same name. Resigning and calling off come with every game.
    """
    table_bands = (
        Band("resign", "!resign{seat}", ActionPart("seat", seats[-1], first=1), by_table=True),
        Band("abandon", "!abandon", by_table=True),
    )
    all_actions = ActionSpace(*actions.bands, *table_bands, examples=actions.examples)
    all_endings = (*endings, *ENDINGS_FROM_OUTSIDE)
    kinds = events if events is not None else {}
    words = DefaultWords(state, all_actions, kinds, all_endings, texts)
    declared = Declaration(state, facts, all_actions, all_endings, max_events)
    secrets = any(f.seen != ALWAYS for f in fields_of(state) if f.items or f.name != "rng")

    def build_facts(chosen: Options, version: int) -> dict[str, Value]:
        values = {f.name: getattr(chosen, f.name) for f in fields(chosen)}
        return {**values, "rules_version": version}

    def longest(chosen: Options, count: int) -> int:
        return most_decisions

    made = Game(
        name=name,
        title=texts.full(texts.title),
        seats=seats,
        declaration=declared,
        package=package,
        words=words,
        options=options,
        build_facts=build_facts,
        rules_version=1,
        simulation={},
        revealing=frozenset(kinds) if secrets else frozenset(),
        secrets=secrets,
        pieces=(),
        uses={kind.name: (number, None) for number, kind in kinds.items()},
        reasons={
            **{key: STANDARD[key] for key in ENDINGS_FROM_OUTSIDE},
            **texts.table(texts.endings),
        },
        truncations=frozenset(),
        longest=longest,
        credit=texts.credit,
        about=texts.full(texts.about) if texts.about else {},
        languages=texts.languages,
        rules_text=[texts.full(text) for text in texts.rules],
    )
    words.game = made
    return made
