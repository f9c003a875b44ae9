"""Sets of spaces as bits of two words, for compiled rules.

Space s is bit s % 64 of word s // 64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spielzug.core.jit import rule
from spielzug.core.record_types import Number

NONE = np.uint64(0)
ONE = np.uint64(1)

_MAGIC = 0x03F79D71B4CB0A89  # a de Bruijn sequence: every shift has different upper six bits
_FACTOR, _SHIFT = np.uint64(_MAGIC), np.uint64(58)
_ALL = 0xFFFF_FFFF_FFFF_FFFF


def _places() -> NDArray[np.int64]:
    places = np.zeros(64, np.int64)
    for bit in range(64):
        places[((_MAGIC << bit) & _ALL) >> 58] = bit
    return places


_PLACES = _places()
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_M1 = np.uint64(0x5555_5555_5555_5555)
_M2 = np.uint64(0x3333_3333_3333_3333)
_M4 = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_H01 = np.uint64(0x0101_0101_0101_0101)


@rule
def has(spaces: NDArray[np.uint64], space: Number) -> bool:
    """Whether the set (two words in an array) contains the space."""
    return spaces[space >> 6] >> np.uint64(space & 63) & ONE != NONE


@rule
def add(spaces: NDArray[np.uint64], space: Number) -> None:
    spaces[space >> 6] |= ONE << np.uint64(space & 63)


@rule
def lowest(word: np.uint64) -> np.uint64:
    """The lowest bit of a non-zero word, as a word."""
    return word ^ (word & (word - ONE))


@rule
def number(single: np.uint64) -> np.int64:
    """The index of the only bit in a word."""
    return _PLACES[np.int64((single * _FACTOR) >> _SHIFT)]


@rule
def size(word: np.uint64) -> np.int64:
    """The number of bits set in a word."""
    x = word - ((word >> _S1) & _M1)
    x = (x & _M2) + ((x >> _S2) & _M2)
    x = (x + (x >> _S4)) & _M4
    return np.int64((x * _H01) >> _S56)
