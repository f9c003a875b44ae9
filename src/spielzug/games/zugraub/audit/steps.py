"""Names of all checks of Der große Zugraub, and those of one step between two positions."""

from __future__ import annotations

from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Number
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import (
    CABOOSE_FACE,
    ENGINE_FACE,
    KEEPS_HAND,
    LAST_PIECE,
    SPACES,
    TWO_CARDS,
    TWO_POINTS,
)
from spielzug.games.zugraub.state import State

CHECKS = (
    "B1 every card is in one place: a pile, a hand or a head",
    "B4 every piece is in the train, unused or lost; the Caboose at the rear, the Engine in front",
    "B5 one seat decides, the active one but in a fight; turns are counted",
    "B6 dice and hand cards make the reach; who has no brain rolls fewer",
    "B7 pawns stand on the train or behind it; only the active one walks, within its reach",
    "B8 a car is added only by stepping out at the front, one at a time, with all its markers",
    "B10 markers lie on brain spaces; one is taken where a move ends, for points and cards",
    "B11 all fighters share a space, and nobody else stands there",
    "B12 the winner of a fight has the highest total, or is the attacker in a tie",
    "B13 points come from markers and lost fights, and pay for brains",
    "B14 spoils touch the fighters' brains alone, and fill no head but by the option",
    "B15 nobody holds more than the limit, but for the active player until the turn ends",
    "B16 one brain a turn from the hand into the head, for its cost",
    "B17 cars are lost from the rear, by brakes one, by a check only after a new car",
    "B19 who falls keeps points and head and drops the hand; nobody fights behind the train",
    "B20 the highest IQ wins, equals share, all lose without one",
    "every owner knows the own cards, and each card remembers its shuffle",
)
(
    CARDS, PIECES, COURSE, REACH, PAWNS, GROWTH, MARKERS, FIGHTS, WINNER, POINTS, LOOT, LIMITS,
    INSTALLING, COUPLINGS, FALLING, ENDING, KNOWING,
) = range(len(CHECKS))  # fmt: skip


@rule
def is_reach_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # B6
    seat = before.active
    least = 1 if before.pawn[seat] == s.BEHIND else 0
    if before.phase == s.DISCARDING and action == s.ROLL:
        head = before.head[seat]
        dice = 0
        eyes = 0
        for i in range(3):
            dice += after.dice[i] != 0
            eyes += after.dice[i]
        most = 3 if head != 0 else max(2 - before.cards[seat], 0)
        if dice > most or (head != 0 and dice < 2) or (head == 0 and dice != most):
            return False
        return after.phase == s.MOVE and after.reach == max(eyes + facts.run[head], least)
    if before.phase == s.MOVE and s.PLAY < action < s.GO:
        return after.reach == max(before.reach + facts.run[action - s.PLAY], least)
    return after.phase != s.MOVE or after.reach <= before.reach


@rule
def walked(facts: Facts, before: State, place: Number) -> int:
    """Steps from the active pawn to a place, counted car by car."""
    start = before.pawn[before.active] + 0
    if start == s.BEHIND:
        steps = 1
        car = 0
        space = facts.rear[before.train[0]] + 0
    else:
        steps = 0
        car = start // SPACES
        space = start % SPACES
    goal = place // SPACES
    while car < goal:
        face = before.train[car]
        steps += facts.steps[face, space, facts.front[face]] + 1
        car += 1
        space = facts.rear[before.train[car]] + 0
    while car > goal:
        face = before.train[car]
        steps += facts.steps[face, space, facts.rear[face]] + 1
        car -= 1
        space = facts.front[before.train[car]] + 0
    return steps + facts.steps[before.train[car], space, place % SPACES]


@rule
def are_pawns_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # B7
    goes = before.phase == s.MOVE and s.GO <= action < s.FRONT_DOOR
    if goes and walked(facts, before, action - s.GO) > before.reach:
        return False
    gone = (after.dropped - before.dropped) * SPACES
    for seat in range(before.seats):
        place = before.pawn[seat] + 0
        if seat == before.active and before.phase == s.MOVE and action >= s.GO:
            place = action - s.GO
            if action == s.FRONT_DOOR:
                place = before.length * SPACES + facts.rear[after.train[before.length]]
        if place != s.BEHIND:
            place = s.BEHIND if place < gone else place - gone
        if after.pawn[seat] != place:
            return False
    return True


@rule
def is_growth_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # B8
    grew = before.phase == s.MOVE and action == s.FRONT_DOOR
    lost = after.dropped - before.dropped
    if after.length != before.length + grew - lost:
        return False
    if not grew:
        return after.added == before.added or after.phase == s.DISCARDING
    face = after.train[after.length - 1]
    if before.train[before.length - 1] == ENGINE_FACE or before.unused >> (face >> 1) & 1 == 0:
        return False
    if face == ENGINE_FACE and before.wait > 0 and before.unused != 1 << LAST_PIECE:  # B21
        return False
    return (
        face != CABOOSE_FACE
        and after.added == before.added + 1
        and after.markers[after.length - 1] == facts.brains[face]
        and after.reach < before.reach
    )


@rule
def are_markers_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # B10
    goes = before.phase == s.MOVE and s.GO <= action < s.FRONT_DOOR
    lost = after.dropped - before.dropped
    for car in range(lost, before.length):
        gone = before.markers[car] ^ after.markers[car - lost]
        if gone == 0:
            continue
        place = action - s.GO
        if not goes or car != place // SPACES or gone != 1 << (place % SPACES):
            return False
    return True


