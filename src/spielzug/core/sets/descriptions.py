"""Descriptions of the entries of a set: in the docs, and as comments in a file that is written."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.core.sets.model import SetEntries, models_of

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
