"""The tables of schema 8, the first that is kept, as they were made then."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op


def create() -> None:
    op.create_table(
        "contact",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("confirmed", sa.Float(), nullable=True),
        sa.Column("told", sa.Float(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.Column("rest", sa.Float(), nullable=False),
        sa.Column("claimed", sa.Float(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("contact_of_device", "contact", ["device"], unique=False)
    op.create_table(
        "deed",
        sa.Column("id", sa.Integer().with_variant(sa.BigInteger(), "postgresql"), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("format", sa.Integer(), nullable=False),
        sa.Column("start", sa.Text(), nullable=True),
        sa.Column("voids", sa.Text(), nullable=True),
        sa.Column("creator", sa.Text(), nullable=False),
        sa.Column("pace", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("grace", sa.Integer(), nullable=True),
        sa.Column("time_to_think", sa.Text(), nullable=True),
        sa.Column("time_marks", sa.Text(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("rematch", sa.Text(), nullable=True),
        sa.Column("begun", sa.Text(), nullable=True),
        sa.Column("calling_off", sa.Text(), nullable=True),
        sa.Column("open", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("removed", sa.Text(), nullable=True),
        sa.Column("sealed_as", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("closed", sa.Text(), nullable=True),
        sa.Column("updated", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("people", sa.Boolean(), nullable=False),
        sa.Column("deadline", sa.Float(), nullable=True),
        sa.Column("asked", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("game_table_age", "game_table", ["status", "people", "updated"], unique=False)
    op.create_index("game_table_creator", "game_table", ["creator", "ended"], unique=False)
    op.create_index(
        "game_table_deadline",
        "game_table",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index(
        "game_table_rematch",
        "game_table",
        ["rematch"],
        unique=False,
        sqlite_where=sa.text("rematch IS NOT NULL"),
        postgresql_where=sa.text("rematch IS NOT NULL"),
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index("lease_holder", "lease", ["holder"], unique=False)
    op.create_table(
        "letter",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("network", sa.Text(), nullable=False),
        sa.Column("sent", sa.Float(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("letter_address", "letter", ["address", "sent"], unique=False)
    op.create_index("letter_network", "letter", ["network", "sent"], unique=False)
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "process",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("beat", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "seat_pass",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.Column("used_by", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("seat_pass_age", "seat_pass", ["expires"], unique=False)
    op.create_table(
        "way_back",
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("device"),
        sa.UniqueConstraint("hash"),
    )
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer().with_variant(sa.BigInteger(), "postgresql"), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("instead", sa.Text(), nullable=True),
        sa.Column("told", sa.LargeBinary(), nullable=True),
        sa.Column("became", sa.LargeBinary(), nullable=True),
        sa.Column("leave", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_id", "number"),
    )
    op.create_table(
        "notice",
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("here", sa.Boolean(), nullable=False),
        sa.Column("done", sa.Float(), nullable=True),
        sa.Column("fate", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["contact"],
            ["contact.id"],
        ),
        sa.PrimaryKeyConstraint("contact", "table_id", "kind", "number"),
    )
    op.create_index("notice_due", "notice", ["done", "due"], unique=False)
    op.create_index("notice_of_table", "notice", ["table_id", "done"], unique=False)
    op.create_table(
        "open_table",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("creator", sa.Text(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("refused", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table_id"),
        sa.UniqueConstraint("creator", "slot"),
    )
    op.create_index("open_table_seen", "open_table", ["seen"], unique=False)
    op.create_table(
        "review",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.Column("format", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "view"),
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=True),
        sa.Column("hash", sa.Text(), nullable=True),
        sa.Column("nonce", sa.Text(), nullable=True),
        sa.Column("stand_in", sa.Text(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("shown", sa.Text(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("fixed_by", sa.Text(), nullable=True),
        sa.Column("released", sa.Float(), nullable=True),
        sa.Column("since", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_index("seat_of_device", "seat", ["device", "ended"], unique=False)
