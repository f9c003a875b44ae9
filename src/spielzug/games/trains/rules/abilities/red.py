"""Abilities of the red cards (T14), in the order of the kinds, with the choices they ask for.

Information Central comes last: reveal cards, take one, put the rest back in an order of choice.
"""

from __future__ import annotations

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.core.rng import below
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts
from spielzug.games.trains.facts.sets import AM, DS, HT, IW, SC, WA
from spielzug.games.trains.rules import piles
from spielzug.games.trains.state import State

HOLIDAY = 3  # money from a Holiday Timetable
BETTER = 3  # how much more the new Train from a Wagon Factory may cost
TRAINS = 2  # Trains that a Temporary Timetable looks for

# -- Amusement Park ------------------------------------------------------------------------------


@rule
def visit_park(facts: Facts, state: State, action: Number, events: Noted) -> None:
    piles.earn(state, facts.money[action - s.CHOOSE], AM, events)
    state.phase = s.TURN


# -- Command Central -----------------------------------------------------------------------------


@rule
def command_central(state: State, events: Noted) -> None:
    seat = state.turn
    piles.draw_cards(state, seat, 1, events)
    if piles.can_draw(state, seat):
        state.phase = s.NAMING


@rule
def name_choices(state: State, out: Actions) -> int:
    for slot in range(SLOTS):
        out[slot] = s.NAME + state.kind[slot]
    return SLOTS


@rule
def name_card(state: State, action: Number, events: Noted) -> None:
    seat = state.turn
    emit(events, s.NAMED, seat, action - s.NAME, 0, EVERYONE)
    slot = piles.reveal_card(state, seat, events)
    if state.kind[slot] == action - s.NAME:
        piles.add_to_hand(state, seat, slot)
        emit(events, s.TOOK, seat, state.kind[slot], 0, EVERYONE)
    else:
        piles.put_on_top(state, seat, slot | s.PUBLIC)
    state.phase = s.TURN


# -- Conductor's Station -------------------------------------------------------------------------


@rule
def conductors_station(state: State) -> None:
    state.number = 0
    state.phase = s.CONDUCTOR if state.hand_size[state.turn] > 0 else s.TURN


@rule
def conductor_choices(state: State, out: Actions) -> int:
    n = piles.each_in_hand(state, s.DISCARD, out)
    out[n] = s.DONE
    return n + 1


@rule
def conduct(state: State, action: Number, events: Noted) -> None:
    if action != s.DONE:
        piles.discard_from_hand(state, piles.slot_of(state, action - s.DISCARD), events)
        state.number += 1
    if action == s.DONE or state.hand_size[state.turn] == 0:
        count = state.number
        state.number = 0
        piles.draw_cards(state, state.turn, count, events)
        state.phase = s.TURN


# -- Dump Site, Ironworks ------------------------------------------------------------------------


@rule
def dump_site(state: State, events: Noted) -> None:
    state.effects |= s.DUMPING
    emit(events, s.EFFECT, state.turn, DS, 0, EVERYONE)


@rule
def ironworks(state: State, events: Noted) -> None:
    state.ironworks += 1
    emit(events, s.EFFECT, state.turn, IW, 0, EVERYONE)


# -- Garage --------------------------------------------------------------------------------------


@rule
def garage(state: State, events: Noted) -> None:
    piles.draw_cards(state, state.turn, 2, events)
    state.number = 2
    state.phase = s.GARAGE


@rule
def leave_garage(state: State, action: Number, events: Noted) -> None:
    piles.discard_from_hand(state, piles.slot_of(state, action - s.DISCARD), events)
    state.number -= 1
    if state.number == 0:
        state.phase = s.TURN


# -- Holiday Timetable ---------------------------------------------------------------------------


@rule
def holiday_timetable(state: State, events: Noted) -> None:
    """The played card is trashed, which may be a Stationmaster's Office that copies this one."""
    state.play[state.card] -= 1
    state.box[state.card] += 1
    emit(events, s.TRASHED, state.turn, state.kind[state.card], 0, EVERYONE)
    piles.earn(state, HOLIDAY, HT, events)


# -- Landfill ------------------------------------------------------------------------------------


@rule
def landfill(state: State, events: Noted) -> None:
    piles.return_waste(state, state.hand[state.turn, WA], events)


# -- Maintenance Factory -------------------------------------------------------------------------


@rule
def maintain(state: State, action: Number, events: Noted) -> None:
    seat = state.turn
    slot = piles.slot_of(state, action - s.CHOOSE)
    piles.show(state, seat, slot)
    emit(events, s.REVEALED, seat, action - s.CHOOSE, 1, EVERYONE)
    if state.supply[slot] > 0:
        state.supply[slot] -= 1
        state.aside[slot] += 1
        emit(events, s.GAINED, seat, action - s.CHOOSE, 0, EVERYONE)
    state.phase = s.TURN


# -- Pulling -------------------------------------------------------------------------------------


