"""Tables with time to think: what may be chosen, and what happens when somebody's time is over.

Whoever runs out is asked first. Then, after the grace, the usual bot takes the seat until the
person takes it back.
"""

from __future__ import annotations

from spielzug.bots import USUAL
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.wire.requests import NewTable
from spielzug.server.clocks.steady_time import steady
from spielzug.server.problems import Problem
from spielzug.server.tables.seats import LATE, alone
from spielzug.server.tables.table import Table
from spielzug.server.tables.time_limit import (
    MOST_HERE,
    SHORTEST_BUDGET,
    SHORTEST_TURN,
    TURN,
    TimeLimit,
)


def time_for(wanted: NewTable, game: Game, options: Options, quick: bool) -> TimeLimit | None:
    """The time to think that somebody chose for a new table, if it can be had there."""
    time = wanted.time
    if time is None:
        return None
    least = SHORTEST_TURN if time.kind == TURN else SHORTEST_BUDGET
    if time.seconds < least and not quick:
        raise Problem(422, "time_short", least=least)
    if alone(wanted):
        raise Problem(422, "time_alone")
    if game.clock(options) is not None:
        raise Problem(422, "time_and_clock")
    increment = 0 if time.kind == TURN else time.increment
    return TimeLimit.chosen(time.kind, time.seconds, increment, least=1 if quick else 0)


def ring(table: Table) -> float | None:
    """Do what is due, if anything is; gives the moment when something will be."""
    times, now = table.times, steady()
    due = table.deadline
    if times is None or due is None or now < due:
        return due
    if times.asked is None:
        times.ask(now)
        table.touch()
    else:
        table.hand_over(table.actor, USUAL, LATE)
    return table.deadline


def say_here(table: Table, device: str, seat: int) -> None:
    """Somebody who was asked is still thinking: the grace begins once more, a few times."""
    table.own_place(device, seat)
    table.running_match()
    times = table.times
    if times is None or times.asked is None or table.actor != seat:
        raise Problem(409, "not_asked")
    if times.heres(seat) == 0:
        raise Problem(409, "here_often", limit=MOST_HERE)
    times.say_here(steady())
    table.touch()
