"""Options of a game: chosen before it starts, part of every record, each default stated once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Required, Self, TypedDict, cast

from spielzug.core.checks import check_type, whole_number
from spielzug.core.errors import OptionClash, OptionError
from spielzug.core.texts import in_four as _t

UNSET = -1
"""The value of an option that follows from another unless it is given."""
NONE = "none"
"""A selection in which nothing is chosen, as people type it."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "random": _t("ausgelost", "at random", "tiré au sort", "door loting"),
    "off": _t("aus", "off", "aucune", "uit"),
    "no": _t("nein", "no", "non", "nee"),
    "yes": _t("ja", "yes", "oui", "ja"),
    NONE: _t("keine", "none", "aucune", "geen"),
}
"""Names of values that mean the same in every game."""

TITLES: Mapping[str, Mapping[str, str]] = {
    "first": _t("Wer beginnt", "Who goes first", "Qui commence", "Wie begint"),
    "board": _t("Spielplan", "Board", "Plateau", "Bord"),
    "turn_limit": _t("Höchstzahl an Spielzügen", "Turn limit", "Limite de tours", "Beurtlimiet"),
    "first=random": WORDS["random"],
    "turn_limit=off": WORDS["off"],
    "set=shipped": _t("von Spielzug", "Spielzug's own", "de Spielzug", "van Spielzug"),
}  # fmt: skip
"""Names of options that several games have, and of their values."""


class OptionMetadata(TypedDict, total=False):
    """What the field of an option keeps about it, see the functions that make one."""

    low: int
    high: int
    names: Required[Mapping[int, str]]
    was: Mapping[int, int]
    help: Required[Mapping[str, str]]
    choose: int
    of: Sequence[str]
    titles: Callable[..., Mapping[str, Mapping[str, str]]]
    also: Mapping[str, int]
    live: bool
    later: bool
    of_set: Callable[[int], Sequence[int]]


class ListEntry(TypedDict):
    """An entry of the list of a selection."""

    code: str
    titles: Mapping[str, str]


class SelectionDescription(TypedDict, total=False):
    """Further fields of a selection: how many entries of which list."""

    choose: int
    of: list[ListEntry]


class SetDependence(TypedDict, total=False):
    """What depends on the set: its boards, and its names for the entries of a list."""

    only: dict[str, list[str]]
    renamed: dict[str, dict[str, dict[str, str]]]


class OptionDescription(SelectionDescription, SetDependence):
    """An option for `spielzug games`, the lobby and the docs."""

    name: str
    default: int | str
    values: str
    help: Mapping[str, str]


def option(
    default: int,
    low: int,
    high: int,
    names: Mapping[int, str] | None = None,
    was: Mapping[int, int] | None = None,
    **help_: str,
) -> int:
    """An option: a whole number with bounds, some values with a name; help in each language.

    If the default changed, `was` maps each older one to the last version of the rules that had it.
    """
    metadata: OptionMetadata = {
        "low": low, "high": high, "names": dict(names or {}), "was": dict(was or {}), "help": help_,
    }  # fmt: skip
    return field(default=default, metadata=metadata)


def first_option(seats: int) -> int:
    """The option `first`: who begins, drawn at random or a named seat."""
    return option(
        0, 0, seats, {0: "random"},
        de="wer beginnt: ausgelost oder ein bestimmter Platz",
        en="who goes first: drawn at random, or a named seat",
        fr="qui commence : par tirage au sort ou une place précise",
        nl="wie begint: door loting of een bepaalde plaats",
    )  # fmt: skip


def switch(default: bool = False, **help_: str) -> int:
    """An option that is ``no`` or ``yes``."""
    return option(int(default), 0, 1, {0: "no", 1: "yes"}, None, **help_)


def selection(
    choose: int, of: Sequence[str], titles: Callable[..., Mapping[str, Mapping[str, str]]],
    **help_: str,
) -> int:  # fmt: skip
    """An option that selects several entries of a list, ``AM-BT-CC``, or none.

    Stored as a number, in which bit i stands for entry i of the list. `titles` gives each entry's
    name in each language; it is called only when the names are needed. In a game with sets it takes
    the number of a set: other sets may have other names.
    """
    metadata: OptionMetadata = {
        "low": 0, "high": (1 << len(of)) - 1, "names": {0: NONE}, "help": help_,
        "choose": choose, "of": tuple(of), "titles": titles,
    }  # fmt: skip
    return field(default=0, metadata=metadata)


