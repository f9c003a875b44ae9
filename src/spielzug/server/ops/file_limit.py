"""How many files this process may have open: every connection is one."""

from __future__ import annotations

import contextlib
import sys

ENOUGH = 65_536
UNKNOWN = 10_000  # where the system has no such limit


def file_limit() -> int:
    if sys.platform == "win32":
        return UNKNOWN
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if 0 < soft < ENOUGH else ENOUGH


def raise_file_limit() -> int:
    """As far as we may by ourselves; gives what it is now."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(hard, ENOUGH) if hard != resource.RLIM_INFINITY else ENOUGH
        if soft != resource.RLIM_INFINITY and soft < wanted:
            # Some systems have a lower ceiling than they say.
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return file_limit()
