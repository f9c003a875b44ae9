"""The parts of messages that depend on the game, as plain fields, for people and for programs.

They are built from what a seat may know, so they cannot reveal more. Their order is that of the
models in `wire.parts`. Only the tests validate them against the models: at every decision that
would cost as much again as making them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.position import Seen


class ChoiceFields(TypedDict):
    """One of the actions allowed now."""

    action: int
    notation: str
    label: str
    target: Mapping[str, object]


class EventFields(TypedDict):
    """Part of what happened."""

    kind: str
    seat: int
    values: dict[str, int]


def choices_of(seen: Seen, lang: str) -> list[ChoiceFields]:
    """What the seat may do now, cached, so callers must not change it."""
    return seen.cached_value(
        ("choices", lang), lambda: [choice_fields(seen, a, lang) for a in seen.legal]
    )


def choice_fields(seen: Seen, action: int, lang: str) -> ChoiceFields:
    """One choice, which need not be allowed now."""
    return {
        "action": action,
        "notation": seen.notation(action),
        "label": seen.label(action, lang),
        "target": seen.target(action),
    }


def events_of(game: Game, seen: Sequence[Event]) -> list[EventFields]:
    """Events as a seat saw them."""
    kinds = game.words.EVENTS
    return [
        {"kind": kinds[e.kind].name, "seat": e.seat, "values": kinds[e.kind].values(e)}
        for e in seen
    ]
