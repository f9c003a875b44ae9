"""When bots may move at a table, and whose queue their thinking waits in."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from spielzug.server.limits.rates import network
from spielzug.tables.table import Table

NOBODY_CONNECTED = ""
"""Used as the network of tables where nobody is connected: together they get one share."""


class Connected(Protocol):
    """One live connection to a table."""

    @property
    def device(self) -> str: ...
    @property
    def address(self) -> str: ...


class TableAttendance:
    def __init__(self, connected: Callable[[str], Collection[Connected]]) -> None:
        self._connected = connected

    def bots_may_move(self, table: Table) -> bool:
        """True while a person is seated, or somebody watches an untimed table of bots."""
        return table.bots_may_move(watched=bool(self._connected(table.id)))

    def queue_key(self, table: Table) -> tuple[str, str, str]:
        """Network, device and table, for fair queueing.

        The network is the creator's, if they are connected. Devices are cheap to invent, so tables
        opened by many devices of one network still share its turn.
        """
        here = sorted(self._connected(table.id), key=lambda one: _rank(table, one))
        return network(here[0].address) if here else NOBODY_CONNECTED, table.creator, table.id


def _rank(table: Table, one: Connected) -> int:
    """Sort order: the creator, then people with a seat, then spectators."""
    if one.device == table.creator:
        return 0
    return 1 if table.seats_of(one.device) else 2
