"""What a seat may know in Die Zwergenzugfahrt: everything but the luck to come."""

from __future__ import annotations

from typing import Any

from spielzug.core.jit import entry


@entry
def hide(facts: Any, state: Any, seat: int) -> None:
    """Blank all that the seat (-1: a spectator) may not know, in place: how the coin will fall."""
    state.rng = 0


@entry
def guess(facts: Any, state: Any, seat: int, key: int) -> None:
    """Fill the blanks of a hidden position at random."""
    state.rng = key
