"""Sends notifications when they are due, each once.

Just before sending, a notification is dropped if the person is at the table or if it is no longer
true. Failed deliveries are retried after growing pauses.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from spielzug.server.notifications import messages, news, queue
from spielzug.server.notifications.channels import Channel, DeliveryError
from spielzug.server.notifications.messages import is_still_relevant, message
from spielzug.server.notifications.queue import HOOK, MAIL, PUSH, Claimed, Notice, StoredContact
from spielzug.server.store.store import Store
from spielzug.tables.row_types import StoredTable
from spielzug.tables.table import fresh_id

log = logging.getLogger("spielzug.server")

# The unit of these three is `Settings.notice_pause` (20 seconds):
REST = {PUSH: 1.5, HOOK: 0.25, MAIL: 30.0}  # between two messages to the same contact
LOOK_AGAIN = 3.0  # a broken connection is detected by then
AGAIN = (1.5, 6.0, 30.0, 90.0, 360.0, 1080.0)  # before each retry, up to six hours

BUSY = 16  # contacts served at the same time
POLL = 5.0  # seconds; another process may have written something
TIDY = 3600.0  # seconds between two cleanups
TROUBLE = 5.0  # seconds before a failed database is queried again
DRAIN_TIMEOUT = 5.0  # seconds for deliveries in progress when the server stops

Here = Callable[[str], Collection[str]]
"""Returns the devices that are connected to a table."""


class NotificationSender:
    def __init__(self, store: Store, ways: Mapping[str, Channel], here: Here, pause: float) -> None:
        self._store = store
        self._ways = ways
        self._here = here
        self._pause = pause
        self._shared = store.kind != "sqlite"
        """Whether other processes may write contacts and notifications, too."""
        self._name = fresh_id()
        self._news = asyncio.Event()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._tidied = 0.0
        self.devices: set[str] = set()
        """Devices with contacts, as far as this process knows."""

    def wake(self) -> None:
        self._news.set()

    async def run(self) -> None:
        while True:
            self._news.clear()
            try:
                await self._start_due()
                seconds = await self._seconds()
            except (DBAPIError, OSError) as error:
                log.error("could not read the pending notifications: %s", error)
                seconds = TROUBLE
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()

    async def _start_due(self) -> None:
        if self._shared or not self._tidied:
            self.devices = await self._store.read(queue.all_devices)
        if time.monotonic() - self._tidied > TIDY or not self._tidied:
            self._tidied = time.monotonic()
            if self.devices:
                await self._store.write(_tidy)
        if not self.devices:
            return
        for contact_id in await self._store.read(queue.due_contacts):
            if contact_id not in self._busy and len(self._busy) < BUSY:
                task = asyncio.create_task(self._deliver(contact_id))
                self._busy[contact_id] = task
                task.add_done_callback(partial(self._delivered, contact_id))

    def _delivered(self, contact_id: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(contact_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("could not send a notification", exc_info=error)
        self.wake()

    async def _seconds(self) -> float | None:
        """Seconds until something is due; None: until `wake` is called."""
        most = POLL if self._shared else TIDY if self.devices else None
        if not self.devices or len(self._busy) >= BUSY:
            return most
        due = await self._store.read(queue.next_due)
        if due is None:
            return most
        return min(max(0.01, due - time.time()), most or TIDY)

    # -- one contact ------------------------------------------------------------------------------

    async def _deliver(self, contact_id: str) -> None:
        claimed = await self._store.write(
            partial(queue.claim, contact_id=contact_id, holder=self._name)
        )
        if claimed is None:
            return
        contact, left = claimed.contact, list(claimed.notices)
        try:
            # Read once: a table that has moved on meanwhile must not be told of as it is then.
            ids = sorted({one.table for one in left if one.table})
            known = await self._store.read(partial(queue.tables, ids=ids))
            left = await self._relevant_notices(claimed, known)
            if not left:
                await self._release(contact)
                return
            await self._send(contact, left, known)
        except DeliveryError as failure:
            await self._failed(contact, left, failure)
        except (DBAPIError, OSError):
            raise  # nothing is lost: the claim expires
        except Exception:
            log.exception("could not send a notification by %s", contact.kind)
            await self._failed(contact, left, DeliveryError("failed"))

    async def _relevant_notices(
        self, claimed: Claimed, known: Mapping[str, StoredTable]
    ) -> list[Notice]:
        contact, notices = claimed.contact, claimed.notices
        true = [
            one for one in notices if is_still_relevant(one, known.get(one.table), contact.device)
        ]
        if contact.confirmed is None:
            true = [one for one in true if one.kind == messages.CONFIRM]
        here = [one for one in true if one.table and contact.device in self._here(one.table)]
        again = [one for one in here if one.kind in news.TURN_KINDS and not one.here]
        left = [one for one in true if one not in here]
        past = [one for one in notices if one not in true]
        seen = [one for one in here if one not in again]
        later = time.time() + LOOK_AGAIN * self._pause

        def work(connection: Connection) -> None:
            queue.finish(connection, past, "passed")
            queue.finish(connection, seen, "was there")
            queue.postpone(connection, again, later)

        if past or here:
            await self._store.write(work)
        return left

    async def _send(
        self, contact: StoredContact, notices: Sequence[Notice], known: Mapping[str, StoredTable]
    ) -> None:
        way = self._ways.get(contact.kind)
        if way is None:
            raise DeliveryError("failed", permanent=True)
        await way.send(contact, message(notices, known, contact))
        rest = 0.0 if all(not one.table for one in notices) else REST[contact.kind] * self._pause

        def work(connection: Connection) -> None:
            now = time.time()
            queue.finish(connection, notices, "sent")
            values = {"told": now, "trouble": None, "rest": now + rest}
            queue.release(connection, contact.id, self._name, **values)

        await self._store.write(work)

    async def _failed(
        self, contact: StoredContact, notices: Sequence[Notice], failure: DeliveryError
    ) -> None:
        if failure.gone:
            log.info("removed a %s contact that no longer exists", contact.kind)
            await self._store.write(lambda c: queue.delete(c, [contact.id]))
            return
        last = [one for one in notices if failure.permanent or one.tried >= len(AGAIN)]
        others = [one for one in notices if one not in last]
        tried = min((one.tried for one in others), default=0)
        rest = max(AGAIN[tried] * self._pause, failure.after or 0.0) if others else 0.0
        if last:
            log.info("gave up sending a notification by %s: %s", contact.kind, failure.code)

        def work(connection: Connection) -> None:
            queue.finish(connection, last, f"given up: {failure.code}")
            queue.count_try(connection, others)
            values = {"trouble": failure.code, "rest": time.time() + rest}
            queue.release(connection, contact.id, self._name, **values)

        await self._store.write(work)

    async def _release(self, contact: StoredContact) -> None:
        await self._store.write(lambda c: queue.release(c, contact.id, self._name))

    async def close(self) -> None:
        """Wait up to `DRAIN_TIMEOUT` seconds for deliveries in progress."""
        tasks = list(self._busy.values())
        if tasks:
            await asyncio.wait(tasks, timeout=DRAIN_TIMEOUT)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _tidy(connection: Connection) -> None:
    queue.clean(connection)
    queue.clean_contacts(connection)
