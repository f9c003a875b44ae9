"""Exact chance: what a step draws, and all outcomes that it can have.

A position draws from its own generator, so stepping a copy reveals what will really come. Here the
draws are given instead (`core.engine.Engine.step_with_digits`).

Whatever a step draws is a row of digits, each from a known number of equally likely values. So all
outcomes can be counted, with exact probabilities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from spielzug.core.checks import as_sequence, check_number, check_type
from spielzug.core.errors import UsageError
from spielzug.core.keys import TAPE_LENGTH
from spielzug.core.position import Position

MAX_OUTCOMES = 100_000
"""The most outcomes of one step that `chances` counts by default."""

IMPOSSIBLE = 0xFFFF
"""Stands for a digit out of range: a step that reads it takes 0 instead."""


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


def _require_legal(position: Position, action: int | str) -> int:
    return check_type("the position", position, Position).require_legal(action)


def _stepped(position: Position, action: int, digits: Sequence[int] = ()) -> ChanceOutcome:
    """A copy of the position after this step; checks neither the action nor the digits."""
    after = position.copy()
    drawn, limits = after.advance_with_digits(action, digits)
    return ChanceOutcome(tuple(drawn), tuple(limits), after)


def step_with_digits(
    position: Position, action: int | str, digits: Sequence[int] = ()
) -> ChanceOutcome:
    """A copy of a position after this step, with these digits drawn.

    A step may draw more often than digits are given: then `limits` is longer than `digits`, the
    first limit after the given ones is the number of values to choose from next, and 0 was taken.
    """
    wanted = _require_legal(position, action)
    given = [check_number("a digit", digit, -IMPOSSIBLE) for digit in as_sequence(digits)]
    can_be = [digit if 0 <= digit < IMPOSSIBLE else IMPOSSIBLE for digit in given]
    told = _stepped(position, wanted, can_be[:TAPE_LENGTH])
    if len(digits) > len(told.limits):
        raise UsageError(f"this step draws {len(told.limits)} times, not {len(digits)}")
    for number, (digit, limit) in enumerate(zip(digits, told.limits, strict=False), 1):
        if not 0 <= digit < limit:
            raise UsageError(f"draw {number} of this step is 0 to {limit - 1}, not {digit}")
    return told


def needs_luck(position: Position, action: int | str) -> bool:
    """Whether chance affects the outcome. A draw of the only card left is no luck."""
    return bool(_stepped(position, _require_legal(position, action)).limits)


def outcomes(position: Position, action: int | str) -> Iterator[ChanceOutcome]:
    """All outcomes of a step, each row of digits once, in order."""
    wanted = _require_legal(position, action)
    digits: list[int] | None = []
    while digits is not None:
        told = _stepped(position, wanted, digits)
        yield told
        digits = _next_digits(told)


def _next_digits(told: ChanceOutcome) -> list[int] | None:
    """The first digits of the next outcome of a step; None after the last."""
    for i in reversed(range(len(told.digits))):
        if told.digits[i] + 1 < told.limits[i]:
            return [*told.digits[:i], told.digits[i] + 1]
    return None


def chances(
    position: Position, action: int | str, *, grouped: bool = False, most: int = MAX_OUTCOMES
) -> list[tuple[Fraction, tuple[int, ...], Position]]:
    """All outcomes of a step: exact probabilities (their sum is 1), digits, positions.

    `grouped` merges equal positions: each has its first digits and the sum of the probabilities. A
    step with more than `most` outcomes is refused; use `step_with_digits` to draw digit by digit.
    """
    found: list[tuple[Fraction, tuple[int, ...], Position]] = []
    places: dict[bytes, int] = {}
    most = check_number("most", most)
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
