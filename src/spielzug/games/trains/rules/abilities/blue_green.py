"""Abilities of the blue cards with the action symbol (T14), and of green and purple cards.

A green or purple card brings Waste, then its effect for the turn, then the rail (T12).
"""

from __future__ import annotations

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import Facts
from spielzug.games.trains.facts.sets import BT, CO, ET, FT, MT, SB, SE, SU, TU, VI, WA
from spielzug.games.trains.rules import piles
from spielzug.games.trains.rules.network import build, lay
from spielzug.games.trains.state import State


@rule
def bullet_train(state: State, events: Noted) -> None:
    piles.earn(state, 1, BT, events)


@rule
def early_train(state: State, events: Noted) -> None:
    state.effects |= s.EARLY
    emit(events, s.EFFECT, state.turn, ET, 0, EVERYONE)


@rule
def tourist_train(state: State, events: Noted) -> None:
    state.track[state.turn] += 1
    emit(events, s.POINT, state.turn, state.track[state.turn], 0, EVERYONE)


@rule
def freight_train(state: State) -> None:
    state.phase = s.FREIGHT


@rule
def freight_choices(state: State, out: Actions) -> int:
    count = state.hand[state.turn, WA] + 1
    for n in range(count):
        out[n] = s.RETURN + n
    return count


@rule
def return_freight(state: State, action: Number, events: Noted) -> None:
    count = action - s.RETURN
    piles.return_waste(state, count, events)
    piles.earn(state, count, FT, events)
    state.phase = s.TURN


@rule
def mail_train(state: State) -> None:
    state.phase = s.MAIL if state.hand_size[state.turn] > 0 else s.TURN


@rule
def mail_choices(state: State, out: Actions) -> int:
    n = piles.each_in_hand(state, s.DISCARD, out)
    out[n] = s.DONE
    return n + 1


@rule
def sort_mail(state: State, action: Number, events: Noted) -> None:
    if action != s.DONE:
        piles.discard_from_hand(state, piles.slot_of(state, action - s.DISCARD), events)
        piles.earn(state, 1, MT, events)
    if action == s.DONE or state.hand_size[state.turn] == 0:
        state.phase = s.TURN


@rule
def waiver(kind: Number) -> int:
    """The effect that a rail card has for the turn."""
    if kind == CO:
        return s.TOGETHER
    if kind == SB:
        return s.BRIDGED
    if kind == TU:
        return s.TUNNELED
    if kind == VI:
        return s.ELEVATED
    if kind == SU:
        return s.UNDERGROUND
    return 0


@rule
def rail_card(facts: Facts, state: State, kind: int, events: Noted) -> None:
    for _ in range(facts.waste[kind]):
        piles.gain_waste(state, kind, events)
    effect = waiver(kind)
    if effect:
        state.effects |= effect
        emit(events, s.EFFECT, state.turn, kind, 0, EVERYONE)
    state.phase = s.RAIL


@rule
def lay_rail(facts: Facts, state: State, action: Number, events: Noted) -> None:
    lay(facts, state, action - s.LAY, events)
    state.phase = s.TURN


@rule
def station_expansion(facts: Facts, state: State, events: Noted) -> None:
    for _ in range(facts.waste[SE]):
        piles.gain_waste(state, SE, events)
    state.phase = s.STATION


@rule
def build_station(state: State, action: Number, events: Noted) -> None:
    build(state, action - s.BUILD, events)
    state.phase = s.TURN
