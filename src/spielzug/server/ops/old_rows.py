"""What goes when it is old, beside tables: return codes, contacts, and the log of the host's deeds.

Each is kept for as long as it may be of use to somebody. What is found here may be in use again a
moment later, so that is asked once more in the transaction that deletes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.notifications import contacts
from spielzug.server.notifications.contacts import DAY
from spielzug.server.store.schema import contact, deed, game_table, notice, seat, way_back

CODE_DAYS = 365  # that a code is kept which was not used and for whose device there is no table
CONTACT_DAYS = 365  # that a contact is kept where nothing arrived and nothing is played
FAILING_DAYS = 7  # that lie between two notices given up, with none that arrived since the first
DEED_DAYS = 730

Clause = sa.ColumnElement[bool]


@dataclass(frozen=True)
class OldRows:
    """Rows that are deleted by the same rule."""

    told: str
    """What they are, for a host."""
    key: sa.Column[Any]
    old: Callable[[float], Clause]
    """At this time."""


def _old_code(now: float) -> Clause:
    used = sa.func.coalesce(way_back.c.used, way_back.c.created)
    sits = sa.exists().where(seat.c.device == way_back.c.device)
    opened = sa.exists().where(game_table.c.creator == way_back.c.device)
    return (used < now - CODE_DAYS * DAY) & ~sits & ~opened


def _old_contact(now: float) -> Clause:
    last = sa.func.coalesce(contact.c.told, contact.c.confirmed, contact.c.created)
    plays = sa.exists().where((seat.c.device == contact.c.device) & seat.c.ended.is_(None))
    waits = sa.exists().where((notice.c.contact == contact.c.id) & notice.c.done.is_(None))
    return (last < now - CONTACT_DAYS * DAY) & ~plays & ~waits


def _failing_contact(_: float) -> Clause:
    """Once is nothing: a machine may be away for a night."""
    failed = (
        sa.select(notice.c.contact)
        .join(contact, contact.c.id == notice.c.contact)
        .where(contact.c.trouble.is_not(None) & notice.c.fate.like("given up%"))
        .where(notice.c.done > sa.func.coalesce(contact.c.told, 0.0))
        .group_by(notice.c.contact)
        .having(sa.func.max(notice.c.done) - sa.func.min(notice.c.done) >= FAILING_DAYS * DAY)
    )
    return contact.c.trouble.is_not(None) & contact.c.id.in_(failed)


def _old_deed(now: float) -> Clause:
    return deed.c.at < now - DEED_DAYS * DAY


ROWS: Final = (
    OldRows(
        f"return codes without tables, unused for {CODE_DAYS} days", way_back.c.device, _old_code
    ),
    OldRows(f"contacts unused for {CONTACT_DAYS} days", contact.c.id, _old_contact),
    OldRows(f"contacts failing for {FAILING_DAYS} days", contact.c.id, _failing_contact),
    OldRows(f"admin log entries older than {DEED_DAYS} days", deed.c.id, _old_deed),
)


def count(connection: Connection, rows: OldRows, now: float) -> int:
    query = sa.select(sa.func.count(rows.key)).where(rows.old(now))
    return int(connection.execute(query).scalar_one())


def find(connection: Connection, rows: OldRows, now: float, limit: int) -> list[Any]:
    query = sa.select(rows.key).where(rows.old(now)).order_by(rows.key).limit(limit)
    return list(connection.execute(query).scalars())


def delete(connection: Connection, rows: OldRows, now: float, keys: Sequence[Any]) -> int:
    """Those of these that are still old."""
    still = rows.key.in_(keys) & rows.old(now)
    if rows.key.table is not contact:
        return connection.execute(sa.delete(rows.key.table).where(still)).rowcount
    ids = connection.execute(sa.select(rows.key).where(still).with_for_update()).scalars()
    return contacts.delete(connection, list(ids))
