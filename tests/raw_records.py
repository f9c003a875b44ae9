"""Positions as the raw records that the rules work on, for tests that set single fields."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, TypeVar

import numpy as np

from spielzug.core.declaration import Record, Values, layout_of
from spielzug.core.event_buffer import event_buffer, read_events
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.memory import PlainRecord
from spielzug.core.native_records import layout_of_dtype, record_in
from spielzug.core.position import Position, Seen
from spielzug.core.record_types import Facts, Key, State
from spielzug.core.rng import below, new_rng

RecordT = TypeVar("RecordT", bound=Record[Any])


def record_of(record: type[RecordT], values: Values) -> RecordT:
    """A record with these plain values."""
    layout = layout_of(record)
    made: RecordT = record_in(layout, layout.write(values))
    return made


def plain_record(record: Record[Any]) -> Any:
    """A copy of a record, for words."""
    return PlainRecord(layout_of_dtype(record.dtype), bytearray(record.tobytes()))


def wrap_records(game: Game, facts: Facts | None, state: State) -> Position:
    """A position around these records, not a copy. Most callers need no facts."""
    return Position(game, game.options(), facts if facts is not None else game.facts(), state)


def seen_as(game: Game, facts: Facts, hidden: State, seat: int, names: Sequence[str] = ()) -> Seen:
    """What a seat knows, from a record that is hidden already."""
    return Seen(game, game.options(), facts, hidden, seat, names)


def deal_with_facts(game: Game, facts: Facts, seats: int, key: Key) -> tuple[State, list[Event]]:
    """A new game by these facts."""
    game.check_seats(seats)
    state: State = game.blank()[0]
    buffer = event_buffer(game.rules.MAX_EVENTS)
    game.rules.start(facts, state, seats, np.uint64(key), buffer)
    return state, read_events(buffer)


def shown(seen: Seen) -> dict[str, Any]:
    """Everything a board shows."""
    return {**seen.facts_view, **seen.view}


def acting(position: Position, names: Sequence[str] = ()) -> Seen:
    """What the seat to act knows."""
    return position.seen(position.actor, names)


@cache
def first_draw(limit: int, digit: int) -> int:
    """A key of the generator that first draws this number below the limit."""
    return next(key for key in count() if int(below(new_rng(key), limit)) == digit)
