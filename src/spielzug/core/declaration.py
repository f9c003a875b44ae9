"""Declares the records of a game, its state and its facts, without NumPy.

A record is a class whose attributes are fields, each with a type, a shape, a range, and who may see
it. The same class types the record in both of its forms: `State` is the record that compiled rules
change, with arrays; `State[Plain]` is what words and views read, with nested lists.

    class State(StateRecord[F]):
        \"\"\"A position of the game.\"\"\"

        rng = declare_word(seen=NEVER)
        seats = declare("u1", within=(2, MAX_SEATS))
        row = declare("u1", (MAX_SEATS, LENGTH), within=(0, CARS))

    STATE = layout_of(State)

A `Layout` places the fields in memory and converts the bytes to plain values and back.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from inspect import getsource
from math import prod
from operator import getitem
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Unpack, overload

from spielzug.core.errors import CannotRead
from spielzug.core.items import UNKNOWN, Display, Items, ShownAs
from spielzug.core.rules_mode import uses_plain_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import TypeVar

    class Native:
        """Marks a record in memory, as compiled rules take it: fields are arrays."""

    class Plain:
        """Marks a record as plain values: fields are numbers and nested lists."""

    F = TypeVar("F", default=Native)

    class Integers(NDArray[np.integer]):
        """The array of a field; what an index gives is a number or a part of the array."""

        def __getitem__(self, at: Any, /) -> Any: ...

else:
    from typing import TypeVar

    Native = Plain = Integers = object
    F = TypeVar("F")

ALWAYS: Final = "always"
OWNER: Final = "owner"
SOMETIMES: Final = "sometimes"
NEVER: Final = "never"
Visibility = Literal["always", "owner", "sometimes", "never"]
"""Who may see a field: everybody; of each row the seat of that number; whom `hide` lets; nobody."""

TYPES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""The code of each integer type, for `struct` and `memoryview`."""
RECORD_METHODS = frozenset(
    """T all any argmax argmin argsort astype base byteswap choose clip compress conj conjugate copy
    cumprod cumsum data device diagonal dtype dump dumps fill flags flat flatten getfield imag item
    itemset itemsize max mean min nbytes ndim newbyteorder nonzero pprint prod ptp put ravel real
    repeat reshape resize round searchsorted setfield setflags shape size sort squeeze std strides
    sum swapaxes take to_device tobytes tofile tolist tostring trace transpose var view""".split()  # noqa: SIM905
)
"""What a NumPy record has itself: rules could not read a field of such a name."""
GAP = "_gap"
"""The prefix of the names of padding bytes."""

Value = int | Sequence["Value"]  # of a field, as a number or nested lists
Values = Mapping[str, Value]
Buffer = bytes | bytearray | memoryview


class Field:
    """A field of a record."""

    name: str = ""

    def __init__(
        self,
        code: str,
        shape: tuple[int, ...],
        within: tuple[int, int] | None,
        seen: Visibility,
        *,
        items: Items | None = None,
        by_seat: bool = False,
        shown: ShownAs | None = None,
        on: str = "",
    ) -> None:
        if code not in TYPES:
            raise ValueError(f"there is no integer type {code!r}; use one of {', '.join(TYPES)}")
        if seen == OWNER and not shape:
            raise ValueError("a field that its owner sees has a row for each seat")
        self.code = code
        self.shape = shape
        self.within = within
        """The lowest and the highest value that a possible position has; None: not checked."""
        self.seen: Visibility = seen
        self.items = items
        self.by_seat = by_seat or seen == OWNER
        self.shown: ShownAs | None = shown
        self.on = on

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def count(self) -> int:
        return prod(self.shape)

    @property
    def unknown(self) -> int:
        """What stands in a hidden position for an item or a number that the seat may not see."""
        return UNKNOWN if self.items is not None else self.limits[self.code[0] == "u"]

    @cached_property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest value that its type can hold."""
        bits = 8 * int(self.code[1])
        low = -(1 << bits - 1) if self.code[0] == "i" else 0
        return low, low + (1 << bits) - 1


class NumberField(Field):
    """A field that holds one number."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, record: None, owner: type) -> NumberField: ...
        @overload
        def __get__(self, record: Record[Any], owner: type) -> int: ...
        def __get__(self, record: Record[Any] | None, owner: type) -> object: ...
        def __set__(self, record: Record[Native], value: int | np.integer | np.bool_) -> None: ...


