"""JSON objects read into dataclasses: values of their fields' types, or an error.

A field is an `int`, `float`, `str`, `bool`, `Literal`, a dataclass, or a list, tuple or dict of
these; in an `Annotated` type `ValueLimits` and `Pattern` narrow it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NoReturn,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from spielzug.core.errors import DataError
from spielzug.core.sets.source import quoted

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

D = TypeVar("D", bound="DataclassInstance")
Path = tuple[str, ...]
"""Fields, keys and indices on the way to a value."""
WANTED = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


@dataclass(frozen=True)
class ValueLimits:
    """The lowest and highest number, or number of entries."""

    low: float
    high: float = float("inf")


@dataclass(frozen=True)
class Pattern:
    """What a whole text matches."""

    text: str


class _WrongValue(ValueError):
    def __init__(self, path: Path, text: str) -> None:
        super().__init__(text)
        self.path = path


def read_object(kind: type[D], text: str, where: str, what: str) -> D:
    """Parse one object; errors begin with `where` and name the field, or `what` for the whole."""
    try:
        made: D = _read(kind, json.loads(text, parse_constant=_refuse_constant), ())
    except _WrongValue as error:
        raise DataError(f"{where}: {'.'.join(error.path) or what}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: {what}: this is not valid JSON: {error}") from None
    return made


def write_object(value: DataclassInstance, indent: int | None = None) -> str:
    """An object on one line, or indented."""
    separators = None if indent else (",", ":")
    return json.dumps(asdict(value), ensure_ascii=False, indent=indent, separators=separators)


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _read(kind: Any, value: Any, path: Path) -> Any:
    """The value as this type; raises `_WrongValue`."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _check_limits(_read(arguments[0], value, path), arguments[1:], path)
    if is_dataclass(kind):
        return _read_fields(kind, value, path)
    if origin is Literal:
        if value not in arguments:
            raise _wrong(path, value, f"one of {', '.join(map(str, arguments))}")
        return value
    if origin is dict:
        if not isinstance(value, dict):
            raise _wrong(path, value, "names with a value each")
        return {key: _read(arguments[1], one, (*path, key)) for key, one in value.items()}
    if origin in (list, tuple):
        if not isinstance(value, list):
            raise _wrong(path, value, "a list")
        kinds: Iterable[Any] = arguments if origin is tuple else arguments * len(value)
        if origin is tuple and len(value) != len(arguments):
            raise _wrong(path, value, f"a list of {len(arguments)}")
        rows = enumerate(zip(kinds, value, strict=True))
        return origin(_read(inner, one, (*path, str(at))) for at, (inner, one) in rows)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise _wrong(path, value, WANTED[kind])
    return value


def _read_fields(kind: Any, value: Any, path: Path) -> Any:
    if not isinstance(value, dict):
        raise _wrong(path, value, "an object with named fields")
    known = _field_types(kind)
    for name in known:
        if name not in value:
            raise _WrongValue((*path, name), "Field required")
    for name in value:
        if name not in known:
            raise _WrongValue((*path, name), "there is no such field")
    return kind(**{name: _read(inner, value[name], (*path, name)) for name, inner in known.items()})


@cache
def _field_types(kind: Any) -> Mapping[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def _check_limits(value: Any, limits: Iterable[ValueLimits | Pattern], path: Path) -> Any:
    for limit in limits:
        if isinstance(limit, Pattern):
            if not re.fullmatch(limit.text, value):
                raise _wrong(path, value, f"a text like {limit.text}")
            continue
        number, what = (value, "") if isinstance(value, int | float) else (len(value), " entries")
        if not limit.low <= number <= limit.high:
            most = "or more" if limit.high == float("inf") else f"to {limit.high:g}"
            raise _wrong(path, value, f"{limit.low:g} {most}{what}")
    return value


def _wrong(path: Path, value: object, wanted: str) -> _WrongValue:
    return _WrongValue(path, f"{quoted(value)} is not possible; use {wanted}")
