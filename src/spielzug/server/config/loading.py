"""Loads the server's options: the command line wins over the environment, that over the file.

pydantic-settings reads and checks each source separately, so that a mistake is reported with its
source and the nearest valid name even where another source overrides it.
"""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationError, create_model
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
)

from spielzug.core.errors import UsageError
from spielzug.server.config.settings import (
    CONFIG,
    INTERNAL,
    OTHERS,
    PREFIX,
    SERVER_OPTIONS,
    OptionValue,
    ServerOption,
    parse_retention,
    read_database,
    without_password,
)

DEFAULT = "default"
FROM_FILE = "_file"
"""The suffix of the option that names a file with the secret, instead of the secret itself."""


@dataclass(frozen=True)
class ServerConfig:
    """The value of every option, and the source it comes from."""

    values: Mapping[str, Any]
    sources: Mapping[str, str]
    file: Path | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for `server.run`."""
        special = {
            "host": self["host"],
            "port": None if self.sources["port"] == DEFAULT else self["port"],
            "open_browser": self["browser"],
            "sets": tuple(self["set"]),
            "trust_proxy": self["proxies"] if self["trust_proxy"] else 0,
            "options": self.options(),
            **parse_retention(self["keep"]),
        }
        plain = {c.name: self[c.name] for c in SERVER_OPTIONS if c.is_setting}
        return {**plain, **special}

    def options(self) -> tuple[str, ...]:
        """The command-line options that start the same server again: see `Settings.options`.

        Options from a file are replaced by the file's name. Secrets never go on a command line.
        """
        found: tuple[str, ...] = () if self.file is None else ("--config", str(self.file))
        for choice in SERVER_OPTIONS:
            unsaid = self.sources[choice.name] in (DEFAULT, str(self.file))
            if not (unsaid or choice.secret or choice.name in ("host", "port", "database")):
                found += _as_options(choice, self[choice.name])
        return found

    def shown(self) -> str:
        """As a file for --config, with the secrets masked."""
        return "\n".join(self._line(choice) for choice in SERVER_OPTIONS)

    def _line(self, choice: ServerOption) -> str:
        value, source = self[choice.name], self.sources[choice.name]
        if value is None:
            return f"# {choice.name} is not set"
        return f"{choice.name} = {as_toml(choice, value)}  # {source}"


def _as_options(choice: ServerOption, value: OptionValue) -> tuple[str, ...]:
    if choice.kind is bool:
        return (choice.option if value else f"--no-{choice.option[2:]}",)
    if not choice.several:
        return choice.option, str(value)
    usual = _several(choice.default) if choice.pairs else ()
    changed = [one for one in _several(value) if one not in usual]
    return tuple(word for one in changed for word in (choice.option, str(one)))


def as_toml(choice: ServerOption, value: OptionValue) -> str:
    """A value in TOML, with secrets masked."""
    if choice.secret:
        return '"***"'
    if choice.several:
        return "[" + ", ".join(_quoted(str(one)) for one in _several(value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else _quoted(str(value))


def _several(value: OptionValue) -> tuple[str | Path, ...]:
    """The values of an option that may be repeated."""
    assert isinstance(value, tuple)
    return value


def _quoted(text: str) -> str:
    return json.dumps(without_password(text), ensure_ascii=False)


SourceValues = dict[str, tuple[OptionValue, str]]
"""The settings that are given in one place, each with the source to show for it."""


def load_config(
    said: Mapping[str, object], environ: Mapping[str, str] | None = None, file: Path | None = None
) -> ServerConfig:
    """The settings in use, from the command line (None: not given), the environment and a file."""
    environ = os.environ if environ is None else environ
    if file is None and environ.get(CONFIG):
        file = Path(environ[CONFIG])
    default: SourceValues = {choice.name: (choice.default, DEFAULT) for choice in SERVER_OPTIONS}
    found = ChainMap(_on_command_line(said), _in_environment(environ), _from_file(file), default)
    values = {name: value for name, (value, _) in found.items()}
    for choice in SERVER_OPTIONS:
        if choice.pairs:
            texts = (*_several(choice.default), *_several(values[choice.name]))
            pairs = dict(str(text).split("=") for text in texts)
            values[choice.name] = tuple(f"{name}={value}" for name, value in pairs.items())
    return ServerConfig(values, {name: source for name, (_, source) in found.items()}, file)


def _on_command_line(said: Mapping[str, object]) -> SourceValues:
    given = {name: value for name, value in said.items() if value not in (None, [], ())}
    where = {name: choice.option for name, choice in _fields().items()}
    return _read(InitSettingsSource, given, where.__getitem__, "the command line")


class _Environment(EnvSettingsSource):
    """Reads any mapping and comma-separated lists; ignores empty values, which Compose sets."""

    def __init__(self, settings_cls: type[BaseSettings], environ: Mapping[str, str]) -> None:
        super().__init__(settings_cls, case_sensitive=False, env_prefix=PREFIX)
        self.env_vars = {variable.lower(): value for variable, value in environ.items() if value}

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: str) -> list[str]:
        return [one.strip() for one in value.split(",") if one.strip()]


def _in_environment(environ: Mapping[str, str]) -> SourceValues:
    known = {choice.variable for choice in _fields().values()} | OTHERS
    ours = {name: environ[name] for name in sorted(environ) if name.startswith(PREFIX)}
    for name in ours:
        if name not in known and not name.startswith(INTERNAL):
            raise UsageError(f"unknown environment variable {name}: {_nearest(name, known)}")
    return _read(_Environment, ours, lambda name: PREFIX + name.upper())


def _from_file(file: Path | None) -> SourceValues:
    if file is None:
        return {}
    try:  # TomlConfigSettingsSource would take a missing file, or a pipe, for an empty file
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the settings file {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"the settings file {file} is not valid TOML: {error}") from None
    return _read(InitSettingsSource, given, lambda name: f"{file}: {name}", str(file), file)


def _fields() -> dict[str, ServerOption]:
    """Every setting, and for each secret the file that holds it."""
    files = [choice.name + FROM_FILE for choice in SERVER_OPTIONS if choice.secret]
    made = [ServerOption(name, str, "", such_as="the path of a file") for name in files]
    return {choice.name: choice for choice in (*SERVER_OPTIONS, *made)}


Values = TypeVar("Values")


def _read(
    source: Callable[[type[BaseSettings], Values], PydanticBaseSettingsSource],
    given: Values,
    where: Callable[[str], str],
    shown: str | None = None,
    file: Path | None = None,
) -> SourceValues:
    """The values of one source; `where` names a setting in errors, `shown` is the source to show.

    A file has typed values, and its paths are relative to its folder; elsewhere all is text.
    """

    class Given(BaseSettings, extra="forbid", case_sensitive=True, validate_default=False):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            *_: PydanticBaseSettingsSource,
            **__: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return (source(settings_cls, given),)

    folder, strict = Path() if file is None else file.parent, file is not None
    known = _fields()
    types: dict[str, Any] = {n: (_type(c, where(n), folder), None) for n, c in known.items()}
    try:
        read = create_model("Given", __base__=Given, __cls_kwargs__={"strict": strict}, **types)()
    except ValidationError as error:
        raise _explained(error, known, where) from None
    found = {name: (getattr(read, name), shown or where(name)) for name in read.model_fields_set}
    for name in found.keys() - {choice.name for choice in SERVER_OPTIONS}:
        secret, (path, source_shown) = name.removesuffix(FROM_FILE), found.pop(name)
        if secret in found:
            raise UsageError(
                f"{where(name)}: {secret} is given twice, directly and in a file: keep only one"
            )
        found[secret] = (_secret(folder / path, where(name)), source_shown)
    return found


def _type(choice: ServerOption, where: str, folder: Path) -> object:
    """The type that pydantic checks a setting with."""

    def checked(text: str) -> Path | str:
        if choice.check is not None:
            choice.check([text], where)
        if choice.kind is not Path:
            return text
        return read_database(text) if "://" in text else folder / text

    kind: Any = choice.kind
    if choice.words:
        kind = Literal[tuple(choice.words)]
    elif kind is float:
        kind = Annotated[float, Field(ge=choice.least, le=choice.most, allow_inf_nan=False)]
    elif kind is int:
        kind = Annotated[int, Field(ge=choice.least, le=choice.most)]
    elif choice.pattern:
        kind = Annotated[str, Field(pattern=f"^(?:{choice.pattern})$")]
    elif kind is not bool:
        kind = Annotated[str, AfterValidator(checked)]
    return Annotated[list[kind], AfterValidator(tuple)] if choice.several else kind


def _explained(
    error: ValidationError, known: Mapping[str, ServerOption], where: Callable[[str], str]
) -> UsageError:
    """The first mistake, as a sentence for the host."""
    first = error.errors(include_url=False)[0]
    name, value = str(first["loc"][0]), first["input"]
    if name not in known:
        return UsageError(f"{where(name)} is not a setting: {_nearest(name, known)}")
    if known[name].several:
        return UsageError(f'{where(name)}: expected a list of texts, ["…", "…"]')
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    text = "***" if known[name].secret else without_password(text)
    return UsageError(f"{where(name)} {text}: expected {known[name].allowed}")


def _secret(file: Path, where: str) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise UsageError(f"{where}: the file {file} cannot be read: {why}") from None


def _nearest(name: str, known: Iterable[str]) -> str:
    every = sorted(known)
    near = difflib.get_close_matches(name, every, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"choose one of {', '.join(every)}"
