"""The quick player of the search: greedy's way of looking, with weights that were tuned in play.

It knows some things that greedy does not: what counts changes once the Engine can come up, and
then points are kept for a brain that takes the lead.
"""

from __future__ import annotations

from typing import Any

from spielzug.core.jit import entry
from spielzug.core.record_types import Facts, Rng, State
from spielzug.games.zugraub.play.evaluator import is_endgame, pick_best, sort_by_rating
from spielzug.games.zugraub.play.weights import QUICK


@entry
def policy(facts: Facts, state: State, rng: Rng) -> Any:
    """The quick player's choice from a hidden or guessed position."""
    return pick_best(facts, state, rng, QUICK[int(is_endgame(state))])


@entry
def ordered(facts: Facts, state: State, out: Any) -> int:
    """The legal actions, those that look best first."""
    return sort_by_rating(facts, state, out, QUICK[int(is_endgame(state))])
