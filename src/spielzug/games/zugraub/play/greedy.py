"""A player that looks one choice ahead, with weights set by hand."""

from __future__ import annotations

from typing import Any

from spielzug.core.jit import entry
from spielzug.core.record_types import Facts, Rng, State
from spielzug.games.zugraub.play.evaluator import is_endgame, pick_best
from spielzug.games.zugraub.play.weights import GREEDY


@entry
def greedy(facts: Facts, state: State, rng: Rng) -> Any:
    """The action with the best rating; ties are broken at random."""
    return pick_best(facts, state, rng, GREEDY[int(is_endgame(state))])
