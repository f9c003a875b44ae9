"""Dispatch of the abilities of the cards, which are one small function each.

Blue, green and purple cards are in `blue_green`, red ones in `red`. A new card needs an entry in
`shipped-1.yaml`, a function in one of these and a line in `use` below; if it asks for a choice,
also a phase in `state` and a line in `continue_ability` and `choices`.
"""

from __future__ import annotations

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts, sets
from spielzug.games.trains.rules.abilities import blue_green, red
from spielzug.games.trains.rules.network import can_build, can_lay, each_city, each_rail
from spielzug.games.trains.rules.piles import draw_cards, each_in_hand, has_train, show, slot_of
from spielzug.games.trains.state import State

(
    NEED_NOTHING, NEED_RAIL, NEED_STATION, NEED_NORMAL_TRAIN, NEED_PLAYED_TRAIN,
    NEED_DISCARDED_TRAIN, NEED_TRAIN, NEED_BETTER_TRAIN, NEED_TWO_CARDS, NEED_ACTION,
) = range(len(sets.NEEDS))  # fmt: skip

IRONWORKS = 2  # money for each one in force when a rail card is played (T14)


# -- an ability is usable only in full (T5) ------------------------------------------------------


@rule
def has_two_cards(state: State, hand: int) -> bool:
    """Whether the hand would have two cards after drawing two."""
    seat = state.turn
    count = hand + state.top_size[seat] + state.draw_size[seat]
    if count >= 2:  # enough without a shuffle
        return True
    for slot in range(SLOTS):
        count += state.discard[seat, slot]
    return count >= 2


@rule
def is_need_met(facts: Facts, state: State, need: int, hand: int) -> bool:
    """Whether an ability's need is met, with `hand` cards left in hand."""
    if need == NEED_NOTHING:
        return True
    if need == NEED_NORMAL_TRAIN:
        return state.play[sets.NT] > 0
    if need == NEED_PLAYED_TRAIN:
        return has_train(facts, state, state.play)
    if need == NEED_DISCARDED_TRAIN:
        return has_train(facts, state, state.discard[state.turn])
    if need == NEED_TRAIN:
        return has_train(facts, state, state.hand[state.turn])
    if need == NEED_BETTER_TRAIN:
        return red.can_exchange(facts, state)
    return need == NEED_TWO_CARDS and has_two_cards(state, hand)


@rule
def can_copy(facts: Facts, state: State, slot: int, hand: int) -> bool:
    """Whether a Stationmaster's Office could copy this card in hand now."""
    kind = state.kind[slot]
    if state.hand[state.turn, slot] == 0 or not facts.action[kind] or kind == sets.SO:
        return False
    return is_need_met(facts, state, facts.needs[kind], hand)


@rule
def money_after(facts: Facts, state: State, kind: int) -> int:
    """The money of the turn after playing a card of this kind."""
    money = state.money + facts.money[kind]
    if facts.rail[kind]:
        money += IRONWORKS * state.ironworks
    return money


@rule
def is_usable(facts: Facts, state: State, slot: int) -> bool:
    """Whether every part of the ability of this card in hand can be carried out now.

    It is judged as if the card had left the hand, with its money and its own waiver in force.
    """
    kind = state.kind[slot]
    need = facts.needs[kind]
    if need == NEED_NOTHING:
        return True
    if need == NEED_RAIL:
        money = money_after(facts, state, kind)
        return can_lay(facts, state, money, state.effects | blue_green.waiver(kind))
    if need == NEED_STATION:
        return can_build(facts, state)
    hand = state.hand_size[state.turn] - 1
    if need != NEED_ACTION:
        return is_need_met(facts, state, need, hand)
    for other in range(SLOTS):
        if can_copy(facts, state, other, hand):
            return True
    return False


# -- using (T14) ---------------------------------------------------------------------------------


@rule
def use(facts: Facts, state: State, kind: int, events: Noted) -> None:
    """Carry out the ability of a kind; `state.card` is the slot of the card that was played."""
    emit(events, s.USED, state.turn, state.kind[state.card], kind, EVERYONE)
    state.phase = s.TURN
    if facts.rail[kind]:
        blue_green.rail_card(facts, state, kind, events)
    elif kind == sets.SE:
        blue_green.station_expansion(facts, state, events)
    elif kind == sets.PS or kind == sets.SA or kind == sets.CR:
        draw_cards(state, state.turn, facts.draws[kind], events)
    elif kind == sets.BT:
        blue_green.bullet_train(state, events)
    elif kind == sets.ET:
        blue_green.early_train(state, events)
    elif kind == sets.FT:
        blue_green.freight_train(state)
    elif kind == sets.MT:
        blue_green.mail_train(state)
    elif kind == sets.TT:
        blue_green.tourist_train(state, events)
    else:
        use_red(facts, state, kind, events)


