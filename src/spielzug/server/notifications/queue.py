"""Contacts and pending notifications in the database; each function runs inside a transaction.

A notification is written in the same transaction as the change that causes it. While a process
sends to a contact it holds a claim on it, which expires after `HELD` seconds if the process dies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from secrets import randbelow
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.notifications.news import TURN, TURN_KINDS, News
from spielzug.server.store.schema import (
    contact,
    game_table,
    letter,
    notice,
    to_table_row,
)
from spielzug.server.store.sql import with_seats
from spielzug.tables.row_types import StoredTable
from spielzug.tables.table import fresh_id

PUSH: Final = "push"
MAIL: Final = "mail"
HOOK: Final = "hook"
MAX_CONTACTS = {PUSH: 3, MAIL: 1, HOOK: 3}
"""Contacts of each kind for one device; one more replaces the oldest."""

DAY = 24 * 3600.0
CONFIRM_DAYS = 2  # for confirming a mail address
REFUSED_DAYS = 365  # that a refusal of mail is remembered
A_DAY = {"address": 3, "network": 10, "all": 300}
"""Most mails in 24 hours to unconfirmed addresses."""


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


def of_device(connection: Connection, device: str) -> list[StoredContact]:
    query = sa.select(*_COLUMNS).where(contact.c.device == device).order_by(contact.c.created)
    return [StoredContact(*row) for row in connection.execute(query)]


def by_id(connection: Connection, contact_id: str) -> StoredContact | None:
    query = sa.select(*_COLUMNS).where(contact.c.id == contact_id)
    row = connection.execute(query).first()
    return None if row is None else StoredContact(*row)


def all_devices(connection: Connection) -> set[str]:
    return set(connection.execute(sa.select(contact.c.device).distinct()).scalars())


def add(
    connection: Connection, device: str, kind: str, target: str, lang: str, secret: str | None
) -> StoredContact:
    """A contact with the same target is reused and gets the new secret."""
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
    delete(connection, others[: len(others) + 1 - MAX_CONTACTS[kind]])
    row = {
        "id": fresh_id(), "device": device, "kind": kind, "target": target, "secret": secret,
        "lang": lang, "created": now, "confirmed": None if kind == MAIL else now,
        "told": None, "trouble": None, "rest": 0.0, "claimed": 0.0, "holder": None,
    }  # fmt: skip
    connection.execute(sa.insert(contact), row)
    return StoredContact(**{field.name: row[field.name] for field in fields(StoredContact)})  # type: ignore[arg-type]


def confirm(connection: Connection, contact_id: str) -> bool:
    """Confirm a contact; False if it does not exist (any more)."""
    found = by_id(connection, contact_id)
    if found is None:
        return False
    wanted = (contact.c.id == contact_id) & contact.c.confirmed.is_(None)
    connection.execute(sa.update(contact).where(wanted).values(confirmed=time.time()))
    return True


def delete(connection: Connection, ids: Sequence[str]) -> int:
    if not ids:
        return 0
    # Lock the rows, so that nobody inserts a notice for a contact that is being deleted.
    there = sa.select(contact.c.id).where(contact.c.id.in_(ids)).order_by(contact.c.id)
    connection.execute(there.with_for_update())
    connection.execute(sa.delete(notice).where(notice.c.contact.in_(ids)))
    return connection.execute(sa.delete(contact).where(contact.c.id.in_(ids))).rowcount


def delete_of(connection: Connection, device: str, contact_id: str | None) -> int:
    """Delete one contact of a device, or all of them if `contact_id` is None."""
    known = [one.id for one in of_device(connection, device)]
    return delete(connection, [one for one in known if contact_id in (None, one)])


# -- mails to unconfirmed addresses --------------------------------------------------------------


def try_count_mail(connection: Connection, address: str, network: str) -> bool:
    """Count a mail and return whether it may be sent; `address` and `network` are keyed hashes.

    Refusals and limits look the same to the caller, so that nobody learns about somebody else.
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


