"""Keys and random numbers as Python numbers; `core.rng` has the same for compiled code.

All luck of a run follows from its key.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from spielzug.core.checks import LARGEST_KEY as WORD
from spielzug.core.checks import check_key
from spielzug.core.declaration import F, RngRecord, declare_word, layout_of
from spielzug.core.memory import RecordMemory

if TYPE_CHECKING:
    from spielzug.core.record_types import Key, Rng

_GAMMA, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_LOW = (1 << 32) - 1

TAPE_LENGTH = 64
"""More than any step of a game draws."""


def seed_key(purpose: str, seed: int | str) -> int:
    """The base key of a run: the same for the same purpose and seed, on every machine."""
    digest = hashlib.sha256(f"spielzug/{purpose}/{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "little")


def derive_key(base: int, number: int) -> int:
    """The key of game `number` in a run whose base key is `base`; `core.rng.stream`."""
    return _mix((_mix(base) + number * _GAMMA) & WORD)


def _mix(z: int) -> int:
    z = (z ^ (z >> 30)) * _MIX1 & WORD
    z = (z ^ (z >> 27)) * _MIX2 & WORD
    return z ^ (z >> 31)


class GeneratorRecord(RngRecord[F]):
    """A generator of random numbers outside a position, for bots and guesses."""

    rng = declare_word()
    no_position = declare_word()
    """Keeps numba from taking a position for a longer generator (record subtypes)."""


class SplitMix64(RecordMemory["GeneratorRecord"]):
    """A generator of random numbers in memory that an engine takes, see `core.rng`."""

    __slots__ = ()

    def __init__(self, key: Key) -> None:
        super().__init__(layout_of(GeneratorRecord), bytearray(16))
        self.rng = check_key(key)

    @property
    def rng(self) -> int:
        """The state, from which all further numbers follow."""
        state: int = self.get("rng")
        return state

    @rng.setter
    def rng(self, state: int) -> None:
        self.set("rng", int(state))

    def next(self) -> int:
        """64 random bits."""
        self.rng = state = (self.rng + _GAMMA) & WORD
        return _mix(state)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit-1, uniformly distributed (Lemire's method)."""
        product = (self.next() >> 32) * limit
        if product & _LOW < limit:
            threshold = ((1 << 32) - limit) % limit
            while product & _LOW < threshold:
                product = (self.next() >> 32) * limit
        return product >> 32


def generator_of(rng: SplitMix64 | Rng | int) -> SplitMix64:
    """The generator itself, one with this key, or one that shares the state of a NumPy record."""
    if isinstance(rng, SplitMix64):
        return rng
    record: Any = rng
    if "rng" not in (getattr(getattr(record, "dtype", None), "names", None) or ()):
        return SplitMix64(check_key(record))
    from spielzug.core.native_records import writable_view

    made = SplitMix64.__new__(SplitMix64)
    RecordMemory.__init__(made, layout_of(GeneratorRecord), writable_view(record))
    made._record = record  # keeps its memory alive
    return made
