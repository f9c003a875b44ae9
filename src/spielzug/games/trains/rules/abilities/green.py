"""What the green and purple cards do: Waste, then the effect of the turn, then the rail (T12)."""

from __future__ import annotations

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Facts, Noted, Number, State
from spielzug.games.trains.actions import BUILD, LAY
from spielzug.games.trains.facts.cards import CO, SB, SE, SU, TU, VI
from spielzug.games.trains.rules.network import build, lay
from spielzug.games.trains.rules.piles import gain_waste
from spielzug.games.trains.state import (
    BRIDGED,
    EFFECT,
    ELEVATED,
    RAIL,
    STATION,
    TOGETHER,
    TUNNELED,
    TURN,
    UNDERGROUND,
)


@rule
def waiver(kind: int) -> int:
    """The effect that a rail card brings for the turn."""
    if kind == CO:
        return TOGETHER
    if kind == SB:
        return BRIDGED
    if kind == TU:
        return TUNNELED
    if kind == VI:
        return ELEVATED
    if kind == SU:
        return UNDERGROUND
    return 0


@rule
def rail_card(facts: Facts, state: State, kind: int, events: Noted) -> None:
    for _ in range(facts.waste[kind]):
        gain_waste(state, kind, events)
    effect = waiver(kind)
    if effect:
        state.effects |= effect
        emit(events, EFFECT, state.turn, kind, 0, EVERYONE)
    state.phase = RAIL


@rule
def lay_rail(facts: Facts, state: State, action: Number, events: Noted) -> None:
    lay(facts, state, action - LAY, events)
    state.phase = TURN


@rule
def station_expansion(facts: Facts, state: State, events: Noted) -> None:
    for _ in range(facts.waste[SE]):
        gain_waste(state, SE, events)
    state.phase = STATION


@rule
def build_station(state: State, action: Number, events: Noted) -> None:
    build(state, action - BUILD, events)
    state.phase = TURN
