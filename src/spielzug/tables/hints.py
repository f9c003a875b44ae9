"""Hints at a table: who may ask for one and when, and the advice as a message.

The advice itself comes from a search of what the seat may know (`spielzug.bots.hints`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spielzug.bots.advice import HintAdvice, sentence
from spielzug.core.position import Seen
from spielzug.tables.errors import TableError
from spielzug.tables.table import Table

if TYPE_CHECKING:
    from spielzug.wire import responses


def check_hint_allowed(table: Table, device: str, number: int, seat: int) -> None:
    """Raise unless the table allows hints and it is this person's turn at this entry."""
    place = table.own_place(device, seat)
    if not table.hints:
        raise TableError("no_hints")
    if table.running_match().actor != seat:
        raise TableError("not_your_turn")
    if place.stand_in is not None:
        raise TableError("seat_left")
    if number != table.number:
        raise TableError("too_late")


def advice_fields(number: int, seen: Seen, advice: HintAdvice, lang: str) -> responses.Advice:
    """Advice about the next entry `number` for the seat that decides it."""
    return {
        "number": number,
        "seat": seen.seat,
        "sentence": sentence(seen, advice, lang),
        "hints": [_hint(seen, advice, index, lang) for index in range(len(advice.hints))],
    }


def _hint(seen: Seen, advice: HintAdvice, index: int, lang: str) -> responses.Hint:
    hint = advice.hints[index]
    reply = hint.reply
    return {
        "action": hint.action,
        "notation": seen.notation(hint.action),
        "label": seen.label(hint.action, lang),
        "percent": hint.percent,
        "visits": hint.visits,
        "kind": hint.kind,  # type: ignore[typeddict-item]
        "than": hint.than,
        "reply": {"seat": reply.seat, "label": reply.labels[lang]} if reply is not None else None,
        "sentence": sentence(seen, advice, lang, index),
    }
