"""The current schema of the database, and the types of its rows; `migrations` upgrades older ones.

SQL results have no types, so whoever reads rows converts them here, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

import sqlalchemy as sa
from sqlalchemy.engine import RowMapping

from spielzug.tables.row_types import SeatRow, TableRow

SCHEMA_VERSION = 8
OLDEST_SCHEMA = 8
"""Older ones were written before any release, and are refused."""

metadata = sa.MetaData()

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    # Counts writes of the table, its seats or its log, for optimistic locking.
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    # The record's format: 1 has no start list. `start` is the list's text, once it is sealed.
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("start", sa.Text),
    sa.Column("voids", sa.Text),
    sa.Column("creator", sa.Text, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False),
    # Seconds to wait for a player who is away; NULL: forever.
    sa.Column("grace", sa.Integer),
    # The time limit as JSON, and events about time that are not in the log; NULL: untimed.
    sa.Column("time_to_think", sa.Text),
    sa.Column("time_marks", sa.Text),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("rematch", sa.Text),
    # The start position of a practice game, as JSON; NULL: the game was dealt.
    sa.Column("begun", sa.Text),
    # Seats that agreed to end a game nobody can win any more, as JSON; NULL: none.
    sa.Column("calling_off", sa.Text),
    # Whether anybody may sit down who finds the table in the open lobby, see `open_table`.
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
    # Seats whose names were removed after the game, as JSON, and the fingerprint of the start list
    # before that, which the luck was derived from.
    sa.Column("removed", sa.Text),
    sa.Column("sealed_as", sa.Text),
    # The rest is a summary of the log for lists, written in the same transactions.
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("reason", sa.Text),
    # The host's message, see `spielzug admin close`; NULL: the host did not close it.
    sa.Column("closed", sa.Text),
    sa.Column("updated", sa.Float, nullable=False),
    # When the game ended; NULL: it has not.
    sa.Column("ended", sa.Float),
    # Whether people play or have played a dealt game here; decides how long it is kept.
    sa.Column("people", sa.Boolean, nullable=False),
    # When the time of the player to move is up, and when they were asked whether they are there.
    sa.Column("deadline", sa.Float),
    sa.Column("asked", sa.Float),
    # Only the first index is updated with every move.
    sa.Index("game_table_age", "status", "people", "updated"),
    sa.Index("game_table_creator", "creator", "ended"),
    sa.Index(
        "game_table_rematch",
        "rematch",
        sqlite_where=sa.text("rematch IS NOT NULL"),
        postgresql_where=sa.text("rematch IS NOT NULL"),
    ),
    sa.Index(
        "game_table_deadline",
        "deadline",
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    ),
)
seat = sa.Table(
    "seat",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("device", sa.Text),
    sa.Column("hash", sa.Text),
    sa.Column("nonce", sa.Text),
    sa.Column("stand_in", sa.Text),
    # Why a bot plays for the person; NULL: none does, or the reason is unknown.
    sa.Column("why", sa.Text),
    # The name shown at the table; NULL: the default in the reader's language.
    sa.Column("shown", sa.Text),
    # A copy of the table's `ended`, so that a device's newest games are found without a join.
    sa.Column("ended", sa.Float),
    # The device that committed to the seat's nonce, if the seat has moved to another one since.
    sa.Column("fixed_by", sa.Text),
    # When the seat was offered to somebody new; a bot plays meanwhile. NULL: it is not offered.
    sa.Column("released", sa.Float),
    # The entry from which somebody else than the first player plays here.
    sa.Column("since", sa.Integer),
    sa.Index("seat_of_device", "device", "ended"),
)
entry = sa.Table(
    "entry",
    metadata,
    sa.Column("id", sa.Integer().with_variant(sa.BigInteger(), "postgresql"), primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    # A digest, chained over the log, that a replay must reproduce; see `tables.log_marks`.
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # Why the quick player moved instead of the seat's player; NULL: it did not.
    sa.Column("instead", sa.Text),
    # The events and the change of the position, both packed; NULL in older logs.
    sa.Column("told", sa.LargeBinary),
    sa.Column("became", sa.LargeBinary),
    # Who permitted an undo that took back luck.
    sa.Column("leave", sa.Text),
    sa.UniqueConstraint("table_id", "number"),
)
review = sa.Table(
    "review",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    # Judged by what each seat knew, or with all cards open.
    sa.Column("view", sa.Text, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # The review as gzipped JSON.
    sa.Column("packed", sa.LargeBinary, nullable=False),
)
contact = sa.Table(
    # Where notifications for a device go: see `notifications`.
    "contact",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    # A browser's push subscription as JSON, a mail address, or the URL of a web hook.
    sa.Column("target", sa.Text, nullable=False),
    # The key that signs a web hook's messages.
    sa.Column("secret", sa.Text),
    sa.Column("lang", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # NULL: the mail address is not confirmed yet.
    sa.Column("confirmed", sa.Float),
    # When a message was last delivered, and why the latest one was not.
    sa.Column("told", sa.Float),
    sa.Column("trouble", sa.Text),
    # Nothing is sent before this time, so that messages in quick succession are merged.
    sa.Column("rest", sa.Float, nullable=False),
    # When the claim of a process on this contact expires, and which process holds it.
    sa.Column("claimed", sa.Float, nullable=False),
    sa.Column("holder", sa.Text),
    sa.Index("contact_of_device", "device"),
)
notice = sa.Table(
    # A queued notification. Finished ones are kept for a while, so that each is sent once.
    "notice",
    metadata,
    sa.Column("contact", sa.Text, sa.ForeignKey("contact.id"), primary_key=True),
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    # Distinguishes several of one kind at a table: for a turn, the number of its first entry.
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("due", sa.Float, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
    # Whether the person was at the table when it was first due.
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Column("done", sa.Float),
    sa.Column("fate", sa.Text),
    sa.Index("notice_due", "done", "due"),
    sa.Index("notice_of_table", "table_id", "done"),
)
letter = sa.Table(
    # Mails to unconfirmed addresses, counted against abuse; both addresses are keyed hashes.
    "letter",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("network", sa.Text, nullable=False),
    sa.Column("sent", sa.Float, nullable=False),
    # Whether the address wants no mail from this server.
    sa.Column("refused", sa.Boolean, nullable=False),
    sa.Index("letter_address", "address", "sent"),
    sa.Index("letter_network", "network", "sent"),
)
# A link that moves the seats of a device to another one, once.
seat_pass = sa.Table(
    "seat_pass",
    metadata,
    # Of the link's secret part, which is not stored.
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, nullable=False),
    # NULL: the seats at all running tables.
    sa.Column("table_id", sa.Text),
    sa.Column("expires", sa.Float, nullable=False),
    # The device that has used it and may use it again if something went wrong.
    sa.Column("used_by", sa.Text),
    sa.Index("seat_pass_age", "expires"),
)
# A return code, which makes a browser the same device as before.
way_back = sa.Table(
    "way_back",
    metadata,
    sa.Column("device", sa.Text, primary_key=True),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)
# Tables in the open lobby. The row is deleted when the table is dealt or over.
open_table = sa.Table(
    "open_table",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("creator", sa.Text, nullable=False),
    # 0 to 2: with the unique key this limits a device to three open tables.
    sa.Column("slot", sa.Integer, nullable=False),
    # When its creator was last connected.
    sa.Column("seen", sa.Float, nullable=False),
    # Devices whose seat the creator has freed, as JSON.
    sa.Column("refused", sa.Text),
    sa.UniqueConstraint("creator", "slot"),
    sa.Index("open_table_seen", "seen"),
)
# Processes that share this database, and their last heartbeat by the database's clock.
process = sa.Table(
    "process",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("beat", sa.Float, nullable=False),
)
# Work that only one process may do, as long as it lives.
lease = sa.Table(
    "lease",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    # The process; empty: none.
    sa.Column("holder", sa.Text, nullable=False),
    # How often it was acquired.
    sa.Column("epoch", sa.Integer, nullable=False),
    # The holder's report on its work, and when somebody last asked for it.
    sa.Column("note", sa.Text),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Index("lease_holder", "holder"),
)
# The audit log of `spielzug admin`.
deed = sa.Table(
    "deed",
    metadata,
    sa.Column("id", sa.Integer().with_variant(sa.BigInteger(), "postgresql"), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    # The name of the operating system's user.
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    # NULL: it affected more than one table. Deleted tables stay named here.
    sa.Column("table_id", sa.Text),
    sa.Column("note", sa.Text),
)


class ReviewRow(TypedDict):
    """All columns of `review`."""

    table_id: str
    view: str
    format: int
    created: float
    packed: bytes


class PassRow(TypedDict):
    """All columns of `seat_pass`."""

    hash: str
    device: str
    table_id: str | None
    expires: float
    used_by: str | None


class DeedRow(TypedDict):
    """All columns of `deed`."""

    id: int
    at: float
    who: str
    what: str
    table_id: str | None
    note: str | None


def to_table_row(row: RowMapping | Mapping[str, object]) -> TableRow:
    """From a query for all columns of `game_table`."""
    return cast("TableRow", dict(row))


def to_deed_row(row: RowMapping) -> DeedRow:
    """From a query for all columns of `deed`."""
    return cast("DeedRow", dict(row))


def to_seat_row(row: RowMapping) -> SeatRow:
    """From a query for all columns of `seat`."""
    return cast("SeatRow", dict(row))
