"""Moving seats to another browser: by a link that works once, or by a return code that is kept.

The database stores only hashes of them. A plain hash is enough for so many random bits: they cannot
be guessed, and the hash can be looked up directly.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from spielzug.server.config.settings import Settings
from spielzug.server.identity import Identity
from spielzug.server.problems import UNREAD, Problem
from spielzug.server.store import seat_queries
from spielzug.server.store.schema import PassRow
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables
from spielzug.tables import seat_changes
from spielzug.tables.errors import TableError
from spielzug.tables.table import Table

BYTES = 24
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Five bits each, without characters that look alike."""
LENGTH, GROUP = 30, 5
"""Characters of a code (150 bits), and of a group between dashes."""
MAX_MOVED_TABLES = 500  # tables of a device that one link or code moves


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def fresh_code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(text: str) -> str:
    """A typed code in its canonical form: case, dashes, spaces and look-alikes do not matter."""
    typed = re.sub(r"[\s-]", "", text.upper()).translate(str.maketrans("OIL", "011"))
    return "-".join(typed[at : at + GROUP] for at in range(0, len(typed), GROUP))


@dataclass(frozen=True)
class TransferResult:
    tables: list[str]
    left: int = 0
    """The number of tables that were not changed."""
    unread: tuple[str, ...] = ()
    """Those of them that this server cannot load."""


@dataclass(frozen=True)
class TransferLink:
    """A valid link: whose seats it moves, at one table or (None) at all, and for how long."""

    device: str
    table_id: str | None
    seconds: float


class LinkContent(TypedDict):
    """What a link moves; part of a `PassLook`."""

    game: str | None
    names: list[str]
    tables: int
    left: int