@rule
def use_red(facts: Facts, state: State, kind: int, events: Noted) -> None:
    if kind == sets.AM:
        state.phase = s.PARK
    elif kind == sets.CC:
        red.command_central(state, events)
    elif kind == sets.CS:
        red.conductors_station(state)
    elif kind == sets.DS:
        red.dump_site(state, events)
    elif kind == sets.GA:
        red.garage(state, events)
    elif kind == sets.HT:
        red.holiday_timetable(state, events)
    elif kind == sets.IC:
        red.information_central(state, events)
    elif kind == sets.IW:
        red.ironworks(state, events)
    elif kind == sets.LF:
        red.landfill(state, events)
    elif kind == sets.MF:
        state.phase = s.MAINTAIN
    elif kind == sets.PU:
        state.phase = s.PULL
    elif kind == sets.SI:
        red.signals(state, events)
    elif kind == sets.SC:
        state.phase = s.CREW
    elif kind == sets.SO:
        state.phase = s.OFFICE
    elif kind == sets.SW:
        state.phase = s.SWITCH
    elif kind == sets.TI:
        red.temporary_timetable(facts, state, events)
    elif kind == sets.WF:
        state.phase = s.TRASH


@rule
def copy_ability(facts: Facts, state: State, action: Number, events: Noted) -> None:
    """Stationmaster's Office: use the ability of a card that is shown and stays in hand."""
    kind = action - s.CHOOSE
    show(state, state.turn, slot_of(state, kind))
    emit(events, s.COPIED, state.turn, kind, 0, EVERYONE)
    use(facts, state, kind, events)


@rule
def continue_ability(facts: Facts, state: State, action: Number, events: Noted) -> None:
    """Carry out the choice that an ability has asked for."""
    phase = state.phase
    if phase == s.RAIL:
        blue_green.lay_rail(facts, state, action, events)
    elif phase == s.STATION:
        blue_green.build_station(state, action, events)
    elif phase == s.FREIGHT:
        blue_green.return_freight(state, action, events)
    elif phase == s.MAIL:
        blue_green.sort_mail(state, action, events)
    elif phase == s.CONDUCTOR:
        red.conduct(state, action, events)
    elif phase == s.GARAGE:
        red.leave_garage(state, action, events)
    elif phase == s.SIGNALS:
        red.heed_signals(state, action, events)
    elif phase == s.NAMING:
        red.name_card(state, action, events)
    elif phase == s.REVEAL:
        red.take_from_row(state, action, events)
    elif phase == s.ORDER:
        red.put_in_order(state, action, events)
    elif phase == s.CREW:
        red.order_crew(state, action, events)
    elif phase == s.PARK:
        red.visit_park(facts, state, action, events)
    elif phase == s.SWITCH:
        red.switch_back(state, action, events)
    elif phase == s.PULL:
        red.pull(state, action, events)
    elif phase == s.MAINTAIN:
        red.maintain(state, action, events)
    elif phase == s.OFFICE:
        copy_ability(facts, state, action, events)
    elif phase == s.TRASH:
        red.trash_train(facts, state, action, events)
    elif phase == s.WAGON:
        red.take_wagon(state, action, events)
    if state.phase == s.TURN:
        state.card = 0


@rule
def copy_choices(facts: Facts, state: State, out: Actions) -> int:
    n = 0
    for slot in range(SLOTS):
        if can_copy(facts, state, slot, state.hand_size[state.turn]):
            out[n] = s.CHOOSE + state.kind[slot]
            n += 1
    return n


@rule
def choices(facts: Facts, state: State, out: Actions) -> int:
    """Write the actions legal while an ability waits for a choice; returns their number."""
    phase = state.phase
    if phase == s.RAIL:
        return each_rail(facts, state, s.LAY, out)
    if phase == s.STATION:
        return each_city(facts, state, s.BUILD, out)
    if phase == s.FREIGHT:
        return blue_green.freight_choices(state, out)
    if phase == s.MAIL:
        return blue_green.mail_choices(state, out)
    if phase == s.CONDUCTOR:
        return red.conductor_choices(state, out)
    if phase == s.GARAGE:
        return each_in_hand(state, s.DISCARD, out)
    if phase == s.SIGNALS:
        return red.signals_choices(out)
    if phase == s.NAMING:
        return red.name_choices(state, out)
    if phase == s.REVEAL:
        return red.row_choices(state, out)
    if phase == s.ORDER:
        return red.order_choices(state, out)
    if phase == s.CREW:
        return red.crew_choices(state, out)
    if phase == s.OFFICE:
        return copy_choices(facts, state, out)
    if phase == s.TRASH:
        return red.trash_choices(facts, state, out)
    if phase == s.WAGON:
        return red.wagon_choices(facts, state, out)
    return red.train_choices(facts, state, out)
