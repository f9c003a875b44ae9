"""Somebody vanishes: after a while the others may let a bot play, until that person is back."""

from __future__ import annotations

import math
from collections.abc import Set
from typing import TYPE_CHECKING

from spielzug.server.problems import Problem
from spielzug.server.times import steady

if TYPE_CHECKING:
    from spielzug.server.tables.table import Table


class Away:
    """Since when people are away. After a restart nobody knows, so the time begins anew."""

    def __init__(self) -> None:
        self._begin = steady()
        self._went: dict[str, float] = {}

    def went(self, device: str) -> None:
        """Its last connection has ended."""
        self._went[device] = steady()

    def seconds(self, device: str) -> float:
        """How long it has been away, if it is."""
        return steady() - self._went.get(device, self._begin)


def stand_in(table: Table, device: str, seat: int, bot: str, here: Set[str]) -> None:
    """Somebody else lets a bot play for one who is away; `here` are the connected devices."""
    table.running_match()
    place = table.place(seat)
    if not any(table.places[own].person for own in table.seats_of(device)):
        raise Problem(403, "not_at_table")
    if not place.person or place.device is None:
        raise Problem(409, "nobody_missed")
    if place.device in here or place.device == device:
        raise Problem(409, "still_here", name=place.name)
    if table.grace is None:
        raise Problem(403, "no_grace")
    left = table.grace - table.away.seconds(place.device)
    if left > 0:
        raise Problem(409, "not_away_yet", name=place.name, seconds=math.ceil(left))
    table.hand_over(seat, bot)
