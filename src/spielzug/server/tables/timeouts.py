"""Time limits of tables: which a new table may have, and what happens when time runs out."""

from __future__ import annotations

from spielzug.bots import DEFAULT_BOT
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.server.cluster.steady_time import steady
from spielzug.server.problems import Problem
from spielzug.server.tables.seats import LATE, is_solo
from spielzug.server.tables.table import Table
from spielzug.server.tables.time_limit import (
    MAX_CONFIRMATIONS,
    SHORTEST_BUDGET,
    SHORTEST_TURN,
    TURN,
    TimeLimit,
)
from spielzug.wire.requests import NewTable


def time_for(wanted: NewTable, game: Game, options: Options, quick: bool) -> TimeLimit | None:
    """The time limit chosen for a new table; raises if this table cannot have it."""
    time = wanted.time
    if time is None:
        return None
    least = SHORTEST_TURN if time.kind == TURN else SHORTEST_BUDGET
    if time.seconds < least and not quick:
        raise Problem(422, "time_short", least=least)
    if is_solo(wanted):
        raise Problem(422, "time_alone")
    if game.clock(options) is not None:
        raise Problem(422, "time_and_clock")
    increment = 0 if time.kind == TURN else time.increment
    return TimeLimit.chosen(time.kind, time.seconds, increment, least=1 if quick else 0)


def process_deadline(table: Table) -> float | None:
    """Ask the late person, or let a bot take over after the grace; gives the next deadline."""
    times, now = table.times, steady()
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
        raise Problem(409, "not_asked")
    if times.confirmations_left(seat) == 0:
        raise Problem(409, "here_often", limit=MAX_CONFIRMATIONS)
    times.confirm_presence(steady())
    table.touch()
