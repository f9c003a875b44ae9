"""Queries about the open lobby, links that move seats, return codes, and a device's tables.

Only a row in `open_table` puts a table into the open lobby, so private tables cannot appear there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.store.schema import (
    PassRow,
    game_table,
    open_table,
    seat,
    seat_pass,
    to_seat_row,
    to_table_row,
    way_back,
)
from spielzug.tables.row_types import SeatRow, TableRow

MOST = 3
"""Open tables that one device may have in the lobby at the same time."""
MOST_SEATS = 5
"""Open tables of others at which one device may wait at the same time."""
REMEMBERED = 100
"""Refused devices per table; limited, because anybody can make up new devices."""


@dataclass(frozen=True)
class Listed:
    """An open table as stored."""

    table: TableRow
    seats: list[SeatRow]
    refused: list[str]


def add(connection: Connection, table_id: str, creator: str, now: float) -> bool:
    """List a table; False if its creator has no free slot. If two transactions take the same slot
    at once, the unique key refuses one, which may try again."""
    mine = sa.select(open_table.c.slot).where(open_table.c.creator == creator)
    taken = set(connection.execute(mine).scalars())
    free = [slot for slot in range(MOST) if slot not in taken]
    if not free:
        return False
    row = {"table_id": table_id, "creator": creator, "slot": free[0], "seen": now, "refused": None}
    connection.execute(sa.insert(open_table), row)
    return True


def close(connection: Connection, table_id: str) -> None:
    """Remove the table from the open lobby."""
    connection.execute(sa.delete(open_table).where(open_table.c.table_id == table_id))


def seen(connection: Connection, ids: Sequence[str], now: float) -> None:
    """The creator of these tables is connected."""
    connection.execute(sa.update(open_table).where(open_table.c.table_id.in_(ids)).values(seen=now))


def bar_device(connection: Connection, table_id: str, device: str) -> None:
    """Keep this device from sitting down at the table again."""
    mine = open_table.c.table_id == table_id
    found = connection.execute(sa.select(open_table.c.refused).where(mine)).first()
    if found is not None:
        others = [one for one in json.loads(found.refused or "[]") if one != device]
        known = [*others, device][-REMEMBERED:]
        connection.execute(sa.update(open_table).where(mine).values(refused=json.dumps(known)))


def listed(connection: Connection, since: float, limit: int) -> list[Listed]:
    """Waiting tables whose creator was connected after `since`, the newest first."""
    query = (
        sa.select(game_table, open_table.c.refused)
        .join(open_table, open_table.c.table_id == game_table.c.id)
        .where((game_table.c.status == "waiting") & game_table.c.open)
        .where(open_table.c.seen >= since)
        .order_by(game_table.c.created.desc())
        .limit(limit)
    )
    rows = [dict(row) for row in connection.execute(query).mappings()]
    seats: dict[str, list[SeatRow]] = {row["id"]: [] for row in rows}
    places = sa.select(seat).where(seat.c.table_id.in_(seats)).order_by(seat.c.number)
    for place in connection.execute(places).mappings():
        seats[place["table_id"]].append(to_seat_row(place))
    refused = [json.loads(row.pop("refused") or "[]") for row in rows]
    return [
        Listed(to_table_row(row), seats[row["id"]], devices)
        for row, devices in zip(rows, refused, strict=True)
    ]


def is_listed(connection: Connection, table_id: str, since: float, device: str) -> bool:
    """Whether the table is listed and this device may sit down there."""
    query = sa.select(open_table.c.refused).where(
        (open_table.c.table_id == table_id) & (open_table.c.seen >= since)
    )
    found = connection.execute(query).first()
    return found is not None and device not in json.loads(found.refused or "[]")


def count_other_seats(connection: Connection, device: str, table_id: str) -> int:
    """The number of other open tables at which the device waits as a guest."""
    query = (
        sa.select(sa.func.count(sa.distinct(open_table.c.table_id)))
        .join(seat, seat.c.table_id == open_table.c.table_id)
        .where((seat.c.device == device) & seat.c.ended.is_(None))
        .where((open_table.c.creator != device) & (open_table.c.table_id != table_id))
    )
    return int(connection.execute(query).scalar_one())


PASS_RETENTION = 24 * 3600.0
"""Seconds that an expired link is kept, so that its user learns that it has expired."""


# -- links, used once ----------------------------------------------------------------------------


def add_pass(connection: Connection, row: PassRow, now: float) -> None:
    """Replaces an unused link for the same seats, and deletes links that expired long ago."""
    same = (seat_pass.c.device == row["device"]) & seat_pass.c.used_by.is_(None)
    if row["table_id"] is None:
        same &= seat_pass.c.table_id.is_(None)
    else:
        same &= seat_pass.c.table_id == row["table_id"]
    connection.execute(sa.delete(seat_pass).where(same))
    connection.execute(sa.delete(seat_pass).where(seat_pass.c.expires < now - PASS_RETENTION))
    connection.execute(sa.insert(seat_pass), row)


@dataclass(frozen=True)
class FoundCode:
    """A stored link."""

    device: str
    table_id: str | None
    expires: float
    used_by: str | None


def find_pass(connection: Connection, hashed: str) -> FoundCode | None:
    columns = (
        seat_pass.c.device, seat_pass.c.table_id, seat_pass.c.expires, seat_pass.c.used_by,
    )  # fmt: skip
    row = connection.execute(sa.select(*columns).where(seat_pass.c.hash == hashed)).first()
    return None if row is None else FoundCode(*row)


def use_pass(connection: Connection, hashed: str, device: str, now: float) -> bool:
    """Whether this device has the link now: the first one gets it, and may use it again."""
    free = seat_pass.c.used_by.is_(None) & (seat_pass.c.expires > now)
    taken = sa.update(seat_pass).where((seat_pass.c.hash == hashed) & free)
    if connection.execute(taken.values(used_by=device)).rowcount == 1:
        return True
    found = find_pass(connection, hashed)
    return found is not None and found.used_by == device


# -- return codes, reusable ----------------------------------------------------------------------


def save_return_code(connection: Connection, device: str, hashed: str, now: float) -> None:
    """Replaces the device's old code, which stops working."""
    delete_return_code(connection, device)
    row = {"device": device, "hash": hashed, "created": now, "used": None}
    connection.execute(sa.insert(way_back), row)


