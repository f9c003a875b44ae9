"""The way from every released schema to the present one: a file for each step in `versions`.

Alembic runs them inside the transaction that sets the database up. `schema` holds the tables as
they are now; a test compares what the steps lead to with that. A released step never changes: a
new schema is a new step and a new SCHEMA_VERSION.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.server.store.schema import OLDEST_SCHEMA, SCHEMA_VERSION, meta

if TYPE_CHECKING:
    from alembic.runtime.migration import RevisionStep

# What Alembic calls its own: it is there for whoever looks at the database with Alembic. We go by
# `meta`, which says it without importing that.
STAMP = sa.Table(
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)


VERSIONS = [Path(__file__).with_name("versions")]
"""The folders that hold the steps."""


def migrate(connection: Connection, version: int, to: int = SCHEMA_VERSION) -> None:
    """Take every step from one schema to another."""
    # Only for who needs it: a second that nobody else has to wait for.
    from alembic.config import Config
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("version_locations", os.pathsep.join(map(str, VERSIONS)))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def steps(found: Any, _context: MigrationContext) -> list[RevisionStep]:
        return script._upgrade_revs(f"{to:04}", found)

    context = MigrationContext.configure(connection, opts={"fn": steps})
    context.stamp(script, f"{version:04}")
    with Operations.context(context):
        context.run_migrations()


def stamp(connection: Connection) -> None:
    """Say in Alembic's way that nothing is to be done."""
    STAMP.create(connection, checkfirst=True)
    connection.execute(sa.delete(STAMP))
    connection.execute(sa.insert(STAMP), {"version_num": f"{SCHEMA_VERSION:04}"})


def known_version(shown: str, known: dict[str, str]) -> int:
    """The schema of the database; what is not ours or too old is refused."""
    if not known:
        return SCHEMA_VERSION
    version, key = known.get("schema_version", ""), known.get("signing_key", "")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", version) or not re.fullmatch(r"([0-9a-f]{2})+", key):
        raise UsageError(
            f"{shown} was not written by Spielzug, or is damaged (schema {version[:20]!r}): "
            "choose another --database, or restore a backup"
        )
    check_age(shown, version)
    return int(version)


def check_age(shown: str, version: str) -> None:
    """Refuse a schema from before any release."""
    if version.isascii() and version.isdigit() and 0 < int(version) < OLDEST_SCHEMA:
        raise UsageError(
            f"{shown} was written by a development version of Spielzug from before release 1.0 "
            f"(schema {version}; the oldest that can be read is {OLDEST_SCHEMA}). Nothing was "
            "changed: open it with that version, or choose another --database"
        )


def upgrade(connection: Connection, version: int) -> None:
    """All or nothing: it is part of the transaction that sets the database up."""
    migrate(connection, version)
    row = sa.update(meta).where(meta.c.key == "schema_version")
    connection.execute(row.values(value=str(SCHEMA_VERSION)))
