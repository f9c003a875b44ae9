"""How long people would take: an assumption, in one place.

Nobody has measured it. A choice takes longer the more possibilities there are, by the same time
each time that they double (Hick's law); a decision without a choice is a movement of the hand; and
whoever decides after somebody else has first to see what happened.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from spielzug.core.kinds import Counts


@dataclass(frozen=True)
class Pace:
    """Seconds."""

    forced: float = 1.0
    """For a decision with one possibility."""
    choice: float = 2.0
    """For a choice, whatever there is to choose from."""
    doubling: float = 1.5
    """More each time that the possibilities double: 3 s for four of them."""
    take_over: float = 3.0
    """To see what others did, before the first of one's own decisions in a row."""

    def table(self, most: int) -> Counts:
        """Milliseconds for a decision with so many possibilities; number 0 is to take over."""
        told = [self.take_over, self.forced]
        told += [self.choice + self.doubling * math.log2(count) for count in range(2, most + 1)]
        return np.array([round(1000 * seconds) for seconds in told], np.int64)


PACE = Pace()
