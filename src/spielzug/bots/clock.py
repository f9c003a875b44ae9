"""Time for a bot: a limit for each turn, and a way to stop it."""

from __future__ import annotations

import threading

SHARE = 0.4  # of the time left that one decision may take: more may follow in this turn


class Stop(threading.Event):
    """Set it from anywhere: thinking ends at the next look at the clock."""


class TurnTime:
    """What a seat has used of the time for its turn, one for each table.

    A turn is a row of decisions of one seat with no decision of another between them, so many small
    choices share one limit.
    """

    def __init__(self) -> None:
        self._seat = -1
        self._number = -1
        self._spent = 0.0

    def begin(self, seat: int, number: int) -> None:
        """Decision `number` of the game is due, for this seat."""
        if seat != self._seat or number != self._number + 1:
            self._spent = 0.0
        self._seat, self._number = seat, number

    def left(self, seconds: float) -> float:
        """For this decision, out of `seconds` for the whole turn; 0 when they are used up."""
        return max(0.0, SHARE * (seconds - self._spent))

    def spend(self, seconds: float) -> None:
        self._spent += seconds
