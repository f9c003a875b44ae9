"""Every kind of event has a name, and so has every number in it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from games.zwergenzugfahrt.typed_position import BOARDS, GAME, NARROW, facts_of, play, position
from raw_records import deal_with_facts, wrap_records
from spielzug.core.events import Event
from spielzug.games.zwergenzugfahrt import rules, state
from spielzug.games.zwergenzugfahrt.state import EVENTS, LOST_SIGN, PLACES, TIME

BLOCKED = """
    turn red  turns 22
        a b c d e f g h i j k l m
    2   r r r r r G . . . . . . .
    1   g g g g g R . . . . . . .
    red: taken 5
    green: taken 5
"""


def random_game(board: str, seed: int, **options: int) -> list[Event]:
    rng = random.Random(seed)
    facts = facts_of(board, **options)
    position, events = deal_with_facts(GAME, facts, 2, rng.getrandbits(64))
    while not wrap_records(GAME, None, position).over:
        ends = options.get("mode") == 2 and rng.random() < 0.01
        action = TIME if ends else rng.choice(wrap_records(GAME, facts, position).legal)
        events += wrap_records(GAME, facts, position).step(action)
    return events


def test_every_kind_that_the_rules_emit_has_a_name_of_its_own() -> None:
    source = Path(rules.__file__).read_text(encoding="utf-8")
    names = set(re.findall(r"emit\(events, s\.([A-Z_]+),", source))
    names |= {"SAT", "MOVED", "GAVE_UP", "CALLED_OFF"}  # chosen by a rule, or emitted by core
    assert {getattr(state, name) for name in names} == set(EVENTS)
    assert len({kind.name for kind in EVENTS.values()}) == len(EVENTS)


def test_the_two_numbers_of_an_event_have_different_names() -> None:
    for kind in EVENTS.values():
        assert kind.a or not kind.b
        assert not kind.a or kind.a != kind.b


@pytest.mark.parametrize("board", BOARDS)
def test_every_number_that_is_ever_not_zero_has_a_name(board: str) -> None:
    told: list[Event] = []
    for seed, mode in enumerate((0, 0, 1, 1, 2)):
        told += random_game(board, seed, mode=mode)
    for ending in ("!abandon", "!resign1", "!resign2"):
        state_before, events = deal_with_facts(GAME, facts_of(board), 2, 1)
        told += events + wrap_records(GAME, facts_of(board), state_before).step(
            GAME.words.parse(ending)
        )
    told += play(position(BLOCKED, NARROW), "pass pass")[1]
    for event in told:
        kind = EVENTS[event.kind]
        assert event.a == 0 or kind.a
        assert event.b == 0 or kind.b
        for name, number in kind.values(event).items():
            if name in PLACES:
                assert 0 <= number < 64
    if board == "station":
        assert {event.kind for event in told} == set(EVENTS)


def test_nobody_chose_the_only_sign() -> None:
    kind = EVENTS[LOST_SIGN]
    assert kind.values(Event(LOST_SIGN, 0, 12, -1, 0)) == {"field": 12}
    assert kind.values(Event(LOST_SIGN, 0, 12, 1, 0)) == {"field": 12, "chooser": 1}
