"""Whether somebody else decided; before, a bot that failed left its table waiting."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("entry", sa.Column("instead", sa.Text))
