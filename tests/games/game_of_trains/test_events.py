"""Every kind of event has a name, and so has every number in it."""

from __future__ import annotations

import re
from inspect import getsource

import numpy as np
import pytest

from games.game_of_trains.typed_position import GAME, facts_for, play, position
from raw_records import deal_with_facts, wrap_records
from spielzug.core.events import EVERYONE, HIDDEN, SPECTATOR, Event, seen_by
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.game_of_trains import rules
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.state import EVENTS

RANDOM_GAMES = 8


def events_of_games(seats: int) -> list[Event]:
    """All that happens in random games, some of which the table ends."""
    facts, found = facts_for(turn_limit=60), []
    for number in range(RANDOM_GAMES):
        rng = new_rng(stream(seed_key("events", seats), np.uint64(number)))
        state, events = deal_with_facts(
            GAME, facts, seats, stream(seed_key("deal", seats), np.uint64(number))
        )
        found += events
        while not wrap_records(GAME, None, state).over:
            actions = wrap_records(GAME, facts, state).legal
            action = actions[int(below(rng, len(actions)))]
            if number < 2 and state.turns > 20:
                action = GAME.words.parse("!resign2" if number == 0 and seats == 2 else "!abandon")
            found += wrap_records(GAME, facts, state).step(action)
    return found


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    found = re.findall(r"emit\(events, s\.(\w+)", getsource(rules))
    emitted = {getattr(s, name) for name in found} | {s.GAVE_UP, s.CALLED_OFF}  # these by core
    assert emitted == set(EVENTS) == set(range(1, len(EVENTS) + 1))
    assert len({kind.name for kind in EVENTS.values()}) == len(EVENTS)
    assert GAME.words.EVENTS is EVENTS


def test_the_two_numbers_of_a_kind_have_different_names() -> None:
    for kind in EVENTS.values():
        assert (kind.b == "" or kind.a != kind.b) and (kind.a or not kind.b)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_random_games_every_number_that_means_something_has_a_name(seats: int) -> None:
    for event in events_of_games(seats):
        kind = EVENTS[event.kind]
        assert kind.a or event.a == 0, event
        assert kind.b or event.b == 0, event


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_number_is_missing_only_where_a_card_is_secret(seats: int) -> None:
    """No number that the rules tell may look like one that is hidden."""
    secret = {s.DREW, s.DREW_SETUP, s.KEPT}
    for event in events_of_games(seats):
        assert HIDDEN not in (event.a, event.b), event
        named = {name for name in EVENTS[event.kind][1:] if name}
        for seat in range(SPECTATOR, seats):
            (seen,) = seen_by([event], seat)
            hidden = event.kind in secret and seat != event.seat
            assert set(EVENTS[event.kind].values(seen)) == (set() if hidden else named)


def test_the_numbers_of_a_move_and_a_removal_are_told_by_name() -> None:
    table = position("""
        seats 2  turn 1
        1: 81 17 56 41 24 73 3  locks 4:10
        2: 82 72 62 52 45 32 22
        open: 11 9 5
        draw: rest
    """)
    for actions, expected in (
        (">> 1>>3", ("moved", {"car": 81, "by": 2})),
        ("<< 7<<5", ("moved", {"car": 3, "by": -2})),
        ("-4", ("spared", {"car": 41, "place": 3})),
    ):
        _, events = play(table, actions)
        told = [(EVENTS[e.kind].name, EVENTS[e.kind].values(e)) for e in events]
        assert expected in told, told
    assert EVENTS[s.GAVE_UP].values(Event(s.GAVE_UP, 1, 0, 0, EVERYONE)) == {}
