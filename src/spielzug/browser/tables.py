"""The tables of this browser: opened, loaded, changed, saved.

A change is saved before anybody is told of it. If saving fails, the table is dropped from memory
and loaded again as it is stored, so nothing is shown that could still be lost.
"""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from spielzug.browser.bridge import WorkerBridge
from spielzug.browser.errors import REFUSALS, BrowserError
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.match import Match
from spielzug.core.records import read_record, record_checksum, write_record
from spielzug.games import NAMES, get_game
from spielzug.tables.errors import TableError
from spielzug.tables.row_types import (
    StoredTable,
    rows_to_text,
    stored_from_text,
    stored_list_from_text,
)
from spielzug.tables.rows import SavedChanges, SavedTable, read_table, seat_rows, table_row
from spielzug.tables.seats import HUMAN, Place
from spielzug.tables.table import OVER, TableClock

T = TypeVar("T")
DEVICE: Final = "browser"
"""The device of all people at these tables."""
IN_MEMORY = 6
TRIES = 5
"""How often a change is tried if other tabs save the same table at the same time."""
NOT_STORED = -1
UNSAVED = {"full": "storage_full", "failed": "cannot_save"}
RECORD = "record"
"""In the row of a game that was opened from a file: the text of the record."""
GAME_LINE = "Game: "
"""Begins the line of a record that names the game, whose engine has to be loaded first."""


class BrowserClock(TableClock):
    def now(self) -> float:
        return time.time()  # also stored with entries: it goes on while the page is closed


CLOCK = BrowserClock()


class TableListener(ABC):
    @abstractmethod
    def table_changed(self, table: SavedTable, changes: SavedChanges) -> None: ...

    def table_reloaded(self, table: SavedTable) -> None:
        """Another tab has changed the table."""
        self.table_changed(table, SavedChanges())

    def is_using(self, table_id: str) -> bool:
        return False


