"""Time limits of tables: which a new table may have, and what happens when time runs out."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.bots import DEFAULT_BOT
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.tables.errors import TableError
from spielzug.tables.seats import LATE, WantedSeat, is_solo
from spielzug.tables.table import Table
from spielzug.tables.time_limit import (
    MAX_CONFIRMATIONS,
    SHORTEST_BUDGET,
    SHORTEST_TURN,
    TURN,
    TimeLimit,
)


def check_time_limit(
    time: TimeLimit, seats: Sequence[WantedSeat], game: Game, options: Options, quick: bool
) -> None:
    """Raise if a new table cannot have this time limit; `quick` allows very short ones."""
    least = SHORTEST_TURN if time.kind == TURN else SHORTEST_BUDGET
    if time.seconds < least and not quick:
        raise TableError("time_short", least=least)
    if is_solo(seats):
        raise TableError("time_alone")
    if game.clock(options) is not None:
        raise TableError("time_and_clock")


def process_deadline(table: Table) -> float | None:
    """Ask the late person, or let a bot take over after the grace; gives the next deadline."""
    times, now = table.times, table.clock.steady()
    due = table.deadline
    if times is None or due is None or now < due:
        return due
    if times.asked is None:
        times.ask(now)
        table.touch()
    else:
        table.hand_over(table.actor, DEFAULT_BOT, LATE)
    return table.deadline


def confirm_presence(table: Table, device: str, seat: int) -> None:
    """A person who was asked is still thinking: restart the grace, at most `MAX_CONFIRMATIONS`
    times."""
    table.own_place(device, seat)
    table.running_match()
    times = table.times
    if times is None or times.asked is None or table.actor != seat:
        raise TableError("not_asked")
    if times.confirmations_left(seat) == 0:
        raise TableError("here_often", limit=MAX_CONFIRMATIONS)
    times.confirm_presence(table.clock.steady())
    table.touch()
