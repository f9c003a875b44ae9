"""Sets of small numbers as bits, for compiled rules: of one word, or of several in an array.

Number n is bit n of a word, or bit n % 64 of word n // 64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spielzug.core.jit import rule
from spielzug.core.record_types import Number

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

_MAGIC = 0x03F79D71B4CB0A89  # a de Bruijn sequence: every shift has different upper six bits
_FACTOR, _SHIFT = np.uint64(_MAGIC), np.uint64(58)


def _places() -> NDArray[np.uint64]:
    places = np.zeros(64, np.uint64)
    for bit in range(64):
        places[((_MAGIC << bit) & int(ALL)) >> 58] = bit
    return places


_PLACES = _places()
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_M1 = np.uint64(0x5555_5555_5555_5555)
_M2 = np.uint64(0x3333_3333_3333_3333)
_M4 = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_H01 = np.uint64(0x0101_0101_0101_0101)


@rule
def bit(at: Number) -> np.uint64:
    """The set of one number."""
    return ONE << np.uint64(at)


@rule
def has(word: np.uint64, at: Number) -> bool:
    return (word >> np.uint64(at)) & ONE != NONE


@rule
def lowest(word: np.uint64) -> np.uint64:
    """The lowest number of a non-empty set, as a set."""
    return word ^ (word & (word - ONE))


@rule
def number(single: np.uint64) -> np.uint64:
    """The number in a set of one; unsigned, so that an index needs no check for negative ones."""
    return _PLACES[(single * _FACTOR) >> _SHIFT]


@rule
def index_of(single: np.uint64) -> np.int64:
    """The number in a set of one, to compute with."""
    return np.int64(number(single))


@rule
def size(word: np.uint64) -> np.int64:
    """How many numbers a set has."""
    x = word - ((word >> _S1) & _M1)
    x = (x & _M2) + ((x >> _S2) & _M2)
    x = (x + (x >> _S4)) & _M4
    return np.int64((x * _H01) >> _S56)


@rule
def contains(words: NDArray[np.uint64], at: Number) -> bool:
    """Whether a set of several words has this number."""
    return words[at >> 6] >> np.uint64(at & 63) & ONE != NONE


@rule
def include(words: NDArray[np.uint64], at: Number) -> None:
    words[at >> 6] |= ONE << np.uint64(at & 63)
