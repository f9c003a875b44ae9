"""One file, one server: whoever uses it holds a lock on a file beside it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from spielzug.core.errors import UsageError
from spielzug.core.folders import lock
from spielzug.server.config.settings import is_address


@contextlib.contextmanager
def claimed(database: Path | str, place: str, way_out: str) -> Iterator[IO[str] | None]:
    """Memory is a cache of the file, so only one server may use it; a dead one holds nothing.

    Who comes second is told `place`, with the address of the first where that is known, and what
    to do. A database of PostgreSQL is nobody's alone.
    """
    if is_address(database):
        yield None
        return
    try:
        real = Path(database).resolve()  # by whatever name or link it is called
        path = real.with_name(real.name + ".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = path.open("a+", encoding="utf-8")
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead to each other
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"the database {database} cannot be written: {why}") from None
    with claim:
        if not lock(claim):
            claim.seek(0)
            where = claim.read().strip()
            told = place.format(where=where) if where else ""
            raise UsageError(f"a Spielzug server is already using {database}{told}{way_out}")
        claim.truncate(0)
        yield claim
