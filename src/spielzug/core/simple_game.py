"""Makes a whole game of a small one: a declaration, its texts, and four rules.

Everything else that `core.game.Game` asks for has a default here; a game that outgrows one gives
its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from spielzug.core.actions import ActionSpace
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
from spielzug.core.default_words import DefaultWords, GameTexts
from spielzug.core.endings import REASONS, ending_bands
from spielzug.core.errors import UsageError
from spielzug.core.events import MAX_SEATS, EventKind, EventKinds
from spielzug.core.game import Declaration, Game
from spielzug.core.options import Options
from spielzug.core.texts import pick

CUT_OFF = ("decision_limit",)
MOST_ENDINGS = 64


class StandardState(StateRecord[F]):
    """The fields that every small game has; its own follow."""

    rng = declare_word(seen=NEVER)  # the generator of all luck to come
    turns = declare("u4")  # turns completed
    decisions = declare("u4")  # decisions made
    seats = declare("u1", within=(1, MAX_SEATS))  # number of players
    turn = declare("i1", within=(-1, MAX_SEATS - 1))  # whose turn it is, -1 when the game is over
    reason = declare("u1", within=(0, MOST_ENDINGS))  # index into the endings, 0 while it runs
    winner = declare("i1", within=(-1, MAX_SEATS - 1))  # who won because the other resigned


class StandardFacts(FactsRecord[F]):
    """The facts of a small game without options."""

    rules_version = declare("i4")


def _require_fields(actions: ActionSpace, state: type[StateRecord[Any]]) -> None:
    """Raise if an action is about a field that is not there."""
    known = [f.name for f in fields_of(state)]
    for band in actions.bands:
        for at in (band.at, *(part.at for part in band.choices)):
            if at and at not in known:
                raise UsageError(
                    f"the band {band.name!r} is about {at!r}, which is no field; the fields are: "
                    f"{', '.join(known[len(fields_of(StandardState)) :])}"
                )


def _require_room_for_unknown(state: type[StateRecord[Any]]) -> None:
    """Raise if a hidden number could be what stands for a number that a seat may not see."""
    for f in fields_of(state):
        if f.seen == ALWAYS or f.items is not None or f.name == "rng":
            continue
        low, high = f.within or f.limits
        if low <= f.unknown <= high:
            raise UsageError(
                f"the field {f.name!r} is hidden, and {f.unknown} stands for a number that a seat "
                f"may not see: declare the numbers that it holds, such as within=(0, 99), without "
                f"{f.unknown}"
            )


def simple_game(
    *,
    name: str,
    package: str,
    seats: range,
    state: type[StateRecord[Any]],
    actions: ActionSpace,
    events: EventKinds,
    endings: Sequence[str],
    texts: GameTexts,
    facts: type[FactsRecord[Any]] = StandardFacts,
    options: type[Options] = Options,
    most_decisions: int,
    max_events: int = 128,
) -> Game:
    """A game from what must be said of it.

    After `most_decisions` a game is cut off without a winner, wherever it is played. `endings` are
    the names of the reasons why it ends, from 1; number 0, "", is no reason. The options become the
    facts of the same name. Resigning and calling off come with every game.
    """
    if most_decisions < 1:
        raise UsageError(f"most_decisions={most_decisions}: a game has 1 decision or more")
    bands = (*actions.bands, *ending_bands(seats[-1]))
    declared = Declaration(
        state,
        facts,
        ActionSpace(*bands, examples=actions.examples),
        (*endings, *CUT_OFF, "resigned", "abandoned"),
        EventKinds(*events.values(), EventKind("gave_up"), EventKind("called_off")),
        max_events,
        most_decisions,
    )
    _require_fields(actions, state)
    _require_room_for_unknown(state)
    words = DefaultWords(declared, texts)
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
        revealing=frozenset(declared.events) if secrets else frozenset(),
        secrets=secrets,
        pieces=(),
        uses={kind.name: (number, None) for number, kind in events.items()},
        reasons={
            **pick(REASONS, *CUT_OFF, "resigned", "abandoned"),
            **texts.table(texts.endings),
        },
        truncations=frozenset(CUT_OFF),
        longest=longest,
        credit=texts.credit,
        about=texts.full(texts.about) if texts.about else {},
        languages=texts.languages,
        rules_text=[texts.full(text) for text in texts.rules],
    )
    words.game = made
    return made
