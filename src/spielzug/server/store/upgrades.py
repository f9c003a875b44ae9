"""Files of an older Spielzug, brought up to date."""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.server.store.schema import SCHEMA_VERSION, meta, metadata

UPGRADES: dict[int, tuple[str, ...]] = {
    # From this version to the next: tables of before hints were asked about have none.
    1: ("ALTER TABLE game_table ADD COLUMN hints BOOLEAN NOT NULL DEFAULT FALSE",),
    # Before, a bot that failed left its table waiting.
    2: ("ALTER TABLE entry ADD COLUMN instead TEXT",),
    # Before, every question looked at every table, and every log was played again; tables of
    # before start lists go on with the luck they began with.
    3: (
        "ALTER TABLE entry ADD COLUMN told BLOB",
        "ALTER TABLE entry ADD COLUMN became BLOB",
        "ALTER TABLE seat ADD COLUMN ended FLOAT",
        "ALTER TABLE game_table ADD COLUMN ended FLOAT",
        "ALTER TABLE game_table ADD COLUMN people BOOLEAN NOT NULL DEFAULT FALSE",
        "DROP INDEX IF EXISTS game_table_status",
        "DROP INDEX IF EXISTS seat_device",
        "UPDATE game_table SET ended = updated WHERE status = 'over'",
        "UPDATE seat SET ended = (SELECT ended FROM game_table WHERE id = table_id)",
        "UPDATE game_table SET people = TRUE WHERE EXISTS "
        "(SELECT 1 FROM entry WHERE table_id = game_table.id) AND EXISTS "
        "(SELECT 1 FROM seat WHERE table_id = game_table.id AND device IS NOT NULL)",
        "ALTER TABLE game_table ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE game_table ADD COLUMN start TEXT",
        "ALTER TABLE game_table ADD COLUMN voids TEXT",
        "ALTER TABLE seat ADD COLUMN hash TEXT",
    ),
    # Before, luck was never taken back here, a friend who vanished was waited for (and still is at
    # those tables), and everybody was called as the language of whoever opened it did.
    4: (
        "ALTER TABLE entry ADD COLUMN leave TEXT",
        "ALTER TABLE game_table ADD COLUMN practice BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE game_table ADD COLUMN grace INTEGER",
        "ALTER TABLE seat ADD COLUMN shown TEXT",
        "UPDATE seat SET shown = name",
    ),
    # Before, every game was dealt.
    5: ("ALTER TABLE game_table ADD COLUMN begun TEXT",),
    # Before, there were no reviews; their table is made with all that is missing.
    6: (),
    # Before, a seat stayed with its device, names stayed for ever, tables were private, one process
    # alone wrote them, people played without a pause, and nobody was told anything while away;
    # tables are made with what is missing.
    7: (
        "ALTER TABLE game_table ADD COLUMN calling_off TEXT",
        "ALTER TABLE game_table ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game_table ADD COLUMN open BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE game_table ADD COLUMN removed TEXT",
        "ALTER TABLE game_table ADD COLUMN sealed_as TEXT",
        "ALTER TABLE seat ADD COLUMN fixed_by TEXT",
        "ALTER TABLE seat ADD COLUMN released FLOAT",
        "ALTER TABLE seat ADD COLUMN since INTEGER",
        "ALTER TABLE game_table ADD COLUMN time_to_think TEXT",
        "ALTER TABLE game_table ADD COLUMN time_marks TEXT",
        "ALTER TABLE game_table ADD COLUMN deadline FLOAT",
        "ALTER TABLE game_table ADD COLUMN asked FLOAT",
        "ALTER TABLE seat ADD COLUMN why TEXT",
        "ALTER TABLE game_table ADD COLUMN closed TEXT",
    ),
}


def known_version(shown: str, known: dict[str, str]) -> int:
    """The schema of the file; what no Spielzug has written is refused."""
    if not known:
        return SCHEMA_VERSION
    version, key = known.get("schema_version", ""), known.get("signing_key", "")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", version) or not re.fullmatch(r"([0-9a-f]{2})+", key):
        raise UsageError(
            f"{shown} was not written by Spielzug, or is damaged (schema {version[:20]!r}): "
            "name another --database, or put back a copy"
        )
    return int(version)


def upgrade(connection: Connection, version: int) -> None:
    """Bring a file of an older Spielzug up to date, all or nothing."""
    for step in range(version, SCHEMA_VERSION):
        for statement in UPGRADES[step]:
            connection.execute(sa.text(statement))
    metadata.create_all(connection)
    for table in metadata.sorted_tables:
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    row = sa.update(meta).where(meta.c.key == "schema_version")
    connection.execute(row.values(value=str(SCHEMA_VERSION)))
