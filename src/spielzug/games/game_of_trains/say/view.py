"""What a board of Game of Trains shows: once what never changes, and then what is so now."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.game import Facts, State
from spielzug.games.game_of_trains.facts import ABILITIES, CARS
from spielzug.games.game_of_trains.state import PHASES, REASONS, TARGET


def facts_view(facts: Facts, state: State) -> dict[str, Any]:
    """What a board shows all the time."""
    return {}


def view(facts: Facts, state: State, seat: int) -> dict[str, Any]:
    """What a board shows; `state` is hidden already, so nothing here can give a secret away."""
    # All fields at once: reading them one by one from a record is ten times slower.
    s: dict[str, Any] = dict(zip(state.dtype.names, state.item(), strict=True))
    ability = facts.ability.tolist()
    count = s["seats"]

    def car(card: int, **more: int) -> dict[str, Any] | None:
        """A car as the board draws it: number 0 is a face-down card, None no card."""
        if card == 0:
            return None
        if card > CARS:
            return {"number": 0, "ability": None}
        return {"number": card, "ability": ABILITIES[ability[card]], **more}

    rows, locks = s["row"].tolist()[:count], s["lock"].tolist()[:count]
    return {
        "seats": count,
        "you": seat,
        "first": s["first"],
        "turn": s["turn"],
        "turns": s["turns"],
        "phase": PHASES[s["phase"]],
        "trains": [
            [car(card, lock=lock) for card, lock in zip(row, under, strict=True)]
            for row, under in zip(rows, locks, strict=True)
        ],
        "open": [car(card) for card in s["open"].tolist() if card],
        "card": car(s["card"]),
        "ability": ABILITIES[s["ability"]] if s["phase"] == TARGET else None,
        "hands": [[car(card) for card in hand if card] for hand in s["hand"].tolist()[:count]],
        "draw_pile": s["draw_pile"],
        "discard_pile": s["discard_pile"] + int(np.count_nonzero(s["rejects"])),
        "winner": s["winner"],
        "reason": REASONS[s["reason"]],
    }
