"""Knobs: entries of a game's set or options that can be changed, and the values to try.

An address is written with dots, `cards.Regina.cost`; a `*` in place of a name stands for every
entry there. `option.NAME` is an option of the game. Several addresses that change together are one
knob. `edit_set_text` writes new values into a set file and keeps the rest as its author typed it.
"""

from __future__ import annotations

import difflib
import itertools
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from spielzug.core.errors import OptionError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.sets.entries import change, entries, find, path_of

OPTION = "option."
ALL = "*"
BY = "by "
MOST_VALUES = 100  # of one knob
SHOWN = 8  # names listed in an error

Where = Mapping[str, object]
"""Conditions on an entry: a value, or the least and the most of a number."""


@dataclass(frozen=True)
class KnobSetting:
    """One value of a knob: its label, and the new value at each address."""

    label: str
    changes: tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Knob:
    name: str
    settings: tuple[KnobSetting, ...]
    ordered: bool
    """Whether the settings are numbers, and so have an order."""
    base: int | None
    """The setting that changes nothing, if there is one."""


@dataclass(frozen=True)
class Values:
    """Values to try: whole numbers or words, or steps relative to the present value."""

    each: tuple[object, ...]
    steps: bool = False

    @classmethod
    def read(cls, text: str) -> Values:
        """`3:8`, `3:9:2`, `a,b`, and with `by` before it steps relative to the present value."""
        steps = text.startswith(BY)
        words = text.removeprefix(BY).strip()
        each = _spread(words) if ":" in words else tuple(map(_scalar, words.split(",")))
        if steps and any(type(value) is not int for value in each):
            raise UsageError(f"{text!r}: steps are whole numbers, as in 'by -2:2'")
        if "" in each or None in each:
            raise UsageError(f"{text!r}: a value is missing; write 3:8, 3:9:2 or a,b")
        return cls(tuple(v for i, v in enumerate(each) if v not in each[:i]), steps)

    @property
    def ordered(self) -> bool:
        return all(type(value) is int for value in self.each)


def _spread(text: str) -> tuple[int, ...]:
    try:
        low, high, step = [*map(int, text.split(":")), 1][:3]
        if text.count(":") > 2 or step < 1 or low > high:
            raise ValueError
    except ValueError:
        raise UsageError(
            f"{text!r} is not a range: write LOW:HIGH or LOW:HIGH:STEP in whole numbers, the lower "
            "one first"
        ) from None
    if (high - low) // step >= MOST_VALUES:
        raise UsageError(
            f"{text!r}: more than {MOST_VALUES} values; use a larger step, LOW:HIGH:STEP"
        )
    return tuple(range(low, high + 1, step))


def _scalar(word: str) -> object:
    """As YAML reads it in a set file."""
    try:
        value = yaml.safe_load(word)
    except yaml.YAMLError:
        return word
    return word.strip() if isinstance(value, dict | list) else value


# -- addresses ---------------------------------------------------------------------------------


def matching(data: object, address: str, where: Where | None = None) -> list[str]:
    """The addresses that match a pattern; if there is none, `UsageError` suggests similar names."""
    found = [each for each in _expanded(data, address) if _fits(data, each, where)]
    if not found:
        raise UsageError(f"{address}: no entry matches `where`")
    return found


def _expanded(data: object, address: str) -> list[str]:
    before, star, after = address.partition(ALL)
    if not star:
        path_of(data, address)  # raises if there is none
        return [address]
    around = find(data, before.rstrip(".")) if before else data
    known = list(entries(around))
    found: list[str] = []
    missed: UsageError | None = None
    for name in [n for n in known if not n.isdecimal()] or known:
        try:
            found += _expanded(data, f"{before}{name}{after}")
        except UsageError as error:  # some entries may lack it: a cheese has no ability
            missed = error
    if not found:
        raise missed or UsageError(f"{address}: there is no entry in {before.rstrip('.')}")
    return found


def entry_around(data: object, address: str) -> object:
    """The entry that contains an address: the card that has the cost."""
    around: Any = data
    for key in path_of(data, address)[:-1]:
        around = around[key]
    return around


def _fits(data: object, address: str, where: Where | None) -> bool:
    """Whether the entry around an address satisfies `where`."""
    around = entry_around(data, address)
    for name, wanted in (where or {}).items():
        value = around.get(name) if isinstance(around, Mapping) else None
        if isinstance(wanted, Sequence) and not isinstance(wanted, str):
            low, high = wanted
            if not isinstance(value, int) or not low <= value <= high:
                return False
        elif value != wanted:
            return False
    return True


def suggest_name(name: str, names: Mapping[str, object] | Sequence[str]) -> str:
    """A suggestion for a misspelled name."""
    known = [str(known) for known in names]
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(map(repr, close))}?"
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return f"the names are: {', '.join(known[:SHOWN])}{more}"


