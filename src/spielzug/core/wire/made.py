"""Parts of messages, made from what a seat may know: so they cannot tell more.

They are plain fields in the order in which the models of `parts` describe them. Nobody checks them
against these on the way out, only the tests do: at every decision that would cost as much again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielzug.core import events as core
from spielzug.core.game import Game
from spielzug.core.position import Seen

Fields = dict[str, Any]


def choices(seen: Seen, lang: str) -> list[Fields]:
    """What the seat may do now, each a `Choice`; made once, not to be changed."""
    return seen.once(("choices", lang), lambda: [_choice(seen, a, lang) for a in seen.legal])


def _choice(seen: Seen, action: int, lang: str) -> Fields:
    return {
        "action": action,
        "notation": seen.notation(action),
        "label": seen.label(action, lang),
        "target": seen.target(action),
    }


def events(game: Game, seen: Sequence[core.Event]) -> list[Fields]:
    """Events as a seat saw them, each an `Event`."""
    kinds = game.words.EVENTS
    return [
        {"kind": kinds[e.kind].name, "seat": e.seat, "values": kinds[e.kind].values(e)}
        for e in seen
    ]
