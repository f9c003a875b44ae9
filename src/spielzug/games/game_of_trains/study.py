"""What happens to the things of Game of Trains in a step."""

from __future__ import annotations

from spielzug.core.event_buffer import write_note
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Events, Number
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import LENGTH, Facts
from spielzug.games.game_of_trains.state import State

# Numbers of the deeds of cars, abilities and places, in the order of `things.THINGS`.
DRAWN, PUT, OPENED, USED_CAR, WON_WITH = range(5)
ABILITY_OPENED, ABILITY_USED = range(5, 7)
REPLACED, SHIFTED, GUARDED, LEFT_GAP, SORTED = range(7, 12)
MAX_NOTES = 8 * s.MAX_EVENTS


@rule
def note_shifted(before: State, after: State, seat: Number, out: Events, count: int) -> int:
    """Note the places of a row whose car has changed."""
    for place in range(LENGTH):
        if before.row[seat, place] != after.row[seat, place]:
            count = write_note(out, count, SHIFTED, place, seat)
    return count


@rule
def place_of(after: State, seat: Number, car: Number) -> int:
    """The place of a car in a row."""
    for place in range(LENGTH):
        if after.row[seat, place] == car:
            return place
    return 0


@rule
def note_opened(facts: Facts, car: Number, seat: Number, out: Events, count: int) -> int:
    count = write_note(out, count, OPENED, car, seat)
    return write_note(out, count, ABILITY_OPENED, facts.ability[car], seat)


@rule
def note_game_end(after: State, out: Events, count: int) -> int:
    """Note which cars are in order at the end, and which ones won."""
    for seat in range(after.seats):
        for place in range(LENGTH):
            car = after.row[seat, place]
            low = place == 0 or after.row[seat, place - 1] < car
            high = place == LENGTH - 1 or car < after.row[seat, place + 1]
            if car != 0 and low and high:
                count = write_note(out, count, SORTED, place, seat)
            if seat == after.winner and car != 0:
                count = write_note(out, count, WON_WITH, car, seat)
    return count


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); see `things`. Returns their number."""
    count = 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a, b = events[i, 0], events[i, 1], events[i, 2], events[i, 3]
        if kind == s.DREW or kind == s.DREW_SETUP or kind == s.REFILLED:
            count = write_note(out, count, DRAWN, a, seat)
            if kind == s.REFILLED:
                count = write_note(out, count, PUT, a, seat)
        elif kind == s.PLACED:
            count = write_note(out, count, PUT, a, seat)
            count = write_note(out, count, REPLACED, place_of(after, seat, a), seat)
            count = note_opened(facts, b, seat, out, count)
        elif kind == s.REMOVED:
            count = write_note(out, count, LEFT_GAP, b, seat)
            count = note_opened(facts, a, seat, out, count)
        elif kind == s.USED:
            count = write_note(out, count, USED_CAR, a, seat)
            count = write_note(out, count, ABILITY_USED, b, seat)
        elif kind == s.PROTECTED:
            count = write_note(out, count, GUARDED, place_of(after, seat, a), seat)
        elif kind == s.SWAPPED or kind == s.MOVED:
            count = note_shifted(before, after, seat, out, count)
    if after.reason != s.NOT_OVER:
        count = note_game_end(after, out, count)
    return count
