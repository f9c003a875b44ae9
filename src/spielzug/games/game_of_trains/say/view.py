"""What a board of Game of Trains shows: once what never changes, and then what is so now."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.kinds import Facts, State
from spielzug.games.game_of_trains.facts import ABILITIES
from spielzug.games.game_of_trains.say.texts import ABILITY_NAMES
from spielzug.games.game_of_trains.state import PHASES, REASONS, TARGET, UNKNOWN

FACE_DOWN = 0  # a card that the reader may not know; no card at all is None


def facts_view(facts: Facts, state: State) -> dict[str, Any]:
    """What a board shows all the time: who begins, and what each car can do, by its number."""
    return {
        "seats": int(state.seats),
        "first": int(state.first),
        "abilities": [None, *(ABILITIES[ability] for ability in facts.ability[1:].tolist())],
        "ability_names": ABILITY_NAMES,
    }


def view(facts: Facts, state: State, seat: int) -> dict[str, Any]:
    """What a board shows; `state` is hidden already, so nothing here can give a secret away."""
    # All fields at once: reading them one by one from a record is ten times slower.
    s: dict[str, Any] = dict(zip(state.dtype.names, state.item(), strict=True))
    count = s["seats"]
    return {
        "you": seat,
        "turn": s["turn"],
        "turns": s["turns"],
        "phase": PHASES[s["phase"]],
        "trains": [[_card(card) for card in row] for row in s["row"].tolist()[:count]],
        "locks": s["lock"].tolist()[:count],
        "open": [card for card in s["open"].tolist() if card],
        "card": _card(s["card"]),
        "ability": ABILITIES[s["ability"]] if s["phase"] == TARGET else None,
        "hands": [[_card(card) for card in hand if card] for hand in s["hand"].tolist()[:count]],
        "draw_pile": s["draw_pile"],
        "discard_pile": s["discard_pile"] + int(np.count_nonzero(s["rejects"])),
        "winner": s["winner"],
        "reason": REASONS[s["reason"]],
    }


def _card(card: int) -> int | None:
    if card == 0:
        return None
    return FACE_DOWN if card == UNKNOWN else card