@rule
def ends_on_marker(before: State, action: Number) -> bool:
    """Whether this move ends on a marker."""
    if before.phase != s.MOVE or action < s.GO or action >= s.FRONT_DOOR:
        return False
    place = action - s.GO
    return before.markers[place // SPACES] >> (place % SPACES) & 1 == 1


@rule
def are_points_correct(
    facts: Facts, before: State, action: Number, after: State
) -> bool:  # B10, B13, B16
    settled = (before.phase == s.BRAWL or before.phase == s.ATTACKING) and after.phase == s.SPOILS
    for seat in range(before.seats):
        points = before.points[seat] + 0
        if seat == before.active and ends_on_marker(before, action):
            points += 2 if facts.ability[before.head[seat]] == TWO_POINTS else 1
        if settled and after.fighters >> seat & 1 and seat != after.champion:
            points += 1
        if seat == before.active and s.INSTALL < action < s.SPOIL:
            points -= facts.cost[action - s.INSTALL]
        if after.points[seat] != points:
            return False
    return True


@rule
def are_heads_correct(
    facts: Facts, before: State, action: Number, after: State
) -> bool:  # B14, B16
    for seat in range(before.seats):
        if before.head[seat] == after.head[seat]:
            continue
        if action >= s.SPOIL:
            filled = before.head[seat] == 0
            if before.fighters >> seat & 1 == 0 or (filled and not facts.spoils_to_head):
                return False
        elif not s.INSTALL < action < s.SPOIL or seat != before.active:
            return False
    return True


@rule
def are_hands_correct(facts: Facts, before: State, action: Number, after: State) -> bool:
    """B14, B15, B19: how many cards each hand may have gained or lost in a step."""
    for seat in range(before.seats):
        more = after.cards[seat] - before.cards[seat]
        fell = after.pawn[seat] == s.BEHIND and before.pawn[seat] != s.BEHIND
        if fell and facts.ability[after.head[seat]] != KEEPS_HAND:
            if after.cards[seat] != 0:
                return False
            continue
        if action >= s.SPOIL:
            good = -1 <= more <= 1 and (more == 0 or before.fighters >> seat & 1 == 1)
        elif seat != before.turn or action == s.ROLL:
            good = more == 0
        elif ends_on_marker(before, action):
            good = more == (2 if facts.ability[before.head[seat]] == TWO_CARDS else 1)
        elif action < s.GO or action > s.INSTALL:
            good = more == -1
        else:
            good = more == 0
        if not good:
            return False
    return True


@rule
def is_install_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # B16
    if not s.INSTALL < action < s.SPOIL:
        return True
    card = action - s.INSTALL
    if before.phase != s.END or before.installed or facts.cost[card] > before.points[before.active]:
        return False
    return after.head[before.active] == card


@rule
def are_couplings_correct(
    facts: Facts, before: State, action: Number, after: State
) -> bool:  # B17, B18
    lost = after.dropped - before.dropped
    braked = False
    if before.phase == s.MOVE and s.GO <= action < s.FRONT_DOOR:
        place = action - s.GO
        face = before.train[place // SPACES]
        braked = facts.brakes[face] >> (place % SPACES) & 1 == 1
    if braked:
        if before.length == 1:
            return lost == 0 and after.reason != s.NOT_OVER
        if before.added == 0:
            return lost == 1
        if lost < 1:
            return False
    elif lost > 0 and (before.added == 0 or after.turns == before.turns):
        return False
    if after.turns > before.turns and before.added > 0 and after.length > 6:
        return False  # a coupling check leaves at most six cars
    for piece in range(LAST_PIECE):
        if after.lost >> piece & 1 < before.lost >> piece & 1:
            return False
    return not facts.recycle or after.lost == 0


@rule
def is_turn_order_correct(before: State, action: Number, after: State) -> bool:  # B5
    if after.turns == before.turns:
        return True
    ends = action == s.DONE or action == s.PASS or s.INSTALL < action < s.SPOIL
    ends = ends or (s.GO <= action < s.FRONT_DOOR and after.cards[before.active] == 0)
    ends = ends or before.phase == s.LIMIT or action == s.ATTACK
    fresh = after.installed == 0 or after.reason != s.NOT_OVER
    return bool(ends and after.turns == before.turns + 1 and fresh)


@rule
def failed_step_check(
    facts: Facts, before: State, action: Number, after: State, counts: Counts
) -> int:
    """The first check that the step fails, -1 if none."""
    if action == s.ABANDON:
        return -1
    if not is_turn_order_correct(before, action, after):
        return COURSE
    if not is_reach_correct(facts, before, action, after):
        return REACH
    if not are_couplings_correct(facts, before, action, after):
        return COUPLINGS
    if not is_growth_correct(facts, before, action, after):
        return GROWTH
    if not are_pawns_correct(facts, before, action, after):
        return PAWNS
    if not are_markers_correct(facts, before, action, after):
        return MARKERS
    if not are_points_correct(facts, before, action, after):
        return POINTS
    if not is_install_correct(facts, before, action, after):
        return INSTALLING
    if not are_heads_correct(facts, before, action, after):
        return LOOT
    if not are_hands_correct(facts, before, action, after):
        return FALLING
    return -1
