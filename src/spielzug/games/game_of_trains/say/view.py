"""What a board of Game of Trains shows: once what never changes, and then what is so now."""

from __future__ import annotations

from typing import Any

from spielzug.core.memory import Reading
from spielzug.games.game_of_trains.facts import ABILITIES
from spielzug.games.game_of_trains.say.texts import ABILITY_NAMES
from spielzug.games.game_of_trains.state import PHASES, REASONS, TARGET, UNKNOWN

FACE_DOWN = 0  # a card that the reader may not know; no card at all is None


def facts_view(facts: Reading, state: Reading) -> dict[str, Any]:
    """What a board shows all the time: who begins, and what each car can do, by its number.

    A car that is not in the set can do nothing.
    """
    return {
        "seats": state.seats,
        "first": state.first,
        "abilities": [
            ABILITIES[ability] if facts.rank[car] else None
            for car, ability in enumerate(facts.ability)
        ],
        "ability_names": ABILITY_NAMES,
    }


def view(facts: Reading, state: Reading, seat: int) -> dict[str, Any]:
    """What a board shows; `state` is hidden already, so nothing here can give a secret away."""
    count = state.seats
    rejects = sum(card != 0 for row in state.rejects for card in row)
    return {
        "you": seat,
        "turn": state.turn,
        "turns": state.turns,
        "phase": PHASES[state.phase],
        "trains": [[_card(card) for card in row] for row in state.row[:count]],
        "locks": state.lock[:count],
        "open": [card for card in state.open if card],
        "card": _card(state.card),
        "ability": ABILITIES[state.ability] if state.phase == TARGET else None,
        "hands": [[_card(card) for card in hand if card] for hand in state.hand[:count]],
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile + rejects,
        "winner": state.winner,
        "reason": REASONS[state.reason],
    }


def _card(card: int) -> int | None:
    if card == 0:
        return None
    return FACE_DOWN if card == UNKNOWN else card
