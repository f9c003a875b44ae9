"""Checks of actions: refusals have a reason, and notation can be read back."""

from __future__ import annotations

from spielzug.core.check.case import CheckCase, expect, play_out
from spielzug.core.errors import NotAllowed
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.record_types import Rng
from spielzug.core.rng import below, new_rng, seed_key
from spielzug.core.texts import LANGUAGES

MANY_ACTIONS = 60  # a game with more has this many tried in each position, at random


def some_actions(game: Game, rng: Rng) -> list[int]:
    """All action ids and one too low and too high; for a game with very many, a random part.

    Hundreds of positions are checked, so every action of a large game is tried in many of them.
    """
    count = game.rules.N_ACTIONS
    if count <= MANY_ACTIONS:
        return list(range(-1, count + 1))
    return [-1, count, *(int(below(rng, count)) for _ in range(MANY_ACTIONS))]


def refusals(case: CheckCase) -> None:
    """Every action outside `legal` is refused with a reason in every language."""
    rng = new_rng(seed_key("check", "refusals"))
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            seen = ply.before.seen(ply.before.actor)
            for action in sorted({*some_actions(case.game, rng), *ply.legal}):
                reasons = [seen.why_not(action, lang) for lang in LANGUAGES]
                if action in ply.legal:
                    expect(not any(reasons), f"{place}: a reason against a legal action")
                    continue
                expect(all(reasons), f"{place}: no reason against action {action}")
                if not ply.before.can_table_act(action):
                    expect(_refuses(ply.before, action), f"{place}: took action {action}")


def choices(case: CheckCase) -> None:
    """Players choose among the actions below `N_CHOICES`, the table among those from it on."""
    rules, rng = case.game.rules, new_rng(seed_key("check", "choices"))
    first = rules.N_CHOICES
    expect(0 < first <= rules.N_ACTIONS, f"{first} choices among {rules.N_ACTIONS} actions")
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            expect(max(ply.legal) < first, f"{place}: action {max(ply.legal)} is no choice")
            for action in (a for a in some_actions(case.game, rng) if 0 <= a < first):
                mixed = ply.before.can_table_act(action)
                expect(not mixed, f"{place}: the table, too, may do action {action}")


def _refuses(position: Position, action: int) -> bool:
    try:
        position.copy().step(action)
    except NotAllowed:
        return True
    return False


def notation(case: CheckCase) -> None:
    """Notation can be read back, and no two legal actions look alike."""
    words = case.game.words
    for number in range(case.games):
        for ply in play_out(case, number, 200):
            texts = [words.notation(action) for action in ply.legal]
            place = f"game {number}, decision {ply.number}"
            expect(len(set(texts)) == len(texts), f"{place}: two actions are written alike")
            for action, text in zip(ply.legal, texts, strict=True):
                expect(words.parse(text) == action, f"{place}: {text!r} is read as another action")
                fit = not set(text) & set(" \t\n;") and bool(text)
                expect(fit, f"{place}: {text!r} cannot stand in a record")
