"""Why an action of Die Zwergenzugfahrt is not allowed now: each refusal has its own reason."""

from __future__ import annotations

from typing import Any

from spielzug.core.kinds import Facts, State
from spielzug.games.zwergenzugfahrt import rules as r
from spielzug.games.zwergenzugfahrt.actions import (
    CHOOSE,
    DIRECTIONS,
    KICK,
    N_ACTIONS,
    PASS,
    RESERVE,
    RESIGN,
    TAKE,
    TIME,
    place_of,
)
from spielzug.games.zwergenzugfahrt.boards import MAX_COLUMNS, MAX_ROWS, SEAT, STEPS, field_name
from spielzug.games.zwergenzugfahrt.facts import CODES, MODE_TIME, NOWHERE, TAKES, code_of

Refusal = tuple[str, dict[str, Any]]


class Position:
    """What a refusal asks of a position, as plain numbers; most refusals ask little."""

    def __init__(self, facts: Facts, state: State) -> None:
        self.facts = facts
        self.turn, self.phase, self.coin = (int(state[n]) for n in ("turn", "phase", "coin"))
        self.dwarves: list[int] = state["dwarves"].tolist()
        self.signs: list[int] = state["signs"].tolist()
        self.rival = 1 - self.turn

    def field(self, code: int) -> int:
        """The field of this board, or NOWHERE."""
        return int(self.facts["field"][code]) if 0 <= code < CODES else NOWHERE

    def kind(self, field: int) -> int:
        return int(self.facts["kind"][field])

    def to(self, field: int, direction: int) -> int:
        return int(self.facts["to"][field, direction])

    def dwarf_on(self, field: int, clan: int) -> bool:
        return bool(self.dwarves[clan] >> field & 1)

    def sign_on(self, field: int, clan: int) -> bool:
        return bool(self.signs[clan] >> field & 1)

    def anyone_on(self, field: int) -> bool:
        return self.dwarf_on(field, 0) or self.dwarf_on(field, 1)

    def any_sign_on(self, field: int) -> bool:
        return self.sign_on(field, 0) or self.sign_on(field, 1)

    def own_beside(self, code: int) -> str:
        """`near` if an own dwarf is beside the field, `wall` if only across a wall, or `far`."""
        field, found = self.field(code), "far"
        for direction in range(DIRECTIONS):
            other = self.field(beside(code, direction))
            if other != NOWHERE and self.dwarf_on(other, self.turn):
                if self.to(field, direction) != NOWHERE:
                    return "near"
                found = "wall"
        return found


def beside(code: int, direction: int) -> int:
    """The field of the grid in that direction, -1 beyond its edge."""
    column, row = place_of(code)
    column, row = column + STEPS[direction][0], row + STEPS[direction][1]
    inside = 0 <= column < MAX_COLUMNS and 1 <= row <= MAX_ROWS
    return code_of(column, row) if inside else -1


def refusal(at: Position, action: int) -> Refusal:
    """The key of the reason and its values, a clan still as a number."""
    if not 0 <= action < N_ACTIONS:
        return "unknown", {}
    if at.phase == r.OVER:
        return "over", {}
    if action == TIME and int(at.facts["mode"]) != MODE_TIME:
        return "no_clock", {}
    if action >= RESIGN:
        return "table_only", {}
    if at.phase == r.CHOOSING:
        return _refuse_choice(at, action)
    if CHOOSE <= action < PASS:
        return "conductor_not_here", {}
    if action == PASS:
        return "can_act", {}
    if action < RESERVE:
        return _refuse_step(at, action)
    if action < TAKE:
        return _refuse_reserve(at, action - RESERVE)
    return _refuse_take(at, action - TAKE)


def _name(code: int) -> str:
    return field_name(*place_of(code))


def _refuse_choice(at: Position, action: int) -> Refusal:  # Z12
    if not CHOOSE <= action < PASS:
        return "conductor_waits", {}
    code = action - CHOOSE
    if at.field(code) == NOWHERE:
        return "no_field", {"field": _name(code)}
    return "conductor_no_sign", {"field": _name(code), "clan": at.coin}


def _refuse_step(at: Position, action: int) -> Refusal:
    kicks = action >= KICK
    code, direction = divmod(action - KICK if kicks else action, DIRECTIONS)
    name, field = _name(code), at.field(code)
    if field == NOWHERE:
        return "no_field", {"field": name}
    if at.dwarf_on(field, at.rival):
        return "rival_dwarf", {"field": name, "clan": at.rival}
    if not at.dwarf_on(field, at.turn):
        return "no_dwarf", {"field": name}
    goal_code = beside(code, direction)
    goal = at.field(goal_code)
    if goal == NOWHERE:
        return "edge", {"field": name}
    goal_name = _name(goal_code)
    if at.to(field, direction) == NOWHERE:
        return "wall", {"field": name, "goal": goal_name}
    if kicks:
        return _refuse_kick(at, goal, goal_name)
    return _refuse_move(at, goal, goal_name, f"{name}*{goal_name}")


def _refuse_kick(at: Position, goal: int, name: str) -> Refusal:  # Z8
    if at.dwarf_on(goal, at.turn):
        return "kick_own", {"field": name}
    if not at.dwarf_on(goal, at.rival):
        return "kick_nobody", {"field": name}
    return ("kick_seat" if at.kind(goal) == SEAT else "kick_home"), {"field": name}


def _refuse_move(at: Position, goal: int, name: str, kick: str) -> Refusal:  # Z4, Z11
    if int(at.facts["owner"][goal]) == at.rival:
        return "rival_home", {"field": name, "clan": at.rival}
    if at.dwarf_on(goal, at.turn):
        return "own_dwarf_there", {"field": name}
    if at.any_sign_on(goal):
        return "signed", {"field": name}
    if at.kind(goal) == SEAT:
        return "seat_taken", {"field": name}
    return "rival_there", {"field": name, "clan": at.rival, "kick": kick}


def _refuse_reserve(at: Position, code: int) -> Refusal:  # Z6
    field, about = at.field(code), {"field": _name(code)}
    if field == NOWHERE:
        return "no_field", about
    if at.kind(field) != SEAT:
        return "no_seat", about
    if at.anyone_on(field):
        return "reserve_occupied", about
    if at.any_sign_on(field):
        return "reserve_signed", about
    where = at.own_beside(code)
    return ("no_stock", {}) if where == "near" else (f"reserve_{where}", about)


def _refuse_take(at: Position, code: int) -> Refusal:  # Z7
    field, about = at.field(code), {"field": _name(code)}
    if field == NOWHERE:
        return "no_field", about
    if at.sign_on(field, at.turn):
        return "take_own", about
    if not at.sign_on(field, at.rival):
        return "take_none", about
    where = at.own_beside(code)
    return ("take_sixth", {"takes": TAKES}) if where == "near" else (f"take_{where}", about)
