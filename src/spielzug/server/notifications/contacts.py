"""Contacts in the database: where a device is told something, and who has refused mail.

Each function runs inside a transaction.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.identity import fresh_id
from spielzug.server.store.schema import contact, letter, notice

PUSH: Final = "push"
MAIL: Final = "mail"
HOOK: Final = "hook"
MOST = {PUSH: 3, MAIL: 1, HOOK: 3}
"""Of each kind for one device; one more takes the place of the oldest."""

DAY = 24 * 3600.0
CONFIRM_DAYS = 2  # that a mail address may take to say yes
REFUSED_DAYS = 365  # that one who wants no mail is remembered
A_DAY = {"address": 3, "network": 10, "all": 300}
"""Mails to addresses that have not said yes."""


@dataclass(frozen=True)
class StoredContact:
    id: str
    device: str
    kind: str
    target: str
    secret: str | None
    lang: str
    created: float
    confirmed: float | None
    told: float | None
    trouble: str | None


_COLUMNS = [contact.c[field.name] for field in fields(StoredContact)]


def _read(row: Any) -> StoredContact:
    return StoredContact(**row)


def of_device(connection: Connection, device: str) -> list[StoredContact]:
    query = sa.select(*_COLUMNS).where(contact.c.device == device).order_by(contact.c.created)
    return [_read(row) for row in connection.execute(query).mappings()]


def by_id(connection: Connection, contact_id: str) -> StoredContact | None:
    query = sa.select(*_COLUMNS).where(contact.c.id == contact_id)
    row = connection.execute(query).mappings().first()
    return None if row is None else _read(row)


def all_devices(connection: Connection) -> set[str]:
    return set(connection.execute(sa.select(contact.c.device).distinct()).scalars())


def add(
    connection: Connection, device: str, kind: str, target: str, lang: str, secret: str | None
) -> StoredContact:
    """The same target twice is one contact; its secret is the new one."""
    now = time.time()
    known = of_device(connection, device)
    same = [one for one in known if (one.kind, one.target) == (kind, target)]
    if same:
        values = {"lang": lang, "secret": secret, "trouble": None}
        connection.execute(sa.update(contact).where(contact.c.id == same[0].id).values(values))
        found = by_id(connection, same[0].id)
        assert found is not None
        return found
    others = [one.id for one in known if one.kind == kind]
    delete(connection, others[: len(others) + 1 - MOST[kind]])
    row = {
        "id": fresh_id(), "device": device, "kind": kind, "target": target, "secret": secret,
        "lang": lang, "created": now, "confirmed": None if kind == MAIL else now,
        "told": None, "trouble": None, "rest": 0.0, "claimed": 0.0, "holder": None,
    }  # fmt: skip
    connection.execute(sa.insert(contact), row)
    return StoredContact(**{field.name: row[field.name] for field in fields(StoredContact)})  # type: ignore[arg-type]


def confirm(connection: Connection, contact_id: str) -> bool:
    """Whether there is such a contact (still)."""
    found = by_id(connection, contact_id)
    if found is None:
        return False
    wanted = (contact.c.id == contact_id) & contact.c.confirmed.is_(None)
    connection.execute(sa.update(contact).where(wanted).values(confirmed=time.time()))
    return True


def delete(connection: Connection, ids: Sequence[str]) -> int:
    if not ids:
        return 0
    # Who writes a notice for one of them waits here, and finds it gone: none is left without it.
    there = sa.select(contact.c.id).where(contact.c.id.in_(ids)).order_by(contact.c.id)
    connection.execute(there.with_for_update())
    connection.execute(sa.delete(notice).where(notice.c.contact.in_(ids)))
    return connection.execute(sa.delete(contact).where(contact.c.id.in_(ids))).rowcount


def delete_of(connection: Connection, device: str, contact_id: str | None) -> int:
    """One of a device's contacts, or all."""
    known = [one.id for one in of_device(connection, device)]
    return delete(connection, [one for one in known if contact_id in (None, one)])


# -- mails to those who have not said yes --------------------------------------------------------


def count_letter(connection: Connection, address: str, network: str) -> bool:
    """Whether a mail may go there; then it is counted. Both are given as marks.

    Nobody learns whether somebody else has refused, or was written to often.
    """
    now = time.time()
    since = now - DAY
    refused = (letter.c.address == address) & letter.c.refused
    if connection.execute(sa.select(letter.c.id).where(refused)).first() is not None:
        return False
    sent = (letter.c.sent > since) & ~letter.c.refused
    limits = (
        (sent & (letter.c.address == address), A_DAY["address"]),
        (sent & (letter.c.network == network), A_DAY["network"]),
        (sent, A_DAY["all"]),
    )
    for which, most in limits:
        count = connection.execute(sa.select(sa.func.count()).where(which)).scalar_one()
        if count >= most:
            return False
    row = {"id": fresh_id(), "address": address, "network": network, "sent": now, "refused": False}
    connection.execute(sa.insert(letter), row)
    return True


def refuse_mail(connection: Connection, contact_id: str, address: str) -> None:
    """Whoever reads mail there wants none, and is not to be asked again."""
    delete(connection, [contact_id])
    row = {"id": fresh_id(), "address": address, "network": "", "sent": time.time()}
    connection.execute(sa.insert(letter), {**row, "refused": True})


def clean(connection: Connection) -> None:
    """What nobody needs any more: addresses that never said yes, and old counts."""
    now = time.time()
    silent = contact.c.confirmed.is_(None) & (contact.c.created < now - CONFIRM_DAYS * DAY)
    query = sa.select(contact.c.id).where(silent)
    delete(connection, list(connection.execute(query).scalars()))
    counted = ~letter.c.refused & (letter.c.sent < now - DAY)
    remembered = letter.c.refused & (letter.c.sent < now - REFUSED_DAYS * DAY)
    connection.execute(sa.delete(letter).where(counted | remembered))
