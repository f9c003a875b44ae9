"""Why an action of Trains is not allowed now: each refusal has its own reason."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.kinds import Facts, State
from spielzug.games.trains import rules
from spielzug.games.trains import state as s
from spielzug.games.trains.actions import (
    BUILD,
    BUY,
    BUY_TOP,
    CHOOSE,
    CREW_WASTE,
    DISCARD,
    END,
    LAY,
    N_ACTIONS,
    NAME,
    PLAY,
    PUT,
    RECYCLE,
    RESIGN,
    RETURN,
    START,
    TAKE,
    TOSS,
    USE,
)
from spielzug.games.trains.boards import CITY, REMOTE, SEA, touching
from spielzug.games.trains.cards import NEEDS, WA

Refusal = tuple[str, dict[str, Any]]
"""The key of the reason and its values: `card` a kind, `place` a space, `asked` a phase."""


def after(facts: Facts, state: State, action: int) -> Any:
    """A copy of a hidden position after an action that needs no luck: what would it change?"""
    copy = np.zeros(1, state.dtype).view(np.recarray)
    copy[0] = state
    rules.step_quiet(facts, copy[0], action)
    return copy[0]


def rail_price(facts: Facts, state: State, space: int) -> int:
    """What a rail costs there (T11), whether it can be paid or not."""
    rich = np.zeros(1, state.dtype).view(np.recarray)
    rich[0] = state
    rich[0].money = 1000
    return 1000 - int(after(facts, rich[0], LAY + space).money)


def refusal(facts: Facts, state: State, action: int) -> Refusal:
    if not 0 <= action < N_ACTIONS:
        return "unknown", {}
    if state.phase == s.OVER:
        return "over", {}
    if action >= RESIGN:
        many = int(state.seats) > 2 and action < N_ACTIONS - 1
        return ("resign_many" if many else "table_only"), {}
    if state.phase == s.STARTING:
        return _refuse_start(facts, state, action)
    if action < PLAY:
        return "start_over", {}
    if state.phase == s.TURN:
        return _refuse_in_turn(facts, state, action)
    return _refuse_choice(facts, state, action)


def _has(words: Any, space: int) -> bool:
    return bool(int(words[space >> 6]) >> (space & 63) & 1)


def _refuse_start(facts: Facts, state: State, action: int) -> Refusal:  # T3
    if action >= PLAY:
        return "start_first", {}
    space = action - START
    if int(facts.terrain[space]) in (SEA, REMOTE):
        return "start_ground", {"place": space}
    return "start_taken", {"place": space}


def _slot(state: State, kind: int) -> int | None:
    kinds = state.kind.tolist()
    return kinds.index(kind) if kind in kinds else None


def _refuse_in_turn(facts: Facts, state: State, action: int) -> Refusal:
    if action >= LAY:
        return "not_asked", {}
    if action == RECYCLE:  # T7
        return ("recycle_acted" if state.acted else "recycle_none"), {}
    first = max(base for base in (PLAY, USE, BUY, BUY_TOP) if action >= base)
    kind = action - first
    slot = _slot(state, kind)
    if slot is None:
        return "not_in_game", {"card": kind}
    if first in (BUY, BUY_TOP):
        return _refuse_purchase(facts, state, kind, slot)
    if int(state.hand[state.turn, slot]) == 0:
        return "not_in_hand", {"card": kind}
    if not facts.playable[kind]:
        return "not_playable", {"card": kind}
    if not facts.active[kind]:
        return "no_ability", {"card": kind}
    return "needs", {"card": kind, "needed": _lacks(facts, state, kind)}


def _lacks(facts: Facts, state: State, kind: int) -> str:
    """Which part of its needs a card that cannot be used lacks (T5)."""
    needs = NEEDS[int(facts.needs[kind])]
    if needs == "rail" and int(state.stock[state.turn]) == 0:
        return "no_cube"
    if needs == "station" and int(state.tokens) == 0:
        return "no_token"
    return needs


def _refuse_purchase(facts: Facts, state: State, kind: int, slot: int) -> Refusal:  # T6
    if kind == WA:
        return "buy_waste", {}
    if int(state.supply[slot]) == 0:
        return "buy_empty", {"card": kind}
    cost, money = int(facts.cost[kind]), int(state.money)
    if cost > money:
        return "buy_money", {"card": kind, "cost": cost, "money": money}
    return "buy_top", {}


def _refuse_choice(facts: Facts, state: State, action: int) -> Refusal:
    """An ability waits: is it the right sort of answer, and what is wrong with it?"""
    phase = int(state.phase)
    asked = {"asked": s.PHASES[phase]}
    if phase == s.RAIL and LAY <= action < BUILD:
        return _refuse_rail(facts, state, action - LAY)
    if phase == s.STATION and BUILD <= action < RETURN:
        space = action - BUILD
        city = int(facts.terrain[space]) == CITY
        return ("station_full" if city else "station_city"), {"place": space}
    if phase == s.FREIGHT and RETURN <= action < DISCARD:
        return "return_many", {"count": int(state.hand[state.turn, WA])}
    if phase == s.ORDER and PUT <= action < PUT + 4:
        return "no_place", {"count": int(state.row_left)}
    if phase == s.CREW and action == CREW_WASTE:
        return "no_waste", {}
    answers = {
        s.MAIL: (DISCARD, TOSS), s.CONDUCTOR: (DISCARD, TOSS), s.GARAGE: (DISCARD, TOSS),
        s.NAMING: (NAME, TAKE), s.REVEAL: (TAKE, PUT - 1), s.WAGON: (TAKE, PUT - 1),
    }  # fmt: skip
    low, end = answers.get(phase, (CHOOSE, RESIGN))
    if low <= action < end:
        kind = action - low
        if _slot(state, kind) is None:
            return "not_in_game", {"card": kind}
        if low == DISCARD:
            return "not_in_hand", {"card": kind}
        return "no_choice", {"card": kind, **asked}
    return "waits", asked


def _refuse_rail(facts: Facts, state: State, space: int) -> Refusal:  # T10, T11
    about = {"place": space}
    if int(facts.terrain[space]) == SEA:
        return "rail_sea", about
    if _has(state.cubes[state.turn], space):
        return "rail_own", about
    if not _has(state.reach[state.turn], space):
        near = any(_has(state.cubes[state.turn], other) for other in touching(space))
        return ("rail_barrier" if near else "rail_far"), about
    cost = rail_price(facts, state, space)
    return "rail_money", {**about, "cost": cost, "money": int(state.money)}


__all__ = ["END", "after", "rail_price", "refusal"]
