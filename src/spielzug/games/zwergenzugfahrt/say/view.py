"""What a board of Die Zwergenzugfahrt shows: the station, and who stands where."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from spielzug.core.memory import Reading
from spielzug.games.zwergenzugfahrt.facts import (
    CLANS,
    DWARVES,
    MODES,
    NOWHERE,
)
from spielzug.games.zwergenzugfahrt.facts.boards import FIELD_KINDS, field_name
from spielzug.games.zwergenzugfahrt.facts.sets import BOARD_NAMES
from spielzug.games.zwergenzugfahrt.state import OVER, PHASES, REASONS, TURN


@lru_cache(maxsize=16)
def board_view(facts: Reading) -> dict[str, Any]:
    """The board itself, which never changes: made once, not to be changed by anyone."""
    columns, rows = facts.columns, facts.rows
    names = [field_name(column, row) for row in range(rows, 0, -1) for column in range(columns)]
    fields = [
        {
            "name": name,
            "column": field % columns,
            "row": rows - field // columns,
            "kind": FIELD_KINDS[facts.kind[field]],
            "home": facts.owner[field] if facts.owner[field] != NOWHERE else None,
        }
        for field, name in enumerate(names)
    ]
    walls = []
    for field, name in enumerate(names):
        right, below = field + 1, field + columns
        if right % columns and right not in facts.to[field]:
            walls.append([name, names[right]])
        if below < len(names) and below not in facts.to[field]:
            walls.append([name, names[below]])
    return {
        "name": BOARD_NAMES[facts.board],
        "columns": columns,
        "rows": rows,
        "fields": fields,
        "walls": walls,
    }


def facts_view(facts: Reading, state: Reading) -> dict[str, Any]:
    """What never changes after the deal: the station, who began, and when the game ends."""
    mode = MODES[facts.mode]
    return {
        "seats": state.seats,
        "first": state.first,
        "board": board_view(facts),
        "mode": mode,
        "limit": facts.limit or None,
        "each": bool(facts.each),
        "minutes": facts.minutes if mode == "time" else None,
        "every": facts.every,
        "coin_shares": facts.coin,
        "takes": facts.takes,
    }


def until_conductor(facts: Reading, state: Reading) -> int | None:
    """In how many turns he comes; None if the game is over by then.

    Where each clan has its own turns the end depends on who misses how many: counted as if nobody
    kicked or had to pass from now on.
    """
    left = facts.every - state.turns % facts.every
    if state.phase == OVER:
        return None
    if facts.limit == 0:
        return left
    if not facts.each:
        return left if state.turns + left < facts.limit else None
    clan = state.turn if state.phase == TURN else state.next
    owes, taken = list(state.owes), list(state.turns_each)
    for _ in range(left):
        while owes[clan] > 0:  # Z9
            owes[clan] -= 1
            clan = 1 - clan
        taken[clan] += 1
        if min(taken) >= facts.limit:  # Z15: the end comes before the conductor
            return None
        clan = 1 - clan
    return left


def view(facts: Reading, state: Reading, seat: int) -> dict[str, Any]:
    """What a board shows now; everything but the luck to come is public.

    Whatever a clan has is listed by clan. The order of its dwarves never changes, so that a board
    can follow each of them.
    """
    fields = board_view(facts)["fields"]
    places = [fields[field] for field in state.field]
    dwarves = [places[clan * DWARVES : (clan + 1) * DWARVES] for clan in range(CLANS)]
    signs = [
        [field["name"] for number, field in enumerate(fields) if bits >> number & 1]
        for bits in state.signs
    ]
    seated = [sum(place["kind"] == "seat" for place in own) for own in dwarves]
    return {
        "you": seat,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "dwarves": [[place["name"] for place in own] for own in dwarves],
        "signs": signs,
        "stock": state.stock,
        "taken": state.taken,
        "kicks": state.kicks,
        "owes": state.owes,
        "held": [seated[clan] + len(signs[clan]) for clan in range(CLANS)],
        "turns": state.turns,
        "turns_each": state.turns_each,
        "until_conductor": until_conductor(facts, state),
        "coin": state.coin if state.coin >= 0 else None,
        "winner": state.winner,
        "reason": REASONS[state.reason],
    }
