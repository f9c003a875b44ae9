"""Two players with one evaluator: `greedy` with weights set by hand, `policy` with tuned ones.

The weights of `policy` change once the Engine can be drawn; from then on it also saves points for a
brain that takes the lead.
"""

from __future__ import annotations

from spielzug.core.jit import entry
from spielzug.core.record_types import Actions, Number, Rng
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.play.evaluator import is_endgame, pick_best, sort_by_rating
from spielzug.games.zugraub.play.weights import GREEDY, QUICK
from spielzug.games.zugraub.state import State


@entry
def greedy(facts: Facts, state: State, rng: Rng) -> Number:
    """The action with the best rating; ties are broken at random."""
    return pick_best(facts, state, rng, GREEDY[int(is_endgame(state))])


@entry
def policy(facts: Facts, state: State, rng: Rng) -> Number:
    """The quick policy's action in a hidden or guessed position."""
    return pick_best(facts, state, rng, QUICK[int(is_endgame(state))])


@entry
def ordered(facts: Facts, state: State, out: Actions) -> int:
    """Write the legal actions to `out`, the best rating first; returns their number."""
    return sort_by_rating(facts, state, out, QUICK[int(is_endgame(state))])
