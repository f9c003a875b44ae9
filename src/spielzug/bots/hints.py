"""Hints: a search for advice to the seat to act, based only on what that seat may know."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from spielzug.bots import advice
from spielzug.bots.clock import Stop
from spielzug.bots.names import LEVELS
from spielzug.bots.search.levels import effort, net_for, thinker_for
from spielzug.bots.search.thinker import Budget, Candidate, SearchResult, Thinker, Thought
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64, generator_of
from spielzug.core.position import Seen
from spielzug.core.texts import LANGUAGES

if TYPE_CHECKING:
    from spielzug.core.record_types import Rng

MOST = 3  # per request
SECONDS = 2.0  # a person waits for advice
FEWEST_VISITS = 32  # with fewer the search has no opinion
RARE = 8  # with fewer than 1/8 of the best's visits a choice is not compared
SAME = 0.03  # smaller differences in chance are called even: nobody notices them
CLEAR = 0.08  # larger differences in chance are called clearly better
DOUBT = 1.0  # standard errors a difference must exceed to be mentioned
WORLDS = 8  # possible deals in which a reply must be the same before we name it
BEHIND = {
    advice.EVEN: advice.EVEN,
    advice.PERHAPS: advice.PERHAPS_WEAKER,
}  # the reason shown for the weaker of the two


def budget_of(game: Game, net: bool | None = None) -> Budget:
    """The strongest level's iterations, limited by the time a person waits."""
    return Budget(iterations=effort(game, LEVELS[-1], net).iterations)


def advise(
    seen: Seen,
    rng: SplitMix64 | Rng,
    seconds: float | None = SECONDS,
    stop: Stop | None = None,
    budget: Budget | None = None,
    with_net: bool = True,
) -> advice.HintAdvice:
    """Advice for the seat to act. Without `seconds` the same `rng` gives the same advice.

    It thinks like the strongest level, with its net or without.
    """
    if len(seen.legal) < 2:
        return advice.HintAdvice(seen.seat, len(seen.legal))
    luck = generator_of(rng)
    thought = _thinker(seen, budget, with_net).think(seen, luck.next(), seconds, stop)
    return advice_from(seen, thought, luck)


def begin_advice(
    seen: Seen, rng: SplitMix64, budget: Budget | None = None, with_net: bool = True
) -> Thought:
    """The thought for `advice_from`, to be continued in slices; there is a choice."""
    return _thinker(seen, budget, with_net).begin(seen, rng.next())


def _thinker(seen: Seen, budget: Budget | None, with_net: bool) -> Thinker:
    net = net_for(LEVELS[-1], seen) if with_net else None
    return thinker_for(seen.game, budget or budget_of(seen.game, net is not None), net)


def advice_from(seen: Seen, thought: SearchResult, rng: SplitMix64) -> advice.HintAdvice:
    """The advice that follows from a thought."""
    hints = [
        advice.HintChoice(
            candidate.action, candidate.chance, candidate.visits, kind, than,
            likely_reply(seen, candidate, rng),
        )
        for candidate, kind, than in explain_candidates(thought, seen.nobody_can_win)
    ]  # fmt: skip
    return advice.HintAdvice(seen.seat, len(seen.legal), tuple(hints))


# -- reasons -------------------------------------------------------------------------------------


def explain_candidates(
    thought: SearchResult, lost: bool = False
) -> list[tuple[Candidate, str, int | None]]:
    """The candidates to show, each with its reason and the index of the one compared with."""
    if thought.certain or lost:
        return [(thought.candidates[0], advice.LOST if lost else advice.CERTAIN, None)]
    best, *others = thought.candidates
    if best.visits < FEWEST_VISITS:
        return []
    enough = min(FEWEST_VISITS, best.visits // RARE)
    known = [c for c in others if c.visits >= enough][: MOST - 1]
    if not known:
        return [(best, advice.BEST, None)]
    # Sorted by percentage. Equal ones keep the search's order, which prefers progress in the game.
    first, *rest = sorted([best, *known], key=lambda c: -advice.in_percent(c.chance))
    behind = [(c, BEHIND.get(_compare(first, c), advice.WEAKER), 0) for c in rest]
    return [(first, _compare(first, rest[0]), 1), *behind]


def _compare(best: Candidate, other: Candidate) -> str:
    """How much better the first is, and whether that may be noise."""
    difference = best.chance - other.chance
    noise = math.sqrt(_spread(best) + _spread(other))
    if abs(difference) < SAME:
        return advice.EVEN
    if difference < DOUBT * noise:
        return advice.PERHAPS
    return advice.BETTER if difference >= CLEAR else advice.SLIGHT


def _spread(candidate: Candidate) -> float:
    """The variance of the estimate, as if every visit were a game won or lost."""
    chance = min(0.95, max(0.05, candidate.chance))
    return chance * (1 - chance) / candidate.visits


def likely_reply(seen: Seen, candidate: Candidate, rng: SplitMix64) -> advice.LikelyReply | None:
    """The most likely next decision, if the next seat has the same choices in every guessed deal.

    So a reply that depends on a hidden card or on luck to come is not shown.
    """
    if candidate.reply is None or candidate.visits < FEWEST_VISITS:
        return None
    seat, action = candidate.reply
    known: tuple[list[int], dict[str, str]] | None = None
    for _ in range(WORLDS):
        world = seen.guess(rng.next())
        world.advance(candidate.action)
        if world.over or world.actor != seat:
            return None
        legal = world.legal
        if len(legal) < 2 or action not in legal:  # a forced reply is not worth telling
            return None
        there = world.seen(seat, seen.names)
        labels = {lang: there.label(action, lang) for lang in LANGUAGES}
        known = known or (legal, labels)
        if known != (legal, labels):
            return None
    return advice.LikelyReply(seat, action, labels)
