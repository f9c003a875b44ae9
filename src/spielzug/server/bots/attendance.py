"""Who is at a table just now: for whom its bots play, and in whose name they wait their turn."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from spielzug.server.limits import network
from spielzug.server.tables.table import Table

AWAY = ""
"""Instead of a network: tables where nobody is connected share what one network would get."""


class Connected(Protocol):
    """One live connection to a table."""

    @property
    def device(self) -> str: ...
    @property
    def address(self) -> str: ...


class Company:
    def __init__(self, connected: Callable[[str], Collection[Connected]]) -> None:
        self._connected = connected

    def goes_on(self, table: Table) -> bool:
        """Whether bots move here: up to a person's next turn; without persons while one looks.

        Where there is time to think and nobody has used it, the game waits until one is back.
        """
        if any(place.person for place in table.places):
            return True
        return table.times is None and bool(self._connected(table.id))

    def whose(self, table: Table) -> tuple[str, str, str]:
        """The path under which the table waits: a network, a device, the table itself.

        The network is that of whoever opened the table, if they are here. Devices are cheap to
        invent, so one that opens tables under many names is still one network.
        """
        here = sorted(self._connected(table.id), key=lambda one: _rank(table, one))
        return network(here[0].address) if here else AWAY, table.creator, table.id


def _rank(table: Table, one: Connected) -> int:
    """Whoever opened the table first, then who sits there, then who only looks."""
    if one.device == table.creator:
        return 0
    return 1 if table.seats_of(one.device) else 2
