"""Addresses that hold a password, and how they may be shown."""

from __future__ import annotations

import re

PASSWORD = re.compile(r"(?<=://)([^/@\s:]*):\S*@")
"""To the last @: whoever forgot to write one in a password as %40 must not see the rest shown."""

IN_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&\s\"']+")


def without_password(text: str) -> str:
    """An address that may be shown: ``postgresql://me:***@host/games``."""
    return IN_QUERY.sub(r"\1***", PASSWORD.sub(r"\1:***@", text))