# -- knobs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BaseGame:
    """The game before any change: its set as data, and its options."""

    game: Game
    data: Mapping[str, object]
    options: Options

    def knobs(
        self,
        address: str,
        values: Values,
        where: Where | None = None,
        together: bool = True,
        keep: Sequence[str] = (),
    ) -> list[Knob]:
        """One for all addresses of the pattern, or one for each; `keep` lists addresses to skip."""
        if address.startswith(OPTION):
            return [self._option(address, values)]
        self.game.require_sets()
        found = [
            each
            for each in matching(self.data, address, where)
            if not any(each == kept or each.startswith(f"{kept}.") for kept in keep)
        ]
        if not found:
            return []
        groups = [found] if together else [[each] for each in found]
        knobs = [self._knob(address if together else group[0], group, values) for group in groups]
        return [knob for knob in knobs if knob.settings]

    def _option(self, address: str, values: Values) -> Knob:
        name = address.removeprefix(OPTION)
        known = self.options.named()
        if name not in known:
            raise UsageError(f"{address}: there is no option {name!r}; {suggest_name(name, known)}")
        now = getattr(self.options, name)
        numbers = [
            now + each if values.steps else read_option(self.options, name, each)
            for each in values.each
        ]
        settings = tuple(
            KnobSetting(type(self.options)(**{**vars(self.options), name: number}).named()[name],
                    ((address, number),))
            for number in numbers
        )  # fmt: skip
        base = numbers.index(now) if now in numbers else None
        return Knob(address, settings, values.ordered, base)

    def _knob(self, name: str, group: Sequence[str], values: Values) -> Knob:
        now = {address: find(self.data, address) for address in group}
        settings = []
        for each in values.each:
            if values.steps:
                assert isinstance(each, int)
                numbers = {a: value for a, value in now.items() if type(value) is int}
                if odd := [address for address in now if address not in numbers]:
                    raise UsageError(f"{odd[0]}: {now[odd[0]]!r} is not a number: give values")
                label = f"{each:+d}" if len(group) > 1 else str(numbers[group[0]] + each)
                settings.append(KnobSetting(label, tuple((a, numbers[a] + each) for a in group)))
            else:
                settings.append(KnobSetting(str(each), tuple((a, each) for a in group)))
        same = [all(now[a] == v for a, v in each.changes) for each in settings]
        return Knob(name, tuple(settings), values.ordered, same.index(True) if any(same) else None)

    def now(self, address: str) -> object:
        """The present value at an address."""
        if address.startswith(OPTION):
            return getattr(self.options, address.removeprefix(OPTION))
        return find(self.data, address)

    def apply_settings(
        self, settings: Sequence[KnobSetting], name: str
    ) -> tuple[Mapping[str, object], Options]:
        """The set's data, renamed to `name` if changed, and the options after these settings."""
        data = self.data
        options = dict(vars(self.options))
        for address, value in itertools.chain.from_iterable(s.changes for s in settings):
            if address.startswith(OPTION):
                options[address.removeprefix(OPTION)] = value
            elif find(data, address) != value:
                data = change(data, address, value)
        if data is not self.data:
            data = {**data, "name": name}
        return data, type(self.options)(**options)

    def options_after(
        self, settings: Sequence[KnobSetting], name: str, source: str = ""
    ) -> Options:
        """The options to play with after these settings; a changed set is added, from `source`."""
        data, options = self.apply_settings(settings, name)
        if data is self.data:
            return options
        assert self.game.sets is not None
        made = self.game.sets.add(data, source or name)
        return type(options)(**{**vars(options), "set": made.number})


def read_option(options: Options, name: str, value: object) -> int:
    """An option's value from a file: YAML reads yes and no as booleans."""
    words = {True: ("yes", "on"), False: ("no", "off")}.get(value) if type(value) is bool else None
    last: OptionError | None = None
    for word in words or (value,):
        try:
            return int(type(options).read(name, str(word)))
        except OptionError as error:
            last = error
    assert last is not None
    raise last


WIDTH = 96


def edit_set_text(text: str, changes: Mapping[str, object], comments: Sequence[str] = ()) -> str:
    """The text of a set with these values at these addresses, preceded by lines of comment.

    Comments, order and blanks are kept. If a value cannot be replaced in place (an entry that was
    left out) the whole file is written anew, without them.
    """
    data = wanted = yaml.safe_load(text)
    for address, value in changes.items():
        wanted = change(wanted, address, value)
    made = _in_place(text, data, changes)
    if made is None or yaml.safe_load(made) != wanted:
        made = yaml.safe_dump(wanted, allow_unicode=True, sort_keys=False, width=WIDTH)
    lines = [
        line
        for each in comments  # an indented line is kept whole: a command, or a row of a table
        for line in ([each] if each.startswith(" ") else textwrap.wrap(each, WIDTH - 2) or [""])
    ]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines) + made


def _in_place(text: str, data: object, changes: Mapping[str, object]) -> str | None:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    edits = []
    for address, value in changes.items():
        node = _node(root, path_of(data, address, new=True))
        if node is None:
            return None
        edits.append((node.start_mark.index, node.end_mark.index, _typed(value)))
    for begin, end, typed in sorted(edits, reverse=True):
        text = text[:begin] + typed + text[end:]
    return text


def _node(node: yaml.Node | None, path: Sequence[str | int]) -> yaml.ScalarNode | None:
    """The scalar at the end of a path; None if there is none."""
    for key in path:
        if isinstance(node, yaml.MappingNode):
            inner = [value for name, value in node.value if name.value == str(key)]
        elif isinstance(node, yaml.SequenceNode):
            inner = node.value[int(key) : int(key) + 1]
        else:
            return None
        if not inner:
            return None
        node = inner[0]
    return node if isinstance(node, yaml.ScalarNode) and node.style not in ("|", ">") else None


def _typed(value: object) -> str:
    """A value as YAML, also valid inside braces."""
    made = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=10**6)
    return made.strip()[1:-1]
