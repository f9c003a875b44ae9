"""What processes tell each other: small notes, each in one line of JSON.

A note says that there is something to look at, and never what it is: that lies in the database.
Only who is connected where, and signals, lie nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

MOST = 7900  # bytes; PostgreSQL takes less than 8,000


@dataclass(frozen=True)
class Changed:
    """A table was written."""

    table: str
    revision: int
    people: tuple[str, ...] = ()
    """The devices whose lists it is in."""
    freed: tuple[str, ...] = ()
    """Devices that have lost a seat there."""


@dataclass(frozen=True)
class Deleted:
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Here:
    """Who is connected to a table at the process that says so, all of it anew each time."""

    table: str
    devices: tuple[tuple[str, str, int], ...] = ()
    """A device, its address, and how many connections it has."""
    more: int = 0
    """Connections beside these, of devices that only look."""


@dataclass(frozen=True)
class Signal:
    """Somebody gave a signal; `text` is what the pages are told."""

    table: str
    text: str


@dataclass(frozen=True)
class WhoIsThere:
    """A process that has heard nothing yet."""


@dataclass(frozen=True)
class AllTold:
    """A process has told of all tables that somebody is connected to there: of others nobody is."""


@dataclass(frozen=True)
class Free:
    """Leases that were given back."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Bye:
    """A process ends, and with it all that it held."""


Note = Changed | Deleted | Here | Signal | WhoIsThere | AllTold | Free | Bye
KINDS: dict[str, type[Note]] = {
    kind.__name__: kind for kind in (Changed, Deleted, Here, Signal, WhoIsThere, AllTold, Free, Bye)
}


def pack(note: Note, process: str) -> str:
    return json.dumps([type(note).__name__, process, asdict(note)], separators=(",", ":"))


def unpack(text: str) -> tuple[Note, str] | None:
    """The note and who sent it; None for one of a newer Spielzug that we do not know."""
    try:
        kind, process, fields = json.loads(text)
        made = KINDS[kind](**{name: _tuples(value) for name, value in fields.items()})
    except (ValueError, LookupError, TypeError):
        return None
    return made, str(process)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value


def parcels(names: Iterable[str], most: int = 100) -> Iterator[tuple[str, ...]]:
    """Names in portions that fit into a note each."""
    rest = list(names)
    for first in range(0, len(rest), most):
        yield tuple(rest[first : first + most])
