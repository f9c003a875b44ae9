"""Records as bytes, and as plain Python values; neither needs NumPy.

A `RecordMemory` holds the bytes of one record, for an engine. Nothing checks that they are of the
right kind of record, so only a position and its game, which made both, call rules this way.

Words, views and messages need numbers and lists: a `PlainRecord` has them as attributes.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spielzug.core.declaration import Layout, Record

if TYPE_CHECKING:
    from spielzug.core.record_types import RecordType

RecordT = TypeVar("RecordT", bound=Record[Any])
Data = bytearray | memoryview
"""The bytes of a record, which may be changed."""


class PlainRecord:
    """The fields of a record as read-only attributes; nested arrays are lists of lists.

    Records share equal values, so nobody may change a list in one.
    `data` are its bytes, for an engine, which must not change them.
    """

    def __init__(self, layout: Layout, data: bytes | Data) -> None:
        self.__dict__ = layout.read_shared(bytes(data))
        self.layout = layout
        self.data = memoryview(data)

    @cached_property
    def record(self) -> Any:
        """The record itself, for rules; they must not change it."""
        from spielzug.core.native_records import record_in

        return record_in(self.layout, self.data)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@lru_cache(maxsize=64)
def facts_in(layout: Layout, data: bytes) -> PlainRecord:
    """The facts of a game as plain values.

    Equal facts give the same object, so that values that follow from them can be cached on it.
    """
    return PlainRecord(layout, bytearray(data))


class RecordMemory(Generic[RecordT]):
    """The bytes of a record, and its other forms, each made when it is first asked for."""

    __slots__ = ("_plain", "_record", "data", "layout")

    def __init__(self, layout: Layout, data: Data) -> None:
        self.layout = layout
        self.data = data
        """For compiled code, which may change it."""
        self._plain: PlainRecord | None = None
        self._record: RecordT | None = None

    @classmethod
    def of_record(cls, layout: Layout, record: RecordT) -> RecordMemory[RecordT]:
        """The memory that a NumPy record lies in."""
        from spielzug.core.native_records import writable_view

        made = cls(layout, writable_view(record))
        made._record = record
        return made

    @property
    def record(self) -> RecordT:
        """The NumPy record in this memory."""
        if self._record is None:
            from spielzug.core.native_records import record_in

            self._record = record_in(self.layout, self.data)
        return self._record

    @property
    def dtype(self) -> RecordType:
        from spielzug.core.native_records import dtype_of_layout

        return dtype_of_layout(self.layout)

    def copy(self) -> RecordMemory[RecordT]:
        """Another record with the same bytes."""
        return RecordMemory(self.layout, bytearray(self.data))

    def get(self, name: str) -> Any:
        """One field as a plain number or list."""
        return self.layout.get(self.data, name)

    def set(self, name: str, value: int) -> None:
        """Change one field."""
        self.layout.set(self.data, name, value)

    @property
    def copied(self) -> PlainRecord:
        """A copy as plain values, for words."""
        return PlainRecord(self.layout, bytes(self.data))

    @property
    def as_plain(self) -> PlainRecord:
        """The same for a record that does not change any more, made once."""
        if self._plain is None:
            self._plain = self.copied
        return self._plain

    @property
    def plain(self) -> dict[str, Any]:
        """The fields as plain numbers and lists: equal records give equal values."""
        return self.layout.read(self.data)

    @property
    def as_facts(self) -> PlainRecord:
        """Facts as plain values, see `facts_in`."""
        if self._plain is None:
            self._plain = facts_in(self.layout, bytes(self.data))
        return self._plain