def live_option(
    names: Mapping[int, str], also: Mapping[str, int] | None = None, later: bool = False,
    **help_: str,
) -> int:  # fmt: skip
    """An option with named values only, to which more are added while the program runs.

    A record names the value, so a name must be exact (for a file: its digest); `also` has other
    words for a value. An option that was added `later` is written only if it is not the default, so
    that older records stay as they are.
    """
    metadata: OptionMetadata = {
        "names": names, "also": also or {}, "help": help_, "live": True, "later": later,
    }  # fmt: skip
    return field(default=0, metadata=metadata)


def board_option(
    names: Mapping[int, str],
    of_set: Callable[[int], Sequence[int]],
    titles: Callable[[], Mapping[str, Mapping[str, str]]] = dict,
    **help_: str,
) -> int:
    """An option that names a board; the available ones depend on the option `set`.

    `names` are the boards of all sets, to which loaded files add more; `of_set` gives the boards of
    a set, the default first; `titles` gives the names of those of the loaded files.
    """
    metadata: OptionMetadata = {
        "names": names, "help": help_, "live": True, "of_set": of_set, "titles": titles,
    }  # fmt: skip
    return field(default=UNSET, metadata=metadata)


def _metadata(option_field: Field[int]) -> OptionMetadata:
    """The metadata of a field that one of these functions made."""
    return cast(OptionMetadata, option_field.metadata)


def bounds(about: Mapping[str, Any]) -> tuple[int, int]:
    """The lowest and the highest value of an option."""
    if "live" in about:
        return min(about["names"]), max(about["names"])
    return about["low"], about["high"]


