"""Sets: other cards, boards and numbers of a game, read from a file, checked, and kept by number.

A set is a YAML file with `game: NAME`, a name of its own, and the entries of its game. Every game
keeps its sets in one `Sets`; number 0 of its option `set` is the one that ships. A record names a
set by its name and the digest of its contents, so that it says exactly what was played.
`BoardNames` numbers the boards of all sets: the same name has the same number in every set.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from spielzug.core.errors import DataError
from spielzug.core.sets.entries import change, find, path_of
from spielzug.core.sets.source import (
    MOST_BYTES,
    Address,
    Source,
    can_check_files,
    parse,
    quoted,
    read_shipped,
    read_text,
    require_packages,
)
from spielzug.core.texts import LANGUAGES
from spielzug.core.texts import in_four as _t

if TYPE_CHECKING:
    from spielzug.core.sets.model import SetModel

__all__ = [
    "Address",
    "LoadedSet",
    "MOST_BYTES",
    "SHIPPED",
    "Sets",
    "Source",
    "change",
    "digest_of",
    "find",
    "parse",
    "path_of",
    "read_text",
]

SHIPPED = "shipped"
OURS = _t("von Spielzug", "of Spielzug", "de Spielzug", "van Spielzug")
RESERVED = re.compile(rf"{SHIPPED}(-\d+)?")
MOST_WARNINGS = 6
"""Shown about one set before it is played with."""
# Covariant, so that `Sets[SetModel, object]` are the sets of any game.
M = TypeVar("M", bound="SetModel", covariant=True)
T = TypeVar("T", covariant=True)
Content = TypeVar("Content")
Data = TypeVar("Data")


@dataclass(frozen=True, eq=False)
class LoadedSet(Generic[T]):
    """A checked set."""

    number: int
    """Its value of the option `set`, in this process."""
    name: str
    digest: str
    label: str
    """Its name in options and records."""
    content: T
    """What the game builds from it."""
    text: str
    """The text of the file, for other processes."""
    data: Mapping[str, object]
    """The contents as plain values."""
    warnings: tuple[str, ...]

    def has_same_content(self, other: LoadedSet[object]) -> bool:
        """Whether both have the same contents, whatever their names."""
        return {**self.data, "name": ""} == {**other.data, "name": ""}

    def warning_lines(self, file: Path) -> list[str]:
        """The first warnings, to be shown before the set is used."""
        more = len(self.warnings) - MOST_WARNINGS
        rest = [f"and {more} more: spielzug set {file} shows them all"] if more > 0 else []
        return [*(f"warning: {text}" for text in self.warnings[:MOST_WARNINGS]), *rest]


class Sets(Generic[M, T]):
    """The sets of one game: those that ship, oldest first, and those that were loaded."""

    def __init__(
        self,
        game: str,
        model: str | Callable[[], type[M]],
        build: Callable[[Data, Source], T],
        shipped: Mapping[int, Path],
    ) -> None:
        """`shipped` maps a rules version to the file that ships from that version on.

        `build` takes the plain values of a file that the model has checked. Playing shipped sets
        does not need the model, so it is given by its name and imported when it is needed.
        """
        self.game = game
        self._model = model
        self._build = cast(Callable[[Mapping[str, object], Source], T], build)
        self._shipped = dict(sorted(shipped.items()))
        *older, newest = self._shipped
        self.names: dict[int, str] = {0: SHIPPED}
        """The values of the option `set`; more are added while the program runs."""
        self._versions = {0: newest}
        for number, version in enumerate(older, 1):
            self.names[number] = f"{SHIPPED}-{version}"
            self._versions[number] = version
        self.also = {f"{SHIPPED}-{newest}": 0}
        """Other names for some of the numbers."""
        self._kept: dict[int, LoadedSet[T]] = {}  # by number
        self._known: dict[int, LoadedSet[T]] = {}  # shipped ones, by rules version
        self._found: dict[tuple[int, int | None], LoadedSet[T]] = {}  # the same, as asked for
        self._lock = threading.RLock()

    @cached_property
    def model(self) -> type[M]:
        """Checks and explains a file."""
        if callable(self._model):
            return self._model()
        found: type[M] = resolve_name(self._model)
        return found

    # -- known sets ------------------------------------------------------------------------------

    @property
    def shipped(self) -> frozenset[int]:
        """The numbers of shipped sets, which every process has."""
        return frozenset(self._versions)

    def loaded(self, number: int, version: int | None = None) -> LoadedSet[T]:
        """A set by its number; number 0 is the one that ships with this version of the rules."""
        if number in self._kept:
            return self._kept[number]
        found = self._found.get((number, version))
        if found is None:
            found = self._found[number, version] = self._shipped_for(number, version)
        return found

    def _shipped_for(self, number: int, version: int | None) -> LoadedSet[T]:
        first = self._versions[number]
        if number == 0 and version is not None:
            first = max((v for v in self._shipped if v <= version), default=min(self._shipped))
        return self._ship(first)

    def get(self, number: int, version: int | None = None) -> T:
        return self.loaded(number, version).content

    def shipped_text(self, label: str = SHIPPED) -> str:
        """The text of the file of a shipped set."""
        number = self.also.get(label, next((n for n, s in self.names.items() if s == label), None))
        if number is None or number not in self._versions:
            raise DataError(f"{label}: no set of this name ships with {self.game}")
        return self.loaded(number).text

    @property
    def words(self) -> dict[str, Mapping[str, str]]:
        """The name of each set for people; sets of the same name show their digest."""
        names = [made.name for made in self._kept.values()]
        said: dict[str, Mapping[str, str]] = {SHIPPED: OURS}
        for number, label in self.names.items():
            if number in self._kept:
                name = self._kept[number].name
                alone = names.count(name) == 1
                said[label] = dict.fromkeys(LANGUAGES, name if alone else label)
            elif number:
                version = self._versions[number]
                said[label] = {lang: f"{OURS[lang]} {version}" for lang in LANGUAGES}
        return said

    def schema(self) -> dict[str, Any]:
        """The JSON schema of a file, for editors: every entry with its help and its limits."""
        made = self.model.model_json_schema()
        made["properties"]["game"] = {**made["properties"]["game"], "const": self.game}
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}

    def _ship(self, version: int) -> LoadedSet[T]:
        with self._lock:
            if version not in self._known:
                path = self._shipped[version]
                source = read_shipped(path)
                if can_check_files():
                    self._check(source)
                number = next(n for n, v in self._versions.items() if v == version)
                self._known[version] = self._made(source, number, self.names[number])
            return self._known[version]

    # -- adding sets -----------------------------------------------------------------------------

    def load(self, path: Path) -> LoadedSet[T]:
        """Load the set of a file; an error names the line, and nothing is loaded."""
        return self.add(read_text(path), path.name)

    def add(self, given: str | Mapping[str, object] | Source, name: str = "") -> LoadedSet[T]:
        """Add a set from a text, or from plain values; the same contents keep their number."""
        if isinstance(given, Source):
            source = given
        elif isinstance(given, str):
            source = parse(given, name)
        else:
            with require_packages(name):
                from spielzug.core.sets.yaml_text import dump
            source = Source(name, given, dump(given))
        with self._lock:
            self._check(source)
            made = self._made(source, max(self.names) + 1)
            if RESERVED.fullmatch(made.name):
                return self._of_this_name(made, source)
            for number, label in self.names.items():
                if label == made.label:
                    return self._kept[number]
            self._kept[made.number] = made
            self.names[made.number] = made.label
            return made

    def check(self, given: Mapping[str, object] | Source, name: str = "") -> LoadedSet[T]:
        """Check what `add` would load, with the same errors, without adding it."""
        source = given if isinstance(given, Source) else Source(name, given)
        self._check(source)
        made = self._made(source, 0)
        return self._of_this_name(made, source) if RESERVED.fullmatch(made.name) else made

    def _of_this_name(self, made: LoadedSet[T], source: Source) -> LoadedSet[T]:
        """The shipped set with these contents; raises if the contents differ."""
        for number in self._versions:
            if self.loaded(number).digest == made.digest:
                return self.loaded(number)
        told = f"{made.name!r} is the name of a shipped set; give yours another name"
        raise source.error_at(("name",), told)

    def _check(self, source: Source) -> None:
        """Raise if the model refuses the entries; the error names every mistake."""
        with require_packages(source.name):
            from spielzug.core.sets.model import read
        other = source.data.get("game") if isinstance(source.data, Mapping) else None
        if isinstance(other, str) and other != self.game:  # before complaints about missing entries
            told = f"this is a set of {quoted(other)}, not of {self.game!r}"
            raise source.error_at(("game",), told)
        read(self.model, source)

    def _made(self, source: Source, number: int, label: str = "") -> LoadedSet[T]:
        """The set of checked entries."""
        assert isinstance(source.data, Mapping)  # otherwise `_check` has raised
        content = self._build(source.data, source)
        name, digest = str(source.data["name"]), digest_of(source.data)
        return LoadedSet(
            number, name, digest, label or f"{name}@{digest}", content,
            source.text, source.data, tuple(source.warnings),
        )  # fmt: skip


def digest_of(data: object) -> str:
    """The digest of the contents; comments, blanks and the order of names do not count."""
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class BoardNames(Mapping[int, str], Generic[Content]):
    """The values of the option `board`; loaded files add more."""

    def __init__(
        self, sets: Sets[SetModel, Content], names_of: Callable[[Content], Sequence[str]]
    ) -> None:
        """`names_of` gives the names of the boards in the content of a set."""
        self._sets = sets
        self._names_of = names_of
        self._seen = 0
        self._numbers: dict[str, int] = {}

    def _all(self) -> dict[str, int]:
        """Numbers by name. Sets are only ever added, so a number never changes."""
        if self._seen < len(self._sets.names):
            for number in sorted(self._sets.names)[self._seen :]:
                for name in self._names_of(self._sets.get(number)):
                    self._numbers.setdefault(name, len(self._numbers))
                self._seen += 1
        return self._numbers

    def of_set(self, number: int) -> tuple[int, ...]:
        """The boards of a set, in its order."""
        known = self._all()
        return tuple(known[name] for name in self._names_of(self._sets.get(number)))

    def __getitem__(self, number: int) -> str:
        names = list(self._all())
        if 0 <= number < len(names):
            return names[number]
        raise KeyError(number)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._all())))

    def __len__(self) -> int:
        return len(self._all())
