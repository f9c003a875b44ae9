"""The records of positions that come from elsewhere, and whether they are possible.

Compiled rules use fields of a position as indices without a check, so a number out of its range
could make them read or write anywhere. A position from a file or another process therefore has to
pass `check_possible`: the ranges of the game's fields, and then its audit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from spielzug.core.checks import shortened
from spielzug.core.declaration import Layout, Record, Values
from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.memory import RecordMemory

if TYPE_CHECKING:
    from spielzug.core.game import Game
    from spielzug.core.position import Position
    from spielzug.core.record_types import State

RecordT = TypeVar("RecordT", bound=Record[Any])


def memory_of_layout(
    record: RecordT | RecordMemory[RecordT], layout: Layout
) -> RecordMemory[RecordT]:
    """The memory of a record; raises `UsageError` unless it has this layout."""
    if type(record) is RecordMemory and record.layout is layout:
        return record
    memory: Any = record
    if not isinstance(memory, RecordMemory) and hasattr(memory, "dtype"):
        from spielzug.core.native_records import dtype_of_layout, memory_of

        if memory.dtype == dtype_of_layout(layout) and memory.shape == ():
            memory = memory_of(memory)
    if not isinstance(memory, RecordMemory) or memory.layout.columns != layout.columns:
        raise UsageError(f"this is not the record of a position or its facts: {shortened(record)}")
    return memory


def from_plain(game: Game, fields: Mapping[str, object]) -> RecordMemory[State]:
    """The state with these values; raises `CannotRead`, naming the field that is wrong."""
    layout = game.state_layout
    if set(fields) != set(layout.fields):
        odd = sorted(set(fields) ^ set(layout.fields))
        raise CannotRead(
            f"the field {odd[0]!r} is missing or unknown; a position has {sorted(layout.fields)}"
        )
    return RecordMemory(layout, layout.write(cast("Values", fields)))


def range_error(position: Position) -> str | None:
    """The first field with a value out of its range, None if there is none."""
    return position.game.state_layout.range_error(position.data)


def check_ranges(position: Position) -> None:
    """Raise `CannotRead` if a field is out of the range that the rules rely on."""
    odd = range_error(position)
    if odd:
        low, high = position.game.state_layout.ranges[odd]
        raise CannotRead(f"the field {odd!r} must be {low} to {high}")


def check_possible(position: Position) -> None:
    """Raise `CannotRead`, naming the field or rule, if the game can have no such position."""
    check_ranges(position)
    failed = position.failed_check
    if failed:
        raise CannotRead(f"not a possible position: {failed}")
