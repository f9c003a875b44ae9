"""There is always a decision: who sits in when a bot that thinks cannot.

Until a game is compiled, and when a thought fails twice, the quick player decides. Only tables do
that, where people wait; an arena or a simulation raises what went wrong.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NoAnswer
from dataclasses import dataclass
from typing import Any

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop, TurnTime
from spielzug.bots.hints import QUICK, Advice, Hint
from spielzug.bots.search.levels import Searcher
from spielzug.bots.thinking.pool import Asked, Thinkers, ThinkingFailed
from spielzug.bots.thinking.question import Question
from spielzug.core.game import Facts, Game, State
from spielzug.core.options import Options
from spielzug.core.rng import below

log = logging.getLogger("spielzug.thinking")

QUICK_PLAYER = "greedy"
PATIENCE = 40.0  # seconds for a thought; the levels themselves take 8 for a turn at the most
LOADING = 3.0  # seconds for compiled code to come from the disk
TRIES = 2

PREPARING, FAILED = "preparing", "failed"
"""Why somebody else decided: the bot was not compiled yet; it had no answer."""


@dataclass(frozen=True)
class Seated:
    """A position at a table, from what the seat to act may know."""

    game: Game
    facts: Facts
    options: Options
    hidden: State
    names: Sequence[str] = ()

    def question(self, key: int | None = None) -> Question:
        return Question.about(self.game, self.options, self.hidden, self.names, key)


@dataclass(frozen=True)
class Decided:
    """A decision, and why it is not the bot's own, if it is not."""

    action: int
    instead: str | None = None


def decide(
    thinkers: Thinkers, name: str, seated: Seated, rng: Any, clock: TurnTime | None, stop: Stop
) -> Decided:
    """What the bot decides, or somebody for it; waits, so call it in a thread."""
    bot = get_bot(name)
    if not isinstance(bot, Searcher):
        try:
            return Decided(_here(name, seated, rng, clock, stop))
        except Exception:
            log.exception("%s cannot decide: %s", name, seated.question())
            return Decided(quick_choice(seated, rng), FAILED)
    if not thinkers.wait_until_loaded(seated.game.name, LOADING):
        return Decided(quick_choice(seated, rng), PREPARING)
    for _ in range(TRIES):
        if stop.is_set():
            break
        try:
            return Decided(thought(thinkers, name, seated, rng, clock, stop))
        except (ThinkingFailed, NoAnswer, CancelledError) as error:
            if stop.is_set():
                break  # nobody wants it any more, for example because the server ends
            reason = str(error) or f"no answer within {PATIENCE:.0f} s"
            log.error("%s cannot decide: %s\nat %s", name, reason, seated.question())
    return Decided(quick_choice(seated, rng), FAILED)


def thought(
    thinkers: Thinkers, name: str, seated: Seated, rng: Any, clock: TurnTime | None, stop: Stop
) -> int:
    """What the bot itself decides, in a process that thinks; raises if there is no answer."""
    spent = clock.spent if clock is not None else 0.0
    asked = thinkers.choose(seated.question(int(rng.rng)), name, spent, clock is not None)
    action, spent, luck = answered(asked, stop)
    if action not in seated.game.legal(seated.facts, seated.hidden):
        raise ThinkingFailed(f"action {action} is not allowed here")
    rng.rng = luck
    if clock is not None:
        clock.spent = spent
    return int(action)


def advice(thinkers: Thinkers, seated: Seated, stop: Stop) -> Advice:
    """Advice, or what the quick player would do."""
    if thinkers.wait_until_loaded(seated.game.name, LOADING):
        try:
            return Advice.from_json(answered(thinkers.advise(seated.question()), stop))
        except (ThinkingFailed, NoAnswer, CancelledError) as error:
            if not stop.is_set():
                log.error("no advice: %s\nat %s", error, seated.question())
    return quick_advice(seated)


def answered(asked: Asked, stop: Stop) -> Any:
    """The answer; a process that gives none for too long is ended."""
    stop.when_set(asked.stop)
    try:
        return asked.answer.result(PATIENCE)
    except NoAnswer:
        asked.process.end()
        raise


# -- the quick player ----------------------------------------------------------------------------


def _here(name: str, seated: Seated, rng: Any, clock: TurnTime | None, stop: Stop) -> int:
    bot = get_bot(name)
    return int(bot.choose(seated.game, seated.facts, seated.hidden, rng, clock, stop))


def quick_choice(seated: Seated, rng: Any) -> int:
    """A sensible choice at once, in this process; any legal one if even that fails."""
    legal = seated.game.legal(seated.facts, seated.hidden)
    with contextlib.suppress(Exception):
        action = int(seated.game.rules.greedy(seated.facts, seated.hidden, rng))
        if action in legal:
            return action
    log.error("the quick player has no legal answer at %s", seated.question())
    return legal[int(below(rng, len(legal)))]


def quick_advice(seated: Seated) -> Advice:
    """What the quick player would do; it does not weigh chances."""
    from spielzug.core.rng import new_rng

    seat, legal = seated.game.actor(seated.hidden), seated.game.legal(seated.facts, seated.hidden)
    if len(legal) < 2:
        return Advice(seat, len(legal))
    action = quick_choice(seated, new_rng(seated.question().key))
    return Advice(seat, len(legal), (Hint(action, 0.0, 0, QUICK),))
