"""The notification service: the interface that the rest of the server uses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from sqlalchemy.engine import Connection

from spielzug.server.config.settings import Settings
from spielzug.server.limits.rates import network
from spielzug.server.notifications import channels, mail, messages, news, push, queue
from spielzug.server.notifications.channels import Channel, Hooks
from spielzug.server.notifications.delivery import Here, NotificationSender
from spielzug.server.notifications.http_post import AddressRefused, HttpPoster
from spielzug.server.notifications.mail import Mailer
from spielzug.server.notifications.push import Pusher
from spielzug.server.notifications.queue import HOOK, MAIL, PUSH, StoredContact
from spielzug.server.problems import Problem
from spielzug.server.store.store import Store
from spielzug.server.tables.server_table import ServerChanges, ServerTable


class Notifications:
    """Listens to the tables, manages contacts and wakes the sender."""

    def __init__(self, settings: Settings, store: Store, here: Here) -> None:
        self._settings = settings
        self._store = store
        self._poster = HttpPoster(settings.notify_private_networks)
        self.pusher = Pusher(settings, store, self._poster)
        self.mailer = Mailer(settings, store.signing_key)
        self.hooks = Hooks(settings, self._poster)
        ways: dict[str, Channel] = {PUSH: self.pusher, MAIL: self.mailer, HOOK: self.hooks}
        offered = {kind: way for kind, way in ways.items() if way.offered}
        self.notification_sender = NotificationSender(store, offered, here, settings.notice_pause)
        self._written: set[str] = set()
        """Tables with queued news whose transaction may not be committed yet."""

    # -- changes of tables ------------------------------------------------------------------------

    def extra_writes(
        self, table: ServerTable, changes: ServerChanges
    ) -> Callable[[Connection], None] | None:
        """The news in a change, to be written in the same transaction."""
        known = self.notification_sender.devices
        if not known or known.isdisjoint(news.people(table) | {table.creator}):
            return None  # the usual case, kept cheap
        found = [one for one in news.news_of(table, changes) if one.device in known]
        if not found:
            return None
        self._written.add(table.id)
        return queue.enqueue_work(found, self._settings.notice_pause)

    def table_changed(self, table: ServerTable, changes: ServerChanges) -> None:
        """Called once the change is committed."""
        if table.id in self._written:
            self._written.discard(table.id)
            self.notification_sender.wake()

    def is_using(self, table_id: str) -> bool:
        return False

    # -- contacts ---------------------------------------------------------------------------------

    async def of(self, device: str) -> list[StoredContact]:
        return await self._store.read(lambda c: queue.of_device(c, device))

    async def add_push(
        self, device: str, lang: str, endpoint: str, p256dh: str, auth: str
    ) -> StoredContact:
        if not self.pusher.offered:
            raise Problem(403, "push_not_offered")
        if not push.are_valid_keys(p256dh, auth):
            raise Problem(422, "bad_keys")
        await self._check_address(endpoint)
        target = {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}
        return await self._add(device, PUSH, json.dumps(target, sort_keys=True), lang, None)

    async def add_hook(self, device: str, lang: str, url: str) -> StoredContact:
        if not self.hooks.offered:
            raise Problem(403, "hooks_not_offered")
        await self._check_address(url)
        return await self._add(device, HOOK, url, lang, channels.fresh_secret())

    async def add_mail(self, device: str, lang: str, address: str, sender: str) -> StoredContact:
        """Ask for confirmation by mail; `sender` is the client's IP address, for the limits."""
        if not self.mailer.offered:
            raise Problem(403, "mail_not_offered")
        if not mail.is_mail_address(address):
            raise Problem(422, "bad_mail")
        links = self.mailer.links
        marks = links.mark(address), links.mark(network(sender))

        def work(connection: Connection) -> StoredContact | None:
            known = queue.of_device(connection, device)
            for one in known:
                if (one.kind, one.target) == (MAIL, address) and one.confirmed is not None:
                    return one
            if not queue.try_count_mail(connection, *marks):
                return None
            made = queue.add(connection, device, MAIL, address, lang, None)
            queue.enqueue_for(connection, made.id, messages.CONFIRM)
            return made

        made = await self._store.write(work)
        if made is None:
            raise Problem(429, "mail_too_often", headers={"Retry-After": "86400"})
        self._added(device)
        return made

    async def _check_address(self, url: str) -> None:
        try:
            await self._poster.resolve(url)
        except AddressRefused as error:
            raise Problem(422, error.code) from None

    async def _add(
        self, device: str, kind: str, target: str, lang: str, secret: str | None
    ) -> StoredContact:
        add = partial(queue.add, device=device, kind=kind, target=target, lang=lang, secret=secret)
        made = await self._store.write(add)
        self._added(device)
        return made

    def _added(self, device: str) -> None:
        self.notification_sender.devices.add(device)
        self.notification_sender.wake()

    async def test(self, device: str, contact_id: str) -> None:
        """Send a test message to one of the device's contacts."""
        found = next((one for one in await self.of(device) if one.id == contact_id), None)
        if found is None:
            raise Problem(404, "no_contact")
        if found.confirmed is None:
            raise Problem(409, "not_confirmed")
        if not await self._store.write(lambda c: queue.enqueue_for(c, contact_id, messages.TEST)):
            raise Problem(404, "no_contact")
        self.notification_sender.wake()

    async def forget(self, device: str, contact_id: str | None) -> None:
        """Delete one contact of a device, or all of them."""
        gone = await self._store.write(lambda c: queue.delete_of(c, device, contact_id))
        if contact_id is not None and not gone:
            raise Problem(404, "no_contact")

    # -- links in mails ---------------------------------------------------------------------------

    async def confirm(self, token: str) -> None:
        contact_id = self._read(mail.CONFIRM, token)
        if not await self._store.write(lambda c: queue.confirm(c, contact_id)):
            raise Problem(404, "no_contact")
        found = await self._store.read(lambda c: queue.by_id(c, contact_id))
        if found is not None:
            self._added(found.device)

    async def stop(self, token: str) -> None:
        """Delete the contact; not an error if that was done before."""
        contact_id = self._read(mail.STOP, token)
        await self._store.write(lambda c: queue.delete(c, [contact_id]))

    async def block_mail(self, token: str) -> None:
        """Delete the contact and never ask this address for confirmation again."""
        contact_id = self._read(mail.REFUSE, token)
        found = await self._store.read(lambda c: queue.by_id(c, contact_id))
        if found is None:
            raise Problem(404, "no_contact")
        mark = self.mailer.links.mark(found.target)
        await self._store.write(lambda c: queue.block_address(c, contact_id, mark))

    def _read(self, what: str, token: str) -> str:
        contact_id = self.mailer.links.read(what, token)
        if contact_id is None:
            raise Problem(404, "no_contact")
        return contact_id
