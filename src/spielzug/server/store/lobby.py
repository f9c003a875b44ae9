"""Tables that wait for anybody. What is private never gets in here: only a row of `open_table`
lists a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.store.schema import game_table, open_table, seat
from spielzug.server.store.sql import Row

MOST = 3
"""Open tables that one device may have waiting at the same time."""
MOST_SEATS = 5
"""Open tables of others at which one device may sit and wait at the same time."""
REMEMBERED = 100
"""Devices that were sent away from a table; they are cheap to invent, and a list must end."""


@dataclass(frozen=True)
class Listed:
    """An open table as it lies in the database."""

    table: Row
    seats: list[Row]
    refused: list[str]


def add(connection: Connection, table_id: str, creator: str, now: float) -> bool:
    """Whether there was room for one more of this device. Of two at once that take the same slot
    the unique key refuses one, which may try again."""
    mine = sa.select(open_table.c.slot).where(open_table.c.creator == creator)
    taken = set(connection.execute(mine).scalars())
    free = [slot for slot in range(MOST) if slot not in taken]
    if not free:
        return False
    row = {"table_id": table_id, "creator": creator, "slot": free[0], "seen": now, "refused": None}
    connection.execute(sa.insert(open_table), row)
    return True


def close(connection: Connection, table_id: str) -> None:
    """It waits for nobody any more."""
    connection.execute(sa.delete(open_table).where(open_table.c.table_id == table_id))


def seen(connection: Connection, ids: Sequence[str], now: float) -> None:
    """Whoever opened these is here."""
    connection.execute(sa.update(open_table).where(open_table.c.table_id.in_(ids)).values(seen=now))


def refuse(connection: Connection, table_id: str, device: str) -> None:
    """This device was sent away from there."""
    mine = open_table.c.table_id == table_id
    found = connection.execute(sa.select(open_table.c.refused).where(mine)).first()
    if found is not None:
        others = [one for one in json.loads(found.refused or "[]") if one != device]
        known = [*others, device][-REMEMBERED:]
        connection.execute(sa.update(open_table).where(mine).values(refused=json.dumps(known)))


def listed(connection: Connection, since: float, limit: int) -> list[Listed]:
    """Those that wait and whose creator was here since, the newest first."""
    query = (
        sa.select(game_table, open_table.c.refused)
        .join(open_table, open_table.c.table_id == game_table.c.id)
        .where((game_table.c.status == "waiting") & game_table.c.open)
        .where(open_table.c.seen >= since)
        .order_by(game_table.c.created.desc())
        .limit(limit)
    )
    rows = [dict(row) for row in connection.execute(query).mappings()]
    seats: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    places = sa.select(seat).where(seat.c.table_id.in_(seats)).order_by(seat.c.number)
    for place in connection.execute(places).mappings():
        seats[place["table_id"]].append(dict(place))
    return [Listed(row, seats[row["id"]], json.loads(row.pop("refused") or "[]")) for row in rows]


def is_listed(connection: Connection, table_id: str, since: float, device: str) -> bool:
    """Whether this device may sit down there."""
    query = sa.select(open_table.c.refused).where(
        (open_table.c.table_id == table_id) & (open_table.c.seen >= since)
    )
    found = connection.execute(query).first()
    return found is not None and device not in json.loads(found.refused or "[]")


def sits_elsewhere(connection: Connection, device: str, table_id: str) -> int:
    """At how many other open tables that wait it sits as a guest."""
    query = (
        sa.select(sa.func.count(sa.distinct(open_table.c.table_id)))
        .join(seat, seat.c.table_id == open_table.c.table_id)
        .where((seat.c.device == device) & seat.c.ended.is_(None))
        .where((open_table.c.creator != device) & (open_table.c.table_id != table_id))
    )
    return int(connection.execute(query).scalar_one())
