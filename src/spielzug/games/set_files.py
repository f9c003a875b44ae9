"""Set files: an editable copy of a shipped set, and the changes a file makes to one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from spielzug.core.sets import SHIPPED, LoadedSet, Sets
from spielzug.core.sets.source import NAME

if TYPE_CHECKING:
    from spielzug.core.sets.model import SetModel

OWN_NAME = "mine"
"""Name of a copy whose file name is not a valid set name."""

LONGEST = 48
"""Characters of a value that is shown; a longer one is shown as `LONG`."""
LONG = "…"
"""Shown in place of a value with more than `LONGEST` characters."""
HEAD = ("game", "name", "base")
"""Entries that identify a file and change nothing in the game."""


def editable_copy(sets: Sets[SetModel, object], which: str, stem: str) -> tuple[str, str]:
    """Returns a new name and the text of a shipped set under that name, each entry annotated.

    `stem` is the name of the new file without its suffix.
    """
    from spielzug.core.sets.descriptions import annotate_set

    name = stem.lower() if re.match(NAME, stem.lower()) else OWN_NAME
    if name.startswith(SHIPPED):
        name = OWN_NAME
    text = re.sub(r"^name: .*$", f"name: {name}", sets.shipped_text(which), flags=re.MULTILINE)
    return name, annotate_set(text, sets.model)


@dataclass(frozen=True)
class SetChange:
    """One entry that differs from the shipped set."""

    what: str
    """Card or board and its entry, ``Vanity: cost``; for other entries the path, ``coin.every``."""
    before: str | None
    """None if the entry is new."""
    after: str | None
    """None if the entry is left out."""

    def __str__(self) -> str:
        """Language-neutral: ``Vanity: cost 4 → 1``, ``+ Nessie``, ``− Nesbith``."""
        if self.before is None:
            return f"+ {self.what}" if self.after == LONG else f"+ {self.what} {self.after}"
        if self.after is None:
            return f"− {self.what}"
        return f"{self.what} {self.before} → {self.after}"


def set_changes(
    sets: Sets[SetModel, object], loaded: LoadedSet[object], version: int, lang: str = "en"
) -> list[SetChange]:
    """The changes a loaded file makes to the set shipped with this version of the rules.

    If the model has the entry `base`, entries missing from the file come from there; otherwise
    they are missing from the game.
    """
    fills = "base" in sets.model.model_fields
    ours = sets.loaded(0, version).data
    return list(_changes(_SetWalk(lang, fills), ours, loaded.data, ""))


@dataclass(frozen=True)
class _SetWalk:
    lang: str
    fills: bool


def _changes(walk: _SetWalk, ours: object, theirs: object, place: str) -> Iterator[SetChange]:
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
    walk: _SetWalk, ours: Mapping[str, object], theirs: Mapping[str, object], place: str
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
    walk: _SetWalk,
    ours: Mapping[str, Mapping[str, object]],
    theirs: Mapping[str, Mapping[str, object]],
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


def _entries_by_name(entries: object) -> dict[str, Mapping[str, object]] | None:
    """The entries of a list, nested lists included, by name; None if one has no name."""
    if not isinstance(entries, list):
        return None
    found: dict[str, Mapping[str, object]] = {}
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


def _title(entry: Mapping[str, object], name: str, lang: str) -> str:
    """The entry's title, in the given language if the file has it."""
    names = entry.get("names") or entry.get("title") or name
    return str(names.get(lang, name) if isinstance(names, Mapping) else names)


def _is_plain_list(value: object) -> TypeGuard[list[str | int | float]]:
    return isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)


def _short_value(value: object) -> str | None:
    """A value as text; None if it is longer than `LONGEST` or nested."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        text = str(value)
    elif _is_plain_list(value):
        text = ", ".join(map(str, value))
    else:
        return None
    return text if len(text) <= LONGEST and "\n" not in text else None
