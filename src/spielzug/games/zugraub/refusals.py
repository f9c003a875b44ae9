"""Why an action is not allowed in Der große Zugraub: the reason that is nearest to the wish."""

from __future__ import annotations

from typing import Any

from spielzug.core.kinds import Facts, State
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.actions import (
    ABANDON,
    ATTACK,
    DISCARD,
    DONE,
    FRONT_DOOR,
    GO,
    HEAD_SLOT,
    INSTALL,
    N_ACTIONS,
    PASS,
    PLAY,
    ROLL,
    SPOIL,
    TO_HAND,
    TO_HEAD,
    place_name,
    spoil_parts,
)
from spielzug.games.zugraub.plans import SPACES
from spielzug.games.zugraub.sets import ENGINE_FACE
from spielzug.games.zugraub.view import steps_out, ways

Refusal = tuple[str, dict[str, Any]]


def refusal(facts: Facts, state: State, action: int) -> Refusal:
    """The key of the reason and its values, a card and a seat still as numbers."""
    if not 0 <= action < N_ACTIONS:
        return "unknown", {}
    phase = int(state.phase)
    if phase == s.OVER:
        return "over", {}
    if action == ABANDON:
        return "table_only", {}
    if phase == s.ATTACKING:
        return "fight_choice", {}
    if action >= SPOIL and phase != s.SPOILS:
        return "no_spoils", {}
    by_phase = {
        s.DISCARDING: _at_discard,
        s.MOVE: _at_move,
        s.BRAWL: _at_brawl,
        s.SPOILS: _at_spoils,
        s.LIMIT: _at_limit,
        s.END: _at_end,
    }
    return by_phase[phase](facts, state, action)


def _holds(state: State, card: int) -> bool:
    seat = int(state.turn)
    return card in state.hand[seat, : int(state.cards[seat])].tolist()


def _at_discard(facts: Facts, state: State, action: int) -> Refusal:  # B5
    if ROLL < action <= PLAY:
        return "not_in_hand", {"card": action - DISCARD}
    return "roll_first", {}


def _at_move(facts: Facts, state: State, action: int) -> Refusal:  # B6-B8
    if action == ROLL:
        return "rolled", {}
    if action <= PLAY:
        return "no_discard", {}
    if action < GO:
        return "not_in_hand", {"card": action - PLAY}
    reach = int(state.reach)
    if action == FRONT_DOOR:
        if int(state.train[int(state.length) - 1]) == ENGINE_FACE:
            return "front_engine", {}
        if not int(state.unused):
            return "front_closed", {}
        return "front_far", {"steps": steps_out(facts, state), "reach": reach}
    if action < FRONT_DOOR:
        place = action - GO
        if place >= int(state.length) * SPACES:
            return "no_car", {"place": place_name(place)}
        steps = len(ways(facts, state)[place])
        return "too_far", {"place": place_name(place), "steps": steps, "reach": reach}
    if action == ATTACK:
        return "no_fight", {}
    return ("install_later" if action > INSTALL else "must_move"), {}


def _at_brawl(facts: Facts, state: State, action: int) -> Refusal:  # B11
    if PLAY < action < GO:
        return "not_in_hand", {"card": action - PLAY}
    return "in_brawl", {}


def _at_spoils(facts: Facts, state: State, action: int) -> Refusal:  # B14
    if action == PASS:
        return "hand_too_full", {}
    if action < SPOIL:
        return "in_spoils", {}
    seat, slot, goal = spoil_parts(action)
    fighters = int(state.fighters)
    if not fighters >> seat & 1:
        return "no_fighter", {"seat": seat}
    to = goal - TO_HEAD if goal >= TO_HEAD else goal - TO_HAND
    if to >= 0 and not fighters >> to & 1:
        return "no_fighter", {"seat": to}
    if slot == HEAD_SLOT:
        if not int(state.head[seat]):
            return "no_brain", {}
        if int(state.moved_heads) >> seat & 1:
            return "moved_already", {}
    else:
        held = int(state.cards[seat])
        if slot >= held:
            return "no_brain", {}
        if slot >= held - int(state.moved[seat]):
            return "moved_already", {}
    if goal < TO_HEAD:
        if to == seat and slot != HEAD_SLOT:
            return "same_place", {}
        return "no_room", {"seat": to}
    if slot != HEAD_SLOT:
        return "hand_to_head", {}
    if not int(facts.spoils_to_head):
        return "no_head_option", {}
    return ("same_place", {}) if to == seat else ("head_full", {"seat": to})


def _at_limit(facts: Facts, state: State, action: int) -> Refusal:  # B15
    if ROLL < action <= PLAY:
        return "not_in_hand", {"card": action - DISCARD}
    return "must_discard", {}


def _at_end(facts: Facts, state: State, action: int) -> Refusal:  # B15, B16
    if ROLL < action <= PLAY:
        card = action - DISCARD
        return ("within_limit", {}) if _holds(state, card) else ("not_in_hand", {"card": card})
    if action == DONE:
        return "above_limit", {}
    if action > INSTALL:
        card = action - INSTALL
        if not _holds(state, card):
            return "not_in_hand", {"card": card}
        if int(state.installed):
            return "installed", {}
        points = int(state.points[int(state.active)])
        return "too_dear", {"card": card, "cost": int(facts.cost[card]), "points": points}
    return "at_end", {}
