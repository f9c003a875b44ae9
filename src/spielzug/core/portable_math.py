"""Functions of real numbers that give the same bits on every machine.

The exponential and the logarithm differ in the last bit between math libraries, and again on a GPU.
Where a choice depends on them it must be the same everywhere, so these use only what every machine
rounds alike: sums, products, quotients, and powers of two, which are exact.
"""

from __future__ import annotations

import math

import numpy as np

from spielzug.core.jit import rule
from spielzug.core.record_types import Number

# ln 2 in two parts; times a whole number of up to 21 bits the first one is still exact.
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
ROOT_HALF = 0.7071067811865476
PER_LN2 = 1.4426950408889634
LEAST, MOST = -708.0, 709.0  # beyond these the exponential is not a normal number

# The bits of a float: the sign, then the exponent with a bias, then the fraction.
FRACTION_BITS, BIAS = 52, 1023
EXPONENT_OF_HALF = (BIAS - 1) << FRACTION_BITS
FRACTION = (1 << FRACTION_BITS) - 1


@rule
def power_of_two(twos: Number) -> np.float64:
    """2 to this power, if that is a normal number."""
    return np.int64((twos + BIAS) << FRACTION_BITS).view(np.float64)


@rule
def exp(x: float) -> float:
    """The exponential, exact to about one bit in the last place."""
    x = max(LEAST, min(MOST, x))
    twos = math.floor(x * PER_LN2 + 0.5)
    r = (x - twos * LN2_HIGH) - twos * LN2_LOW
    s = r * r
    # The series up to the 13th power, in pairs, so that a processor can work on several at once.
    low = (1.0 / 2 + r * (1.0 / 6)) + s * (1.0 / 24 + r * (1.0 / 120))
    middle = (1.0 / 720 + r * (1.0 / 5040)) + s * (1.0 / 40320 + r * (1.0 / 362880))
    high = (1.0 / 3628800 + r * (1.0 / 39916800)) + s * (1.0 / 479001600 + r * (1.0 / 6227020800))
    four = s * s
    return power_of_two(np.int64(twos)) * (1.0 + (r + s * (low + four * (middle + four * high))))


@rule
def log(x: float) -> float:
    """The natural logarithm of a normal number above 0, exact to about one bit in the last place.

    `part`, from a half to below 1, times a power of two is `x`.
    """
    bits = np.float64(x).view(np.int64)
    twos = (bits >> FRACTION_BITS) - (BIAS - 1)
    part = np.int64((bits & FRACTION) | EXPONENT_OF_HALF).view(np.float64)
    if part < ROOT_HALF:
        part *= 2.0
        twos -= 1
    f = part - 1.0
    s = f / (2.0 + f)
    z = s * s
    # log(1 + f) is twice the series of the odd powers of s, which is below 0.18.
    low = 1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9)))
    high = 1.0 / 11 + z * (1.0 / 13 + z * (1.0 / 15 + z * (1.0 / 17 + z * (1.0 / 19))))
    four = z * z * z * z
    series = 2.0 * s + 2.0 * s * z * (low + four * high)
    return twos * LN2_HIGH + (twos * LN2_LOW + series)