def block_address(connection: Connection, contact_id: str, address: str) -> None:
    """Delete the contact and remember that its address wants no mail from here."""
    delete(connection, [contact_id])
    row = {"id": fresh_id(), "address": address, "network": "", "sent": time.time()}
    connection.execute(sa.insert(letter), {**row, "refused": True})


def clean_contacts(connection: Connection) -> None:
    """Delete addresses that were never confirmed, and old counts and refusals."""
    now = time.time()
    silent = contact.c.confirmed.is_(None) & (contact.c.created < now - CONFIRM_DAYS * DAY)
    query = sa.select(contact.c.id).where(silent)
    delete(connection, list(connection.execute(query).scalars()))
    counted = ~letter.c.refused & (letter.c.sent < now - DAY)
    remembered = letter.c.refused & (letter.c.sent < now - REFUSED_DAYS * DAY)
    connection.execute(sa.delete(letter).where(counted | remembered))


HELD = 60.0  # seconds that a claim lasts; sending takes 20 at most
BATCH_WINDOW = 5.0  # seconds; notices due this soon after the first are sent with it
FINISHED_RETENTION = 14 * 24 * 3600.0  # seconds that a finished notice is kept
CONTACTS_PER_QUERY = 8  # contacts per query


@dataclass(frozen=True)
class Notice:
    contact: str
    table: str
    kind: str
    number: int
    created: float
    tried: int
    here: bool


@dataclass(frozen=True)
class Claimed:
    contact: StoredContact
    notices: list[Notice]


def enqueue_work(news: Sequence[News], pause: float) -> Callable[[Connection], None]:
    """The writes for the transaction of the change that causes the news."""
    due = time.time() + pause

    def work(connection: Connection) -> None:
        for table_id in {one.table for one in news if one.kind == TURN}:
            _forget_turn(connection, table_id)
        for one in news:
            enqueue(connection, one, due if one.due is None else one.due)

    return work


def _forget_turn(connection: Connection, table_id: str) -> None:
    """Drop unsent notices about an earlier turn, because it is somebody else's turn now."""
    waiting = (notice.c.table_id == table_id) & notice.c.done.is_(None)
    stale = sa.update(notice).where(waiting & notice.c.kind.in_(TURN_KINDS))
    connection.execute(stale.values(done=time.time(), fate="passed"))


def enqueue(connection: Connection, news: News, due: float) -> None:
    """Queue it for every confirmed contact of the device, unless it was queued before."""
    other = notice.alias()
    known = sa.exists().where(
        (other.c.contact == contact.c.id)
        & (other.c.table_id == news.table)
        & (other.c.kind == news.kind)
        & (other.c.number == news.number)
    )
    values = (
        contact.c.id,
        *map(sa.literal, (news.table, news.kind, news.number, time.time(), due, 0, False)),
    )
    names = ["contact", "table_id", "kind", "number", "created", "due", "tried", "here"]
    wanted = (contact.c.device == news.device) & contact.c.confirmed.is_not(None) & ~known
    # The lock excludes a contact that is being deleted.
    found = sa.select(*values).where(wanted).with_for_update(read=True, key_share=True)
    connection.execute(sa.insert(notice).from_select(names, found))


def enqueue_for(connection: Connection, contact_id: str, kind: str) -> bool:
    """Queue a test or a confirmation request for one contact, due at once.

    Returns False if the contact was deleted meanwhile.
    """
    there = sa.select(contact.c.id).where(contact.c.id == contact_id)
    if connection.execute(there.with_for_update(read=True, key_share=True)).first() is None:
        return False
    now = time.time()
    row = {
        "contact": contact_id, "table_id": "", "kind": kind, "number": randbelow(2**31),
        "created": now, "due": now, "tried": 0, "here": False,
    }  # fmt: skip
    connection.execute(sa.insert(notice), row)
    connection.execute(sa.update(contact).where(contact.c.id == contact_id).values(rest=0.0))
    return True


