"""What the lab follows of Der große Zugraub: every card, car face and space."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.jit import entry
from spielzug.core.kinds import Events, Facts, State
from spielzug.core.reading import Reading
from spielzug.core.study import Deed, Things, write_note
from spielzug.games.zugraub.facts.sets import ALL_CARDS
from spielzug.games.zugraub.state import (
    BOOSTED,
    DEALT,
    DREW,
    HIT,
    INSTALLED,
    MAX_EVENTS,
    NOT_OVER,
)
from spielzug.games.zugraub.study.measures import MEASURES, brains, measure

__all__ = ["MAX_NOTES", "MEASURES", "THINGS", "measure", "note"]

MAX_NOTES = MAX_EVENTS

DRAWN, RUN, HIT_WITH, PUT_IN, WON_WITH = range(5)
"""The deeds, in the order of the things."""


def card_names(facts: Reading, lang: str) -> Sequence[str]:
    names = brains(facts)
    return [names[card] if 1 <= card <= facts.count else "" for card in range(ALL_CARDS + 1)]


THINGS = (
    Things(
        "card",
        {"de": "Karten", "en": "Cards", "fr": "Cartes", "nl": "Kaarten"},
        ALL_CARDS + 1,
        card_names,
        (
            Deed("drawn", {"de": "gezogen", "en": "drawn", "fr": "piochée", "nl": "getrokken"}),
            Deed("run", {"de": "zum Laufen gespielt", "en": "played to run",
                         "fr": "jouée pour courir", "nl": "gespeeld om te rennen"}),
            Deed("hit", {"de": "zum Schlagen gespielt", "en": "played to hit",
                         "fr": "jouée pour frapper", "nl": "gespeeld om te slaan"}),
            Deed("installed", {"de": "eingesetzt", "en": "installed", "fr": "installée",
                               "nl": "ingebracht"}, of="drawn"),
            Deed("won", {"de": "damit gewonnen", "en": "won with it", "fr": "gagnante",
                         "nl": "ermee gewonnen"}, of="installed"),
        ),
    ),
)  # fmt: skip


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """What a step did to the things: rows (deed, item, seat)."""
    count = 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a = events[i, 0], events[i, 1], events[i, 2]
        if kind == DEALT or kind == DREW:
            count = write_note(out, count, DRAWN, a, seat)
        elif kind == BOOSTED:
            count = write_note(out, count, RUN, a, seat)
        elif kind == HIT:
            count = write_note(out, count, HIT_WITH, a, seat)
        elif kind == INSTALLED:
            count = write_note(out, count, PUT_IN, a, seat)
    if after.reason != NOT_OVER:
        for seat in range(after.seats):
            if after.winners >> seat & 1:
                count = write_note(out, count, WON_WITH, after.head[seat], seat)
    return count