@rule
def pull(state: State, action: Number, events: Noted) -> None:
    seat = state.turn
    slot = piles.slot_of(state, action - s.CHOOSE)
    state.discard[seat, slot] -= 1
    piles.add_to_hand(state, seat, slot)
    emit(events, s.TOOK, seat, action - s.CHOOSE, 0, EVERYONE)
    state.phase = s.TURN


# -- Signals -------------------------------------------------------------------------------------


@rule
def signals(state: State, events: Noted) -> None:
    """Look at the top card, which stays on the pile as PRIVATE until its owner decides."""
    seat = state.turn
    piles.draw_card(state, seat, s.DREW, events)
    if not piles.prepare_draw(state, seat, events):
        return
    if state.top_size[seat] == 0:
        slot = piles.take_random(state, seat)
        piles.put_on_top(state, seat, slot | s.PRIVATE)
        emit(events, s.LOOKED, seat, state.kind[slot], 0, 1 << seat)
    else:
        card = state.top[seat, state.top_size[seat] - 1]
        seen = EVERYONE if card & s.KNOWN_BY_MASK == s.PUBLIC else 1 << seat
        emit(events, s.LOOKED, seat, state.kind[card & s.SLOT], 1, seen)
    state.phase = s.SIGNALS


@rule
def signals_choices(out: Actions) -> int:
    out[0] = s.TOSS
    out[1] = s.KEEP
    return 2


@rule
def heed_signals(state: State, action: Number, events: Noted) -> None:
    seat = state.turn
    if action == s.TOSS:
        slot = piles.uncover_top(state, seat)
        state.discard[seat, slot] += 1
        emit(events, s.DISCARDED, seat, state.kind[slot], 1, EVERYONE)
    else:
        card = state.top[seat, state.top_size[seat] - 1]
        seen = EVERYONE if card & s.KNOWN_BY_MASK == s.PUBLIC else 1 << seat
        emit(events, s.PUT_BACK, seat, state.kind[card & s.SLOT], 0, seen)
    state.phase = s.TURN


# -- Station Crew --------------------------------------------------------------------------------


@rule
def crew_choices(state: State, out: Actions) -> int:
    out[0] = s.CREW_DRAW
    out[1] = s.CREW_MONEY
    out[2] = s.CREW_WASTE
    return 3 if state.hand[state.turn, WA] > 0 else 2


@rule
def order_crew(state: State, action: Number, events: Noted) -> None:
    if action == s.CREW_DRAW:
        piles.draw_cards(state, state.turn, 1, events)
    elif action == s.CREW_MONEY:
        piles.earn(state, 1, SC, events)
    else:
        piles.return_waste(state, 1, events)
    state.phase = s.TURN


# -- Switchback ----------------------------------------------------------------------------------


@rule
def switch_back(state: State, action: Number, events: Noted) -> None:
    slot = piles.slot_of(state, action - s.CHOOSE)
    state.play[slot] -= 1
    piles.put_on_top(state, state.turn, slot | s.PUBLIC)
    emit(events, s.PUT_BACK, state.turn, action - s.CHOOSE, 0, EVERYONE)
    state.phase = s.TURN


# -- Temporary Timetable -------------------------------------------------------------------------


@rule
def temporary_timetable(facts: Facts, state: State, events: Noted) -> None:
    """Revealed cards other than Trains are kept in `shown`, so that a shuffle leaves them out."""
    seat = state.turn
    found = 0
    while found < TRAINS:
        slot = piles.reveal_card(state, seat, events)
        if slot == s.NOTHING:
            break
        if facts.train[state.kind[slot]]:
            found += 1
            piles.add_to_hand(state, seat, slot)
            emit(events, s.TOOK, seat, state.kind[slot], 0, EVERYONE)
        else:
            state.shown[slot] += 1
    for slot in range(SLOTS):
        count = state.shown[slot]
        if count > 0:
            state.shown[slot] = 0
            state.discard[seat, slot] += count
            emit(events, s.DISCARDED, seat, state.kind[slot], count, EVERYONE)


# -- Wagon Factory -------------------------------------------------------------------------------


@rule
def cheapest_train(facts: Facts, state: State) -> int:
    """The lowest price of a Train in the supply, NOTHING if there is none."""
    least = s.NOTHING
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if state.supply[slot] > 0 and facts.train[kind] and facts.cost[kind] < least:
            least = facts.cost[kind]
    return least


@rule
def can_exchange(facts: Facts, state: State) -> bool:
    """Whether a Train in hand can be exchanged for one in the supply (T14)."""
    least = cheapest_train(facts, state)
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if state.hand[state.turn, slot] > 0 and facts.train[kind]:
            if least <= facts.cost[kind] + BETTER:
                return True
    return False


@rule
def trash_choices(facts: Facts, state: State, out: Actions) -> int:
    least = cheapest_train(facts, state)
    n = 0
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if state.hand[state.turn, slot] > 0 and facts.train[kind]:
            if least <= facts.cost[kind] + BETTER:
                out[n] = s.CHOOSE + kind
                n += 1
    return n


