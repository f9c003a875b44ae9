"""The way from every published schema to the present one: a file for each step in `versions`.

Alembic runs them, inside the transaction of whoever sets the database up. What the tables are now
stands in `schema`; a test compares what the steps lead to with that. A published step is never
changed: a new schema is a new step, and a new SCHEMA_VERSION.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.store.schema import SCHEMA_VERSION

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
