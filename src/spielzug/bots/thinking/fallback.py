"""Decisions for tables, with a quick player as the fallback for a bot that cannot decide.

The quick player decides until a game is compiled, and when a thought fails twice. Only tables use
this, because people wait there; an arena or a simulation raises the error.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NoAnswer
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spielzug.bots import get_bot
from spielzug.bots.advice import QUICK, HintAdvice, HintChoice
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.names import FAILED, LEVELS, PREPARING, is_thinking_bot
from spielzug.bots.thinking.compilation import is_net_uncompiled
from spielzug.bots.thinking.pool import PoolRequest, Thinkers, ThinkingFailed
from spielzug.bots.thinking.process import ThinkingQuestion
from spielzug.core.keys import SplitMix64, generator_of
from spielzug.core.position import Seen

if TYPE_CHECKING:
    from spielzug.core.record_types import Rng

log = logging.getLogger("spielzug.thinking")

QUICK_PLAYER = "greedy"
ANSWER_TIMEOUT = 40.0  # seconds for a thought; the levels take at most 8 for a turn
LOADING = 8.0  # seconds to start a process and load compiled code from disk
TRIES = 2


@dataclass(frozen=True)
class BotDecision:
    """A decision, and the reason if it is not the bot's own."""

    action: int
    instead: str | None = None


def decide(
    thinkers: Thinkers, name: str, seen: Seen, rng: SplitMix64 | Rng, clock: Clock
) -> BotDecision:
    """The bot's decision, or a fallback. Blocks: call it in a thread."""
    key = int(rng.rng)  # logged before it changes, so that a failure can be reproduced
    if not is_thinking_bot(name):
        try:
            return BotDecision(get_bot(name, rng).choose(seen, clock))
        except Exception:
            log.exception("%s could not decide at %s", name, ThinkingQuestion.about(seen, key))
            return BotDecision(quick_choice(seen, rng), FAILED)
    # A level plays without its net until that is compiled, see `thinking.process.choose`.
    missing = name not in LEVELS and is_net_uncompiled(name, seen)
    if missing or not thinkers.wait_until_loaded(seen.game.name, LOADING):
        return BotDecision(quick_choice(seen, rng), PREPARING)
    for _ in range(TRIES):
        if clock.stop.is_set():
            break
        try:
            return BotDecision(ask_bot(thinkers, name, seen, rng, clock))
        except (ThinkingFailed, NoAnswer, CancelledError) as error:
            if clock.stop.is_set():
                break  # not wanted any more, for example because the server shuts down
            reason = str(error) or f"no answer within {ANSWER_TIMEOUT:.0f} s"
            log.error(
                "%s could not decide: %s\nat %s", name, reason, ThinkingQuestion.about(seen, key)
            )
    return BotDecision(quick_choice(seen, rng), FAILED)


def ask_bot(thinkers: Thinkers, name: str, seen: Seen, rng: SplitMix64 | Rng, clock: Clock) -> int:
    """The bot's own decision, from a thinking process; raises if there is no answer."""
    turn = clock.turn
    question = ThinkingQuestion.about(seen, int(rng.rng))
    asked = thinkers.choose(question, name, turn.spent if turn else 0.0, turn is not None)
    action, spent, luck = wait_for_answer(asked, clock.stop)
    if action not in seen.legal:
        raise ThinkingFailed(f"action {action} is not allowed here")
    rng.rng = luck
    if turn is not None:
        turn.spent = spent
    return int(action)


def advice(thinkers: Thinkers, seen: Seen, stop: Stop) -> HintAdvice:
    """Advice from a search, or else from the quick player."""
    question = ThinkingQuestion.about(seen)
    if thinkers.wait_until_loaded(seen.game.name, LOADING):
        try:
            return HintAdvice.from_json(wait_for_answer(thinkers.advise(question), stop))
        except (ThinkingFailed, NoAnswer, CancelledError) as error:
            if not stop.is_set():  # the question holds a person's hand: keep it out of the log
                log.error(
                    "the search for a hint failed for seat %d of %s: %s",
                    seen.seat + 1,
                    seen.game.name,
                    error,
                )
    return quick_advice(seen)


def wait_for_answer(asked: PoolRequest, stop: Stop) -> Any:
    """The answer; a process that does not answer in time is ended."""
    stop.on_set(asked.stop)
    try:
        return asked.answer.result(ANSWER_TIMEOUT)
    except NoAnswer:
        asked.process.end()
        raise


# -- the quick player ----------------------------------------------------------------------------


def quick_choice(seen: Seen, rng: SplitMix64 | Rng) -> int:
    """A sensible choice at once, in this process; any legal one if even that fails."""
    legal = seen.legal
    with contextlib.suppress(Exception):
        action = get_bot(QUICK_PLAYER, rng).choose(seen)
        if action in legal:
            return action
    log.error(
        "the quick player failed, so the choice is random: seat %d of %s",
        seen.seat + 1,
        seen.game.name,
    )
    return legal[generator_of(rng).below(len(legal))]


def quick_advice(seen: Seen) -> HintAdvice:
    """The quick player's choice; it has no chances."""
    legal = seen.legal
    if len(legal) < 2:
        return HintAdvice(seen.seat, len(legal))
    action = quick_choice(seen, SplitMix64(secrets.randbits(64)))
    return HintAdvice(seen.seat, len(legal), (HintChoice(action, 0.0, 0, QUICK),))
