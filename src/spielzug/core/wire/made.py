"""Parts of messages, made from what a seat may know: so they cannot tell more."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core import events as core
from spielzug.core.game import Facts, Game, State
from spielzug.core.wire.parts import Choice, Event, Target


def choices(
    game: Game, facts: Facts, hidden: State, lang: str, names: Sequence[str] = ()
) -> list[Choice]:
    """What the seat to act may do."""
    words = game.words
    return [
        Choice(
            action=action,
            notation=words.notation(action),
            label=words.label(facts, hidden, action, lang, names),
            target=Target(**words.target(facts, hidden, action)),
        )
        for action in game.legal(facts, hidden)
    ]


def events(game: Game, seen: Sequence[core.Event]) -> list[Event]:
    """Events as a seat saw them."""
    kinds = game.words.EVENTS
    return [
        Event(kind=kinds[e.kind].name, seat=e.seat, values=kinds[e.kind].values(e)) for e in seen
    ]
