"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

MAX_SEATS = 7


def utility(share: float, seats: int) -> float:
    """A share of the win as a reward for a learner: 1 for a sole winner, 0 for an equal share.

    With two seats the loser gets -1. If somebody wins, the rewards add up to 0.
    """
    return (seats * share - 1) / (seats - 1)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: each seat's share of one win, and why."""

    shares: tuple[float, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the whole win or an equal part of it; empty in a draw of all."""
        best = max(self.shares)
        if best == 0 or all(s == best for s in self.shares):
            return ()
        return tuple(seat for seat, share in enumerate(self.shares) if share == best)

    def text(self) -> str:
        """The result as a record writes it: ``1-0``, ``0-0-1``, draws ``1/2-1/2``."""
        return "-".join(_share_text(s) for s in self.shares)


def _share_text(share: float) -> str:
    return f"{share:.0f}" if share in (0.0, 1.0) else f"1/{round(1 / share)}"
