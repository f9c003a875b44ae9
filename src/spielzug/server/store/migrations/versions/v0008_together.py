"""Several servers, time to think, seats that go on, open tables, notices.

Before, one process alone wrote a table, people played without a pause, a seat stayed with its
device, names stayed for ever, tables were private, and nobody was told anything while away.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    _columns()
    _people_who_are_away()
    _seats_that_go_on()
    _several_servers()
    _what_a_host_does()


def _columns() -> None:
    revision = sa.Column("revision", sa.Integer, nullable=False, server_default="0")
    is_open = sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false())
    for column in (
        revision,
        is_open,
        sa.Column("calling_off", sa.Text),
        sa.Column("removed", sa.Text),
        sa.Column("sealed_as", sa.Text),
        sa.Column("time_to_think", sa.Text),
        sa.Column("time_marks", sa.Text),
        sa.Column("deadline", sa.Float),
        sa.Column("asked", sa.Float),
        sa.Column("closed", sa.Text),
    ):
        op.add_column("game_table", column)
    for column in (
        sa.Column("fixed_by", sa.Text),
        sa.Column("released", sa.Float),
        sa.Column("since", sa.Integer),
        sa.Column("why", sa.Text),
    ):
        op.add_column("seat", column)
    some = sa.text("deadline IS NOT NULL")
    op.create_index(
        "game_table_deadline", "game_table", ["deadline"], sqlite_where=some, postgresql_where=some
    )


def _people_who_are_away() -> None:
    op.create_table(
        "contact",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("secret", sa.Text),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Float),
        sa.Column("told", sa.Float),
        sa.Column("trouble", sa.Text),
        sa.Column("rest", sa.Float, nullable=False),
        sa.Column("claimed", sa.Float, nullable=False),
        sa.Column("holder", sa.Text),
        sa.Index("contact_of_device", "device"),
    )
    op.create_table(
        "notice",
        sa.Column("contact", sa.Text, sa.ForeignKey("contact.id"), primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("done", sa.Float),
        sa.Column("fate", sa.Text),
        sa.Index("notice_due", "done", "due"),
        sa.Index("notice_of_table", "table_id", "done"),
    )
    op.create_table(
        "letter",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("refused", sa.Boolean, nullable=False),
        sa.Index("letter_address", "address", "sent"),
        sa.Index("letter_network", "network", "sent"),
    )


def _seats_that_go_on() -> None:
    op.create_table(
        "seat_pass",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("used_by", sa.Text),
        sa.Index("seat_pass_age", "expires"),
    )
    op.create_table(
        "way_back",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_table(
        "open_table",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("creator", sa.Text, nullable=False),
        sa.Column("slot", sa.Integer, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("refused", sa.Text),
        sa.UniqueConstraint("creator", "slot"),
        sa.Index("open_table_seen", "seen"),
    )


def _several_servers() -> None:
    op.create_table(
        "process",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("note", sa.Text),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Index("lease_holder", "holder"),
    )


def _what_a_host_does() -> None:
    op.create_table(
        "deed",
        sa.Column("id", sa.Integer().with_variant(sa.BigInteger(), "postgresql"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("note", sa.Text),
    )