@rule
def trash_train(facts: Facts, state: State, action: Number, events: Noted) -> None:
    kind = action - s.CHOOSE
    slot = piles.slot_of(state, kind)
    piles.leave_hand(state, state.turn, slot)
    state.box[slot] += 1
    emit(events, s.TRASHED, state.turn, kind, 0, EVERYONE)
    state.number = facts.cost[kind] + BETTER
    state.phase = s.WAGON


@rule
def wagon_choices(facts: Facts, state: State, out: Actions) -> int:
    n = 0
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if state.supply[slot] > 0 and facts.train[kind] and facts.cost[kind] <= state.number:
            out[n] = s.TAKE + kind
            n += 1
    return n


@rule
def take_wagon(state: State, action: Number, events: Noted) -> None:
    slot = piles.slot_of(state, action - s.TAKE)
    state.supply[slot] -= 1
    piles.add_to_hand(state, state.turn, slot)
    emit(events, s.TOOK, state.turn, action - s.TAKE, 0, EVERYONE)
    state.number = 0
    state.phase = s.TURN


# -- choices among Trains ------------------------------------------------------------------------


@rule
def train_choices(facts: Facts, state: State, out: Actions) -> int:
    """Write the choices of Amusement Park, Switchback, Pulling and Maintenance Factory."""
    seat = state.turn
    if state.phase == s.PULL:
        return piles.each_train(facts, state, state.discard[seat], s.CHOOSE, out)
    if state.phase == s.MAINTAIN:
        return piles.each_train(facts, state, state.hand[seat], s.CHOOSE, out)
    return piles.each_train(facts, state, state.play, s.CHOOSE, out)


@rule
def information_central(state: State, events: Noted) -> None:
    seat = state.turn
    size = 0
    while size < s.ROW:
        slot = piles.reveal_card(state, seat, events)
        if slot == s.NOTHING:
            break
        place = size
        while place > 0 and state.row[place - 1] > slot:  # sorted, so that the order says nothing
            state.row[place] = state.row[place - 1]
            place -= 1
        state.row[place] = slot
        size += 1
    state.row_size = size
    state.row_left = size
    if size > 0:
        state.phase = s.REVEAL


@rule
def row_choices(state: State, out: Actions) -> int:
    n = 0
    for i in range(state.row_left):
        if i == 0 or state.row[i] != state.row[i - 1]:
            out[n] = s.TAKE + state.kind[state.row[i]]
            n += 1
    out[n] = s.DONE
    return n + 1


@rule
def is_rest_alike(state: State) -> bool:
    for i in range(1, state.row_left):
        if state.row[i] != state.row[0]:
            return False
    return True


@rule
def take_from_row(state: State, action: Number, events: Noted) -> None:
    seat = state.turn
    if action != s.DONE:
        slot = piles.slot_of(state, action - s.TAKE)
        place = 0
        while state.row[place] != slot:
            place += 1
        state.row_left -= 1
        for i in range(place, state.row_left):
            state.row[i] = state.row[i + 1]
        state.row[state.row_left] = 0
        state.row_size = state.row_left
        piles.add_to_hand(state, seat, slot)
        emit(events, s.TOOK, seat, state.kind[slot], 0, EVERYONE)
    if is_rest_alike(state):
        end_row(state, events)
        return
    for i in range(state.row_left - 1, 0, -1):  # shuffled; only the owner sees this order
        k = below(state, i + 1)
        state.row[i], state.row[k] = state.row[k], state.row[i]
    state.phase = s.ORDER


@rule
def order_choices(state: State, out: Actions) -> int:
    for i in range(state.row_left):
        out[i] = s.PUT + i
    return state.row_left


@rule
def put_in_order(state: State, action: Number, events: Noted) -> None:
    place = action - s.PUT
    slot = state.row[place]
    state.row_left -= 1
    for i in range(place, state.row_left):
        state.row[i] = state.row[i + 1]
    state.row[state.row_left] = slot
    emit(events, s.ARRANGED, state.turn, state.kind[slot], place, 1 << state.turn)
    if is_rest_alike(state):
        end_row(state, events)


@rule
def end_row(state: State, events: Noted) -> None:
    """Put the row onto the pile as a GROUP: its cards are public, their order is not."""
    seat = state.turn
    size = state.row_size
    for i in range(state.row_left - 1, -1, -1):
        emit(events, s.ARRANGED, seat, state.kind[state.row[i]], i, 1 << seat)
    same = True
    for i in range(1, size):
        same = same and state.row[i] == state.row[0]
    for i in range(size - 1, -1, -1):
        mark = s.PUBLIC if same else (s.GROUP | s.LAST if i == size - 1 else s.GROUP)
        piles.put_on_top(state, seat, state.row[i] | mark)
        state.row[i] = 0
    state.row_size = 0
    state.row_left = 0
    state.phase = s.TURN
