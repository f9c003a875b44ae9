"""Somebody vanishes: after a while the others may let a bot play, until that person is back."""

from __future__ import annotations

import math
from collections.abc import Set
from typing import TYPE_CHECKING

from spielzug.bots import USUAL
from spielzug.server.clocks.steady_time import steady
from spielzug.server.problems import Problem
from spielzug.server.tables.seats import MISSED

if TYPE_CHECKING:
    from spielzug.server.tables.table import Table


class Away:
    """Since when people are away. After a restart nobody knows, so the time begins anew."""

    def __init__(self) -> None:
        self._begin = self._turn = steady()
        self._here: dict[str, float] = {}

    def was_here(self, device: str) -> None:
        """Its last connection has ended, or it did something without one."""
        self._here[device] = steady()

    def turn_begins(self) -> None:
        """Whoever is to decide now has the whole time, however long they have been away."""
        self._turn = steady()

    def seconds(self, device: str) -> float:
        """How long it has been away, if it is."""
        return steady() - self._here.get(device, self._begin)

    def waited(self, device: str) -> float:
        """How long everybody has waited for it, if it is away and to decide."""
        return min(self.seconds(device), steady() - self._turn)


def stand_in(table: Table, device: str, seat: int, here: Set[str], lang: str) -> None:
    """Somebody else lets a bot play for one who is away; `here` are the connected devices.

    Only when that person is waited for, and always the usual bot: neither the moment nor a weak
    bot is anybody's weapon.
    """
    table.running_match()
    if not any(table.places[own].person for own in table.seats_of(device)):
        raise Problem(403, "not_at_table")
    refuse_present(table, device, seat, here, lang)
    table.hand_over(seat, USUAL, MISSED)


def refuse_present(table: Table, device: str, seat: int, here: Set[str], lang: str) -> None:
    """Whoever is here, or not waited for, or only for a short time, keeps the seat."""
    match, place, name = table.running_match(), table.place(seat), table.names(lang)[seat]
    if not place.person or place.device is None:
        raise Problem(409, "nobody_missed")
    if place.device in here or place.device == device:
        raise Problem(409, "still_here", name=name)
    if table.times is not None:
        raise Problem(403, "has_time", name=name)
    if table.grace is None:
        raise Problem(403, "no_grace")
    if match.actor != seat:
        raise Problem(409, "not_waited_for", name=name)
    left = table.grace - table.away.waited(place.device)
    if left > 0:
        raise Problem(409, "not_away_yet", name=name, seconds=math.ceil(left))
