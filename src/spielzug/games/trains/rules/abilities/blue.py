"""What the blue cards with the action symbol can do (T14)."""

from __future__ import annotations

from typing import Any

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Noted, Number, State
from spielzug.games.trains.actions import DISCARD, DONE, RETURN
from spielzug.games.trains.facts.cards import BT, ET, FT, MT, WA
from spielzug.games.trains.rules.abilities.parts import (
    discard_from_hand,
    each_in_hand,
    earn,
    slot_of,
)
from spielzug.games.trains.rules.piles import return_waste
from spielzug.games.trains.state import EARLY, EFFECT, FREIGHT, MAIL, POINT, TURN


@rule
def bullet_train(state: State, events: Noted) -> None:
    earn(state, 1, BT, events)


@rule
def early_train(state: State, events: Noted) -> None:
    state.effects |= EARLY
    emit(events, EFFECT, state.turn, ET, 0, EVERYONE)


@rule
def tourist_train(state: State, events: Noted) -> None:
    state.track[state.turn] += 1
    emit(events, POINT, state.turn, state.track[state.turn], 0, EVERYONE)


@rule
def freight_train(state: State) -> None:
    state.phase = FREIGHT


@rule
def freight_choices(state: State, out: Any) -> int:
    count = state.hand[state.turn, WA] + 1
    for n in range(count):
        out[n] = RETURN + n
    return count


@rule
def return_freight(state: State, action: Number, events: Noted) -> None:
    count = action - RETURN
    return_waste(state, count, events)
    earn(state, count, FT, events)
    state.phase = TURN


@rule
def mail_train(state: State) -> None:
    state.phase = MAIL if state.hand_size[state.turn] > 0 else TURN


@rule
def mail_choices(state: State, out: Any) -> int:
    n = each_in_hand(state, DISCARD, out)
    out[n] = DONE
    return n + 1


@rule
def sort_mail(state: State, action: Number, events: Noted) -> None:
    if action != DONE:
        discard_from_hand(state, slot_of(state, action - DISCARD), events)
        earn(state, 1, MT, events)
    if action == DONE or state.hand_size[state.turn] == 0:
        state.phase = TURN
