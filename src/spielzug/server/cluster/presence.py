"""Who is connected to which table at other processes, in memory only.

After a change each process sends the others everybody who is connected to that table there. A new
process asks for all tables, and so does one that may have missed notes. What a process sent is
dropped when it counts as dead; if it comes back to life, it is asked again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from spielzug.server.cluster.bus import AllTold, Bus, Here, WhoIsThere

GATHERING = 0.3  # seconds in which changes are collected into one note
NAMED = 100  # devices of one table that are listed in a note: more might not fit


@dataclass(frozen=True)
class RemoteClient:
    """A device that is connected at another process."""

    device: str
    address: str


class RemotePresence:
    def __init__(self, bus: Bus, picture: Callable[[str], Here]) -> None:
        self._bus = bus
        self._local_presence = picture
        self._reports: dict[str, dict[str, Here]] = {}
        """By table and process."""
        self._gathering: dict[str, bool] = {}
        """Tables for which a note was just sent, and whether presence has changed since."""
        self._old: set[tuple[str, str]] = set()
        """Table and process of notes not confirmed since all processes were last asked."""
        self._dead_processes: set[str] = set()
        """Processes that counted as dead."""
        self._unknown_processes: set[str] = set()
        """Processes that sent notes, but did not count as alive at the last check."""
        self._tasks: set[asyncio.Task[None]] = set()

    # -- queries ----------------------------------------------------------------------------------

    def _at(self, table_id: str) -> Collection[Here]:
        return self._reports[table_id].values() if table_id in self._reports else ()

    def has_clients(self, table_id: str) -> bool:
        """Whether anybody is connected to the table at another process."""
        return table_id in self._reports

    def remote_clients(self, table_id: str) -> Iterator[RemoteClient]:
        for here in self._at(table_id):
            for device, address, _ in here.devices:
                yield RemoteClient(device, address)

    def connection_counts(self, table_id: str) -> tuple[Counter[str], int]:
        """The number of connections by device, and of unlisted spectators."""
        devices: Counter[str] = Counter()
        for here in self._at(table_id):
            for device, _, count in here.devices:
                devices[device] += count
        return devices, sum(here.more for here in self._at(table_id))

    # -- sending ----------------------------------------------------------------------------------

    def changed(self, table_id: str) -> None:
        """Send a local change at once; later ones within `GATHERING` seconds are sent together."""
        if not self._bus.shared:
            return
        if table_id in self._gathering:
            self._gathering[table_id] = True
            return
        self._gathering[table_id] = False
        self._send(self._local_presence(table_id))
        asyncio.get_running_loop().call_later(GATHERING, self._flush, table_id)

    def _flush(self, table_id: str) -> None:
        if self._gathering.pop(table_id):
            self.changed(table_id)

    def tell(self, tables: Collection[str]) -> None:
        """Send everything, because a process has asked for it."""
        for table_id in tables:
            self._send(self._local_presence(table_id))
        self._send(AllTold())

    def ask(self) -> None:
        """Ask all processes for everything; what they do not confirm is dropped."""
        if self._bus.shared:
            self._old = {(table, one) for table, there in self._reports.items() for one in there}
            self._send(WhoIsThere())

    def _send(self, note: Here | WhoIsThere | AllTold) -> None:
        task = asyncio.create_task(self._bus.send(note))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- receiving --------------------------------------------------------------------------------

    def record_presence(self, here: Here, process: str) -> set[str]:
        """Store a note; gives the devices that are no longer connected at any other process."""
        self._old.discard((here.table, process))
        there = self._reports.setdefault(here.table, {})
        before = set(self.connection_counts(here.table)[0])
        if here.devices or here.more:
            there[process] = here
        else:
            there.pop(process, None)
        if not there:
            del self._reports[here.table]
        return before - set(self.connection_counts(here.table)[0])

    def forget(self, processes: Collection[str]) -> dict[str, set[str]]:
        """Drop what dead processes sent; gives by table the devices connected only there."""
        told = {(table, one) for table, there in self._reports.items() for one in there}
        self._dead_processes.update(processes)
        return self._drop({(table, one) for table, one in told if one in processes})

    def drop_unconfirmed(self, process: str) -> dict[str, set[str]]:
        """Drop what a process did not confirm; gives by table the devices that are gone."""
        return self._drop({(table, one) for table, one in self._old if one == process})

    def update_live(self, live: Collection[str]) -> set[str]:
        """Compare with the living processes; gives those whose notes are to be dropped.

        A note may arrive after its process was found dead. A new process may also send notes
        before it is seen alive, so only one that is missing at two checks in a row is dropped.
        """
        if not self._dead_processes.isdisjoint(live):
            self._dead_processes.difference_update(live)
            self.ask()
        unknown = {one for there in self._reports.values() for one in there}.difference(live)
        gone, self._unknown_processes = unknown & self._unknown_processes, unknown
        return gone

    def _drop(self, told: Collection[tuple[str, str]]) -> dict[str, set[str]]:
        gone: dict[str, set[str]] = {}
        for table_id, process in told:
            gone.setdefault(table_id, set()).update(self.record_presence(Here(table_id), process))
        return gone