class WordField(Field):
    """A field that holds 64 bits, which rules take as an unsigned word."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, record: None, owner: type) -> WordField: ...
        @overload
        def __get__(self, record: Record[Native], owner: type) -> np.uint64: ...
        @overload
        def __get__(self, record: Record[Plain], owner: type) -> int: ...
        def __get__(self, record: Record[Any] | None, owner: type) -> object: ...
        def __set__(self, record: Record[Native], value: int | np.uint64) -> None: ...


class RowField(Field):
    """A field of numbers in one dimension."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, record: None, owner: type) -> RowField: ...
        @overload
        def __get__(self, record: Record[Native], owner: type) -> Integers: ...
        @overload
        def __get__(self, record: Record[Plain], owner: type) -> list[int]: ...
        def __get__(self, record: Record[Any] | None, owner: type) -> object: ...


class GridField(Field):
    """A field of numbers in two dimensions."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, record: None, owner: type) -> GridField: ...
        @overload
        def __get__(self, record: Record[Native], owner: type) -> Integers: ...
        @overload
        def __get__(self, record: Record[Plain], owner: type) -> list[list[int]]: ...
        def __get__(self, record: Record[Any] | None, owner: type) -> object: ...


class CubeField(Field):
    """A field of numbers in three dimensions."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, record: None, owner: type) -> CubeField: ...
        @overload
        def __get__(self, record: Record[Native], owner: type) -> Integers: ...
        @overload
        def __get__(self, record: Record[Plain], owner: type) -> list[list[list[int]]]: ...
        def __get__(self, record: Record[Any] | None, owner: type) -> object: ...


_FIELD_TYPES = (NumberField, RowField, GridField, CubeField)


@overload
def declare(
    code: str,
    *,
    within: tuple[int, int] | None = None,
    seen: Visibility = "always",
    **display: Unpack[Display],
) -> NumberField: ...
@overload
def declare(
    code: str,
    shape: tuple[int],
    *,
    within: tuple[int, int] | None = None,
    seen: Visibility = "always",
    **display: Unpack[Display],
) -> RowField: ...
@overload
def declare(
    code: str,
    shape: tuple[int, int],
    *,
    within: tuple[int, int] | None = None,
    seen: Visibility = "always",
    **display: Unpack[Display],
) -> GridField: ...
@overload
def declare(
    code: str,
    shape: tuple[int, int, int],
    *,
    within: tuple[int, int] | None = None,
    seen: Visibility = "always",
    **display: Unpack[Display],
) -> CubeField: ...
def declare(
    code: str,
    shape: tuple[int, ...] = (),
    *,
    within: tuple[int, int] | None = None,
    seen: Visibility = "always",
    **display: Unpack[Display],
) -> Field:
    """A field of integers: the code of its type, ``u1`` to ``i8``, and the shape of an array.

    `within` is the range that the rules rely on, such as that of an index: a position from outside
    that breaks it is refused. For `display` see there; it says nothing that rules need.
    """
    if (items := display.get("items")) is not None and within is None:
        within = (0, items.kinds)
    return _FIELD_TYPES[len(shape)](code, shape, within, seen, **display)


def declare_word(code: Literal["u8"] = "u8", *, seen: Visibility = "always") -> WordField:
    """A field of 64 bits, such as a set of places or the state of a generator."""
    return WordField(code, (), None, seen)


class Record(Generic[F]):
    """The base of every declared record."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in vars(cls).keys() & RECORD_METHODS:
            raise ValueError(
                f"a field cannot be called {name!r}, which NumPy's records have for themselves: "
                f"call it {name}_number, for example"
            )

    if TYPE_CHECKING:

        @property
        def dtype(self) -> np.dtype[np.void]: ...
        def item(self) -> tuple[object, ...]: ...
        def tobytes(self) -> bytes: ...
        def __buffer__(self, flags: int, /) -> memoryview: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: object) -> None: ...
        @property
        def data(self) -> memoryview:
            """The bytes, for an engine."""


class RngRecord(Record[F]):
    """A record with a random number generator: a position, or the generator of a bot."""

    if TYPE_CHECKING:
        rng: WordField


class StateRecord(RngRecord[F]):
    """The base of every game's state; each declares these fields itself, in its own order."""

    if TYPE_CHECKING:
        seats: NumberField
        """The number of players."""
        turns: NumberField
        """The turns that all of them have completed."""


class FactsRecord(Record[F]):
    """The base of every game's facts, which never change during a game."""

    if TYPE_CHECKING:
        rules_version: NumberField


def fields_of(record: type[Record[Any]]) -> tuple[Field, ...]:
    """The fields that a record declares, in order, after those of its base."""
    declared = (vars(base).values() for base in reversed(record.__mro__))
    return tuple(value for values in declared for value in values if isinstance(value, Field))


# -- memory ----------------------------------------------------------------------------------------


Column = tuple[str, str, tuple[int, ...]]
"""Name, type and shape of a field, as NumPy takes them."""