@dataclass(frozen=True)
class Options:
    """Base class of every game's options."""

    if TYPE_CHECKING:  # each game has its own, all of them whole numbers

        def __init__(self, **values: int) -> None: ...

    def __post_init__(self) -> None:
        for f in fields(self):
            if "of_set" not in _metadata(f):
                self._check_range(f.name, getattr(self, f.name), _metadata(f))
        for f in fields(self):
            if "of_set" in _metadata(f):
                self._fit_to_set(f.name, _metadata(f))
        self.check_conflicts()

    def _fit_to_set(self, name: str, about: OptionMetadata) -> None:
        """Use the first board of the chosen set, unless another of its boards is named."""
        chosen: int = vars(self)["set"]
        boards = about["of_set"](chosen)
        if getattr(self, name) == UNSET:
            object.__setattr__(self, name, boards[0])
        value = getattr(self, name)
        self._check_range(name, value, about)
        if value not in boards:
            sets = next(_metadata(f)["names"] for f in fields(self) if f.name == "set")
            raise OptionClash(
                f"option {name}={about['names'][value]}: the set {sets[chosen]} has no such board; "
                f"use {', '.join(about['names'][board] for board in boards)}",
                name, "set",
            )  # fmt: skip

    def check_conflicts(self) -> None:
        """Refuse values that contradict each other (`OptionClash`)."""

    def check_for_seats(self, seats: int) -> None:
        """Refuse values that do not fit this number of seats, such as `first`."""
        first = vars(self).get("first", 0)
        if first > seats:
            raise OptionError(
                f"option first={first} names a seat that is not there: "
                f"this game has {seats} seats (use random or 1 to {seats})"
            )

    @staticmethod
    def _check_range(name: str, value: int, about: OptionMetadata) -> None:
        low, high = bounds(about)
        if whole_number(value) is None or not low <= value <= high:
            raise OptionError(f"option {name}={value} is out of range: use {_range_text(about)}")
        count = value.bit_count()
        if "choose" in about and count not in (0, about["choose"]):
            raise OptionError(
                f"option {name}={_written(value, about)} names {count} of the list: "
                f"name exactly {about['choose']}, or {NONE}"
            )

    @classmethod
    def read(cls, name: str, text: str | int) -> int:
        """One value as people type it; raises if the option or the value does not exist."""
        known = {f.name: _metadata(f) for f in fields(cls)}
        if name not in known:
            raise OptionError(
                f"there is no option {name!r} here; the options are: "
                + (", ".join(known) or "none")
            )
        value = _read_value(name, str(text), known[name])
        cls._check_range(name, value, known[name])
        return value

    @classmethod
    def parse(cls, pairs: Mapping[str, str | int]) -> Self:
        """Options from names and values as people type them."""
        return cls(**{name: cls.read(name, text) for name, text in pairs.items()})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Options from one line, ``first=random turn_limit=0``."""
        return cls(**cls.read_text(text))

    @classmethod
    def read_text(cls, text: str) -> dict[str, int]:
        """The values given in a line, without defaults for the others."""
        values: dict[str, int] = {}
        for word in check_type("options", text, str).split():
            name, equals, value = word.partition("=")
            if not equals:
                raise OptionError(f"cannot read the option {word!r}: write it as name=value")
            values[name] = cls.read(name, value)
        return values

    def to_text(self) -> str:
        plain = {
            f.name
            for f in fields(self)
            if _metadata(f).get("later") and getattr(self, f.name) == f.default
        }
        named = {name: value for name, value in self.named().items() if name not in plain}
        return " ".join(f"{name}={value}" for name, value in named.items())

    def named(self) -> dict[str, str]:
        """Every option with its value, by name where the value has one."""
        return {f.name: _written(getattr(self, f.name), _metadata(f)) for f in fields(self)}

    @classmethod
    def describe(cls) -> list[OptionDescription]:
        """All options, for `spielzug games`, the lobby and the docs."""
        plain = vars(cls())
        return [
            {
                "name": f.name,
                "default": _metadata(f)["names"].get(plain[f.name], plain[f.name]),
                "values": _range_text(_metadata(f)),
                "help": _metadata(f)["help"],
                **_listed(_metadata(f)),
                **cls._narrowed(_metadata(f)),
            }
            for f in fields(cls)
        ]

    @classmethod
    def _narrowed(cls, about: OptionMetadata) -> SetDependence:
        """What depends on the set: its boards, and its names for the entries of a list."""
        sets: Mapping[int, str] = next(
            (_metadata(f)["names"] for f in fields(cls) if f.name == "set"), {}
        )
        if sets and "choose" in about:
            ours = about["titles"](0)
            others = {label: about["titles"](number) for number, label in sets.items()}
            renamed = {
                label: {code: dict(said[code]) for code in about["of"] if said[code] != ours[code]}
                for label, said in others.items()
            }
            return {"renamed": {label: said for label, said in renamed.items() if said}}
        if "of_set" not in about:
            return {}
        names = about["names"]
        return {
            "only": {label: [names[n] for n in about["of_set"](s)] for s, label in sets.items()}
        }


def _listed(about: OptionMetadata) -> SelectionDescription:
    """The further fields of a selection: how many of which entries, each with its titles."""
    if "choose" not in about:
        return {}
    titles = about["titles"]()
    listed: list[ListEntry] = [{"code": code, "titles": dict(titles[code])} for code in about["of"]]
    return {"choose": about["choose"], "of": listed}


def _written(value: int, about: OptionMetadata) -> str:
    if value not in about["names"] and "choose" in about:
        return "-".join(code for i, code in enumerate(about["of"]) if value >> i & 1)
    return str(about["names"].get(value, value))


def _read_selection(name: str, text: str, about: OptionMetadata) -> int:
    value = 0
    for code in text.split("-"):
        if code not in about["of"]:
            raise OptionError(
                f"option {name}={text}: there is no {code!r} in the list; use {_range_text(about)}"
            )
        if value >> about["of"].index(code) & 1:
            raise OptionError(f"option {name}={text} names {code} twice: name another one")
        value |= 1 << about["of"].index(code)
    return value


def _read_value(name: str, text: str, about: OptionMetadata) -> int:
    for value, label in about["names"].items():
        if text == label:
            return int(value)
    if text in about.get("also", {}):
        return int(about["also"][text])
    if "choose" in about:
        return _read_selection(name, text, about)
    if "live" in about:
        load = "the file that has it with --set" if "of_set" in about else f"its file with --{name}"
        raise OptionError(
            f"option {name}={text} is not loaded here: load {load} FILE, "
            f"or use {_range_text(about)}"
        )
    try:
        return int(text)
    except ValueError:
        raise OptionError(
            f"option {name}={text} cannot be read: use {_range_text(about)}"
        ) from None


def _range_text(about: OptionMetadata) -> str:
    if "choose" in about:
        return f"{NONE}, or {about['choose']} of {'-'.join(about['of'])}"
    low, high = bounds(about)
    while low in about["names"]:
        low += 1
    words = list(about["names"].values())
    if low <= high:
        words.append(f"{low} to {high}")
    return ", ".join(words)
