"""Addresses of entries in a set, such as ``cards.Regina.cost``, and descriptions of entries.

An entry of a list is found by its `name` or `code`, or by its number from 1 on; nested lists are
searched, too. The descriptions appear in the docs, and as comments in a file that is written.
"""

from __future__ import annotations

import copy
import difflib
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.core.errors import UsageError
from spielzug.core.sets.model import SetEntries, models_of
from spielzug.core.sets.source import Address, quoted


def find(data: Any, address: str) -> Any:
    """The entry at an address; the error for an unknown one suggests some that exist."""
    here = data
    for key in path_of(data, address):
        here = here[key]
    return here


def change(data: Any, address: str, value: Any) -> Any:
    """The same data with another value at an address; a missing entry may be added."""
    made = copy.deepcopy(data)
    path = path_of(made, address, new=True)
    here = made
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return made


def path_of(data: Any, address: str, new: bool = False) -> Address:
    """The keys and indices of an address; with `new` the last one may be a new name."""
    path: list[str | int] = []
    here, rest = data, address
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


def entries(here: Any) -> dict[str, Address]:
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
    address: str, rest: str, known: Mapping[str, Address], here: Any
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


WIDTH = 100


@dataclass(frozen=True)
class SetDescription:
    """The description of one entry."""

    name: str
    values: str
    """The allowed values, in words."""
    about: str
    needed: bool


def entries_of(model: type[SetEntries]) -> list[SetDescription]:
    """The entries of one model, in their order."""
    schema = model.model_json_schema()
    defs = schema.get("$defs", {})
    what = {inner.__name__: inner.WHAT for inner in models_of(model)}
    needed = schema.get("required", ())
    return [
        SetDescription(
            name, _values(about, defs, what), about.get("description", ""), name in needed
        )
        for name, about in schema["properties"].items()
    ]


def _values(about: Mapping[str, Any], defs: Mapping[str, Any], what: Mapping[str, str]) -> str:
    if "$ref" in about:
        name = about["$ref"].rpartition("/")[2]
        return what.get(name) or _values(defs[name], defs, what)
    if "anyOf" in about:
        parts = [_values(part, defs, what) for part in about["anyOf"]]
        return " or ".join(dict.fromkeys(part for part in parts if part))
    if "const" in about:
        return f"{about['const']}"
    if "enum" in about:
        return "one of " + ", ".join(str(value) for value in about["enum"] if value != "")
    kind = about.get("type")
    if kind in ("integer", "number"):
        if "minimum" in about and "maximum" in about:
            return f"{about['minimum']} to {about['maximum']}"
        return "a whole number" if kind == "integer" else "a number"
    if kind == "array":
        return "a list: " + _values(about.get("items", {}), defs, what)
    if kind == "object":
        inner = about.get("additionalProperties")
        if isinstance(inner, Mapping):
            return "names, each with " + _values(inner, defs, what)
        return "a text for each language" if "properties" in about else "names"
    return {"boolean": "true or false", "string": "a text", "null": ""}.get(str(kind), "")


# -- comments in a file --------------------------------------------------------------------------


def annotate_set(text: str, model: type[SetEntries]) -> str:
    """The same file with a comment above every entry: what it is and its allowed values."""
    told: set[str] = set()  # models explained already
    notes = {entry.name: list(_note(entry, model, told)) for entry in entries_of(model)}
    lines = []
    for line in text.rstrip("\n").split("\n"):
        found = re.match(r"(\w+):", line)
        if found:
            lines += notes.get(found[1], [])
        lines.append(line)
    return "\n".join(lines) + "\n"


def _note(entry: SetDescription, model: type[SetEntries], told: set[str]) -> Iterator[str]:
    yield from _wrapped(f"{entry.about} ({entry.values})", "# ")
    for inner in models_of(model)[1:]:
        if inner.WHAT in entry.values and inner.WHAT not in told:
            told.add(inner.WHAT)
            yield from _wrapped(f"{inner.WHAT[0].upper()}{inner.WHAT[1:]} has:", "# ")
            for one in entries_of(inner):
                left_out = "" if one.needed else "; may be left out"
                yield from _wrapped(f"{one.name}: {one.about} ({one.values}{left_out})", "#   ")


def _wrapped(text: str, start: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=start + "  ")
