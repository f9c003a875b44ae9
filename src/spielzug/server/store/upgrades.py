"""Which schema a database has, and how one of an older Spielzug is brought up to date."""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.server.store.migrations import migrate
from spielzug.server.store.schema import SCHEMA_VERSION, meta


def known_version(shown: str, known: dict[str, str]) -> int:
    """The schema of the database; what no Spielzug has written is refused."""
    if not known:
        return SCHEMA_VERSION
    version, key = known.get("schema_version", ""), known.get("signing_key", "")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", version) or not re.fullmatch(r"([0-9a-f]{2})+", key):
        raise UsageError(
            f"{shown} was not written by Spielzug, or is damaged (schema {version[:20]!r}): "
            "choose another --database, or restore a backup"
        )
    return int(version)


def upgrade(connection: Connection, version: int) -> None:
    """All or nothing: it is part of the transaction that sets the database up."""
    migrate(connection, version)
    row = sa.update(meta).where(meta.c.key == "schema_version")
    connection.execute(row.values(value=str(SCHEMA_VERSION)))
