"""What a seat may know in Die Zwergenzugfahrt: everything except future luck."""

from __future__ import annotations

from spielzug.core.jit import entry
from spielzug.core.record_types import Number
from spielzug.games.zwergenzugfahrt.facts import Facts
from spielzug.games.zwergenzugfahrt.state import State


@entry
def hide(facts: Facts, state: State, seat: Number) -> None:
    """Blank what the seat (-1: a spectator) may not know, in place: future tosses of the coin."""
    state.rng = 0


@entry
def guess(facts: Facts, state: State, seat: Number, key: int) -> None:
    """Fill the blanks of a hidden position at random."""
    state.rng = key
