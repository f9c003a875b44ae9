"""Every kind of event has a name, and so has every number in it."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from games.zugraub.test_properties import walk
from games.zugraub.typed_position import GAME, position, step
from raw_records import deal_with_facts, wrap_records
from spielzug.core.events import seen_by
from spielzug.games.zugraub import rules
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import ZugraubOptions

EVENTS = GAME.words.EVENTS


def emitted() -> set[str]:
    """The names of the kinds that stand in the rules as something to emit."""
    found = set()
    for path in Path(rules.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "emit":
                found |= {n.attr for n in ast.walk(node.args[1]) if isinstance(n, ast.Attribute)}
    return found | {"CALLED_OFF"}  # which core emits


def test_every_kind_that_the_rules_emit_has_a_name_and_no_other() -> None:
    assert {getattr(s, name) for name in emitted()} == set(EVENTS)


def test_kinds_are_numbered_without_gaps_and_their_names_are_distinct() -> None:
    assert sorted(EVENTS) == list(range(1, len(EVENTS) + 1))
    names = [kind.name for kind in EVENTS.values()]
    assert len(set(names)) == len(names)
    assert all(kind.name.replace("_", "").isalpha() for kind in EVENTS.values())
    assert not any(kind.b and not kind.a for kind in EVENTS.values())
    assert not any(kind.a == kind.b for kind in EVENTS.values() if kind.a)


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_every_number_that_is_ever_told_has_a_name(seats: int) -> None:
    options = ZugraubOptions(cheese=1, spoils_to_head=1, cars=3, engine_rounds=1, turn_limit=90)
    facts = GAME.facts(options)
    told: dict[int, set[str]] = defaultdict(set)
    for seed in range(4):
        _, events = deal_with_facts(GAME, facts, seats, seed + 1)
        for position_, action in walk(facts, seats, seed * 31 + seats):
            for event in events:
                kind = EVENTS[event.kind]
                assert kind.a or not event.a, kind
                assert kind.b or not event.b, kind
                told[event.kind] |= set(kind.values(event))
            if action >= 0:
                events = wrap_records(
                    GAME, facts, wrap_records(GAME, None, position_).copy().state
                ).step(action)
    assert len(told) > 25
    for number, names in told.items():
        assert names == {name for name in EVENTS[number][1:] if name}


def test_what_a_reader_may_not_know_is_absent() -> None:
    table = position("""
        active 1  phase move  reach 4
        train: caboose mail
        1: 2a2
        2: 1a2
        3: 1a1
    """)
    _, events = step(table, "2a1", [("card", 2)])
    drew = [event for event in events if event.kind == s.DREW]
    values = EVENTS[s.DREW].values
    assert [values(event) for event in seen_by(drew, 0)] == [{"card": 2}]
    assert [values(event) for event in seen_by(drew, 1)] == [{}]
    assert EVENTS[s.WALKED].values(events[0]) == {"from": 19, "to": 18}