def with_gaps(columns: Sequence[Column]) -> list[Column]:
    """Columns that NumPy aligns as a C compiler would, with a column of bytes for each gap.

    NumPy copies a record field by field: bytes without a name would keep their old contents, and
    equal positions would not be equal bytes.
    """
    widest = max((code[1] for _, code, _ in columns), default="1")
    placed: list[Column] = []
    end = 0
    for name, code, shape in (*columns, ("", f"u{widest}", ())):
        width = int(code[1])
        gap = -end % width
        if gap:
            placed.append((f"{GAP}{end}", "u1", (gap,)))
        placed.append((name, code, shape))
        end += gap + width * prod(shape)
    return placed[:-1]


Place = tuple[int, int, str, tuple[int, ...]]
"""Begin, end, `memoryview` code and shape of a field."""
MOST_SHARED = 1024
"""Values of a field that are kept to be shared."""


class SharedValues(dict[bytes, Any]):
    """The last values that were read from a field, by their bytes."""

    def __init__(self, code: str, shape: tuple[int, ...]) -> None:
        super().__init__()
        self._code = code
        self._shape = shape

    def __missing__(self, part: bytes) -> Any:
        if len(self) >= MOST_SHARED:
            self.clear()
        here: Any = memoryview(part)
        shape = self._shape
        self[part] = here.cast(self._code, shape).tolist() if shape else here.cast(self._code)[0]
        return self[part]


class Layout:
    """Where the fields of a record lie in memory: aligned as a C compiler would."""

    def __init__(self, fields: Sequence[Field], wide: bool) -> None:
        """A `wide` layout gives every number eight bytes, see `core.jit.record`."""
        self.fields = {field.name: field for field in fields}
        self.wide = wide
        self._codes = {f.name: (f.code if f.code == "u8" or not wide else "i8") for f in fields}
        self.columns = with_gaps([(f.name, self._codes[f.name], f.shape) for f in fields])
        """The fields and the gaps, for a NumPy dtype."""
        self.offsets: dict[str, int] = {}
        self.size = 0
        for name, code, shape in self.columns:
            if name in self.fields:
                self.offsets[name] = self.size
            self.size += int(code[1]) * prod(shape)

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {
            name: (
                self.offsets[name],
                self.offsets[name] + field.count * int(self._codes[name][1]),
                TYPES[self._codes[name]],
                field.shape,
            )
            for name, field in self.fields.items()
        }

    @cached_property
    def _singles(self) -> dict[str, struct.Struct]:
        """Reads and writes each field that is a single number."""
        return {
            name: struct.Struct(f"={code}")
            for name, (_, _, code, shape) in self._places.items()
            if not shape
        }

    # -- numbers -----------------------------------------------------------------------------------

    @cached_property
    def length(self) -> int:
        """How many numbers a record has."""
        return sum(field.count for field in self.fields.values())

    @cached_property
    def numbers(self) -> struct.Struct:
        """Reads and writes all numbers of a record, one field after the other.

        Eight bytes are signed: a key of the generator fills all of them. Gaps become zeros.
        """
        codes = {name: code for name, (_, _, code, _) in self._places.items()}
        parts = [
            f"{prod(shape)}{codes.get(name, 'x').replace('Q', 'q')}"
            for name, _, shape in self.columns
        ]
        return struct.Struct("<" + "".join(parts))

    @cached_property
    def parts(self) -> struct.Struct:
        """Cuts a record into the bytes of its fields, in order."""
        sizes = [
            f"{int(code[1]) * prod(shape)}{'s' if name in self.fields else 'x'}"
            for name, code, shape in self.columns
        ]
        return struct.Struct("=" + "".join(sizes))

    @cached_property
    def readers(self) -> list[tuple[int, struct.Struct]]:
        """For each field how many numbers come before it, and how to read those of its bytes.

        The numbers are those of `numbers`.
        """
        found: list[tuple[int, struct.Struct]] = []
        first = 0
        for name, (_, _, code, _) in self._places.items():
            count = self.fields[name].count
            found.append((first, struct.Struct(f"<{count}{code.replace('Q', 'q')}")))
            first += count
        return found

    # -- plain values ------------------------------------------------------------------------------

    def read(self, data: Buffer) -> dict[str, Any]:
        """All fields as plain values: numbers and nested lists."""
        view: Any = memoryview(data).cast("B")
        return {
            name: view[begin:end].cast(code, shape).tolist()
            if shape
            else view[begin:end].cast(code)[0]
            for name, (begin, end, code, shape) in self._places.items()
        }

    def read_shared(self, data: bytes) -> dict[str, Any]:
        """The same, but records with the same field share its value, which nobody may change.

        Most fields are the same as a decision ago, and the same for all who look.
        """
        found: dict[str, Any] = dict.fromkeys(self._places)  # with room for all from the start
        found.update(
            zip(self._places, map(getitem, self._shared, self.parts.unpack(data)), strict=True)
        )
        return found

    @cached_property
    def _shared(self) -> list[SharedValues]:
        return [SharedValues(code, shape) for _, _, code, shape in self._places.values()]

    def write(self, values: Values) -> bytearray:
        """The bytes of a record with these values; a field that is not given is zero."""
        data = bytearray(self.size)
        if unknown := sorted(set(values) - set(self.fields)):
            raise KeyError(f"the record has no field {unknown[0]!r}")
        for name, value in values.items():
            self.set(data, name, value)
        return data

    def get(self, data: Buffer, name: str) -> Any:
        """One field as plain values."""
        begin, end, code, shape = self._places[name]
        if not shape:
            return self._singles[name].unpack_from(data, begin)[0]
        here: Any = memoryview(data).cast("B")[begin:end]
        return here.cast(code, shape).tolist()

    def set(self, data: bytearray | memoryview, name: str, value: Value) -> None:
        """Write one field; raises `CannotRead` if the value does not fit."""
        begin, _, code, shape = self._places[name]
        if not shape and isinstance(value, int):
            low, high = self.fields[name].limits
            if low <= value <= high:
                self._singles[name].pack_into(data, begin, value)
                return
        found = _shape_of(value)
        if found != shape:
            raise CannotRead(f"the field {name!r} cannot be read: shape {found} instead of {shape}")
        numbers = list(_flattened(value, len(shape)))
        try:
            struct.pack(f"<{len(numbers)}{TYPES[self.fields[name].code]}", *numbers)
            struct.pack_into(f"<{len(numbers)}{code}", data, begin, *numbers)
        except (struct.error, TypeError):
            low, high = self.fields[name].limits
            raise CannotRead(
                f"the field {name!r} cannot be read: values must be {low} to {high}"
            ) from None

    def digest(self, data: Buffer) -> str:
        """Sixteen hexadecimal digits of a hash of the plain values as JSON, sorted by name.

        Most fields are the same as a decision ago, so the text of each is cached.
        """
        whole = bytes(data)
        parts = (
            f'"{name}": {_text(whole[begin:end], code, shape)}'
            for name, (begin, end, code, shape) in self._sorted_places
        )
        return hashlib.sha256(f"{{{', '.join(parts)}}}".encode()).hexdigest()[:16]

    @cached_property
    def _sorted_places(self) -> list[tuple[str, Place]]:
        return sorted(self._places.items())

    def range_error(self, data: Buffer, hidden: bool = False) -> str | None:
        """The first field out of its range; parts of a `hidden` record may be blank (`UNKNOWN`)."""
        for name, (low, high) in self.ranges.items():
            begin, end, code, _ = self._places[name]
            here: Any = memoryview(data).cast("B")[begin:end]
            values = here.cast(code).tolist()
            if hidden and self.fields[name].seen != ALWAYS:
                values = [value for value in values if value != UNKNOWN] or [low]
            if min(values) < low or max(values) > high:
                return name
        return None

    @cached_property
    def ranges(self) -> dict[str, tuple[int, int]]:
        """The declared ranges by field."""
        return {name: f.within for name, f in self.fields.items() if f.within is not None}


