"""Parts of messages, made from what a seat may know: so they cannot tell more."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core import events as core
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.wire.parts import Choice, Event, Target


def choices(seen: Seen, lang: str) -> list[Choice]:
    """What the seat may do now."""
    return [
        Choice(
            action=action,
            notation=seen.notation(action),
            label=seen.label(action, lang),
            target=Target(**seen.target(action)),
        )
        for action in seen.legal
    ]


def events(game: Game, seen: Sequence[core.Event]) -> list[Event]:
    """Events as a seat saw them."""
    kinds = game.words.EVENTS
    return [
        Event(kind=kinds[e.kind].name, seat=e.seat, values=kinds[e.kind].values(e)) for e in seen
    ]
