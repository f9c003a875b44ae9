"""Roll, move, and what happens where the move ends (B6-B10, B18, B19); cars added and lost.

No paths are searched during a game: the facts hold the spaces within any number of steps of any
space of a face, and cars are connected only at their doors.
"""

from __future__ import annotations

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.core.rng import below
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import FAR, Facts, sets
from spielzug.games.zugraub.rules.piles import discard, draw, drop_hand, offer_hand, roll, spend
from spielzug.games.zugraub.state import State, count_dice

LAST_BIT = 1 << sets.LAST_PIECE


@rule
def can_grow(state: State) -> bool:
    """B8: whether a piece is unused and the Engine is not at the front."""
    return state.unused != 0 and state.train[state.length - 1] != sets.ENGINE_FACE


@rule
def draw_piece(state: State) -> int:
    """A random unused piece; B21: not the Engine while it must wait, unless it is the only one."""
    choice = state.unused
    if state.wait > 0 and choice != LAST_BIT:
        choice &= LAST_BIT - 1
    count = 0
    for piece in range(sets.PIECES + 1):
        count += choice >> piece & 1
    chosen = below(state, count)
    for piece in range(sets.PIECES + 1):
        if choice >> piece & 1:
            if chosen == 0:
                return piece
            chosen -= 1
    return sets.LAST_PIECE


@rule
def draw_face(state: State) -> Number:  # B4, B8
    """A random unused piece, with a random side up."""
    piece = draw_piece(state)
    state.unused ^= 1 << piece
    return sets.ENGINE_FACE if piece == sets.LAST_PIECE else 2 * piece + below(state, 2)


@rule
def add_car(facts: Facts, state: State, events: Noted) -> None:
    couple_car(facts, state, draw_face(state), events)


@rule
def couple_car(facts: Facts, state: State, face: Number, events: Noted) -> None:
    state.train[state.length] = face
    state.markers[state.length] = facts.brains[face]
    state.length += 1
    emit(events, s.CAR, state.active, face, state.length, EVERYONE)
    if face == sets.ENGINE_FACE:
        emit(events, s.ENGINE_UP, state.active, 0, 0, EVERYONE)


@rule
def lose_car(facts: Facts, state: State, events: Noted) -> None:
    """B17, B18: remove the rear car; all pawns on it fall off."""
    piece = state.train[0] >> 1
    state.length -= 1
    for car in range(state.length):
        state.train[car] = state.train[car + 1]
        state.markers[car] = state.markers[car + 1]
    state.train[state.length] = 0
    state.markers[state.length] = 0
    state.dropped += 1
    emit(events, s.LOST_CAR, state.active, piece, state.length, EVERYONE)
    if piece == sets.LAST_PIECE:
        state.unused |= LAST_BIT
        state.wait = facts.engine_rounds * state.seats  # B21
        emit(events, s.CABOOSE_BACK, -1, state.wait, 0, EVERYONE)
    elif facts.recycle:  # B21
        state.unused |= 1 << piece
        emit(events, s.CAR_BACK, -1, piece, 0, EVERYONE)
    else:
        state.lost |= 1 << piece
    for i in range(state.seats):
        seat = (state.active + i) % state.seats
        if state.pawn[seat] < sets.SPACES:
            fall(facts, state, seat, events)
        elif state.pawn[seat] != s.BEHIND:
            state.pawn[seat] -= sets.SPACES


@rule
def fall(facts: Facts, state: State, seat: Number, events: Noted) -> None:
    """B17: move a pawn behind the train; its player loses the hand cards."""
    state.pawn[seat] = s.BEHIND
    emit(events, s.FELL, seat, state.cards[seat], 0, EVERYONE)
    if facts.ability[state.head[seat]] != sets.KEEPS_HAND:
        drop_hand(state, seat, events)


@rule
def check_couplings(facts: Facts, state: State, events: Noted) -> None:  # B17
    while True:
        die = roll(state)
        emit(events, s.CHECKED, state.active, die, state.length, EVERYONE)
        if die >= state.length:
            return
        lose_car(facts, state, events)


# -- B6: roll ------------------------------------------------------------------------------------


dice_for = rule(count_dice)


@rule
def least_reach(state: State) -> int:
    """The least reach: a brain may take steps off, but not the step that boards the train (B19)."""
    return 1 if state.pawn[state.active] == s.BEHIND else 0


@rule
def roll_for_move(facts: Facts, state: State, events: Noted) -> None:  # B6
    seat = state.active
    reach = facts.run[state.head[seat]] + 0
    dice = dice_for(facts, state, seat, sets.THIRD_DIE_RUN)
    for i in range(s.DICE):
        state.dice[i] = 0
    for i in range(dice):
        state.dice[i] = roll(state)
        reach += state.dice[i]
        emit(events, s.ROLLED, seat, state.dice[i], reach, EVERYONE)
    if dice == 0:
        emit(events, s.ROLLED, seat, 0, reach, EVERYONE)
    state.reach = max(reach, least_reach(state))
    state.phase = s.MOVE


