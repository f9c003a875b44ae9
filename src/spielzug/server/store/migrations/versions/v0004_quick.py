"""Kept positions, indexes for every question, start lists.

Before, every question looked at every table, and every log was played again. Tables of before start
lists go on with the luck they began with.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("entry", sa.Column("told", sa.LargeBinary))
    op.add_column("entry", sa.Column("became", sa.LargeBinary))
    op.add_column("seat", sa.Column("ended", sa.Float))
    op.add_column("game_table", sa.Column("ended", sa.Float))
    people = sa.Column("people", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("game_table", people)
    op.drop_index("game_table_status", "game_table", if_exists=True)
    op.drop_index("seat_device", "seat", if_exists=True)
    op.execute("UPDATE game_table SET ended = updated WHERE status = 'over'")
    op.execute("UPDATE seat SET ended = (SELECT ended FROM game_table WHERE id = table_id)")
    op.execute(
        "UPDATE game_table SET people = TRUE WHERE EXISTS "
        "(SELECT 1 FROM entry WHERE table_id = game_table.id) AND EXISTS "
        "(SELECT 1 FROM seat WHERE table_id = game_table.id AND device IS NOT NULL)"
    )
    first = sa.Column("format", sa.Integer, nullable=False, server_default="1")
    op.add_column("game_table", first)
    op.add_column("game_table", sa.Column("start", sa.Text))
    op.add_column("game_table", sa.Column("voids", sa.Text))
    op.add_column("seat", sa.Column("hash", sa.Text))
    op.create_index("game_table_age", "game_table", ["status", "people", "updated"])
    op.create_index("game_table_creator", "game_table", ["creator", "ended"])
    some = sa.text("rematch IS NOT NULL")
    op.create_index(
        "game_table_rematch", "game_table", ["rematch"], sqlite_where=some, postgresql_where=some
    )
    op.create_index("seat_of_device", "seat", ["device", "ended"])