_WAITING = notice.c.done.is_(None)


def _later(one: sa.ColumnElement[float], other: sa.ColumnElement[float]) -> sa.ColumnElement[float]:
    return sa.case((one > other, one), else_=other)


_WHEN = _later(_later(notice.c.due, contact.c.rest), contact.c.claimed)


def next_due(connection: Connection) -> float | None:
    """When the next notice is due."""
    both = notice.join(contact, notice.c.contact == contact.c.id)
    query = sa.select(sa.func.min(_WHEN)).select_from(both).where(_WAITING)
    found: float | None = connection.execute(query).scalar_one()
    return found


def due_contacts(connection: Connection) -> list[str]:
    now = time.time()
    both = notice.join(contact, notice.c.contact == contact.c.id)
    query = (
        sa.select(contact.c.id)
        .select_from(both)
        .where(_WAITING & (now > _WHEN))
        .group_by(contact.c.id)
        .order_by(sa.func.min(notice.c.due))
        .limit(CONTACTS_PER_QUERY)
    )
    return list(connection.execute(query).scalars())


def claim(connection: Connection, contact_id: str, holder: str) -> Claimed | None:
    """Claim a contact with all its due notices; None if another process was first."""
    now = time.time()
    free = (contact.c.id == contact_id) & (contact.c.claimed < now) & (contact.c.rest <= now)
    taking = sa.update(contact).where(free).values(claimed=now + HELD, holder=holder)
    if connection.execute(taking).rowcount != 1:
        return None
    found = by_id(connection, contact_id)
    assert found is not None
    query = (
        sa.select(notice)
        .where((notice.c.contact == contact_id) & _WAITING & (notice.c.due <= now + BATCH_WINDOW))
        .order_by(notice.c.created)
    )
    rows = connection.execute(query).mappings()
    notices = [
        Notice(
            row["contact"], row["table_id"], row["kind"], row["number"],
            row["created"], row["tried"], bool(row["here"]),
        )
        for row in rows
    ]  # fmt: skip
    return Claimed(found, notices)


def release(connection: Connection, contact_id: str, holder: str, **values: object) -> None:
    mine = (contact.c.id == contact_id) & (contact.c.holder == holder)
    done = sa.update(contact).where(mine).values(claimed=0.0, holder=None, **values)
    connection.execute(done)


def _one(one: Notice) -> sa.ColumnElement[bool]:
    return (
        (notice.c.contact == one.contact)
        & (notice.c.table_id == one.table)
        & (notice.c.kind == one.kind)
        & (notice.c.number == one.number)
        & _WAITING
    )


def finish(connection: Connection, notices: Sequence[Notice], fate: str) -> None:
    for one in notices:
        done = sa.update(notice).where(_one(one)).values(done=time.time(), fate=fate)
        connection.execute(done)


def postpone(connection: Connection, notices: Sequence[Notice], due: float) -> None:
    """Check again later: the person seems to be connected, but the connection may be dead."""
    for one in notices:
        connection.execute(sa.update(notice).where(_one(one)).values(due=due, here=True))


def count_try(connection: Connection, notices: Sequence[Notice]) -> None:
    for one in notices:
        more = sa.update(notice).where(_one(one)).values(tried=one.tried + 1)
        connection.execute(more)


def clean(connection: Connection) -> None:
    connection.execute(sa.delete(notice).where(notice.c.done < time.time() - FINISHED_RETENTION))


def tables(connection: Connection, ids: Sequence[str]) -> dict[str, StoredTable]:
    """Tables as lists show them, without their logs."""
    query = sa.select(game_table).where(game_table.c.id.in_(ids))
    rows = [to_table_row(row) for row in connection.execute(query).mappings()]
    return {stored.table["id"]: stored for stored in with_seats(connection, rows)}
