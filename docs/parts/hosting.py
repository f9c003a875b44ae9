"""The choices of a host, as a table."""

from __future__ import annotations

from parts.shared import table
from spielzug.server.config.loading import as_toml
from spielzug.server.config.settings import SERVER_OPTIONS, ServerOption


def host_choices() -> str:
    rows = [
        [f"`{c.name}`", f"`{c.variable}`", _default(c), f"{c.help} {_allowed(c)}".rstrip()]
        for c in SERVER_OPTIONS
    ]
    return table(["in the file", "in the environment", "default", "meaning"], rows)


def _default(choice: ServerOption) -> str:
    if choice.name == "database":  # another one on every machine
        return "[a file](server.md#the-file)"
    default = choice.default
    return "" if default in (None, ()) else f"`{as_toml(choice, default)}`"


def _allowed(choice: ServerOption) -> str:
    plain = choice.kind in (str, bool) or (choice.least is None and choice.most is None)
    return "" if plain and not choice.words and not choice.such_as else f"({choice.allowed})"


SAMPLES = {
    "database": "tables.sqlite3",
    "public_url": "https://games.example.org",
    "connections": 5000,
    "metrics": "127.0.0.1:9464",
    "mail_host": "smtp.example.org",
    "mail_port": 587,
    "mail_user": "spielzug",
    "mail_from": "spielzug@games.example.org",
}
"""For what has no default, or another one on every machine."""
HEAD = """\
# Every setting of a server, with its default or an example. Remove the # to change one.
# spielzug serve --config spielzug.toml --show-config shows the settings in use.
# Relative paths start at this file's folder.
"""


def example_settings() -> str:
    """The file deploy/spielzug.toml."""
    return HEAD + "".join(f"\n# {choice.help}\n{_setting(choice)}\n" for choice in SERVER_OPTIONS)


def _setting(choice: ServerOption) -> str:
    if choice.secret:
        return f'# {choice.name}_file = "{choice.name.replace("_", "-")}"'
    value = SAMPLES.get(choice.name, choice.default)
    if value is None:
        value = choice.word.lower() if choice.kind is str else max(1, int(choice.least or 0))
    return f"# {choice.name} = {as_toml(choice, value)}"
