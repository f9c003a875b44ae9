"""From an observation of Die Zwergenzugfahrt back to what the clan knows."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.zwergenzugfahrt.typed_position import GAME
from spielzug.games.zwergenzugfahrt.facts import CLANS, DWARVES
from spielzug.games.zwergenzugfahrt.observation import MY_DWARF, MY_SIGN, RIVAL_DWARF, RIVAL_SIGN


def decode(facts: Any, observation: Any, seat: int, like: Any) -> Any:
    """The hidden position. What it cannot tell apart: which dwarf of a clan is which, and from
    32,767 on how many turns and kicks there have been.
    """

    def part(name: str) -> Any:
        return GAME.observation.part(name, observation)

    state, clans = like, (seat, 1 - seat)
    for name in ("seats", "phase", "reason"):
        state[name] = part(name)
    for name in ("turn", "first", "winner", "coin", "next", "passed"):
        told = int(part(name))
        state[name] = clans[told - 1] if told else -1
    turns, ahead = int(facts.every) * int(part("visits")) + int(part("since")), int(part("ahead"))
    state.turns = turns
    for i, clan in enumerate(clans):
        state.turns_each[clan] = (turns + (ahead if i == 0 else -ahead)) // 2
        for name in ("kicks", "owes", "stock", "taken"):
            state[name][clan] = part(name)[i]
        fields = (part("board") == (MY_DWARF, RIVAL_DWARF)[i]).nonzero()[0]
        state.field[clan * DWARVES :][: len(fields)] = fields
        state.dwarves[clan] = _bits(fields)
        state.signs[clan] = _bits((part("board") == (MY_SIGN, RIVAL_SIGN)[i]).nonzero()[0])
    return state


def alike(facts: Any, hidden: Any) -> None:
    """The dwarves of each clan in the order of their fields."""
    for clan in range(CLANS):
        hidden.field[clan * DWARVES :][:DWARVES].sort()


def _bits(fields: Any) -> np.uint64:
    return np.uint64(sum(1 << int(field) for field in fields))
