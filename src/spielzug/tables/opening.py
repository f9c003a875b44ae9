"""Opening a table as somebody wants it, and a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from spielzug.bots import bots_for
from spielzug.bots.names import GameTerms
from spielzug.bots.net import NET
from spielzug.bots.search.engine import search_engine
from spielzug.core.game import Game
from spielzug.tables import endings
from spielzug.tables.errors import TableError
from spielzug.tables.options import read_options
from spielzug.tables.rows import SavedTable
from spielzug.tables.seats import WantedSeat, can_practise, is_solo, places_for
from spielzug.tables.start import StartPosition
from spielzug.tables.table import Table, TableClock
from spielzug.tables.time_limit import Kind, TimeLimit, check_time_limit

T = TypeVar("T", bound=Table)


class WantedTime(Protocol):
    """A time limit that somebody wants; seconds."""

    @property
    def kind(self) -> Kind: ...
    @property
    def seconds(self) -> int: ...
    @property
    def increment(self) -> int: ...


class WantedTable(Protocol):
    """A table that somebody wants to open."""

    @property
    def options(self) -> Mapping[str, int | str]: ...
    @property
    def seats(self) -> Sequence[WantedSeat]: ...
    @property
    def pace(self) -> int: ...
    @property
    def practice(self) -> bool: ...
    @property
    def grace(self) -> int | None: ...
    @property
    def time(self) -> WantedTime | None: ...
    @property
    def hints(self) -> bool | None: ...
    @property
    def open(self) -> bool: ...
    @property
    def hash(self) -> str | None: ...


def game_terms(
    game: Game, wanted: WantedTable, start_position: StartPosition | None = None
) -> GameTerms:
    """What the table plays; raises if the game has no such seats or options."""
    count = len(wanted.seats)
    if count not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise TableError("wrong_seats", low=low, high=high, count=count)
    options = read_options(game, wanted.options, count)
    if start_position is not None:
        position = start_position.position
        return GameTerms(game, position.options, count, position.version)
    return GameTerms(game, options, count, game.rules_version)


def check_bot(name: str, terms: GameTerms) -> str:
    """The name, if this bot can play the game on these terms; raises otherwise."""
    if name not in bots_for(terms.game.name):
        raise TableError("no_bot", name=name[:40])
    if name == NET and search_engine(terms.game).shipped_net(terms) is None:
        raise TableError("net_misfit")
    return name


def new_table(
    kind: type[T],
    device: str,
    wanted: WantedTable,
    terms: GameTerms,
    clock: TableClock,
    *,
    quick: bool = False,
    start_position: StartPosition | None = None,
) -> T:
    """The table, dealt if nobody is awaited; raises if it cannot be as wanted.

    `quick` allows very short time limits.
    """
    if wanted.practice and not can_practise(wanted.seats):
        raise TableError("practice_alone")
    time = _time_limit(wanted.time, quick)
    if time is not None:
        check_time_limit(time, wanted.seats, terms.game, terms.options, quick)
    for seat in wanted.seats:
        if seat.kind == "bot":
            check_bot(seat.bot or "", terms)
    table = kind(
        terms.game, terms.options, places_for(device, wanted.seats), device, wanted.pace,
        clock=clock, hints=is_solo(wanted.seats) if wanted.hints is None else wanted.hints,
        practice=wanted.practice, time_to_think=time,
        grace=wanted.grace if time is None else None,
    )  # fmt: skip
    if start_position is not None:
        table.start_from(start_position)
    else:
        table.start.commit_hash(device, wanted.hash)
    table.open = wanted.open
    if table.open and not any(place.empty for place in table.places):
        raise TableError("open_needs_seat")
    table.deal_if_complete()
    return table


def _time_limit(wanted: WantedTime | None, quick: bool) -> TimeLimit | None:
    if wanted is None:
        return None
    least = 1 if quick else 0
    return TimeLimit.chosen(wanted.kind, wanted.seconds, wanted.increment, least=least)


def play_again(table: SavedTable, device: str, given: str | None = None) -> str:
    """Open a rematch with the same people, or find the one that exists; gives its table id."""
    new = endings.rematch(table, device, given)
    if new is not None:
        table.changes.created = [*table.changes.created, new]
    assert table.rematch is not None
    return table.rematch
