"""Addresses that hold a password, and how they may be shown."""

from __future__ import annotations

import re

POSTGRES = r"postgres\w*(?:\+\w+)?://"
PASSWORD = re.compile(rf"({POSTGRES}[^/\s:]*):.*@")
"""To the last @: whoever forgot to write one in a password as %40, or a space as %20, must not see
the rest shown. A user may have an @ in the name, too."""
OTHERS = re.compile(r"(?<=://)([^/@\s:]*):\S*@")
IN_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&\s\"']+")
IN_WHOLE_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&]+")
"""Where there is nothing but an address, a space is part of it."""


def without_password(text: str) -> str:
    """An address that may be shown, or a text with addresses: ``postgresql://me:***@host/games``."""
    query = IN_WHOLE_QUERY if re.match(POSTGRES, text) else IN_QUERY
    return query.sub(r"\1***", OTHERS.sub(r"\1:***@", PASSWORD.sub(r"\1:***@", text)))
