"""The step of told positions: compiled rules with given luck, see `core.chance`.

A *told* position is the record of a position with a tape before it: for such a record `rng.below`
reads the next digit of the tape and notes how many values there were to choose from. The rules stay
unchanged: compiled code is made for a type of record, so the step of told positions is compiled
separately, on first use, and ordinary play costs nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.core import jit
from spielzug.core.engine import InMemory
from spielzug.core.errors import SpielzugError
from spielzug.core.jit import rule
from spielzug.core.memory import RecordMemory
from spielzug.core.native_engine import direct
from spielzug.core.native_records import layout_of_dtype
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import Facts, RecordType, State, States
from spielzug.core.rng import TAPE, TAPE_LENGTH

if TYPE_CHECKING:
    from spielzug.core.game import Game

_TAPE = jit.record(TAPE)
TAPE_BYTES = _TAPE.itemsize


def tape_dtype(state: RecordType) -> RecordType:
    """The record of told positions: the tape, then an ordinary position, byte for byte.

    The tape comes first, or numba would take the record for a longer ordinary one (subtypes).
    """
    fields = [(name, dtype[name]) for dtype in (_TAPE, state) for name in dtype.names or ()]
    made = np.dtype(fields, align=not jit.PLAIN)
    assert made.itemsize == _TAPE.itemsize + state.itemsize
    return made


@rule
def next_outcome(told: State) -> bool:
    """Set the tape to the next outcome of the step just made; False after the last."""
    for i in range(min(told.tape_at, TAPE_LENGTH) - 1, -1, -1):
        if told.tape_digits[i] + 1 < told.tape_limits[i]:
            told.tape_digits[i] += 1
            return True
        told.tape_digits[i] = 0
    return False


class ChanceStepper:
    """The step of told positions for one game, see `game.chance_stepper`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.dtype = tape_dtype(game.rules.STATE)
        self._layout = layout_of_dtype(self.dtype)

    @cached_property
    def step(self) -> Callable[[Facts, State, int], None]:
        """``step(facts, told, action)``, compiled on first use."""
        made = jit.entry_twin(self._game.rules.step_quiet, "step_told")
        if not jit.PLAIN:
            from spielzug.core import compiler as c

            entry = (made, c.VOID, (self._game.native.types["facts"], c.type_of(self.dtype), c.INT))
            with show_compile_progress(
                f"the chance model for {self._game.title['en']}", [made]
            ) as finished:
                self._game.native.compile({"step_told": entry}, finished)
        return made

    @cached_property
    def _step(self) -> Callable[..., None]:
        return direct(self.step)

    def blank(self, count: int = 1) -> States:
        """An array of all-zero told positions."""
        return np.zeros(count, self.dtype).view(np.recarray)

    def step_with_digits(
        self, facts: InMemory, state: InMemory, action: int, digits: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """See `core.engine.Engine.step_with_digits`."""
        tape = np.zeros(1, _TAPE)
        tape["tape_digits"][0, : len(digits)] = digits
        told: RecordMemory[Any] = RecordMemory(
            self._layout, bytearray(tape.tobytes() + bytes(state.data))
        )
        self._step(facts, told, action)
        state.data[:] = told.data[TAPE_BYTES:]
        tape = np.frombuffer(told.data, _TAPE, 1)
        asked = int(tape["tape_at"][0])
        if asked > TAPE_LENGTH:
            raise SpielzugError(f"this step draws {asked} times, more than {TAPE_LENGTH}")
        digit, limit = (tape[name][0, :asked].tolist() for name in ("tape_digits", "tape_limits"))
        return digit, limit
