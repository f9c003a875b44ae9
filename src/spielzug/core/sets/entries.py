"""Addresses of entries in a set, such as ``cards.Regina.cost``.

An entry of a list is found by its `name` or `code`, or by its number from 1 on; nested lists are
searched, too.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Mapping
from typing import Any, TypeVar

from spielzug.core.errors import UsageError
from spielzug.core.sets.source import Address, quoted

Data = TypeVar("Data")


def find(data: object, address: str) -> object:
    """The entry at an address; the error for an unknown one suggests some that exist."""
    here: Any = data
    for key in path_of(data, address):
        here = here[key]
    return here


def change(data: Data, address: str, value: object) -> Data:
    """The same data with another value at an address; a missing entry may be added."""
    made = copy.deepcopy(data)
    path = path_of(made, address, new=True)
    here: Any = made
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return made


def path_of(data: object, address: str, new: bool = False) -> Address:
    """The keys and indices of an address; with `new` the last one may be a new name."""
    path: list[str | int] = []
    here: Any = data
    rest = address
    while rest:
        known = entries(here)
        # A name may contain a dot: the longest that fits is meant.
        fitting = [word for word in known if rest == word or rest.startswith(word + ".")]
        if not fitting:
            if new and path and isinstance(here, Mapping) and "." not in rest:
                return (*path, rest)
            raise _unknown_entry_error(address, rest, known, here)
        word = max(fitting, key=len)
        for key in known[word]:
            path.append(key)
            here = here[key]
        rest = rest[len(word) + 1 :]
    if not path:
        raise UsageError("an address is empty: write it as cards.Regina.cost")
    return tuple(path)


def entries(here: object) -> dict[str, Address]:
    """The entries within an entry, by the words that name them."""
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
    for index, entry in enumerate(here):  # a name takes precedence over the same text as a number
        if isinstance(entry, Mapping):
            for key in ("code", "name"):
                if isinstance(entry.get(key), str) and entry[key]:
                    found[entry[key]] = (index,)
    return found


def _unknown_entry_error(
    address: str, rest: str, known: Mapping[str, Address], here: object
) -> UsageError:
    before = address[: len(address) - len(rest)].rstrip(".")
    place = f"in {before}" if before else "in the set"
    if not known:
        return UsageError(f"{address}: {before} is {quoted(here)} and has no entries")
    word = rest.partition(".")[0]
    names = [name for name in known if not name.isdecimal()] or list(known)
    near = difflib.get_close_matches(word, names, 5, 0.5) or names[:8]
    more = ", …" if len(near) < len(names) else ""
    return UsageError(f"{address}: there is no {quoted(word)} {place}; use {', '.join(near)}{more}")
