"""Practice games, patience for who is away, names as everybody's language has them.

Before, luck was never taken back, a friend who vanished was waited for (and still is at those
tables), and everybody was called as the language of whoever opened the table did.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("entry", sa.Column("leave", sa.Text))
    practice = sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("game_table", practice)
    op.add_column("game_table", sa.Column("grace", sa.Integer))
    op.add_column("seat", sa.Column("shown", sa.Text))
    op.execute("UPDATE seat SET shown = name")
