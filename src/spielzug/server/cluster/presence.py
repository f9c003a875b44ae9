"""Who is connected to which table at other processes.

Each process tells the others who is connected to a table there, the whole picture after every
change; a newcomer asks for all of them, and so does one who may have missed something. It is kept
in memory only. What a process told is forgotten when that process is dead; if it was only asleep it
is asked when it is back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from spielzug.server.cluster.bus import AllTold, Bus, Here, WhoIsThere

GATHERING = 0.3  # seconds in which those who come and go are told of together
NAMED = 100  # devices of one table that are told by name: so many fit into a note


@dataclass(frozen=True)
class RemoteClient:
    """One device that is connected somewhere else."""

    device: str
    address: str


class RemotePresence:
    def __init__(self, bus: Bus, picture: Callable[[str], Here]) -> None:
        self._bus = bus
        self._local_presence = picture
        self._told: dict[str, dict[str, Here]] = {}
        """By table and process."""
        self._gathering: dict[str, bool] = {}
        """Tables just told of, and whether somebody came or went since."""
        self._old: set[tuple[str, str]] = set()
        """What was told, by table and process, before we asked for all of it again."""
        self._dead_processes: set[str] = set()
        """Processes that were taken for dead."""
        self._unknown_processes: set[str] = set()
        """Processes that told something, and did not live when that was last looked at."""
        self._tasks: set[asyncio.Task[None]] = set()

    # -- queries ----------------------------------------------------------------------------------

    def _at(self, table_id: str) -> Collection[Here]:
        return self._told[table_id].values() if table_id in self._told else ()

    def has_clients(self, table_id: str) -> bool:
        """Whether anybody is connected to it somewhere else."""
        return table_id in self._told

    def remote_clients(self, table_id: str) -> Iterator[RemoteClient]:
        for here in self._at(table_id):
            for device, address, _ in here.devices:
                yield RemoteClient(device, address)

    def connection_counts(self, table_id: str) -> tuple[Counter[str], int]:
        """The connections of each device, and of devices that only look."""
        devices: Counter[str] = Counter()
        for here in self._at(table_id):
            for device, _, count in here.devices:
                devices[device] += count
        return devices, sum(here.more for here in self._at(table_id))

    # -- sending ----------------------------------------------------------------------------------

    def changed(self, table_id: str) -> None:
        """Somebody came or went here: told at once, but what comes soon after only together."""
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
        """All of it, to a newcomer."""
        for table_id in tables:
            self._send(self._local_presence(table_id))
        self._send(AllTold())

    def ask(self) -> None:
        """What was told before we listened; what nobody tells again is no longer so."""
        if self._bus.shared:
            self._old = {(table, one) for table, there in self._told.items() for one in there}
            self._send(WhoIsThere())

    def _send(self, note: Here | WhoIsThere | AllTold) -> None:
        task = asyncio.create_task(self._bus.send(note))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- receiving --------------------------------------------------------------------------------

    def record_presence(self, here: Here, process: str) -> set[str]:
        """Remember it; gives the devices that are connected nowhere else any more."""
        self._old.discard((here.table, process))
        there = self._told.setdefault(here.table, {})
        before = set(self.connection_counts(here.table)[0])
        if here.devices or here.more:
            there[process] = here
        else:
            there.pop(process, None)
        if not there:
            del self._told[here.table]
        return before - set(self.connection_counts(here.table)[0])

    def forget(self, processes: Collection[str]) -> dict[str, set[str]]:
        """They are dead; gives by table the devices that were connected there only."""
        told = {(table, one) for table, there in self._told.items() for one in there}
        self._dead_processes.update(processes)
        return self._drop({(table, one) for table, one in told if one in processes})

    def drop_unconfirmed(self, process: str) -> dict[str, set[str]]:
        """It has answered; gives by table the devices that are not there any more."""
        return self._drop({(table, one) for table, one in self._old if one == process})

    def update_live(self, live: Collection[str]) -> set[str]:
        """These processes live; gives those that are to be forgotten.

        A note of a dead process may arrive after its death was noticed. One that has just begun
        may tell something before it was seen to live, but not before the look after that.
        """
        if not self._dead_processes.isdisjoint(live):
            self._dead_processes.difference_update(live)
            self.ask()
        unknown = {one for there in self._told.values() for one in there}.difference(live)
        gone, self._unknown_processes = unknown & self._unknown_processes, unknown
        return gone

    def _drop(self, told: Collection[tuple[str, str]]) -> dict[str, set[str]]:
        gone: dict[str, set[str]] = {}
        for table_id, process in told:
            gone.setdefault(table_id, set()).update(self.record_presence(Here(table_id), process))
        return gone
