"""Encodes an observation as rows of a net's first table, whose sum is the first layer's input.

Every value of an observation has rows of its own, one for each thing it can say: an enum value, a
bit that is set, a number rounded to a step. The value's default has no row. So a position is a
short list of rows in any game, and a net needs no scaling.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from spielzug.core.game import Game
from spielzug.core.jit import rule
from spielzug.core.observation import CODE, COUNT, SET, Observation, Observed, Part

STEPS = (
    *range(16), 16, 18, 20, 23, 26, 30, 35, 40, 50, 60, 80, 100, 150, 200,
)  # fmt: skip
"""Numbers from one of these up to the next are the same to a net."""

WIDEST = 100
"""Differences beyond this are the same to a net."""

Rows = NDArray[np.int32]
Pairs = Sequence[tuple[str, int | str]]
"""Values to compare: each value of a part with the one so many places further along the last axis
(`("row", 1)`), or a single value with each value of the seat's own row of another part (`("card",
"row")`)."""


class EncodingLayout(NamedTuple):
    """Where the rows of each value of an observation are; arrays for compiled code.

    A set has its bits at `first`, `first` + 1, …. For anything else `rows[at + value - low]` is the
    row, or -1 for none; values out of range are clamped.
    """

    is_set: NDArray[np.uint8]
    rest: NDArray[np.int16]
    """The default value, which has no row."""
    low: NDArray[np.int32]
    last: NDArray[np.int32]
    """The largest `value - low` with a row of its own."""
    at: NDArray[np.int32]
    first: NDArray[np.int32]
    rows: Rows
    left: Rows
    right: Rows
    """Pairs of values whose difference (right - left) is encoded if neither is the default."""
    gaps: Rows
    """The row of each difference, counted from `-WIDEST`."""
    gap_first: Rows
    """Where the rows of each pair begin."""


@rule
def write_active_rows(plan: EncodingLayout, observed: Observed, out: Rows) -> int:
    """Write the rows of an observation; returns how many."""
    count = 0
    for i in range(plan.rest.shape[0]):
        value = observed[i]
        if value == plan.rest[i]:
            continue
        if plan.is_set[i]:
            bits, row = np.int64(value), np.int64(plan.first[i])
            while bits != 0:
                if bits & 1:
                    out[count] = row
                    count += 1
                bits >>= 1
                row += 1
            continue
        row = np.int64(plan.rows[plan.at[i] + max(0, min(value - plan.low[i], plan.last[i]))])
        if row >= 0:
            out[count] = row
            count += 1
    for k in range(plan.left.shape[0]):
        left, right = plan.left[k], plan.right[k]
        less, more = observed[left], observed[right]
        if less != plan.rest[left] and more != plan.rest[right]:
            gap = min(max(np.int64(more) - np.int64(less), np.int64(-WIDEST)), np.int64(WIDEST))
            out[count] = plan.gap_first[k] + plan.gaps[gap + WIDEST]
            count += 1
    return count


class ExtraInputs(TypedDict, total=False):
    """What a game's setting ``LEARN`` adds to the inputs of its nets."""

    pairs: Pairs


@dataclass(frozen=True)
class Encoding:
    """The rows of one game."""

    plan: EncodingLayout
    rows: int
    """How many there are."""
    most: int
    """The most rows that one position can have."""
    digest: str
    """Of the rows and of the observation's parts: the version of the observation."""

    @staticmethod
    def of(game: Game) -> Encoding:
        said = game.setting("LEARN", ExtraInputs()).get("pairs", ())
        return encode(tuple(game.rules.OBSERVATION), tuple(said))


@cache
def encode(parts: tuple[Part, ...], pairs: tuple[tuple[str, int | str], ...] = ()) -> Encoding:
    columns: dict[str, list[int]] = {
        name: [] for name in ("is_set", "rest", "low", "last", "at", "first")
    }
    table: list[int] = []
    end, most = 0, 0
    for part in parts:
        told = _value_rows(part)
        rest = _rest(part)
        kinds = part.high.bit_length() if part.kind == SET else max(told) + 1
        wide = part.shape[-1] if part.shape and part.shared else 1
        for number in range(part.size):
            first = end + number // wide * kinds
            if part.kind == SET:
                most += kinds
            elif number % wide == 0 or wide == 1:
                table_at = len(table)
                table += [first + k if k >= 0 else -1 for k in told]
            columns["is_set"].append(part.kind == SET)
            columns["rest"].append(rest)
            columns["low"].append(_lowest(part))
            columns["last"].append(len(told) - 1 if part.kind != SET else 0)
            columns["at"].append(table_at if part.kind != SET else 0)
            columns["first"].append(first)
            most += part.kind != SET
        end += part.size // wide * kinds
    compared = list(_compared(parts, pairs))
    gaps: dict[int, int] = {}
    told = [gaps.setdefault(_about(gap), len(gaps)) for gap in range(-WIDEST, WIDEST + 1)]
    begins = [end + k * len(gaps) for k in range(len(compared))]
    end += len(compared) * len(gaps)
    most += len(compared)
    plan = EncodingLayout(
        is_set=np.array(columns["is_set"], np.uint8),
        rest=np.array(columns["rest"], np.int16),
        rows=np.array(table, np.int32),
        left=np.array([left for left, _ in compared], np.int32),
        right=np.array([right for _, right in compared], np.int32),
        gaps=np.array(told, np.int32),
        gap_first=np.array(begins, np.int32),
        **{name: np.array(columns[name], np.int32) for name in ("low", "last", "at", "first")},
    )
    return Encoding(plan, end, most, _digest(parts, plan))


def _compared(parts: Sequence[Part], pairs: Pairs) -> Iterator[tuple[int, int]]:
    """The indices of both values of each pair."""
    where = Observation(parts)
    for name, other in pairs:
        if isinstance(other, int):
            wide = where.parts[name].shape[-1]
            for value in range(where.slices[name].start, where.slices[name].stop):
                if (value - where.slices[name].start) % wide + other < wide:
                    yield value, value + other
        else:
            first = where.slices[other].start
            for value in range(first, first + where.parts[other].shape[-1]):
                yield where.slices[name].start, value


def _rest(part: Part) -> int:
    return 0 if part.low <= 0 <= part.high else part.low


def _lowest(part: Part) -> int:
    """The smallest value with a row of its own."""
    return max(part.low, -STEPS[-1]) if part.kind == COUNT else part.low


def _value_rows(part: Part) -> list[int]:
    """For each value from the lowest on, the number of its row within the part.

    -1 for the default, which has none. The last entry also stands for all larger values.
    """
    if part.kind == SET:
        return [0]
    top = part.high if part.distinct_up_to is None else min(part.distinct_up_to + 1, part.high)
    if part.kind == COUNT:
        top = min(top, STEPS[-1])
    values = range(_lowest(part), top + 1)
    seen: dict[int, int] = {}
    told = []
    for value in values:
        if value == _rest(part):
            told.append(-1)
            continue
        name = value if part.kind == CODE else _about(value)
        told.append(seen.setdefault(name, len(seen)))
    return told or [-1]


def _about(value: int) -> int:
    """Round towards zero to one of `STEPS`."""
    step = int(max(s for s in STEPS if s <= abs(value)))
    return step if value >= 0 else -step


def _digest(parts: Sequence[Part], plan: EncodingLayout) -> str:
    said = [
        [p.name, list(p.shape), p.low, p.high, p.kind, p.shared, p.distinct_up_to] for p in parts
    ]
    made = hashlib.sha256(json.dumps(said).encode())
    for array in plan:
        made.update(array.astype("<i4").tobytes())
    return made.hexdigest()[:12]
