"""How much is thought for a review, and which words fit what a decision cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spielzug.core.game import Game
from spielzug.core.wire.review import ReviewBudget, Word


@dataclass(frozen=True)
class Scale:
    """What a review takes in one game; a game may give its own (`rules.REVIEW`).

    A decision has a word if what it cost is beyond this even at the low end of its 95 % interval:
    so nothing inside the noise is called a mistake.
    """

    iterations: int = 400
    """Of one look at what comes of one choice."""
    inaccuracy: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.12

    @classmethod
    def of(cls, game: Game) -> Scale:
        given: dict[str, Any] = getattr(game.rules, "REVIEW", {})
        return cls(**given)

    def word(self, least: float) -> Word:
        """For a decision that cost at least this, if it cost anything."""
        if least > self.blunder:
            return "blunder"
        if least > self.mistake:
            return "mistake"
        return "inaccuracy" if least > self.inaccuracy else "good"


def budget_of(game: Game, iterations: int | None = None, seed: int = 1) -> ReviewBudget:
    """The usual one, or with another number of iterations."""
    wanted = iterations or Scale.of(game).iterations
    return ReviewBudget(iterations=wanted, bot=f"search:{wanted}", seed=seed)
