"""Time for a bot: a limit for each turn, and a way to stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable

SHARE = 0.4  # of the time left that one decision may take: more may follow in this turn


class Stop(threading.Event):
    """Set it from anywhere: thinking ends at the next look at the clock."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Callable[[], None]] = []

    def set(self) -> None:
        super().set()
        for tell in self._told:
            tell()

    def when_set(self, tell: Callable[[], None]) -> None:
        """Also for a thought in another process; told at least once, at once if it is late."""
        self._told.append(tell)
        if self.is_set():
            tell()


class TurnTime:
    """What a seat has used of the time for its turn, one for each table.

    A turn is a row of decisions of one seat with no decision of another between them, so many small
    choices share one limit.
    """

    def __init__(self, spent: float = 0.0) -> None:
        self._seat = -1
        self._number = -1
        self.spent = spent

    def begin(self, seat: int, number: int) -> None:
        """Decision `number` of the game is due, for this seat."""
        if seat != self._seat or number != self._number + 1:
            self.spent = 0.0
        self._seat, self._number = seat, number

    def left(self, seconds: float) -> float:
        """For this decision, out of `seconds` for the whole turn; 0 when they are used up."""
        return max(0.0, SHARE * (seconds - self.spent))

    def spend(self, seconds: float) -> None:
        self.spent += seconds
