"""Files with sets: a copy of the one that ships to change, and what a file changes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.core.sets import SHIPPED, LoadedSet, Sets
from spielzug.core.sets.entries import annotate_set
from spielzug.core.sets.model import NAME

OWN_NAME = "mine"
"""Of a copy, where its file has no name that a set may have."""

LONGEST = 48
"""Characters of a value that is shown; of a longer one only that it is another."""
LONG = "…"
"""Stands for a longer one."""
HEAD = ("game", "name", "base")
"""Entries that say what a file is, and change nothing in the game."""


def editable_copy(sets: Sets[Any, Any], which: str, stem: str) -> tuple[str, str]:
    """A set that ships, with a note above every entry and under a name of its own: that name, and
    the text of the file. `stem` is what the file is called, without its ending."""
    name = stem.lower() if re.match(NAME, stem.lower()) else OWN_NAME
    if name.startswith(SHIPPED):
        name = OWN_NAME
    text = re.sub(r"^name: .*$", f"name: {name}", sets.shipped_text(which), flags=re.MULTILINE)
    return name, annotate_set(text, sets.model)


@dataclass(frozen=True)
class SetChange:
    """One entry that is another than in the set that ships."""

    what: str
    """The card or board and the entry: ``Vanity: cost``; of others the address: ``coin.every``."""
    before: str | None
    """None if it is new."""
    after: str | None
    """None if it is left out."""

    def __str__(self) -> str:
        """In signs: ``Vanity: cost 4 → 1``, ``+ Nessie``, ``− Nesbith``."""
        if self.before is None:
            return f"+ {self.what}" if self.after == LONG else f"+ {self.what} {self.after}"
        if self.after is None:
            return f"− {self.what}"
        return f"{self.what} {self.before} → {self.after}"


def set_changes(
    sets: Sets[Any, Any], loaded: LoadedSet[Any], version: int, lang: str = "en"
) -> list[SetChange]:
    """What a loaded file changes of the set that ships with this version of the rules.

    A model with the entry `base` takes what a file leaves out from there; in the others what is
    left out is gone.
    """
    fills = "base" in sets.model.model_fields
    ours = sets.loaded(0, version).data
    return list(_changes(_SetWalk(lang, fills), ours, loaded.data, ""))


@dataclass(frozen=True)
class _SetWalk:
    lang: str
    fills: bool


def _changes(walk: _SetWalk, ours: Any, theirs: Any, place: str) -> Iterator[SetChange]:
    if ours == theirs:
        return
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        yield from _mapping_changes(walk, ours, theirs, place)
        return
    mine, its = _entries_by_name(ours), _entries_by_name(theirs)
    if mine is not None and its is not None:
        yield from _list_changes(walk, mine, its)
        return
    before, after = _short_value(ours), _short_value(theirs)
    if before is not None and after is not None:
        yield SetChange(place, before, after)
    elif _is_plain_list(ours) and _is_plain_list(theirs):
        gone = [str(one) for one in ours if one not in theirs]
        new = [str(one) for one in theirs if one not in ours]
        yield SetChange(place, ", ".join(gone) or LONG, ", ".join(new) or LONG)
    else:
        yield SetChange(place, LONG, LONG)


def _mapping_changes(
    walk: _SetWalk, ours: Mapping[str, Any], theirs: Mapping[str, Any], place: str
) -> Iterator[SetChange]:
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        if not place and key in HEAD:
            continue
        joint = "" if not place else " " if place.endswith(":") else "."
        where = f"{place}{joint}{key}"
        if key not in theirs:
            if not walk.fills:
                yield SetChange(where, _short_value(ours[key]) or LONG, None)
        elif key not in ours:
            yield SetChange(where, None, _short_value(theirs[key]) or LONG)
        else:
            yield from _changes(walk, ours[key], theirs[key], where)


def _list_changes(
    walk: _SetWalk, ours: Mapping[str, Any], theirs: Mapping[str, Any]
) -> Iterator[SetChange]:
    for name, entry in ours.items():
        title = _title(entry, name, walk.lang)
        if name in theirs:
            yield from _changes(walk, entry, theirs[name], f"{title}:")
        elif not walk.fills:
            yield SetChange(title, LONG, None)
    for name, entry in theirs.items():
        if name not in ours:
            yield SetChange(_title(entry, name, walk.lang), None, LONG)


def _entries_by_name(entries: Any) -> dict[str, Any] | None:
    """The entries of a list by their names, of lists within it too; None if one has none."""
    if not isinstance(entries, list):
        return None
    found: dict[str, Any] = {}
    for entry in entries:
        if isinstance(entry, list):
            inner = _entries_by_name(entry)
            if inner is None:
                return None
            found |= inner
        elif isinstance(entry, Mapping) and (name := entry.get("code") or entry.get("name")):
            found[str(name)] = entry
        else:
            return None
    return found


def _title(entry: Mapping[str, Any], name: str, lang: str) -> str:
    """What people call it, in their language if the file has that."""
    names = entry.get("names") or entry.get("title") or name
    return str(names.get(lang, name) if isinstance(names, Mapping) else names)


def _is_plain_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)


def _short_value(value: Any) -> str | None:
    """A value in few words, None if it takes many."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        text = str(value)
    elif _is_plain_list(value):
        text = ", ".join(map(str, value))
    else:
        return None
    return text if len(text) <= LONGEST and "\n" not in text else None