def delete_return_code(connection: Connection, device: str) -> None:
    connection.execute(sa.delete(way_back).where(way_back.c.device == device))


def return_code_times(connection: Connection, device: str) -> tuple[float, float | None] | None:
    """When the code was created and last used."""
    query = sa.select(way_back.c.created, way_back.c.used).where(way_back.c.device == device)
    row = connection.execute(query).first()
    return None if row is None else (row.created, row.used)


def device_of_code(connection: Connection, hashed: str) -> str | None:
    query = sa.select(way_back.c.device).where(way_back.c.hash == hashed)
    device: str | None = connection.execute(query).scalar_one_or_none()
    return device


def use_return_code(connection: Connection, hashed: str, now: float) -> str | None:
    """The device that the code belongs to, if the code is valid."""
    connection.execute(sa.update(way_back).where(way_back.c.hash == hashed).values(used=now))
    return device_of_code(connection, hashed)


# -- tables of a device --------------------------------------------------------------------------


def tables_of(connection: Connection, device: str, over: bool, limit: int) -> list[str]:
    """Tables where the device sits or that it opened, the newest first."""
    sits, opened = seat.c.device == device, game_table.c.creator == device
    ends = (seat.c.ended, game_table.c.ended)
    mine, made = [end.is_not(None) if over else end.is_(None) for end in ends]
    ids = sa.union(
        sa.select(seat.c.table_id).where(sits & mine),
        sa.select(game_table.c.id).where(opened & made),
    )
    query = (
        sa.select(game_table.c.id)
        .where(game_table.c.id.in_(sa.select(ids.subquery().columns[0])))
        .order_by(game_table.c.updated.desc())
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def edition(connection: Connection, table_id: str) -> int | None:
    """How many names were removed from a game; None if there is no such table."""
    query = sa.select(game_table.c.removed).where(game_table.c.id == table_id)
    row = connection.execute(query).first()
    return None if row is None else len(json.loads(row.removed or "[]"))


def count_waiting(connection: Connection, ids: Sequence[str]) -> int:
    """How many of these tables are not dealt yet."""
    waits = game_table.c.id.in_(ids) & (game_table.c.status == "waiting")
    return int(connection.execute(sa.select(sa.func.count()).where(waits)).scalar_one())
