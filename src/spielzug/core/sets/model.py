"""The models of a set's entries: they check and describe them, and report mistakes plainly."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

import annotated_types
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
)

from spielzug.core.errors import DataError
from spielzug.core.sets.source import (
    MOST_NAME,
    MOST_TEXT,
    NAME,
    Address,
    Source,
    check_readable,
    quoted,
)
from spielzug.core.texts import LANGUAGES

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

MAX_REPORTED = 8
"""Mistakes in one file that are reported at once."""
MAX_EXAMINED = 200
"""Mistakes that are put into words, to be sorted; a file may have as many as it has entries."""


class SetEntries(BaseModel):
    """Named entries: no others, each of its own type and never turned into another."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, regex_engine="python-re", allow_inf_nan=False,
        defer_build=True,  # loading a game needs none of its models
    )  # fmt: skip
    WHAT: ClassVar[str] = "a set"
    """What has these entries, in the words of an error."""
    RULE: ClassVar[str] = ""
    """The number of the rule about it."""


class SetModel(SetEntries):
    """A set of any game; each game adds its own entries."""

    game: str = Field(description="The game that it is for.")
    name: str = Field(
        pattern=NAME,
        description="What the set is called: up to 24 small letters, digits, - or _.",
    )


M = TypeVar("M", bound=SetEntries)


def bounded_int(low: int, high: int, description: str) -> int:
    """A whole number within the bounds of its field in the compiled record."""
    field: int = Field(ge=low, le=high, description=description, json_schema_extra={"record": True})
    return field


def _short(value: object) -> object:
    check_readable(value, MOST_NAME)
    return value


def _one_for_all(value: object) -> object:
    wanted = f"a text (in quotes), or one each for {', '.join(LANGUAGES)}"
    if isinstance(value, Mapping) and set(value) == set(LANGUAGES):
        for text in value.values():
            check_readable(text, MOST_TEXT, wanted)
        return value
    check_readable(value, MOST_TEXT, wanted)
    return dict.fromkeys(LANGUAGES, value)


Name = Annotated[
    str,
    BeforeValidator(_short),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MOST_NAME}),
]
"""The name of one card or board."""

