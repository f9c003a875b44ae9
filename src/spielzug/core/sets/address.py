"""Addresses of entries in a set, as people write them: ``cards.Regina.cost``, ``coin.red``.

An entry of a list is found by its `name` or `code`, or by its number from 1 on; lists within lists
are looked through.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Mapping
from typing import Any

from spielzug.core.errors import UsageError
from spielzug.core.sets.source import Address, quoted


def find(data: Any, address: str) -> Any:
    """The entry at an address; one that is not there is refused with those that are."""
    here = data
    for key in path_of(data, address):
        here = here[key]
    return here


def change(data: Any, address: str, value: Any) -> Any:
    """The same data with another value at an address; an entry that was left out may be added."""
    made = copy.deepcopy(data)
    path = path_of(made, address, new=True)
    here = made
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return made


def path_of(data: Any, address: str, new: bool = False) -> Address:
    """The keys and indices on the way; the last may be `new` in what has names."""
    path: list[str | int] = []
    here, rest = data, address
    while rest:
        known = entries(here)
        # A name may have a dot in it: the longest that fits is meant.
        fitting = [word for word in known if rest == word or rest.startswith(word + ".")]
        if not fitting:
            if new and path and isinstance(here, Mapping) and "." not in rest:
                return (*path, rest)
            raise _refused(address, rest, known, here)
        word = max(fitting, key=len)
        for key in known[word]:
            path.append(key)
            here = here[key]
        rest = rest[len(word) + 1 :]
    if not path:
        raise UsageError("an address is empty: write it as cards.Regina.cost")
    return tuple(path)


def entries(here: Any) -> dict[str, Address]:
    """What lies in an entry, by the words that name it."""
    if isinstance(here, Mapping):
        return {str(key): (key,) for key in here}
    if not isinstance(here, list):
        return {}
    found: dict[str, Address] = {}
    for index, entry in enumerate(here):
        found.setdefault(str(index + 1), (index,))
        if isinstance(entry, list):
            for word, inner in entries(entry).items():
                if not word.isdecimal():
                    found.setdefault(word, (index, *inner))
    for index, entry in enumerate(here):  # a name comes before a number that is written alike
        if isinstance(entry, Mapping):
            for key in ("code", "name"):
                if isinstance(entry.get(key), str) and entry[key]:
                    found[entry[key]] = (index,)
    return found


def _refused(address: str, rest: str, known: Mapping[str, Address], here: Any) -> UsageError:
    before = address[: len(address) - len(rest)].rstrip(".")
    place = f"in {before}" if before else "in the set"
    if not known:
        return UsageError(f"{address}: {before} is {quoted(here)} and has no entries")
    word = rest.partition(".")[0]
    names = [name for name in known if not name.isdecimal()] or list(known)
    near = difflib.get_close_matches(word, names, 5, 0.5) or names[:8]
    more = ", …" if len(near) < len(names) else ""
    return UsageError(f"{address}: there is no {quoted(word)} {place}; use {', '.join(near)}{more}")
