"""The first schema that is kept: later ones are steps from here.

There is nothing to do for it, because a new database gets the present schema at once.
"""

revision = "0008"
down_revision = None


def upgrade() -> None:
    pass
