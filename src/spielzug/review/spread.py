"""How sure a mean is that was made of few thoughts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054


def z95(freedom: float) -> float:
    """How many standard errors the 95 % interval reaches if the error itself is estimated.

    Student's distribution, near enough for four degrees of freedom and more.
    """
    return Z95 + 2.5 / freedom + 2.5 / freedom**2


def batched(values: Sequence[float] | NDArray[np.float64], batches: int) -> float:
    """The variance of the mean of a row of values that hang together: by the means of batches."""
    size = len(values) // batches
    if size == 0:
        return float(np.var(values)) / max(1, len(values))
    means = np.reshape(np.asarray(values)[: size * batches], (batches, size)).mean(axis=1)
    return float(means.var(ddof=1)) / batches


def interval(differences: Sequence[float], within: float, trust: float) -> tuple[float, float]:
    """The mean of a few thoughts' differences, and half of its 95 % interval.

    A few values tell little of their own spread, so what each thought saw of it (`within`, the
    variance of one difference) counts as `trust` further degrees of freedom.
    """
    count = len(differences)
    mean = math.fsum(differences) / count
    apart = math.fsum((d - mean) ** 2 for d in differences)
    freedom = count - 1 + trust
    variance = (apart + trust * within) / freedom
    return mean, z95(freedom) * math.sqrt(variance / count)
