"""Checks of what the lab measures: a game's things, what `note` finds, its own figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from spielzug.core.check.case import CheckCase, expect, play_out, record_bytes
from spielzug.core.event_buffer import event_buffer
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.study import NOBODY, SEAT, TABLE, Drawing, Things, all_deeds
from spielzug.core.texts import LANGUAGES

DEAL = -1
"""The action that stands for the deal: both positions are the one after it."""


def notes_of_step(
    before: Position, action: int, after: Position, events: Sequence[Event]
) -> list[tuple[int, int, int]]:
    """The rows that `note` writes for a step; the buffer has room for more than it may write."""
    rules = before.game.rules
    buffer = event_buffer(rules.MAX_EVENTS)
    buffer[0, 0] = len(events)
    for i, event in enumerate(events, 1):
        buffer[i] = event
    out = np.zeros((2 * rules.MAX_NOTES + 1, 3), np.int32)
    count = int(rules.note(before.facts, before.state, action, after.state, buffer, out))
    return [(deed, item, seat) for deed, item, seat in out[:count].tolist()]


def _steps(case: CheckCase) -> Iterator[tuple[str, Position, int, Position, list[Event]]]:
    """The deal and every decision of the games."""
    for number in range(case.games):
        for ply in play_out(case, number):
            if ply.number == 0:
                yield f"game {number}, the deal", ply.before, DEAL, ply.before, ply.past
            place = f"game {number}, decision {ply.number}"
            yield place, ply.before, ply.action, ply.after, ply.events


def notes(case: CheckCase) -> None:
    """Rows of `note` are in range, and `note` changes nothing."""
    game, deeds = case.game, all_deeds(case.game.things)
    names: list[Sequence[str]] = []
    count = 0
    for place, before, action, after, events in _steps(case):
        if action == DEAL:
            names = [kind.names(before.facts_reading, "en") for kind, _ in deeds]
            for kind in game.things:
                _check_things(kind, before)
        then, now = record_bytes(before), record_bytes(after)
        rows = notes_of_step(before, action, after, events)
        same = record_bytes(before) == then and record_bytes(after) == now
        expect(same, f"{place}: noting changed the position")
        expect(len(rows) <= game.rules.MAX_NOTES, f"{place}: {len(rows)} notes are too many")
        for deed, item, seat in rows:
            expect(0 <= deed < len(deeds), f"{place}: there is no deed {deed}")
            kind, told = deeds[deed]
            known = 0 <= item < kind.count and names[deed][item]
            expect(bool(known), f"{place}: {told.name}: there is no {kind.name} {item}")
            whose = range(before.seats) if told.by == SEAT else (NOBODY,)
            expect(seat in whose, f"{place}: {told.name} of {kind.name} {item}: by seat {seat}")
        count += len(rows)
    expect(count > 0 or not deeds, "nothing was ever noted")
    for position in _final_positions(case):
        _measured(game, position)


def _check_things(kind: Things, position: Position) -> None:
    """Every thing has a name in every language, and is drawn on the board once, if at all."""
    facts, by = position.facts_reading, {deed.name: deed.by for deed in kind.deeds}
    expect(len(by) == len(kind.deeds), f"{kind.name}: two deeds of one name")
    for deed in kind.deeds:
        expect(deed.by in (SEAT, TABLE), f"{kind.name}: {deed.name} by {deed.by!r}")
        base = by.get(deed.of or deed.name)
        expect(base == deed.by, f"{kind.name}: {deed.name} cannot be a share of {deed.of!r}")
    for lang in LANGUAGES:
        names = kind.names(facts, lang)
        expect(len(names) == kind.count, f"{kind.name}: {len(names)} names for {kind.count}")
        titles = [kind.title[lang], *(deed.title[lang] for deed in kind.deeds)]
        expect(all(titles), f"{kind.name}: no word in {lang}")
        if kind.drawing is not None:
            _check_drawing(kind, names, kind.drawing(facts, lang))


def _check_drawing(kind: Things, names: Sequence[str], drawing: Drawing) -> None:
    parts = (*drawing.shapes, *drawing.lines)
    items = sorted(part.item for part in parts if part.item >= 0)
    wanted = [item for item, name in enumerate(names) if name]
    expect(items == wanted, f"{kind.name}: not everything is drawn once")
    for x, y in (point for part in parts for point in part.points):
        inside = 0 <= x <= drawing.width and 0 <= y <= drawing.height
        expect(inside, f"{kind.name}: {(x, y)} is outside the drawing")


def _final_positions(case: CheckCase) -> Iterator[Position]:
    for number in range(case.games):
        last = None
        for ply in play_out(case, number):
            last = ply.after
        if last is not None:
            yield last


def _measured(game: Game, position: Position) -> None:
    """The game's own figures are whole numbers, and words where it says so."""
    if game.measure is None:
        expect(not game.measures, "there are measures, but nothing measures them")
        return
    finals = game.blank(1)
    finals[0] = position.state
    found = game.measure(position.facts, finals)
    names = [measure.name for measure in game.measures]
    expect(list(found) == names, f"measured are {list(found)}, told of are {names}")
    for measure in game.measures:
        values = np.asarray(found[measure.name])
        whole = values.shape == (1,) and np.issubdtype(values.dtype, np.integer)
        expect(bool(whole), f"{measure.name} is no whole number for each game")
        words = measure.words(position.facts_reading) if measure.words is not None else None
        known = words is None or 0 <= int(values[0]) < len(words)
        expect(known, f"{measure.name}: there is no word {int(values[0])}")
