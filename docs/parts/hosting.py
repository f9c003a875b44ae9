"""The choices of a host, as a table."""

from __future__ import annotations

from parts.shared import table
from spielzug.server.chosen import as_toml
from spielzug.server.hosting import CHOICES, Choice


def host_choices() -> str:
    rows = [
        [f"`{c.name}`", f"`{c.variable}`", _default(c), f"{c.help} {_allowed(c)}".rstrip()]
        for c in CHOICES
    ]
    return table(["in the file", "in the environment", "default", "meaning"], rows)


def _default(choice: Choice) -> str:
    if choice.name == "database":  # another one on every machine
        return "[a file](server.md#the-file)"
    default = choice.default
    return "" if default in (None, ()) else f"`{as_toml(choice, default)}`"


def _allowed(choice: Choice) -> str:
    plain = choice.kind in (str, bool) or (choice.least is None and choice.most is None)
    return "" if plain and not choice.words and not choice.such_as else f"({choice.allowed})"