class SeatTransfers:
    def __init__(
        self, settings: Settings, store: Store, tables: Tables, identity: Identity
    ) -> None:
        self._seconds = settings.pass_seconds
        self._store = store
        self._tables = tables
        self._identity = identity

    # -- links, used once -------------------------------------------------------------------------

    async def offer(self, device: str, table_id: str | None) -> tuple[str, float]:
        """A link for this device's seats, and the seconds that it is valid."""
        if table_id is not None:
            async with self._tables.use(table_id) as table:
                seat_changes.check_can_move(table, device)
        elif not await self._tables_of(device, over=False):
            raise Problem(409, "nothing_to_move")
        secret, now = secrets.token_urlsafe(BYTES), time.time()
        row: PassRow = {
            "hash": hash_secret(secret),
            "device": device,
            "table_id": table_id,
            "expires": now + self._seconds,
            "used_by": None,
        }
        await self._store.write(lambda c: seat_queries.add_pass(c, row, now))
        return self._identity.pass_token(secret), self._seconds

    async def look(self, token: str, device: str) -> TransferLink:
        """What a link moves; raises if this device cannot use it any more."""
        key, now = self._key(token), time.time()
        found = await self._store.read(lambda c: seat_queries.find_pass(c, key))
        if found is None or (found.used_by is None and found.expires <= now):
            raise Problem(409, "pass_over")
        if found.used_by not in (None, device):
            raise Problem(409, "pass_used")
        return TransferLink(found.device, found.table_id, max(0.0, found.expires - now))

    async def take(self, token: str, device: str) -> TransferResult:
        """Move the seats to this device; the same device may repeat that after a failure."""
        known = await self.look(token, device)
        if known.device == device:
            raise Problem(409, "pass_here")
        key, now = self._key(token), time.time()
        if known.table_id is not None:
            # Raise before the link is used up.
            async with self._tables.use(known.table_id) as table:
                if not table.seats_of(device):
                    seat_changes.check_can_move(table, known.device)
        if not await self._store.write(lambda c: seat_queries.use_pass(c, key, device, now)):
            await self.look(token, device)  # raises with the reason
            raise Problem(409, "pass_used")
        return await self._move(known, device)

    async def _move(self, known: TransferLink, device: str) -> TransferResult:
        old = known.device
        ids = [known.table_id] if known.table_id is not None else await self._tables_of(old, False)
        if known.table_id is not None:
            await self._tables.change(known.table_id, lambda t: _move_once(t, old, device))
            return TransferResult(ids)

        def once(table: Table) -> bool:
            try:
                _move_once(table, old, device)
            except TableError:  # before the deal, or over by now
                return False
            return True

        return await self._change_all(ids, once)

    async def _change_all(self, ids: Sequence[str], act: Callable[[Table], bool]) -> TransferResult:
        """Apply `act` to each table; one that this server cannot load does not stop the others.

        Problems that may pass are raised: the same link or code can be used again.
        """
        moved: list[str] = []
        unread: list[str] = []
        for table_id in ids:
            try:
                if await self._tables.change(table_id, act):
                    moved.append(table_id)
            except Problem as problem:
                if problem.code in UNREAD:
                    unread.append(table_id)
                elif problem.status != 404:
                    raise
        return TransferResult(moved, len(ids) - len(moved), tuple(unread))

    def _key(self, token: str) -> str:
        secret = self._identity.read_pass(token)
        if secret is None:
            raise Problem(403, "bad_pass")
        return hash_secret(secret)

    # -- return codes, used repeatedly ------------------------------------------------------------

    async def create_return_code(self, device: str) -> str:
        code = fresh_code()
        now = time.time()
        await self._store.write(
            lambda c: seat_queries.save_return_code(c, device, hash_secret(code), now)
        )
        return code

    async def delete_return_code(self, device: str) -> None:
        await self._store.write(lambda c: seat_queries.delete_return_code(c, device))

    async def return_code_times(self, device: str) -> tuple[float, float | None] | None:
        return await self._store.read(lambda c: seat_queries.return_code_times(c, device))

    async def device_of(self, code: str) -> str:
        """The device that a return code belongs to."""
        key = hash_secret(read_code(code))
        device = await self._store.read(lambda c: seat_queries.device_of_code(c, key))
        if device is None:
            raise Problem(403, "bad_code")
        return device

    async def restore_device(self, code: str, browser: str) -> tuple[str, TransferResult]:
        """The device that the browser becomes; the browser's own tables move to it."""
        key, now = hash_secret(read_code(code)), time.time()
        device = await self._store.write(lambda c: seat_queries.use_return_code(c, key, now))
        if device is None:
            raise Problem(403, "bad_code")
        if device == browser:
            return device, TransferResult([])
        ids = [one for over in (False, True) for one in await self._tables_of(browser, over)]
        return device, await self._change_all(
            ids, lambda t: seat_changes.merge_device(t, browser, device)
        )

    # -- names ------------------------------------------------------------------------------------

    async def forget_names(self, device: str) -> int:
        """Remove the device's names from its finished games; gives the number of games changed."""
        count = 0
        for table_id in await self._tables_of(device, True):
            try:
                changed = await self._tables.change(
                    table_id, lambda t: seat_changes.remove_own_names(t, device)
                )
            except Problem as problem:
                if problem.status >= 500 and problem.code != "damaged":
                    raise
                continue  # this server cannot load the table any more
            count += changed
        return count

    # -- links and codes --------------------------------------------------------------------------

    async def _tables_of(self, device: str, over: bool) -> list[str]:
        return await self._store.read(
            lambda c: seat_queries.tables_of(c, device, over, MAX_MOVED_TABLES)
        )

    async def count(self, device: str) -> tuple[int, int]:
        """A device's tables: how many are not over, and how many are."""
        return len(await self._tables_of(device, False)), len(await self._tables_of(device, True))

    async def about(self, known: TransferLink, lang: str) -> LinkContent:
        """What the link would move, for the page that asks for confirmation."""
        if known.table_id is not None:
            async with self._tables.use(known.table_id) as table:
                called = table.names(lang)
                seats = seat_changes.seats_to_move(table, known.device)
                shown = [called[seat] for seat in seats]
                return {"game": table.game.name, "names": shown, "tables": 1, "left": 0}
        ids = await self._tables_of(known.device, False)
        waiting = await self._store.read(lambda c: seat_queries.count_waiting(c, ids))
        return {"game": None, "names": [], "tables": len(ids) - waiting, "left": waiting}


def _move_once(table: Table, old: str, new: str) -> None:
    """Move the seats unless an earlier request has done so."""
    if not seat_changes.seats_to_move(table, old) and table.seats_of(new):
        return
    seat_changes.move(table, old, new)
