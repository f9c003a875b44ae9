"""Every kind of event has a name, and so has every number in it."""

from __future__ import annotations

import re
from pathlib import Path

from games.trains.typed_position import GAME, play, table
from spielzug.core.check.case import CheckCase, play_out
from spielzug.core.events import seen_by
from spielzug.games.trains import rules
from spielzug.games.trains import state as s
from spielzug.games.trains.say.texts import SENTENCES
from spielzug.games.trains.say.words import SILENT_EVENTS
from spielzug.games.trains.state import EVENTS

CASE = CheckCase(GAME, "", games=12)
GIVEN_TO_A_FUNCTION = {s.DEALT, s.DREW, s.WON, s.SHARED, s.GAVE_UP, s.CALLED_OFF}
"""Kinds that no `emit` names: the rule, or core, is told which of two it is."""


def test_every_kind_that_the_rules_emit_has_a_name() -> None:
    folder = Path(rules.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    emitted = {getattr(s, name) for name in re.findall(r"emit\(events, s\.([A-Z_]+),", text)}
    assert set(EVENTS) == emitted | GIVEN_TO_A_FUNCTION
    assert GAME.words.EVENTS is EVENTS


def test_no_two_kinds_and_no_two_numbers_of_a_kind_have_the_same_name() -> None:
    names = [kind.name for kind in EVENTS.values()]
    assert len(set(names)) == len(names)
    assert all(kind.name and (not kind.b or kind.a not in ("", kind.b)) for kind in EVENTS.values())


def test_every_kind_that_is_told_has_a_sentence() -> None:
    assert {EVENTS[kind].name for kind in set(EVENTS) - set(SILENT_EVENTS)} <= set(SENTENCES)


def test_every_number_that_is_ever_told_has_a_name() -> None:
    for number in range(CASE.games):
        for ply in play_out(CASE, number, 300):
            for event in (*ply.past, *ply.events) if ply.number == 0 else ply.events:
                kind = EVENTS[event.kind]
                assert kind.a or event.a == 0, (kind, event)
                assert kind.b or event.b == 0, (kind, event)


def test_a_card_that_the_reader_may_not_know_is_not_told() -> None:
    _, events = play(table("hand 1: SI\ndraw 1: 3EX"), "SI+", "^")
    for seat, values in ((0, {"card": 1}), (1, {}), (-1, {})):
        seen = [e for e in seen_by(events, seat) if e.kind == s.PUT_BACK]
        assert [EVENTS[e.kind].values(e) for e in seen] == [values]
