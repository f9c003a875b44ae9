"""Reading what a host chose: the command line before the environment before the file.

What nobody asks for is a mistake, most often of spelling: it is told with its place and the nearest
name there is. Nothing is guessed and nothing is left out silently.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielzug.core.errors import UsageError
from spielzug.server.config.options import (
    BY_NAME,
    CONFIG,
    INTERNAL,
    OTHERS,
    PREFIX,
    SERVER_OPTIONS,
    ServerOption,
)
from spielzug.server.config.redaction import without_password
from spielzug.server.config.settings import days_kept, read_database

DEFAULT = "default"
FROM_FILE = "_file"
"""After the name of a secret: where it lies, instead of itself."""
SWITCH = {
    "1": True, "true": True, "yes": True, "on": True,
    "0": False, "false": False, "no": False, "off": False,
}  # fmt: skip


@dataclass(frozen=True)
class Chosen:
    """Every choice with its value, and where that comes from."""

    values: Mapping[str, Any]
    sources: Mapping[str, str]
    file: Path | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def arguments(self) -> dict[str, Any]:
        """For `server.run`."""
        special = {
            "host": self["host"],
            "port": self["port"],
            "open_browser": self["browser"],
            "sets": tuple(self["set"]),
            "trust_proxy": self["proxies"] if self["trust_proxy"] else 0,
            "options": self.options(),
            **days_kept(self["keep"]),
        }
        plain = {c.name: self[c.name] for c in SERVER_OPTIONS if c.is_setting}
        return {**plain, **special}

    def options(self) -> tuple[str, ...]:
        """What was said, for starting the same server again: see `Settings.options`.

        The file is named instead of what stands in it. Secrets never stand on a command line.
        """
        found: tuple[str, ...] = () if self.file is None else ("--config", str(self.file))
        for choice in SERVER_OPTIONS:
            unsaid = self.sources[choice.name] in (DEFAULT, str(self.file))
            if not (unsaid or choice.secret or choice.name in ("host", "port", "database")):
                found += _as_options(choice, self[choice.name])
        return found

    def shown(self) -> str:
        """As a file that could be given with --config, but for the secrets."""
        return "\n".join(self._line(choice) for choice in SERVER_OPTIONS)

    def _line(self, choice: ServerOption) -> str:
        value, source = self[choice.name], self.sources[choice.name]
        if value is None:
            return f"# {choice.name} is not set"
        return f"{choice.name} = {as_toml(choice, value)}  # {source}"


def _as_options(choice: ServerOption, value: Any) -> tuple[str, ...]:
    if choice.kind is bool:
        return (choice.option if value else f"--no-{choice.option[2:]}",)
    if not choice.several:
        return choice.option, str(value)
    usual = choice.default if choice.pairs else ()
    return tuple(word for one in value if one not in usual for word in (choice.option, str(one)))


def as_toml(choice: ServerOption, value: Any) -> str:
    """A value as it stands in a file; what nobody may read is left out."""
    if choice.secret:
        return '"***"'
    if choice.several:
        return "[" + ", ".join(_quoted(str(one)) for one in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else _quoted(str(value))


def _quoted(text: str) -> str:
    return json.dumps(without_password(text), ensure_ascii=False)


def choose(
    said: Mapping[str, Any], environ: Mapping[str, str] | None = None, file: Path | None = None
) -> Chosen:
    """What holds, of what was said on the command line (None: nothing), outside and in the file."""
    outside = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    if file is None and outside.get(CONFIG):
        file = Path(outside[CONFIG])
    places = (_said(said), _outside(outside), _in_file(file))
    for place in places:  # all are read, so that a mistake is told wherever it is
        for name, (value, source) in place.items():
            if name not in values:
                values[name], sources[name] = value, source
    for choice in SERVER_OPTIONS:
        if choice.name not in values:
            values[choice.name], sources[choice.name] = choice.default, DEFAULT
        elif choice.pairs:
            pairs = [text.partition("=") for text in (*choice.default, *values[choice.name])]
            merged = {name: value for name, _, value in pairs}
            values[choice.name] = tuple(f"{name}={value}" for name, value in merged.items())
    return Chosen(values, sources, file)


Place = dict[str, tuple[Any, str]]


def _said(said: Mapping[str, Any]) -> Place:
    found: Place = {}
    for name, value in said.items():
        if value is None or value == [] or value == ():
            continue
        choice = BY_NAME[name]
        texts = [str(one) for one in value] if choice.several else str(value)
        found[name] = (_checked(choice, texts, choice.option), "the command line")
    return found


def _outside(environ: Mapping[str, str]) -> Place:
    names = {choice.variable: choice for choice in SERVER_OPTIONS}
    files = {f"{v}{FROM_FILE.upper()}": c for v, c in names.items() if c.secret}
    found: Place = {}
    for variable in sorted(environ):
        value = environ[variable]
        if not variable.startswith(PREFIX) or variable in OTHERS or variable.startswith(INTERNAL):
            continue
        if variable in files:
            if value:
                _only_once(files[variable], found, variable)
                read = _secret(Path(value), variable)
                found[files[variable].name] = (read, variable)
            continue
        if variable not in names:
            near = _nearest(variable, [*names, *files, *OTHERS])
            raise UsageError(f"unknown environment variable {variable}: {near}")
        if not value:  # as Compose leaves what nobody filled in
            continue
        choice = names[variable]
        several = [one.strip() for one in value.split(",") if one.strip()]
        checked = _checked(choice, several if choice.several else value, variable)
        found[choice.name] = (checked, variable)
    return found


def _in_file(file: Path | None) -> Place:
    if file is None:
        return {}
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the settings file {file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the settings file {file} is not valid TOML: {error}") from None
    secrets = {f"{c.name}{FROM_FILE}": c for c in SERVER_OPTIONS if c.secret}
    found: Place = {}
    for key, value in read.items():
        where = f"{file}: {key}"
        if key in secrets and isinstance(value, str):
            _only_once(secrets[key], found, where)
            found[secrets[key].name] = (_secret(file.parent / value, where), str(file))
        elif key not in BY_NAME:
            near = _nearest(key, [*BY_NAME, *secrets])
            raise UsageError(f"{where} is not a setting: {near}")
        else:
            _only_once(BY_NAME[key], found, where)
            found[key] = (_from_toml(BY_NAME[key], value, where, file.parent), str(file))
    return found


def _only_once(choice: ServerOption, found: Place, where: str) -> None:
    if choice.name in found:
        raise UsageError(
            f"{where}: {choice.name} is given twice, directly and in a file: keep only one"
        )


def _secret(file: Path, where: str) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise UsageError(f"{where}: the file {file} cannot be read: {why}") from None


def _from_toml(choice: ServerOption, value: Any, where: str, folder: Path) -> Any:
    """With the type that TOML gave it; paths begin where the file lies."""
    if choice.several:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise UsageError(f'{where}: expected a list of texts, ["…", "…"]')
        checked = [_checked_text(choice, one, where) for one in value]
        return tuple(_beside(one, folder) for one in checked)
    right: dict[type, tuple[type, ...]] = {int: (int,), float: (int, float), bool: (bool,)}
    wanted = right.get(choice.kind, (str,))
    if not isinstance(value, wanted) or (isinstance(value, bool) and choice.kind is not bool):
        raise _wrong(
            choice, where, value if isinstance(value, str) else json.dumps(value, default=str)
        )
    if choice.kind is bool:
        return value
    return _beside(_checked_text(choice, str(value), where), folder)


def _beside(value: Any, folder: Path) -> Any:
    return folder / value if isinstance(value, Path) else value


def _checked(choice: ServerOption, value: str | list[str], where: str) -> Any:
    if isinstance(value, list):
        return tuple(_checked_text(choice, one, where) for one in value)
    return _checked_text(choice, value, where)


def _checked_text(choice: ServerOption, text: str, where: str) -> Any:
    """The value that a text stands for; refuses what is not allowed."""
    if choice.check is not None:
        choice.check([text], where)
    if choice.kind is bool:
        if text.lower() not in SWITCH:
            raise _wrong(choice, where, text)
        return SWITCH[text.lower()]
    if choice.words and text not in choice.words:
        raise _wrong(choice, where, text)
    if choice.like and re.fullmatch(choice.like, text) is None:
        raise _wrong(choice, where, text)
    if choice.kind is Path and "://" in text:
        return read_database(text)
    try:
        value = choice.kind(text)
    except ValueError:
        raise _wrong(choice, where, text) from None
    if choice.kind in (int, float):
        low, high = choice.least, choice.most
        if (
            value != value
            or (low is not None and value < low)
            or (high is not None and value > high)
        ):
            raise _wrong(choice, where, text)
    return value


def _wrong(choice: ServerOption, where: str, text: str) -> UsageError:
    shown = "***" if choice.secret else without_password(text)
    return UsageError(f"{where} {shown}: expected {choice.allowed}")


def _nearest(name: str, known: Iterable[str]) -> str:
    every = sorted(known)
    near = difflib.get_close_matches(name, every, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"choose one of {', '.join(every)}"
