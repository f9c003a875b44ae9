"""The way from every published schema to the present one: a file for each step in `versions`.

Alembic runs them, inside the transaction of whoever sets the database up. What the tables are now
stands in `schema`; a test compares what the steps lead to with that. A published step is never
changed: a new schema is a new step, and a new SCHEMA_VERSION.

Which schema a database has, and how one of an older Spielzug is brought up to date.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.server.store.schema import SCHEMA_VERSION, meta

# What Alembic calls its own: it is there for whoever looks at the database with Alembic. We go by
# `meta`, which says it without importing that.
STAMP = sa.Table(
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)


def migrate(connection: Connection, version: int, to: int = SCHEMA_VERSION) -> None:
    """Take every step from one schema to another; 0 is an empty database."""
    # Only for who needs it: a second that nobody else has to wait for.
    from alembic.config import Config
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def steps(found: Any, _context: Any) -> Any:
        return script._upgrade_revs(f"{to:04}", found)

    context = MigrationContext.configure(connection, opts={"fn": steps})
    if version > 0:
        context.stamp(script, f"{version:04}")
    with Operations.context(context):
        context.run_migrations()


def stamp(connection: Connection) -> None:
    """Say in Alembic's way that nothing is to be done."""
    STAMP.create(connection, checkfirst=True)
    connection.execute(sa.delete(STAMP))
    connection.execute(sa.insert(STAMP), {"version_num": f"{SCHEMA_VERSION:04}"})


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