@rule
def discard_or_roll(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == s.DISCARD:
        roll_for_move(facts, state, events)
    else:
        discard(state, state.active, action - s.DISCARD, events)


# -- B7, B8: move --------------------------------------------------------------------------------


@rule
def offer_spaces(spaces: int, car: int, out: Actions, n: int) -> int:
    action = s.GO + car * sets.SPACES
    while spaces != 0:
        out[n] = action
        n += spaces & 1
        spaces >>= 1
        action += 1
    return n


@rule
def within(facts: Facts, face: int, space: Number, reach: int) -> int:
    return facts.within[face, space, min(reach, FAR - 1)]


@rule
def offer_move(facts: Facts, state: State, out: Actions) -> int:
    n = offer_hand(state, state.active, s.PLAY, out, 0)
    place = state.pawn[state.active]
    reach = state.reach + 0
    if place == s.BEHIND:  # B19: the first step leads to the rear door space
        car = -1
        forward = reach - 1
    else:
        car = place // sets.SPACES
        space = place % sets.SPACES
        face = state.train[car]
        # How far back the reach goes: the rearmost car, and the reach left at its front door.
        rearmost = car
        left = reach - facts.to_rear[face, space] - 1
        back = left
        while rearmost > 0 and left >= 0:
            rearmost -= 1
            back = left
            left -= facts.cross[state.train[rearmost]] + 1
        for other in range(rearmost, car):
            # From the rear forwards, so that the actions ascend.
            behind = state.train[other]
            n = offer_spaces(within(facts, behind, facts.front[behind], back), other, out, n)
            if other + 1 < car:
                back += facts.cross[state.train[other + 1]] + 1
        n = offer_spaces(within(facts, face, space, reach), car, out, n)
        forward = reach - facts.to_front[face, space] - 1
    car += 1
    while car < state.length and forward >= 0:
        face = state.train[car]
        n = offer_spaces(within(facts, face, facts.rear[face], forward), car, out, n)
        forward -= facts.cross[face] + 1
        car += 1
    if car == state.length and forward >= 0 and can_grow(state):  # B8
        out[n] = s.FRONT_DOOR
        n += 1
    return n


@rule
def steps_to_front(facts: Facts, state: State, place: Number) -> int:
    """Steps out of the front door of the train, onto the rear door space of a new car."""
    if place == s.BEHIND:
        car: Number = 0
        steps = 1 + facts.cross[state.train[0]]
    else:
        car = place // sets.SPACES
        steps = facts.to_front[state.train[car], place % sets.SPACES] + 0
    for other in range(car + 1, state.length):
        steps += 1 + facts.cross[state.train[other]]
    return steps + 1


@rule
def leave_front(facts: Facts, state: State, events: Noted) -> None:  # B8
    seat = state.active
    place = state.pawn[seat]
    state.reach -= steps_to_front(facts, state, place)
    face = draw_face(state)
    state.pawn[seat] = state.length * sets.SPACES + facts.rear[face]
    state.added += 1
    emit(events, s.LEFT_FRONT, seat, place, state.pawn[seat], EVERYONE)
    couple_car(facts, state, face, events)


@rule
def boost(facts: Facts, state: State, card: Number, events: Noted) -> None:  # B6
    spend(state, state.active, card)
    state.reach = max(state.reach + facts.run[card], least_reach(state))
    emit(events, s.BOOSTED, state.active, card, state.reach, EVERYONE)


@rule
def decide_move(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action < s.GO:
        boost(facts, state, action - s.PLAY, events)
    elif action == s.FRONT_DOOR:
        leave_front(facts, state, events)
    else:
        seat = state.active
        place = action - s.GO
        emit(events, s.WALKED, seat, state.pawn[seat], place, EVERYONE)
        state.pawn[seat] = place
        state.reach = 0
        stop(facts, state, events)


# -- B9: stop ------------------------------------------------------------------------------------


@rule
def stop(facts: Facts, state: State, events: Noted) -> None:
    """End a move: first the brake, then the marker, then perhaps a fight."""
    seat = state.active
    place = state.pawn[seat]
    if facts.brakes[state.train[place // sets.SPACES]] >> (place % sets.SPACES) & 1:
        brake(facts, state, place, events)
        if state.phase == s.STANDING:
            return
    take_marker(facts, state, events)
    if others_on_space(state, seat) != 0:
        state.phase = s.ATTACKING
    else:
        state.phase = s.SPACE_DONE


@rule
def brake(facts: Facts, state: State, place: Number, events: Noted) -> None:
    """B18: the rear car is lost; if the Engine is alone, the game ends."""
    emit(events, s.BRAKED, state.active, place, state.length, EVERYONE)
    if state.length > 1:
        lose_car(facts, state, events)
    else:
        state.phase = s.STANDING
        emit(events, s.STOPPED, state.active, 0, 0, EVERYONE)


@rule
def take_marker(facts: Facts, state: State, events: Noted) -> None:  # B10
    seat = state.active
    place = state.pawn[seat]
    car = place // sets.SPACES
    bit = 1 << (place % sets.SPACES)
    if state.markers[car] & bit == 0:
        return
    state.markers[car] ^= bit
    ability = facts.ability[state.head[seat]]
    points = 2 if ability == sets.TWO_POINTS else 1
    state.points[seat] += points
    emit(events, s.FOUND, seat, place, points, EVERYONE)
    draw(state, seat, events)
    if ability == sets.TWO_CARDS:
        draw(state, seat, events)


@rule
def others_on_space(state: State, seat: Number) -> int:
    """The other seats on the space of a seat, a bit each."""
    found = 0
    for other in range(state.seats):
        if other != seat and state.pawn[other] == state.pawn[seat]:
            found |= 1 << other
    return found
