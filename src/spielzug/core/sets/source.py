"""The entries of a set, read safely, with the line of each.

The text may come from anybody: errors name its line, and it is never read in part. People write
YAML. A file that ships is also prepared as JSON when the package is built, for processes without
PyYAML and pydantic, which check no other files (see `prepare`).
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from spielzug.core.errors import CannotRead, DataError

MOST_BYTES = 1 << 20
MOST_QUOTED = 60
"""Characters of a wrong value that are shown."""
MOST_NAME, MOST_TEXT = 40, 400
"""Characters of a name, and of any other text."""
NAME = r"^[a-z0-9][a-z0-9_-]{0,23}(?!\n)$"
"""The name of a set or board. A `$` alone would also match before a final line break."""
PREPARE = "python -m spielzug.core.sets.prepare"

Address = tuple[str | int, ...]
"""Keys and indices (from 0) on the path to an entry."""


_few = reprlib.Repr()
_few.maxlevel, _few.maxlist, _few.maxdict = 3, 12, 12
_few.maxstring = _few.maxother = _few.maxlong = MOST_QUOTED


def quoted(value: object) -> str:
    """A value as an error shows it, cut off: its beginning is enough to find it."""
    try:
        text = repr(value[: MOST_QUOTED + 1]) if isinstance(value, str) else _few.repr(value)
    except ValueError:  # Python writes no whole number of more than 4300 digits
        return "a huge number"
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 3] + "…"


def check_readable(value: object, most: int, wanted: str = "a text (in quotes)") -> None:
    """Refuse text that cannot be shown: empty, too long, or with control characters."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"use {wanted}")
    if len(value) > most:
        raise ValueError(f"use at most {most} characters, not {len(value)}")
    odd = next((sign for sign in value if not sign.isprintable()), None)
    if odd is not None:
        raise ValueError(f"the character {odd!r} cannot be shown")


class Lines(Protocol):
    """Where the entries of a text are."""

    def line(self, path: Address, below: int = 0) -> int:
        """The line of an entry, or of the nearest one around it."""


class Source:
    """A text and its entries, with the line of each for messages."""

    def __init__(self, name: str, data: object, text: str = "", lines: Lines | None = None) -> None:
        self.name = name
        self.data = data
        self.text = text
        self.warnings: list[str] = []
        self._lines = lines

    def error_at(self, path: Address, text: str, below: int = 0) -> DataError:
        """An error about an entry; `below` counts the lines of a drawing, from 1."""
        return DataError(self._located(path, text, below))

    def warn(self, path: Address, text: str, below: int = 0) -> None:
        """Warn about something odd that can be played all the same."""
        self.warnings.append(self._located(path, text, below))

    def _located(self, path: Address, text: str, below: int) -> str:
        line = self.line(path, below)
        place = f"{self.name}:{line}" if line else self.name
        where = self.address(path)
        return f"{place}: {where}: {text}" if where else f"{place}: {text}"

    def address(self, path: Address) -> str:
        """The path to an entry as people write it: ``cards.Regina.cost``."""
        here, words = self.data, []
        for key in path:
            inner = _inner(here, key)
            if isinstance(here, list):
                name = _name(inner)
                if name is not None:
                    words.append(_word(name))
                elif not isinstance(inner, list) or key == path[-1]:
                    words.append(str(int(key) + 1))
            else:
                words.append(_word(str(key)))
            here = inner
        return ".".join(words)

    def line(self, path: Address, below: int = 0) -> int | None:
        """The line of an entry, or of the nearest one around it; None without a text."""
        return None if self._lines is None else self._lines.line(path, below)


def _inner(here: Any, key: str | int) -> object:
    try:
        return here[key]
    except (KeyError, IndexError, TypeError):
        return None


def _name(entry: object) -> str | None:
    """The name of an entry of a list."""
    if isinstance(entry, Mapping):
        for key in ("name", "code"):
            if isinstance(entry.get(key), str) and entry[key]:
                return str(entry[key])
    return None


def _word(text: str) -> str:
    """One word of an address, whatever was typed."""
    short = text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"
    return short if short.isprintable() else quoted(short)


# -- reading ---------------------------------------------------------------------------------------


def read_text(path: Path, what: str = "the set") -> str:
    """The text of the file of a set, or of another file in this format."""
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CannotRead(f"{path}: {what} cannot be opened: {why}") from None
    if len(found) > MOST_BYTES:
        raise DataError(f"{path.name}: the file is over {MOST_BYTES >> 20} MiB: too big for a set")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise DataError(
            f"{path.name}:{line}: this is not UTF-8 text; save the file as UTF-8"
        ) from None


def parse(text: str, name: str) -> Source:
    """The entries of a YAML text."""
    with require_packages(name):
        from spielzug.core.sets.yaml_text import load
    data, lines = load(text, name)
    return Source(name, data, text, lines)


@contextmanager
def require_packages(name: str) -> Iterator[None]:
    """Turn a package that is missing in this block into an error about the file that needs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise CannotRead(
            f"{name}: a file of your own cannot be read without the Python package {error.name}: "
            "pip install pyyaml pydantic"
        ) from None


@cache
def can_check_files() -> bool:
    """Whether the packages that read and check people's files are there."""
    try:
        import pydantic  # noqa: F401
        import yaml  # noqa: F401
    except ImportError:
        return False
    return True


def shipped_files(folder: Path) -> list[Path]:
    """The YAML files of a folder for `read_shipped`, in order, if only their JSON is there, too."""
    suffix = ".yaml" if can_check_files() else ".json"
    return sorted(path.with_suffix(".yaml") for path in folder.glob(f"*{suffix}"))


def read_shipped(path: Path, what: str = "the set") -> Source:
    """The entries of a YAML file that ships, to be checked if `can_check_files`."""
    if can_check_files():
        return parse(read_text(path, what), path.name)
    file = path.with_suffix(".json")
    try:
        found = json.loads(file.read_bytes())
    except OSError as error:
        raise CannotRead(f"{file}: {what} is not prepared ({error.strerror}): {PREPARE}") from None
    if path.exists() and read_text(path, what) != found["text"]:
        raise DataError(f"{file}: {what} was prepared before {path.name} changed: {PREPARE}")
    return Source(path.name, found["data"], found["text"])
