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
    return seen.cached_value(
        ("choices", lang), lambda: [choice_fields(seen, a, lang) for a in seen.legal]
    )


def choice_fields(seen: Seen, action: int, lang: str) -> parts.Choice:
    """One choice, which need not be allowed now."""
    return {
        "action": action,
        "notation": seen.notation(action),
        "label": seen.label(action, lang),
        "target": cast("parts.Target", seen.target(action)),
    }


def events_of(game: Game, seen: Sequence[Event]) -> list[parts.Event]:
    """Events as a seat saw them."""
    kinds = game.words.EVENTS
    return [
        {"kind": kinds[e.kind].name, "seat": e.seat, "values": kinds[e.kind].values(e)}
        for e in seen
    ]