Text = Annotated[
    dict[str, str],
    BeforeValidator(_one_for_all),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {
                    "type": "object",
                    "properties": {lang: {"type": "string", "minLength": 1} for lang in LANGUAGES},
                    "required": list(LANGUAGES),
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
"""Text for people: one for all languages, or one for each."""


def read(model: type[M], source: Source) -> M:
    """The checked entries; the error names every mistake with its line, in order."""
    if not isinstance(source.data, Mapping):
        raise source.error_at((), f"{model.WHAT} has the entries {_listed(model)}")
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        found = error.errors(include_url=False)
    told: dict[tuple[int, str], None] = {}
    for one in found[:MAX_EXAMINED]:
        path = _path(source.data, one["loc"], one["type"])
        refused = source.error_at(path, _said(model, path, one))
        told.setdefault((source.line(path) or 0, str(refused)))
    lines = [text for _, text in sorted(told, key=lambda pair: pair[0])]
    more = len(lines) - MAX_REPORTED + len(found[MAX_EXAMINED:])
    if more > 0:
        lines[MAX_REPORTED:] = [f"and {more} more"]
    raise DataError("\n".join(lines))


def _path(data: Any, place: Sequence[str | int], kind: str) -> Address:
    """The path to a mistake, without the names that pydantic gives to alternatives."""
    path: list[str | int] = []
    here = data
    for key in place:
        try:
            here = here[key]
        except (KeyError, IndexError, TypeError):
            continue
        path.append(key)
    if kind == "missing":
        path.append(place[-1])
    return tuple(path)


def _said(model: type[SetEntries], path: Address, error: ErrorDetails) -> str:
    """One mistake in our words."""
    around, field = _field(model, path)
    rule = _rule(around, field)
    kind, name = error["type"], path[-1] if path else ""
    if kind == "missing":
        return f"it is missing; {around.WHAT} has the entries {_listed(around)}{rule}"
    if kind == "extra_forbidden":
        entry = quoted(name)
        return f"there is no entry {entry}; {around.WHAT} has the entries {_listed(around)}{rule}"
    value = quoted(error["input"])
    if kind in ("too_short", "too_long"):
        value = f"a number of {len(error['input'])}"
    if kind == "model_type":
        inner = error["ctx"]["class_name"]
        found = next((m for m in models_of(model) if m.__name__ == inner), around)
        return f"{value} is not possible; {found.WHAT} has the entries {_listed(found)}{rule}"
    if kind == "value_error":
        return f"{value} is not possible; {error['ctx']['error']}{rule}"
    wanted = _wanted(field, error) or error["msg"]
    return f"{value} is not possible; use {wanted}{rule}"


def _rule(around: type[SetEntries], field: FieldInfo | None) -> str:
    """The rule cited at the end of a field's description, or else that of the model around it."""
    named = re.search(r"\(([A-Z]\d+[^()]*)\)\.?$", getattr(field, "description", None) or "")
    rule = named[1] if named else around.RULE
    return f" ({rule})" if rule else ""


def _limits(annotation: object) -> list[object]:
    """The constraints on the items of a list."""
    found = [
        about for one in getattr(annotation, "__metadata__", ())
        for about in getattr(one, "metadata", ())
    ]  # fmt: skip
    return found + [about for inner in typing.get_args(annotation) for about in _limits(inner)]


def _wanted(field: FieldInfo | None, error: ErrorDetails) -> str:
    """What the field allows, from its own description."""
    kind, ctx = error["type"], error.get("ctx", {})
    low: Any = None
    high: Any = None
    inner = _limits(getattr(field, "annotation", None))
    for about in (*getattr(field, "metadata", ()), *inner):
        low = about.ge if isinstance(about, annotated_types.Ge) else low
        high = about.le if isinstance(about, annotated_types.Le) else high
    if kind in ("int_type", "greater_than_equal", "less_than_equal", "int_from_float"):
        if low is None or high is None:
            return "a whole number"
        room = " (the record has no room for others)" if _held(field) else ""
        whole = "a whole number from " if isinstance(error["input"], float) else ""
        return f"{whole}{low} to {high}{room}" if low < high else str(low)
    if kind in ("too_short", "too_long"):
        bound = "at least" if kind == "too_short" else "at most"
        return f"{bound} {ctx.get('min_length', ctx.get('max_length'))} entries"
    if kind == "string_pattern_mismatch" and ctx.get("pattern") == NAME:
        return "up to 24 small letters, digits, - or _"
    return {
        "float_type": "a number",
        "finite_number": "a number that is not infinite",
        "bool_type": "true or false",
        "string_type": "a text (in quotes)",
        "string_too_short": "a text",
        "list_type": "a list",
        "dict_type": "names with a value each",
        "literal_error": str(ctx.get("expected", "")).replace("'', ", "").replace("'", ""),
    }.get(kind, "")


def _held(field: FieldInfo | None) -> bool:
    extra = getattr(field, "json_schema_extra", None)
    return isinstance(extra, Mapping) and bool(extra.get("record"))


def _listed(model: type[SetEntries]) -> str:
    return ", ".join(model.model_fields)


def _field(model: type[SetEntries], path: Address) -> tuple[type[SetEntries], FieldInfo | None]:
    """The innermost model on the path to an entry, and the entry's field."""
    around = model
    field: FieldInfo | None = None
    here: type[SetEntries] | None = model
    for key in path:
        if here is not None and key in here.model_fields:
            around, field = here, here.model_fields[str(key)]
            inner = _inner_models(field.annotation)
            here = inner[0] if inner else None
        elif here is not None and not isinstance(key, int):
            return here, None
    if here is not None and path and isinstance(path[-1], int):
        return here, None
    return around, field


def _inner_models(annotation: object) -> list[type[SetEntries]]:
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        return [annotation] if issubclass(annotation, SetEntries) else []
    return [found for inner in typing.get_args(annotation) for found in _inner_models(inner)]


def models_of(model: type[SetEntries]) -> list[type[SetEntries]]:
    """This model and all within it."""
    found = [model]
    for one in found:
        for field in one.model_fields.values():
            found += [inner for inner in _inner_models(field.annotation) if inner not in found]
    return found
