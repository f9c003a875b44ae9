"""The tables of the database, as they are now; `migrations` leads to them."""

from __future__ import annotations

import sqlalchemy as sa

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
    # One more with every write of the table, its seats or its log: who knows an older one is late.
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    # Of the record: 1 has no start list. The list is there from sealing on, as its text.
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("start", sa.Text),
    sa.Column("voids", sa.Text),
    sa.Column("creator", sa.Text, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False),
    # Seconds that one who is away is waited for; NULL: for ever.
    sa.Column("grace", sa.Integer),
    # How long people may think, as JSON, and what happened to their time beside the log; NULL: they
    # play without a pause.
    sa.Column("time_to_think", sa.Text),
    sa.Column("time_marks", sa.Text),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("rematch", sa.Text),
    # Where a practice game began that was not dealt, as JSON with its position; NULL: it was dealt.
    sa.Column("begun", sa.Text),
    # Seats that want to end a game that nobody can win any more, as JSON; NULL: none.
    sa.Column("calling_off", sa.Text),
    # Whether anybody may sit down who finds it in the open lobby, see `open_table`.
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
    # Seats whose names were removed when the game was over, as JSON, and what the fingerprint of
    # the start list was before that: luck was made from it.
    sa.Column("removed", sa.Text),
    sa.Column("sealed_as", sa.Text),
    # What follows is a summary of the log, kept in the same transactions, for lists.
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("reason", sa.Text),
    # What the host said who ended it, see `spielzug admin close`; NULL: it was not the host.
    sa.Column("closed", sa.Text),
    sa.Column("updated", sa.Float, nullable=False),
    # When it was over; NULL before.
    sa.Column("ended", sa.Float),
    # Whether people play or have played here: a game of bots alone or one never dealt is not kept.
    sa.Column("people", sa.Boolean, nullable=False),
    # Until when whoever is to decide has time, and when they were asked whether they are there.
    sa.Column("deadline", sa.Float),
    sa.Column("asked", sa.Float),
    # Only the first of these changes with every decision.
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
    # Why a bot plays for the person; NULL where none does, and where nobody knew.
    sa.Column("why", sa.Text),
    # What it is called at the table; NULL: as the reader's language calls it.
    sa.Column("shown", sa.Text),
    # When the table's game was over, as it stands there: the newest are found without asking there.
    sa.Column("ended", sa.Float),
    # The device that fixed the nonce of this seat, if the seat has gone to another one since.
    sa.Column("fixed_by", sa.Text),
    # When it was offered to somebody new; a bot plays until then. NULL: it is not.
    sa.Column("released", sa.Float),
    # From which entry on somebody else plays here than the one who sat down first.
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
    # A mark of the entry: a later reading of the log can prove that it leads there again.
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # Why the quick player decided instead of the one who sits there; NULL where it did not.
    sa.Column("instead", sa.Text),
    # What happened and what the position became, see `tables.marks`; NULL in logs of before that.
    sa.Column("told", sa.LargeBinary),
    sa.Column("became", sa.LargeBinary),
    # Of an undo that took luck back: by whose leave.
    sa.Column("leave", sa.Text),
    sa.UniqueConstraint("table_id", "number"),
)
review = sa.Table(
    "review",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    # With what each seat knew, or with all cards open.
    sa.Column("view", sa.Text, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # The review as JSON, compressed.
    sa.Column("packed", sa.LargeBinary, nullable=False),
)
contact = sa.Table(
    # Where a person who is away is told something: see `notices`.
    "contact",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    # The subscription of a browser as JSON, a mail address, or the address of a web hook.
    sa.Column("target", sa.Text, nullable=False),
    # What a web hook's messages are signed with.
    sa.Column("secret", sa.Text),
    sa.Column("lang", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # NULL: whoever reads mail there has not said yes yet.
    sa.Column("confirmed", sa.Float),
    # When something last arrived there, and why the last thing did not.
    sa.Column("told", sa.Float),
    sa.Column("trouble", sa.Text),
    # Nothing is sent before: what comes soon after something else goes together.
    sa.Column("rest", sa.Float, nullable=False),
    # Until when a process has this contact for itself, and which one.
    sa.Column("claimed", sa.Float, nullable=False),
    sa.Column("holder", sa.Text),
    sa.Index("contact_of_device", "device"),
)
notice = sa.Table(
    # What somebody is to be told. One that is done is kept a while, so that it is told once.
    "notice",
    metadata,
    sa.Column("contact", sa.Text, sa.ForeignKey("contact.id"), primary_key=True),
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    # Which one of its kind at this table: for a turn the number of its first entry.
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("due", sa.Float, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
    # Whether the person was at the table when it was due first.
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Column("done", sa.Float),
    sa.Column("fate", sa.Text),
    sa.Index("notice_due", "done", "due"),
    sa.Index("notice_of_table", "table_id", "done"),
)
letter = sa.Table(
    # Mails to addresses that had not said yes, counted against abuse; neither address is readable.
    "letter",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("network", sa.Text, nullable=False),
    sa.Column("sent", sa.Float, nullable=False),
    # Whoever reads mail there wants none from here.
    sa.Column("refused", sa.Boolean, nullable=False),
    sa.Index("letter_address", "address", "sent"),
    sa.Index("letter_network", "network", "sent"),
)
# A link that gives the seats of a device to another one, once.
seat_pass = sa.Table(
    "seat_pass",
    metadata,
    # Of the link's secret part, which nobody else knows.
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("device", sa.Text, nullable=False),
    # NULL: the seats at all tables that run.
    sa.Column("table_id", sa.Text),
    sa.Column("expires", sa.Float, nullable=False),
    # The device that has used it; it may do so again if something went wrong.
    sa.Column("used_by", sa.Text),
    sa.Index("seat_pass_age", "expires"),
)
# A code that makes a browser the device again that it was.
way_back = sa.Table(
    "way_back",
    metadata,
    sa.Column("device", sa.Text, primary_key=True),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)
# Tables that wait for anybody. A row goes when its table is dealt or over.
open_table = sa.Table(
    "open_table",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("creator", sa.Text, nullable=False),
    # The first, second or third of this device: the unique key says that there are no more.
    sa.Column("slot", sa.Integer, nullable=False),
    # When whoever opened it was last here.
    sa.Column("seen", sa.Float, nullable=False),
    # Devices that were sent away from it, as JSON.
    sa.Column("refused", sa.Text),
    sa.UniqueConstraint("creator", "slot"),
    sa.Index("open_table_seen", "seen"),
)
# Processes that share this database, and when they last said that they live, by its own clock.
process = sa.Table(
    "process",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("beat", sa.Float, nullable=False),
)
# What one of them alone may do, as long as it lives.
lease = sa.Table(
    "lease",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    # A process; empty: nobody.
    sa.Column("holder", sa.Text, nullable=False),
    # How often it was taken.
    sa.Column("epoch", sa.Integer, nullable=False),
    # What the holder says of its work, and when somebody last wanted to know.
    sa.Column("note", sa.Text),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Index("lease_holder", "holder"),
)
# What a host has done by hand: see `spielzug admin`.
deed = sa.Table(
    "deed",
    metadata,
    sa.Column("id", sa.Integer().with_variant(sa.BigInteger(), "postgresql"), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    # The user of the machine.
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    # NULL: it was about more than one table. One that was deleted is still named here.
    sa.Column("table_id", sa.Text),
    sa.Column("note", sa.Text),
)
