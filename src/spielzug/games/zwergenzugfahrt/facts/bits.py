"""Sets of fields as bits of one word, for compiled rules.

Field f is bit f.
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
    places = np.zeros(64, np.uint64)  # unsigned indices are faster: no check for negative ones
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
def bit(field: Number) -> np.uint64:
    """The set of one field."""
    return ONE << np.uint64(field)


@rule
def has(fields: np.uint64, field: Number) -> bool:
    return (fields >> np.uint64(field)) & ONE != NONE


@rule
def lowest(fields: np.uint64) -> np.uint64:
    """The first field of a non-empty set, as a set."""
    return fields ^ (fields & (fields - ONE))


@rule
def number(single: np.uint64) -> np.uint64:
    """The field in a set of one."""
    return _PLACES[(single * _FACTOR) >> _SHIFT]


@rule
def size(fields: np.uint64) -> np.int64:
    """The number of fields in a set."""
    x = fields - ((fields >> _S1) & _M1)
    x = (x & _M2) + ((x >> _S2) & _M2)
    x = (x + (x >> _S4)) & _M4
    return np.int64((x * _H01) >> _S56)
