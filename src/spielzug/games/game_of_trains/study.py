"""What the lab follows of this game."""

from __future__ import annotations

from spielzug.core.jit import entry
from spielzug.core.kinds import Events, Facts, State
from spielzug.core.study import Things

THINGS: tuple[Things, ...] = ()
MAX_NOTES = 1


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """What a step did to the things: rows (deed, item, seat)."""
    return 0
