"""The parts of messages that depend on the game, as plain fields, for people and for programs.

They are built from what a seat may know, so they cannot reveal more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.position import Seen

if TYPE_CHECKING:
    from spielzug.wire import parts


def choices_of(seen: Seen, lang: str) -> list[parts.Choice]:
    """What the seat may do now, cached, so callers must not change it."""
    return seen.cached_value(("choices", lang), lambda: choice_fields(seen, seen.legal, lang))


def choice_fields(seen: Seen, actions: Sequence[int], lang: str) -> list[parts.Choice]:
    """These choices, which need not be allowed now."""
    words, (facts, state), names = seen.game.words, seen.reading, seen.names
    return [
        {
            "action": action,
            "notation": words.notation(action),
            "label": words.label(facts, state, action, lang, names),
            "target": cast("parts.Target", words.target(facts, state, action)),
        }
        for action in actions
    ]


def events_of(game: Game, seen: Sequence[Event]) -> list[parts.Event]:
    """Events as a seat saw them."""
    kinds = game.words.EVENTS
    return [
        {"kind": kinds[e.kind].name, "seat": e.seat, "values": kinds[e.kind].values(e)}
        for e in seen
    ]
