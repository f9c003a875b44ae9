"""What a board of Die Zwergenzugfahrt shows: the station, and who stands where."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.kinds import Facts, State
from spielzug.games.zwergenzugfahrt.facts import (
    CLANS,
    CONDUCTOR,
    DWARVES,
    FACTS,
    MODES,
    NOWHERE,
    OWN_BOARD,
)
from spielzug.games.zwergenzugfahrt.facts.boards import BOARDS, FIELD_KINDS, field_name
from spielzug.games.zwergenzugfahrt.state import PHASES, REASONS


def board_view(facts: Facts) -> dict[str, Any]:
    """The board itself, which never changes: made once, not to be changed by anyone."""
    layout = [facts[name].tobytes() for name in ("kind", "owner", "to")]
    return _board_view(int(facts.board), int(facts.columns), int(facts.rows), *layout)


@lru_cache(maxsize=16)
def _board_view(
    board: int, columns: int, rows: int, kind: bytes, owner: bytes, to: bytes
) -> dict[str, Any]:
    kinds, owners, near = (
        np.frombuffer(data, FACTS[name].base).reshape(FACTS[name].shape).tolist()
        for name, data in (("kind", kind), ("owner", owner), ("to", to))
    )
    names = [field_name(column, row) for row in range(rows, 0, -1) for column in range(columns)]
    fields = [
        {
            "name": name,
            "column": field % columns,
            "row": rows - field // columns,
            "kind": FIELD_KINDS[kinds[field]],
            "home": owners[field] if owners[field] != NOWHERE else None,
        }
        for field, name in enumerate(names)
    ]
    walls = []
    for field, name in enumerate(names):
        right, below = field + 1, field + columns
        if right % columns and right not in near[field]:
            walls.append([name, names[right]])
        if below < len(names) and below not in near[field]:
            walls.append([name, names[below]])
    return {
        "name": BOARDS[board] if board < OWN_BOARD else "",
        "columns": columns,
        "rows": rows,
        "fields": fields,
        "walls": walls,
    }


def facts_view(facts: Facts, state: State) -> dict[str, Any]:
    """What never changes after the deal: the station, who began, and when the game ends."""
    mode = MODES[int(facts.mode)]
    return {
        "seats": int(state.seats),
        "first": int(state.first),
        "board": board_view(facts),
        "mode": mode,
        "limit": int(facts.limit) or None,
        "each": bool(facts.each),
        "minutes": int(facts.minutes) if mode == "time" else None,
    }


def view(facts: Facts, state: State, seat: int) -> dict[str, Any]:
    """What a board shows now; everything but the luck to come is public.

    Whatever a clan has is listed by clan. The order of its dwarves never changes, so that a board
    can follow each of them.
    """
    # All fields at once: reading them one by one from a record is ten times slower.
    now: dict[str, Any] = dict(zip(state.dtype.names, state.item(), strict=True))
    fields = board_view(facts)["fields"]
    places = [fields[field] for field in now["field"].tolist()]
    dwarves = [places[clan * DWARVES : (clan + 1) * DWARVES] for clan in range(CLANS)]
    signs = [
        [field["name"] for number, field in enumerate(fields) if bits >> number & 1]
        for bits in now["signs"].tolist()
    ]
    seated = [sum(place["kind"] == "seat" for place in own) for own in dwarves]
    return {
        "you": seat,
        "turn": now["turn"],
        "phase": PHASES[now["phase"]],
        "dwarves": [[place["name"] for place in own] for own in dwarves],
        "signs": signs,
        "stock": now["stock"].tolist(),
        "taken": now["taken"].tolist(),
        "kicks": now["kicks"].tolist(),
        "owes": now["owes"].tolist(),
        "held": [seated[clan] + len(signs[clan]) for clan in range(CLANS)],
        "turns": now["turns"],
        "turns_each": now["turns_each"].tolist(),
        "until_conductor": CONDUCTOR - now["turns"] % CONDUCTOR,
        "coin": now["coin"] if now["coin"] >= 0 else None,
        "winner": now["winner"],
        "reason": REASONS[now["reason"]],
    }
