"""Files as an older Spielzug wrote them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy.engine import Connection

from spielzug.games import get_game
from spielzug.server import store as sql
from spielzug.server.store import Store
from spielzug.server.tables.places import Place
from spielzug.server.tables.rows import seat_rows, table_row
from spielzug.server.tables.table import RUNNING, Table

NEW_IN_4 = {"game_table": ("format", "start", "voids"), "seat": ("hash",)}


def first_table(device: str, dealt: bool = True) -> Table:
    """A table of format 1: one device, two seats; waiting, it has its nonce already."""
    game = get_game("game_of_trains").ready()
    second = Place("local", "Bo", device=device) if dealt else Place("friend", "Bo")
    places = [Place("me", "Anna", device=device, nonce="00112233"), second]
    table = Table(game, game.options(first=1, turn_limit=12), places, device, 0, hints=True)
    table.format = 1
    if dealt:
        table.set_up_match()
        table.status = RUNNING
        table.follow(table.played().log[0])
    return table


def write_first(path: Path, *tables: Table) -> None:
    """Put tables of format 1 into a file, and make it one of schema 3."""
    store = Store(path)
    for table in tables:
        asyncio.run(store.write(_inserting(table)))
    store.close()
    with sqlite3.connect(path) as file:
        for name, columns in NEW_IN_4.items():
            for column in columns:
                file.execute(f"ALTER TABLE {name} DROP COLUMN {column}")
        file.execute("UPDATE meta SET value = '3' WHERE key = 'schema_version'")
    file.close()


def _inserting(table: Table) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        row = table_row(table)
        sql.insert_table(connection, row, seat_rows(table))
        if entries := table.take_changes().entries:
            sql.append_entries(connection, entries, row)

    return work
