"""Time limits for a bot's turn, and a way to stop its thinking."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

SHARE = 0.4  # of the time left for one decision, because more may follow in the same turn


class Stop(threading.Event):
    """Can be set from any thread. Thinking ends the next time it checks the clock."""

    def __init__(self) -> None:
        super().__init__()
        self._callbacks: list[Callable[[], None]] = []

    def set(self) -> None:
        super().set()
        for tell in self._callbacks:
            tell()

    def on_set(self, tell: Callable[[], None]) -> None:
        """Call `tell` when set, or at once if already set. It may be called more than once."""
        self._callbacks.append(tell)
        if self.is_set():
            tell()


class TurnTime:
    """The time a seat has used for its current turn. Each table has one.

    A turn is a run of decisions by one seat without another seat's decision in between, so many
    small choices share one limit.
    """

    def __init__(self, spent: float = 0.0) -> None:
        self._seat = -1
        self._number = -1
        self.spent = spent

    def begin(self, seat: int, number: int) -> None:
        """Call when decision `number` of the game is due for this seat."""
        if seat != self._seat or number != self._number + 1:
            self.spent = 0.0
        self._seat, self._number = seat, number

    def left(self, seconds: float) -> float:
        """Seconds for this decision, out of `seconds` for the whole turn; 0 if they are used up."""
        return max(0.0, SHARE * (seconds - self.spent))

    def spend(self, seconds: float) -> None:
        self.spent += seconds


@dataclass(frozen=True)
class Clock:
    """The limits of one decision: its turn's time, if that is counted, and a stop flag.

    Without `turn` a bot takes as long as it needs, and the game is reproducible.
    """

    turn: TurnTime | None = None
    stop: Stop = field(default_factory=Stop)

    def left(self, seconds: float | None) -> float | None:
        """The same as `TurnTime.left`; None if time is not counted."""
        return None if self.turn is None or seconds is None else self.turn.left(seconds)

    def spend(self, seconds: float) -> None:
        if self.turn is not None:
            self.turn.spend(seconds)