class BrowserTables:
    def __init__(self, bridge: WorkerBridge, find_game: Callable[[str], Awaitable[Game]]) -> None:
        self._bridge = bridge
        self._find_game = find_game
        self._loaded: OrderedDict[str, SavedTable] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._outdated: set[str] = set()
        """Ids of tables that another tab has changed, until they are loaded again."""
        self.listeners: list[TableListener] = []

    # -- loading ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def use(self, table_id: str) -> AsyncIterator[SavedTable]:
        """A table, with its lock held."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            yield await self._get_or_load(table_id)

    async def _get_or_load(self, table_id: str) -> SavedTable:
        table = self._loaded.get(table_id)
        if table is None:
            table = await self._load(table_id)
            self._remember(table)
            if table_id in self._outdated:
                self._outdated.discard(table_id)
                for listener in self.listeners:
                    listener.table_reloaded(table)
        self._loaded.move_to_end(table_id)
        return table

    async def _load(self, table_id: str) -> SavedTable:
        return await self._read(table_id, await self.text_of(table_id))

    async def _read(self, table_id: str, text: str) -> SavedTable:
        record = json.loads(text)["table"].get(RECORD)
        if record is not None:
            return _table_of(await self._read_record(record), table_id)
        stored = stored_from_text(text)
        game = await self._find_game(stored.table["game"])
        try:
            return read_table(SavedTable, stored, game, CLOCK)
        except TableError as error:
            if error.code not in REFUSALS:
                raise
            raise BrowserError(error.code, error.detail, **error.values) from None
        except (LookupError, ValueError, SpielzugError) as error:
            raise BrowserError("damaged") from error

    async def text_of(self, table_id: str) -> str:
        """Everything that is stored about a table, as JSON."""
        text = await self._bridge.storage.load(table_id)
        if text is None:
            raise BrowserError("no_table")
        return text

    def _remember(self, table: SavedTable) -> None:
        self._loaded[table.id] = table
        for old in list(self._loaded)[:-IN_MEMORY]:
            lock = self._locks.get(old)
            locked = lock is not None and lock.locked()
            if not locked and not any(one.is_using(old) for one in self.listeners):
                del self._loaded[old]
                self._locks.pop(old, None)

    async def all(self) -> list[StoredTable]:
        """All tables, without their entries."""
        return stored_list_from_text(await self._bridge.storage.list())

    async def stored(self, table_id: str) -> StoredTable:
        return stored_from_text(await self.text_of(table_id))

    # -- changing ---------------------------------------------------------------------------------

    async def change(self, table_id: str, act: Callable[[SavedTable], T]) -> T:
        """Let `act` check and change a table, save the change, and tell the listeners."""
        for _ in range(TRIES):
            async with self.use(table_id) as table:
                revision = table.revision
                answer = act(table)
                changes = table.take_changes()
                if not changes:
                    return answer
                table.revision += 1
                if await self._save(table, changes, revision):
                    for new in changes.created:
                        await self.add(new)
                    self._tell(table, changes)
                    return answer
        raise BrowserError("contended")

    async def _save(self, table: SavedTable, changes: SavedChanges, revision: int) -> bool:
        """False if another tab was faster; then the table is loaded again."""
        seats = rows_to_text(seat_rows(table)) if changes.table or revision == NOT_STORED else None
        saved = await self._bridge.storage.save(
            table.id, revision, rows_to_text(table_row(table)), seats, rows_to_text(changes.rows)
        )
        if saved != "ok":
            self._loaded.pop(table.id, None)
        if saved in UNSAVED:
            raise BrowserError(UNSAVED[saved])
        if saved == "conflict":
            self._outdated.add(table.id)
        if saved == "ok":
            self._bridge.changed(table.id, table.revision)
        return saved == "ok"

    async def add(self, table: SavedTable) -> None:
        """Save a new table and tell the listeners."""
        changes = table.take_changes()
        changes.table = True  # it is new, even if nothing has happened there yet
        if not await self._save(table, changes, NOT_STORED):
            raise BrowserError("contended")
        self._remember(table)
        self._tell(table, changes)

    def _tell(self, table: SavedTable, changes: SavedChanges) -> None:
        for listener in self.listeners:
            listener.table_changed(table, changes)

    def mark_left(self, table_id: str) -> None:
        """The page no longer shows the table."""
        if table_id in self._loaded:
            self._loaded[table_id].away.mark_present(DEVICE)

    async def remove(self, table_id: str) -> None:
        """Delete a table with its log; it cannot be brought back."""
        async with self.use(table_id):
            await self._bridge.storage.remove(table_id)
            del self._loaded[table_id]

    # -- other tabs and files ---------------------------------------------------------------------

    async def on_saved_elsewhere(self, table_id: str, revision: int) -> None:
        """Another tab has saved a table."""
        known = self._loaded.get(table_id)
        if known is not None and known.revision < revision:
            async with self._locks.setdefault(table_id, asyncio.Lock()):
                self._loaded.pop(table_id, None)
                self._outdated.add(table_id)
                await self._get_or_load(table_id)

    async def add_record(self, text: str) -> str:
        """Keep the record of a game as a finished table, for a replay; returns the table's id."""
        match = await self._read_record(text)
        if match.outcome is None:
            raise BrowserError("unfinished_record")
        table = _table_of(match, f"record-{record_checksum(write_record(match))}")
        row = {**json.loads(rows_to_text(table_row(table))), RECORD: text}
        await self._add_text(table.id, row, json.loads(rows_to_text(seat_rows(table))), [])
        return table.id

    async def _add_text(self, table_id: str, row: object, seats: object, entries: object) -> bool:
        """Store a table that this browser does not have yet."""
        saved = await self._bridge.storage.save(
            table_id, NOT_STORED, json.dumps(row), json.dumps(seats), json.dumps(entries)
        )
        if saved in UNSAVED:
            raise BrowserError(UNSAVED[saved])
        return saved == "ok"

    async def export(self) -> list[object]:
        """All tables with everything that is stored about them."""
        return [json.loads(await self.text_of(one.table["id"])) for one in await self.all()]

    async def add_exported(self, tables: Sequence[object]) -> int:
        """Store the tables of an export that this browser does not have; returns their number."""
        added = 0
        for one in tables:
            try:
                assert isinstance(one, dict)
                text = json.dumps(one)
                table = await self._read(str(one["table"]["id"]), text)
                row = {**one["table"], "revision": 0}
                added += await self._add_text(table.id, row, one["seats"], one["entries"])
            except (LookupError, TypeError, ValueError, AssertionError, BrowserError) as error:
                if isinstance(error, BrowserError) and error.code in UNSAVED.values():
                    raise
                raise BrowserError("bad_export") from error
        return added

    async def _read_record(self, text: str) -> Match:
        named = next((line for line in text.splitlines() if line.startswith(GAME_LINE)), GAME_LINE)
        try:
            if (name := named.removeprefix(GAME_LINE).strip()) in NAMES:
                await self._find_game(name)
            return read_record(text, get_game)
        except SpielzugError as error:
            raise BrowserError("bad_record", reason=str(error)) from None


def _table_of(match: Match, table_id: str) -> SavedTable:
    """A finished game at a table where nobody sits."""
    places = [
        Place("local" if seat.player == HUMAN else "bot", name, seat.player, shown=name)
        for seat, name in zip(match.seats, match.names, strict=True)
    ]
    table = SavedTable.resume(match, places, DEVICE, CLOCK)
    table.id = table_id
    assert table.status == OVER
    return table