def _shape_of(value: object) -> tuple[int, ...]:
    """The shape of nested lists; lists of different lengths count as numbers."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    inner = {_shape_of(item) for item in value}
    return (len(value), *(inner.pop() if len(inner) == 1 else ()))


def _flattened(value: Any, dimensions: int) -> Iterator[int]:
    if not dimensions:
        yield value
        return
    for item in value:
        yield from _flattened(item, dimensions - 1)


@lru_cache(maxsize=8192)
def _text(data: bytes, code: str, shape: tuple[int, ...]) -> str:
    here: Any = memoryview(data)
    return str(here.cast(code, shape).tolist() if shape else here.cast(code)[0])


_layouts: dict[tuple[object, bool], Layout] = {}


def layout_of(record: type[Record[Any]], wide: bool | None = None) -> Layout:
    """The layout of a record for the rules of this process; `wide` asks for one of the two."""
    key = record, uses_plain_rules() if wide is None else wide
    if key not in _layouts:
        _layouts[key] = Layout(fields_of(record), key[1])
    return _layouts[key]


# -- documentation ---------------------------------------------------------------------------------


def field_comments(record: type[Record[Any]]) -> dict[str, str]:
    """The comment behind or above each field in its declaration, for the docs."""
    found: dict[str, str] = {}
    above: list[str] = []
    for line in getsource(record).splitlines():
        text = line.strip()
        if text.startswith("#"):
            above.append(text.lstrip("# "))
            continue
        if match := re.match(r"(\w+) = declare(?:_word)?\(", text):
            behind = re.search(r"#\s*(.+)$", text)
            found[match[1]] = behind[1] if behind else " ".join(above)
        above = []
    return found
