"""Floating-point functions that give the same result on every machine."""

from __future__ import annotations

import math

import numpy as np
import pytest

from spielzug.core.jit import PLAIN, as_plain, rule, scratch
from spielzug.core.portable_math import exp, log

new_row = scratch(4, np.int64)
new_square = scratch((2, 3), np.float64)


@rule
def powers(base: int) -> int:
    row, other = new_row(), new_row()
    for i in range(4):
        row[i], other[i] = base**i, -1
    return int(row[0] + row[1] + row[2] + row[3] + other[3])


@rule
def diagonal(at: float) -> float:
    square = new_square()
    for i in range(2):
        for k in range(3):
            square[i, k] = at * (10 * i + k)
    return float(square[0, 2] + square[1][1])


def test_scratch_memory_is_each_call_s_own() -> None:
    assert [powers(n) for n in (2, 3)] == [14, 39]
    assert diagonal(0.5) == 6.5


@pytest.mark.compiled
@pytest.mark.skipif(PLAIN, reason="looks at compiled code")
def test_scratch_memory_is_not_on_the_heap() -> None:
    powers(2)
    (code,) = powers.inspect_llvm().values()  # type: ignore[attr-defined]
    assert "NRT_MemInfo_alloc" not in code


NUMBERS = np.random.default_rng(1).uniform(-40.0, 40.0, 2000).tolist()


def test_the_exponential_is_right_to_the_last_bit_but_one() -> None:
    for x in [*NUMBERS, 0.0, 1.0, -1.0, -708.0, 709.0]:
        assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x))
    assert exp(-1e9) == exp(-708.0)
    assert exp(1e9) == exp(709.0)


def test_the_logarithm_is_right_to_a_few_last_bits() -> None:
    for x in [*map(abs, NUMBERS), 1.0, 1e-300, 1e300]:
        assert abs(log(x) - math.log(x)) <= 2 * math.ulp(math.log(x) or 1.0)
    assert log(1.0) == 0.0


@pytest.mark.compiled
@pytest.mark.skipif(PLAIN, reason="compares with compiled code")
def test_compiled_and_plain_give_the_same_bits() -> None:
    assert [exp(x) for x in NUMBERS] == [as_plain(exp)(x) for x in NUMBERS]
    positive = [abs(x) for x in NUMBERS]
    assert [log(x) for x in positive] == [as_plain(log)(x) for x in positive]
