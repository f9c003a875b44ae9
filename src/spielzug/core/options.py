"""Options of a game: chosen before it starts, part of every record, each default stated once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from spielzug.core.errors import OptionError


def option(
    default: int, low: int, high: int, names: Mapping[int, str] | None = None, **help_: str
) -> Any:
    """An option: a whole number with bounds, some values with a name; help in each language."""
    metadata = {"low": low, "high": high, "names": dict(names or {}), "help": help_}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Options:
    """Base of every game's options."""

    def __post_init__(self) -> None:
        for f in fields(self):
            self._refuse_out_of_range(f.name, getattr(self, f.name), f.metadata)

    def refuse_for(self, seats: int) -> None:
        """Refuse values that do not fit this number of seats."""

    @staticmethod
    def _refuse_out_of_range(name: str, value: int, about: Mapping[str, Any]) -> None:
        if not about["low"] <= value <= about["high"]:
            raise OptionError(f"option {name}={value} is out of range: use {_range_text(about)}")

    @classmethod
    def parse(cls, pairs: Mapping[str, str | int]) -> Self:
        """From names and values as people type them."""
        known = {f.name: f.metadata for f in fields(cls)}
        values: dict[str, int] = {}
        for name, text in pairs.items():
            if name not in known:
                raise OptionError(
                    f"there is no option {name!r} here; the options are: "
                    + (", ".join(known) or "none")
                )
            values[name] = _read_value(name, str(text), known[name])
        return cls(**values)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """From one line, ``first=random turn_limit=0``."""
        pairs: dict[str, str | int] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals:
                raise OptionError(f"cannot read the option {word!r}: write it as name=value")
            pairs[name] = value
        return cls.parse(pairs)

    def to_text(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.named().items())

    def named(self) -> dict[str, str]:
        """Every option with its value, by name where the value has one."""
        return {
            f.name: f.metadata["names"].get(getattr(self, f.name), str(getattr(self, f.name)))
            for f in fields(self)
        }

    @classmethod
    def describe(cls) -> list[dict[str, Any]]:
        """For `spielzug games`, the lobby and the docs."""
        return [
            {
                "name": f.name,
                "default": f.metadata["names"].get(f.default, f.default),
                "values": _range_text(f.metadata),
                "help": f.metadata["help"],
            }
            for f in fields(cls)
        ]


def _read_value(name: str, text: str, about: Mapping[str, Any]) -> int:
    for value, label in about["names"].items():
        if text == label:
            return int(value)
    try:
        return int(text)
    except ValueError:
        raise OptionError(
            f"option {name}={text} cannot be read: use {_range_text(about)}"
        ) from None


def _range_text(about: Mapping[str, Any]) -> str:
    low, high = about["low"], about["high"]
    while low in about["names"]:
        low += 1
    words = list(about["names"].values())
    if low <= high:
        words.append(f"{low} to {high}")
    return ", ".join(words)
