"""Exact chance: what a step draws, and all outcomes that it can have.

A position draws from its own generator, so stepping a copy reveals what will really come. Here the
draws are given instead, on a tape. A *told* position is the same record with a tape before it: for
such a record `rng.below` reads the next digit of the tape and notes how many values there were to
choose from. The rules stay unchanged: compiled code is made for a type of record, so the step of
told positions is compiled separately, on first use, and ordinary play costs nothing more.

Whatever a step draws is a row of digits, each from a known number of equally likely values. So all
outcomes can be counted, with exact probabilities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.core import jit
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.jit import as_plain, rule
from spielzug.core.memory import RecordMemory, direct
from spielzug.core.position import Position
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import State
from spielzug.core.rng import TAPE, TAPE_LENGTH

if TYPE_CHECKING:
    from spielzug.core.game import Game

MAX_OUTCOMES = 100_000
"""The most outcomes of one step that `chances` counts by default."""

IMPOSSIBLE = 0xFFFF
"""Stands for a digit out of range: a step that reads it takes 0 instead."""

_TAPE = jit.record(TAPE)
TAPE_BYTES = _TAPE.itemsize


def tape_dtype(state: np.dtype[Any]) -> np.dtype[Any]:
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


@dataclass(frozen=True, slots=True, eq=False)
class ChanceOutcome:
    """One outcome of a step: the digits that it drew, the limit of each, and the new position.

    The generator of the new position is where it was before the step.
    """

    digits: tuple[int, ...]
    limits: tuple[int, ...]
    position: Position

    @property
    def probability(self) -> Fraction:
        return Fraction(1, prod(self.limits))


class ChanceStepper:
    """The step of told positions for one game, see `game.chance_stepper`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.dtype = tape_dtype(game.rules.STATE)
        self._record = self.blank(0).dtype  # the same, with fields as attributes

    @cached_property
    def step(self) -> Any:
        """``step(facts, told, action)``, compiled on first use."""
        made = jit.entry_twin(self._game.rules.step_quiet, "step_told")
        if not jit.PLAIN:
            from spielzug.core import compiler as c

            entry = (made, c.VOID, (self._game.types["facts"], c.type_of(self.dtype), c.INT))
            with show_compile_progress(
                f"the chance model for {self._game.title['en']}", [made]
            ) as finished:
                self._game.compile({"step_told": entry}, finished)
        return made

    @cached_property
    def _step(self) -> Any:
        return direct(self.step)

    def blank(self, count: int = 1) -> Any:
        """An array of all-zero told positions."""
        return np.zeros(count, self.dtype).view(np.recarray)

    def step_with_digits(
        self, position: Position, action: int, digits: Sequence[int] = ()
    ) -> ChanceOutcome:
        """A copy of the position after this step; checks neither the action nor the digits.

        Draws beyond the given digits are 0, and so are draws for which the digit is out of range.
        """
        tape = np.zeros(1, _TAPE)
        tape["tape_digits"][0, : len(digits)] = digits
        told = RecordMemory(None, bytearray(tape.tobytes() + position.bytes), self._record)
        self._step(position.facts_memory, told, action)
        after = position.with_bytes(told.data[TAPE_BYTES:])
        tape = np.frombuffer(told.data, _TAPE, 1)
        asked = int(tape["tape_at"][0])
        if asked > TAPE_LENGTH:
            raise SpielzugError(f"this step draws {asked} times, more than {TAPE_LENGTH}")
        digit, limit = (tape[name][0, :asked].tolist() for name in ("tape_digits", "tape_limits"))
        return ChanceOutcome(tuple(digit), tuple(limit), after)


def step_with_digits(
    position: Position, action: int | str, digits: Sequence[int] = ()
) -> ChanceOutcome:
    """A copy of a position after this step, with these digits drawn.

    A step may draw more often than digits are given: then `limits` is longer than `digits`, the
    first limit after the given ones is the number of values to choose from next, and 0 was taken.
    """
    chance_stepper, wanted = position.game.chance_stepper, position.require_legal(action)
    can_be = [digit if 0 <= digit < IMPOSSIBLE else IMPOSSIBLE for digit in digits]
    told = chance_stepper.step_with_digits(position, wanted, can_be[:TAPE_LENGTH])
    if len(digits) > len(told.limits):
        raise UsageError(f"this step draws {len(told.limits)} times, not {len(digits)}")
    for number, (digit, limit) in enumerate(zip(digits, told.limits, strict=False), 1):
        if not 0 <= digit < limit:
            raise UsageError(f"draw {number} of this step is 0 to {limit - 1}, not {digit}")
    return told


def needs_luck(position: Position, action: int | str) -> bool:
    """Whether chance affects the outcome. A draw of the only card left is no luck."""
    return bool(
        position.game.chance_stepper.step_with_digits(
            position, position.require_legal(action)
        ).limits
    )


def outcomes(position: Position, action: int | str) -> Iterator[ChanceOutcome]:
    """All outcomes of a step, each row of digits once, in order."""
    chance_stepper, wanted = position.game.chance_stepper, position.require_legal(action)
    digits: Sequence[int] = ()
    while True:
        told = chance_stepper.step_with_digits(position, wanted, digits)
        yield told
        digits = list(told.digits)
        tape = SimpleNamespace(tape_at=len(digits), tape_limits=told.limits, tape_digits=digits)
        if not as_plain(next_outcome)(tape):
            return


def chances(
    position: Position, action: int | str, *, grouped: bool = False, most: int = MAX_OUTCOMES
) -> list[tuple[Fraction, tuple[int, ...], Position]]:
    """All outcomes of a step: exact probabilities (their sum is 1), digits, positions.

    `grouped` merges equal positions: each has its first digits and the sum of the probabilities. A
    step with more than `most` outcomes is refused; use `step_with_digits` to draw digit by digit.
    """
    found: list[tuple[Fraction, tuple[int, ...], Position]] = []
    places: dict[bytes, int] = {}
    for number, told in enumerate(outcomes(position, action), 1):
        if number > most:
            raise UsageError(
                f"this step has more than {most} outcomes: "
                "follow it digit by digit with `step_with_digits`, "
                "or allow more with `most`"
            )
        place = places.setdefault(told.position.bytes, len(found)) if grouped else len(found)
        if place < len(found):
            chance, digits, same = found[place]
            found[place] = (chance + told.probability, digits, same)
        else:
            found.append((told.probability, told.digits, told.position))
    return found
